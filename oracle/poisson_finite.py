"""poisson(rate, base) over randomized_response, dp and discrete_laplace, alone and composed, add-remove: finite sums.

REMOVE compares (1-q)Q + qP with Q, ADD the other way; a row holds the worse of the two after composition. An outcome that Q alone can give
(dp with delta > 0 has one) keeps the ratio 1 - q. Compositions are sums over the counts of each outcome.

Checks (run with --check): the closed forms q H(t), e^t = 1 + (e^eps - 1)/q, and c H(t), c = 1 - e^eps (1-q), e^t = q e^eps / c; the mixture
written out outcome by outcome from the two laws; enumeration of all strings of outcomes for three folds.
"""
import itertools
import sys

from mpmath import mp, mpf, exp, log, log1p, expm1, binomial

from common import *
from discrete_noise import discrete_laplace
from finite_laws import randomized_response, dp

mp.dps = 50
REMOVE, ADD = True, False


def masses(base):
    """[(P, Q)] of each outcome of a pair whose infinities mirror each other."""
    pairs = [(p, p * exp(-l)) for l, p in base.masses]
    return pairs + ([(base.infinity, mpf(0)), (mpf(0), base.infinity)] if base.infinity > 0 else [])


def sampled(base, rate, direction):
    """[(loss, mass)] with finite losses, and the mass at infinity."""
    q, finite, infinity = mpf(rate), [], mpf(0)
    for p_base, q_base in masses(base):
        mixed = (1 - q) * q_base + q * p_base
        first, second = (mixed, q_base) if direction == REMOVE else (q_base, mixed)
        if second == 0:
            infinity += first
        elif first > 0:
            finite.append((log(first / second), first))
    return finite, infinity


def fold(finite, infinity, count):
    """Composition of count equal laws: a sum over how often each outcome occurs."""
    total = [(mpf(0), mpf(1), count)]
    for i, (loss, mass) in enumerate(finite):
        last = i == len(finite) - 1
        total = [(l + n * loss, m * binomial(left, n) * mass**n, left - n)
                 for l, m, left in total for n in ((left,) if last else range(left + 1))]
    merged = {}
    for l, m, _ in total:
        merged[l] = merged.get(l, mpf(0)) + m
    return Atoms(merged, -expm1(count * log1p(-infinity)))


def directions(base, rate, count):
    return [fold(*sampled(base, rate, direction), count) for direction in (REMOVE, ADD)]


def write():
    table = Table("poisson_finite.csv", "oracle/poisson_finite.py, exact sums over outcomes, 50 digits")
    for name, base, rate, count in (
        ("randomized_response(1)", randomized_response(1), 0.1, 1),
        ("randomized_response(1)", randomized_response(1), 0.1, 100),
        ("randomized_response(2, 5)", randomized_response(2, 5), 0.3, 40),
        ("randomized_response(0.5, 3)", randomized_response(0.5, 3), 0.01, 60),
        ("randomized_response(4)", randomized_response(4), 0.9, 10),
        ("dp(1)", dp(1), 0.01, 1000),
        ("dp(1, 1e-6)", dp(1, 1e-6), 0.2, 1),
        ("dp(0.5, 1e-8)", dp(0.5, 1e-8), 0.1, 30),
        ("dp(2, 1e-10)", dp(2, 1e-10), 0.5, 12),
        ("discrete_laplace(1)", discrete_laplace(1, 1, 1), 0.05, 200),
        ("discrete_laplace(0.4)", discrete_laplace(0.4, 1, 1), 0.5, 5),
        ("2 * discrete_laplace(2)", discrete_laplace(2, 2, 1), 0.25, 20),
    ):
        plan = f"poisson({rate}, {name})" if count == 1 else f"{count} * poisson({rate}, {name})"
        laws = directions(base, rate, count)
        epsilons = sound_epsilons(laws[0].largest(), (0, 0.117, 0.317) if count > 1 else (0, 0.117, 0.717))
        atom_rows(table, plan, ADD_REMOVE, laws, "exact sum over outcomes", epsilons, (1e-1, 1e-3, 1e-6, 1e-12, 1e-30) if count > 1 else (1e-3, 1e-5))
    table.write()


def check():
    for base, rate in ((randomized_response(1, 3), 0.2), (dp(1, 1e-3), 0.4), (discrete_laplace(1.5, 1, 1), 0.05)):
        remove, add = directions(base, rate, 1)
        q = mpf(rate)
        for eps in (mpf("0.02"), mpf("0.1"), mpf("0.3")):
            assert abs(remove.profile(eps) - q * base.profile(log(1 + expm1(eps) / q))) < mpf(10) ** -45
            c = 1 - exp(eps) * (1 - q)
            closed = c * base.profile(log(q * exp(eps) / c)) if c > 0 else mpf(0)
            assert abs(add.profile(eps) - closed) < mpf(10) ** -45, (rate, eps)
        for law, direction in ((fold(*sampled(base, rate, REMOVE), 3), REMOVE), (fold(*sampled(base, rate, ADD), 3), ADD)):
            for eps in (mpf(0), mpf("0.25"), mpf("0.6")):
                total = mpf(0)
                for string in itertools.product(masses(base), repeat=3):
                    with_record = without = mpf(1)
                    for p, q_base in string:
                        with_record, without = with_record * ((1 - q) * q_base + q * p), without * q_base
                    first, second = (with_record, without) if direction == REMOVE else (without, with_record)
                    total += max(mpf(0), first - exp(eps) * second)
                assert abs(law.profile(eps) - total) < mpf(10) ** -45, (rate, eps)
    print("poisson over finite laws: checks passed")


if __name__ == "__main__":
    check() if "--check" in sys.argv else write()
