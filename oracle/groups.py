"""group(size, plan): the same plan seen by several records at once.

gaussian, laplace, gdp: exact, the distance is multiplied. zcdp: rho times size squared, with the interval of black_boxes.py.
dp(epsilon, delta): an interval. lower: a mechanism that is (epsilon, delta)-DP, namely one that tells all with probability delta and
otherwise adds discrete Laplace noise of scale 1/epsilon, seen at distance `size` (for delta = 0 this is also the f-DP group
bound 1 - (1-f)^(o size), hence the truth). upper: the smaller of dp(size epsilon, delta (e^(size epsilon) - 1)/(e^epsilon - 1))
and (e^eps - 1)/(e^(eps/size) - 1) times the profile at eps/size.

Checks (run with --check): the iterated trade-off function of dp(epsilon) against discrete Laplace; the mechanism above is
(epsilon, delta)-DP at distance 1; lower <= upper everywhere.
"""
import sys

from mpmath import mp, mpf, exp, expm1, sqrt

from black_boxes import gaussian_profile, upper_epsilon, bound
from common import *
from discrete_noise import discrete_laplace
from finite_laws import dp
from flat_loss import laplace

mp.dps = 30


def dp_lower(epsilon, delta, size):
    noise, d = discrete_laplace(1 / mpf(epsilon), 1, size), mpf(delta)
    return Atoms({l: (1 - d) * p for l, p in noise.masses}, d)


def dp_upper(epsilon, delta, size):
    e, d, one = mpf(epsilon), mpf(delta), dp(epsilon, delta)
    whole = dp(size * e, min(mpf(1), d * expm1(size * e) / expm1(e)))

    def profile(eps):
        factor = size if eps == 0 else expm1(eps) / expm1(eps / size)
        return min(whole.profile(eps), factor * one.profile(eps / size))

    return profile, whole


def write():
    table = Table("group.csv", "oracle/groups.py")
    for size, parts, plan in ((2, ((1, 1),), "gaussian(1)"), (5, ((10, 1),), "gaussian(10)"), (3, ((20, 100),), "100 * gaussian(20)")):
        for relation in BOTH_RELATIONS:
            mu = size * sensitivity(relation) * sqrt(sum(mpf(count) / mpf(s) ** 2 for s, count in parts))
            table.profile(f"group({size}, {plan})", relation, gaussian_profile(mu), "closed form at the multiplied distance", (0.0, 1.0), (1e-3, 1e-6, 1e-30))
    for size, scale, count in ((2, 1, 1), (10, 20, 1), (3, 10, 4)):
        for relation in BOTH_RELATIONS:
            law = laplace(scale, size * sensitivity(relation))
            plan = f"laplace({scale})" if count == 1 else f"{count} * laplace({scale})"
            table.profile(f"group({size}, {plan})", relation, lambda eps: law.profile(eps, count), "closed form at the multiplied distance",
                          (0.0, 0.45), (1e-3, 1e-6), count * law.reach())
    table.profile("group(4, gdp(0.25))", ADD_REMOVE, gaussian_profile(1), "closed form", (0.0, 1.0), (1e-3, 1e-10))
    for size, rho in ((2, 0.01), (3, 0.1), (10, 0.001)):
        total = mpf(rho) * size * size
        for delta in (1e-3, 1e-6, 1e-10):
            bound(table, f"group({size}, zcdp({rho}))", ADD_REMOVE, "delta", delta, find_epsilon(gaussian_profile(sqrt(2 * total)), mpf(delta)),
                  upper_epsilon(lambda a, t=total: t * a, delta), "lower: Gaussian of size^2 rho; upper: optimal conversion of size^2 rho")
    source = "lower: a mechanism that keeps the promise; upper: group privacy of an (eps, delta) pair or of its profile"
    for size, epsilon, delta in ((2, 1, 0), (3, 0.5, 0), (2, 1, 1e-6), (5, 0.1, 1e-8), (3, 2, 1e-10)):
        name = f"dp({epsilon})" if delta == 0 else f"dp({epsilon}, {delta:g})"
        plan, lower, (upper, whole) = f"group({size}, {name})", dp_lower(epsilon, delta, size), dp_upper(epsilon, delta, size)
        for eps in sound_epsilons(size * mpf(epsilon), (0, 0.31, 0.77, 1.1)):
            bound(table, plan, ADD_REMOVE, "epsilon", eps, lower.profile(mpf(eps)), upper(mpf(eps)), source)
        for at in (1e-1, 1e-3, 1e-4):
            if whole.infinity <= at:
                bound(table, plan, ADD_REMOVE, "delta", at, lower.epsilon(at), find_epsilon(upper, mpf(at), size * mpf(epsilon)), source)
    table.write()


def check():
    for epsilon, size in ((1, 2), (0.5, 3), (0.2, 5)):
        e = mpf(epsilon)
        rise = lambda a: min(mpf(1), exp(e) * a, 1 - exp(-e) * (1 - a))
        law = dp_lower(epsilon, 0, size)
        for i in range(1, 50):
            a = mpf(i) / 50
            iterated = a
            for _ in range(size):
                iterated = rise(iterated)
            # Type II error at level a: the supremum over losses of 1 - delta(eps) - e^eps a, attained at an atom.
            beta = max([mpf(0)] + [1 - law.profile(l) - exp(l) * a for l in law.losses])
            assert abs(1 - iterated - beta) < mpf(10) ** -25, (epsilon, size, a)
    for size, epsilon, delta in ((2, 1, 1e-6), (5, 0.1, 1e-8), (3, 0.5, 0)):
        assert abs(dp_lower(epsilon, delta, 1).profile(mpf(epsilon)) - mpf(delta)) < mpf(10) ** -25
        upper = dp_upper(epsilon, delta, size)[0]
        lower = dp_lower(epsilon, delta, size)
        for i in range(60):
            eps = mpf(i) / 40 * size * mpf(epsilon)
            assert lower.profile(eps) <= upper(eps) * (1 + mpf(10) ** -20), (size, epsilon, delta, eps)
    print("groups: checks passed")


if __name__ == "__main__":
    check() if "--check" in sys.argv else write()
