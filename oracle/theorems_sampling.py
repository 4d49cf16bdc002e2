"""Tables of the theorems on samples: golden/<Theorem>.csv, from the statements on their pages.

Pairs: both mixtures written out, thresholds found by bisection or sums over the integers, 50 digits. Curves: the printed moments at whole orders, the log moment
connected by chords between them, and the optimal conversion of the best order, 30 digits.
"""
from mpmath import mp, mpf, binomial, erfc, exp, expm1, fsum, log, log1p, sqrt

import leaf_extremes as leaf
from black_boxes import epsilon_of_order, gaussian_profile, upper_epsilon
from common import *
from finite_laws import dp, randomized_response
from poisson_finite import directions
from poisson_smooth import one_fold
from subsets import Noise, counts, mixture, theorem, without

mp.dps = 40
SCRIPT = "oracle/theorems_sampling.py"


def write_poisson():
    table = Table("PoissonSampling.csv", f"{SCRIPT}, both mixtures written out, 40 digits")
    table.profile("poisson(0.1, gaussian(1))", ADD_REMOVE, one_fold(gaussian_profile(1), 0.1), "closed form", (0.0, 0.3), (1e-6,))
    table.profile("poisson(0.01, gdp(2))", ADD_REMOVE, one_fold(gaussian_profile(2), 0.01), "closed form", (0.1,), (1e-6,))
    laplace = lambda eps: leaf.laplace(1, 2, eps)
    table.profile("poisson(0.3, laplace(2))", ADD_REMOVE, one_fold(laplace, 0.3), "closed form", (0.0, 0.1), (1e-6,), log1p(mpf(0.3) * expm1(mpf(1) / 2)))
    atom_rows(table, "poisson(0.2, randomized_response(1, k=4))", ADD_REMOVE, directions(randomized_response(1, 4), 0.2, 1), "counted out", (0.0, 0.2), (1e-3,))
    atom_rows(table, "poisson(0.2, dp(1, delta=1e-4))", ADD_REMOVE, directions(dp(1, 1e-4), 0.2, 1), "counted out", (0.2,), (1e-3,))
    table.write()


def threshold(first, second, above_first, above_second, low, high):
    """Profile of a pair on the line whose ratio rises: two tails at the point where it is e^eps."""

    def profile(eps):
        x = exp(mpf(eps))
        a, b = mpf(low), mpf(high)
        for _ in range(4 * mp.dps):
            middle = (a + b) / 2
            a, b = (middle, b) if first(middle) < x * second(middle) else (a, middle)
        return above_first(a) - x * above_second(a)

    return profile


def replaced_gaussian(rate, sigma):
    q, s = mpf(rate), mpf(sigma)
    density = lambda z, centre: exp(-((z - centre) ** 2) / (2 * s * s))
    tail = lambda z, centre: erfc((z - centre) / (s * sqrt(mpf(2)))) / 2
    mixed = lambda f, centre: lambda z: (1 - q) * f(z, 0) + q * f(z, centre)
    return threshold(mixed(density, 1), mixed(density, -1), mixed(tail, 1), mixed(tail, -1), -60 * s, 60 * s)


def write_gaussian_replaced():
    table = Table("PoissonGaussianReplaced.csv", f"{SCRIPT}, two tails where the ratio is e^eps, 40 digits")
    for rate, sigma in ((0.1, 1), (0.01, 0.6), (0.5, 3)):
        table.profile(f"poisson({rate}, gaussian({sigma}))", REPLACE_ONE, replaced_gaussian(rate, sigma), "two mixtures", (0.0, 0.25), (1e-6,))
    table.write()


def replaced_integers(weight, rate, reach):
    """Noise on the integers with the given weights; a record that moves the sum from +1 to -1."""
    q, masses = mpf(rate), {z: weight(z) for z in range(-reach, reach + 1)}
    norm = fsum(masses.values())
    at = lambda z: masses.get(z, mpf(0)) / norm
    points = [((1 - q) * at(z) + q * at(z - 1), (1 - q) * at(z) + q * at(z + 1)) for z in range(-reach - 1, reach + 2)]
    return lambda eps: fsum(max(mpf(0), p - exp(mpf(eps)) * r) for p, r in points)


def laplace_replaced(rate, scale):
    """The positive part of the difference of two mixtures of Laplace densities, piece by piece."""
    q, b = mpf(rate), mpf(scale)
    density = lambda z, centre: exp(-abs(z - centre) / b) / (2 * b)
    tail = lambda z, centre: exp(-(z - centre) / b) / 2 if z > centre else 1 - exp((z - centre) / b) / 2
    mixed = lambda f, centre: lambda z: (1 - q) * f(z, 0) + q * f(z, centre)
    return threshold(mixed(density, 1), mixed(density, -1), mixed(tail, 1), mixed(tail, -1), -1, 1)


def joint_convexity(rate, removed, replaced):
    """min over the share s of q (s H^R(a/s) + (1-s) H^S(x/(1-s))), a = (1-q)(x-1)/q: convex in s."""
    q = mpf(rate)

    def profile(eps):
        x = exp(mpf(eps))
        a = (1 - q) * (x - 1) / q
        cost = lambda s: q * ((s * removed(log(a / s)) if a > 0 else 0) + (1 - s) * replaced(log(x / (1 - s))))
        low, high = mpf("1e-12"), 1 - mpf("1e-12")
        if a == 0:
            return cost(mpf("1e-30"))
        for _ in range(140):
            left, right = (2 * low + high) / 3, (low + 2 * high) / 3
            low, high = (low, right) if cost(left) < cost(right) else (left, high)
        return cost((low + high) / 2)

    return profile


def write_replaced():
    table = Table("PoissonNoiseReplaced.csv", f"{SCRIPT}, two mixtures counted out, 40 digits")
    gauss = replaced_integers(lambda z: exp(-mpf(z * z) / (2 * mpf(1.5) ** 2)), 0.2, 40)
    table.profile("poisson(0.2, discrete_gaussian(1.5))", REPLACE_ONE, gauss, "sum over the integers", (0.0, 0.25), (1e-6,))
    geometric = replaced_integers(lambda z: exp(-abs(mpf(z)) / 2), 0.1, 400)
    table.profile("poisson(0.1, discrete_laplace(2))", REPLACE_ONE, geometric, "sum over the integers", (0.0, 0.1))
    # bins of outputs, and the lower end of a pair: from below only
    smooth = laplace_replaced(0.2, 2)
    for eps in (0.0, 0.1):
        table.formula("poisson(0.2, laplace(2))", REPLACE_ONE, "epsilon", eps, smooth(eps), "two mixtures of Laplace noise", below=1e-3)
    table.write()

    table = Table("PoissonByJointConvexity.csv", f"{SCRIPT}, the best share, 40 digits")
    cases = [("poisson(0.2, laplace(2))", 0.2, lambda eps: leaf.laplace(1, 2, eps), lambda eps: leaf.laplace(2, 2, eps), smooth, (0.0, 0.1, 0.2)),
             ("poisson(0.1, gaussian(1.5))", 0.1, gaussian_profile(1 / mpf(1.5)), gaussian_profile(2 / mpf(1.5)), replaced_gaussian(0.1, 1.5), (0.0, 0.2, 0.6))]
    for plan, rate, removed, replaced, truth, epsilons in cases:
        share = joint_convexity(rate, removed, replaced)
        for eps in epsilons:
            low, value = truth(eps), share(eps)
            assert low <= value * (1 + mpf("1e-9"))
            table.row(plan, REPLACE_ONE, "epsilon", eps, low * (1 - mpf("1e-9")), value * (1 + mpf("1e-3")), "bound", "lower: two mixtures; upper: the best share, and its hull of dots")
    table.write()


def chords(moment, top):
    """Renyi curve whose log moment (a-1) r(a) is `moment` at whole orders from 2 to top, connected by chords, and 0 at order 1."""
    memory = {1: mpf(0)}

    def at(order):
        if order not in memory:
            memory[order] = moment(order)
        return memory[order]

    def curve(a):
        low = int(math.floor(float(a)))
        low = min(max(low, 1), top - 1)
        share = mpf(a) - low
        return ((1 - share) * at(low) + share * at(low + 1)) / (mpf(a) - 1)

    return curve


def poisson_moment(rate, curve, factor):
    q = mpf(rate)

    def moment(a):
        terms = [(1 - q) ** (a - 1) * (a * q - q + 1), binomial(a, 2) * q**2 * (1 - q) ** (a - 2) * exp(curve(2))]
        terms += [factor * binomial(a, l) * (1 - q) ** (a - l) * q**l * exp((l - 1) * curve(l)) for l in range(3, a + 1)]
        return log(fsum(terms))

    return moment


def subset_moment(share, curve, pure):
    g = mpf(share)
    cap = lambda j: mpf(2) if pure is None else min(mpf(2), expm1(mpf(pure)) ** j)

    def moment(a):
        terms = [g**2 * binomial(a, 2) * min(4 * expm1(curve(2)), exp(curve(2)) * cap(2))]
        terms += [g**j * binomial(a, j) * exp((j - 1) * curve(j)) * cap(j) for j in range(3, a + 1)]
        return log1p(fsum(terms))

    return moment


def whole_order_epsilon(curve, delta, top):
    """Optimal conversion at whole orders only, in 30 digits at the best of them."""
    best = min(range(2, top + 1), key=lambda a: epsilon_of_order(a, float(curve(a)), delta))
    return upper_epsilon(lambda a: curve(best), delta, only=best)


def write_curves():
    with mp.workdps(30):
        table = Table("PoissonRenyi.csv", f"{SCRIPT}, printed moments, optimal conversion, 30 digits")
        for plan, rate, curve, top, low in (("poisson(0.05, zcdp(0.1))", 0.05, lambda l: mpf(0.1) * l, 60, mpf(0.1)), ("poisson(0.2, tcdp(0.05, 20))", 0.2, lambda l: mpf(0.05) * l, 20, mpf(0.05))):
            for delta in (1e-3, 1e-6):
                removed = chords(poisson_moment(rate, curve, 1), top)
                added = chords(poisson_moment(rate, curve, 3), top)
                for direction, one in (("remove", removed), ("add", added)):
                    value = whole_order_epsilon(one, delta, top)
                    real = find_epsilon(one_fold(gaussian_profile(sqrt(2 * low)), rate), mpf(delta))
                    # real orders between the whole ones are searched as well: at most a little below
                    table.row(plan, direction, "delta", delta, value * mpf("0.97"), value * (1 + mpf("1e-6")), "formula", "the best whole order; orders between may be a little better")
                    if direction == "remove":
                        table.realised(plan, direction, "delta", delta, real, "Gaussian noise that keeps the promise, sampled")
        table.write()

        table = Table("PoissonGaussianRenyi.csv", f"{SCRIPT}, moments of the sampled Gaussian, optimal conversion, 30 digits")
        for rate, sigma, deltas in ((0.1, 1, (1e-6, 1e-9)), (0.01, 0.8, (1e-6, 1e-9)), (0.5, 3, (1e-6, 1e-9))):
            q, mu = mpf(rate), 1 / mpf(sigma)
            moment = lambda a: log(fsum(binomial(a, k) * (1 - q) ** (a - k) * q**k * exp(k * (k - 1) * mu * mu / 2) for k in range(a + 1)))
            for delta in deltas:
                plan = f"poisson({rate}, gaussian({sigma}))"
                value = whole_order_epsilon(chords(moment, 100), delta, 100)
                real = find_epsilon(one_fold(gaussian_profile(mu), rate), mpf(delta))
                table.row(plan, ADD_REMOVE, "delta", delta, max(real, value * mpf("0.97")), value * (1 + mpf("1e-6")), "formula", "the best whole order; orders between may be a little better")
        table.write()

        table = Table("SubsetRenyi.csv", f"{SCRIPT}, printed moments, optimal conversion, 30 digits")
        for plan, share, curve, top, pure in (("without_replacement(10, 1000, zcdp(0.05))", mpf(1) / 100, lambda l: mpf(0.05) * l, 300, None), ("without_replacement(5, 100, tcdp(0.02, 12))", mpf(1) / 20, lambda l: mpf(0.02) * l, 12, None)):
            for delta in (1e-6, 1e-9):
                value = whole_order_epsilon(chords(subset_moment(share, curve, pure), top), delta, top)
                rho = curve(1)
                real = find_epsilon(without(gaussian_profile(sqrt(2 * rho)), share), mpf(delta))
                table.row(plan, REPLACE_ONE, "delta", delta, max(real, value * mpf("0.97")), value * (1 + mpf("1e-6")), "formula", "the best whole order; orders between may be a little better")
        table.write()

        table = Table("SubsetConcentrated.csv", f"{SCRIPT}, (13 q^2 rho, ln(1/q)/(4 rho)), optimal conversion, 30 digits")
        for plan, share, rho in (("without_replacement(1, 100, zcdp(0.02))", mpf(1) / 100, 0.02), ("without_replacement(1, 1000, tcdp(0.05, 100))", mpf(1) / 1000, 0.05)):
            for delta in (1e-3, 1e-6):
                value = upper_epsilon(lambda a: 13 * share**2 * mpf(rho) * a, delta, float(log(1 / share) / (4 * mpf(rho))))
                table.formula(plan, REPLACE_ONE, "delta", delta, value, "tCDP of the subset", 1e-6)
                real = find_epsilon(without(gaussian_profile(sqrt(2 * mpf(rho))), share), mpf(delta))
                table.realised(plan, REPLACE_ONE, "delta", delta, real, "Gaussian noise that keeps the promise, on a subset")
        table.write()


def write_subsets():
    table = Table("WithoutReplacement.csv", f"{SCRIPT}, Theorem 9 of Balle et al., attained, 40 digits")
    table.profile("without_replacement(10, 100, gaussian(2))", REPLACE_ONE, without(gaussian_profile(1), mpf(1) / 10), "Theorem 9", (0.0, 0.25), (1e-6,))
    table.profile("without_replacement(3, 1000, laplace(1))", REPLACE_ONE, without(lambda eps: leaf.laplace(2, 1, eps), mpf(3) / 1000), "Theorem 9", (0.0, 0.01), (1e-4,), log1p(mpf(3) / 1000 * expm1(2)))
    table.profile("without_replacement(1, 4, randomized_response(1, k=3))", REPLACE_ONE, without(lambda eps: leaf.randomized_response(1, 3, eps), mpf(1) / 4), "Theorem 9", (0.0, 0.2), (1e-3,), log1p(mpf(1) / 4 * expm1(1)))
    table.write()

    table = Table("WithReplacement.csv", f"{SCRIPT}, Theorem 10 of Balle et al.; lower: a real pair, 40 digits")
    for kind, scale, m, n, epsilons in (("gaussian", 2, 10, 100, (0.0, 0.2, 0.8)), ("laplace", 4, 5, 50, (0.0, 0.1, 0.3))):
        noise, weights = Noise(kind, scale), counts(m, n)
        upper = theorem(weights, [noise.profile(2 * k) for k in range(1, len(weights))])
        lower = mixture(noise, weights)
        for eps in epsilons:
            table.row(f"with_replacement({m}, {n}, {kind}({scale}))", REPLACE_ONE, "epsilon", eps, lower(mpf(eps)) * (1 - mpf("1e-9")), upper(mpf(eps)) * (1 + mpf("1e-6")), "bound", "lower: a real pair; upper: Theorem 10")
    table.write()


if __name__ == "__main__":
    for family in (write_poisson, write_gaussian_replaced, write_replaced, write_curves, write_subsets):
        family()
