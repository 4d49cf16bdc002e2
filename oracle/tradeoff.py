"""Trade-off curves: the least type II error (beta) of a test between neighbours at type I error (alpha).

Columns: plan, relation, alpha, lower, upper. gaussian: Phi(Phi^-1(1 - alpha) - mu). laplace: three pieces, 1 - e^theta alpha, then e^(-theta)/(4 alpha),
then e^(-theta) (1 - alpha). Finite laws: the Neyman-Pearson polygon.

Checks (run with --check): beta = max over eps of 1 - delta(eps) - e^eps alpha, on a grid of eps, from the profiles of the other scripts.
"""
import sys

from mpmath import mp, mpf, exp, erfc, erfinv, sqrt

from black_boxes import gaussian_profile
from common import *
from finite_laws import randomized_response, repeated
from flat_loss import laplace as flat_laplace

mp.dps = 30
ALPHAS = (1e-9, 1e-3, 0.05, 0.2, 0.5, 0.8, 0.99)


def gaussian(mu, alpha):
    root = sqrt(mpf(2))
    quantile = root * erfinv(1 - 2 * mpf(alpha))
    return erfc(-(quantile - mu) / root) / 2


def laplace(theta, alpha):
    alpha, shrink = mpf(alpha), exp(-theta)
    if alpha < shrink / 2:
        return 1 - alpha / shrink
    return shrink / (4 * alpha) if alpha <= mpf(1) / 2 else shrink * (1 - alpha)


def polygon(law, alpha):
    """Reject in the order of falling loss until Q's mass is alpha; beta is P's mass of the rest."""
    alpha = mpf(alpha)
    rejected_p, rejected_q = law.infinity, mpf(0)
    for l, p in law.masses:
        q = p * exp(-l)
        if rejected_q + q >= alpha:
            return 1 - rejected_p - (alpha - rejected_q) * exp(l)
        rejected_p, rejected_q = rejected_p + p, rejected_q + q
    return mpf(0)


def curves(relation):
    d = sensitivity(relation)
    for sigma, count in ((0.5, 1), (1, 1), (4, 1), (10, 100)):
        mu = d * sqrt(mpf(count)) / mpf(sigma)
        plan = f"gaussian({sigma})" if count == 1 else f"{count} * gaussian({sigma})"
        yield plan, (lambda a, mu=mu: gaussian(mu, a)), gaussian_profile(mu)
    for scale in (0.5, 1, 5):
        yield f"laplace({scale})", (lambda a, t=d / mpf(scale): laplace(t, a)), flat_laplace(scale, d).profile
    for epsilon, k, count in ((1, 2, 1), (3, 2, 1), (1, 5, 1), (0.3, 2, 10)):
        law = repeated(randomized_response(epsilon, k), count)
        name = f"randomized_response({epsilon})" if k == 2 else f"randomized_response({epsilon}, {k})"
        yield (name if count == 1 else f"{count} * {name}"), (lambda a, law=law: polygon(law, a)), law.profile


def write():
    table = Table("tradeoff.csv", "oracle/tradeoff.py, closed forms and Neyman-Pearson polygons, 30 digits",
                  ["plan", "relation", "alpha", "lower", "upper"])
    for relation in BOTH_RELATIONS:
        for plan, curve, _ in curves(relation):
            if relation == REPLACE_ONE and "randomized" in plan:
                continue
            for alpha in ALPHAS:
                beta = curve(alpha)
                width = beta * mpf(HALF_WIDTH)
                table.rows.append([plan, relation, repr(float(alpha)), down(beta - width), up(beta + width)])
    table.write()


def check():
    for relation in BOTH_RELATIONS:
        for plan, curve, profile in curves(relation):
            for alpha in (1e-3, 0.2, 0.5, 0.8):
                grid = [mpf(i) / 50 for i in range(-300, 301)]
                best = max([mpf(0)] + [1 - profile(e) - exp(e) * mpf(alpha) for e in grid])
                assert -mpf(10) ** -20 < curve(alpha) - best < 2e-4, (plan, alpha, curve(alpha), best)
    print("trade-off: checks passed")


if __name__ == "__main__":
    check() if "--check" in sys.argv else write()
