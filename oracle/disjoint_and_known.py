"""Tables of the theorems on disjoint groups, known samples and responses of a sample: golden/ParallelComposition.csv, KnownSampling.csv, ResponseOrCoin.csv.

Both laws are written out and compared outcome by outcome, or closed forms of the parts are taken, 40 digits.
"""
from mpmath import mp, mpf, exp, log

import leaf_extremes as leaf
from black_boxes import gaussian_profile
from common import *

mp.dps = 40
SCRIPT = "oracle/disjoint_and_known.py"


def laplace(scale):
    return lambda eps: leaf.laplace(1, scale, eps)


def largest(*profiles):
    return lambda eps: max(profile(eps) for profile in profiles)


def known(rate, base):
    """With the sample told: the record is out and nothing differs, or in and the base runs."""
    q = mpf(rate)
    return lambda eps: q * base(eps) + (1 - q) * max(mpf(0), 1 - exp(eps))


def coin_or_response(rate, eps0, k):
    """Two laws over k answers, each the mixture of a response and a fair die."""
    p, e = mpf(rate), exp(mpf(eps0))
    laws = [[p * (e if value == truth else 1) / (e + k - 1) + (1 - p) / k for value in range(k)] for truth in (0, 1)]
    return lambda eps: sum(max(mpf(0), a - exp(eps) * b) for a, b in zip(*laws))


def write_parallel():
    table = Table("ParallelComposition.csv", f"{SCRIPT}, the largest of closed forms, 40 digits")
    table.profile("parallel([gaussian(1), laplace(2)])", ADD_REMOVE, largest(gaussian_profile(1), laplace(2)), "closed forms", (0.0, 0.4, 1.0), (1e-2, 1e-6))
    table.profile("parallel([gaussian(3), laplace(2), gdp(0.2)])", ADD_REMOVE, largest(gaussian_profile(mpf(1) / 3), laplace(2), gaussian_profile(mpf(0.2))), "closed forms", (0.0, 0.3), (1e-2,))
    table.profile("parallel([gaussian(2), gaussian(2)])", ADD_REMOVE, gaussian_profile(mpf(1) / 2), "closed form", (0.5,), (1e-6,))
    table.write()


def write_known():
    table = Table("KnownSampling.csv", f"{SCRIPT}, q H + (1-q) (1-e^eps)+, 40 digits")
    for relation in BOTH_RELATIONS:
        table.profile("known_sample(0.1, gaussian(1))", relation, known(0.1, gaussian_profile(sensitivity(relation))), "closed form", (0.0, 1.0, 2.5), (1e-2, 1e-6, 1e-20))
    table.profile("known_sample(0.02, laplace(2))", ADD_REMOVE, known(0.02, laplace(2)), "closed form", (0.0, 0.2, 0.45), (1e-3,))
    table.profile("known_sample(0.5, randomized_response(1, k=4))", ADD_REMOVE, known(0.5, coin_or_response(1, 1, 4)), "counted out", (0.0, 0.5), (1e-2,))
    table.write()


def write_coin():
    table = Table("ResponseOrCoin.csv", f"{SCRIPT}, both laws written out, 40 digits")
    for p, eps0, k in ((0.1, 1, 2), (0.5, 3, 2), (0.3, 2, 5), (0.01, 8, 3)):
        name = f"sampled_response({p}, {eps0})" if k == 2 else f"sampled_response({p}, {eps0}, k={k})"
        top = coin_or_response(p, eps0, k)
        a = exp(mpf(eps0)) - 1
        end = log(1 + mpf(p) * a * k / (k + (1 - mpf(p)) * a))
        for relation in BOTH_RELATIONS:
            table.profile(name, relation, top, "counted out", (0.0, float(end / 2)), (1e-3,), end)
            table.exact(name, relation, "delta", 0, end, "counted out")
    table.write()


if __name__ == "__main__":
    write_parallel()
    write_known()
    write_coin()
