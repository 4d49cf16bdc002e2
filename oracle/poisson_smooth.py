"""poisson(rate, base) over laplace, gaussian + laplace and gaussian (nested), alone and composed, add-remove.

One fold: closed form of each direction from the base profile. Several folds: quadrature_law.py (80-bit extended doubles, two contours or
two kernels agree; the half-width of a row is never below ten times their disagreement). A Poisson sample of a Poisson sample is one at the
product of the rates. The last table goes deep: 1000 * poisson(0.01, gaussian(1)) down to delta = 1e-30.

Made so far: one fold of Laplace against the closed form (1e-15); 500 * laplace(20) against the residues of laplace_family.py; five exact rows of
poisson_laplace.csv reproduced to 1e-14; 1000 * poisson(0.01, gaussian(1)) against a spread FFT that closes in from above.
Written as --check but not yet run to its end: two folds of Laplace against nested quadrature, every exact row of poisson_laplace.csv, Monte Carlo
of 20 * poisson(0.2, gaussian(2) + laplace(3)). The table of gaussian + laplace waits for that.
"""
import csv
import sys

import numpy as np
from mpmath import mp, mpf, exp, log, log1p, expm1, quad

import flat_loss
from black_boxes import gaussian_profile
from common import *
from mixed_sums import Sum
from quadrature_law import LD, Both, Gaussian, Laplace, Poisson, ld

mp.dps = 25


def one_fold(base_profile, rate):
    """Worse direction of a single Poisson-sampled release with a symmetric base."""
    q = mpf(rate)

    def profile(eps):
        remove = q * base_profile(log1p(expm1(eps) / q))
        c = 1 - exp(eps) * (1 - q)
        return max(remove, c * base_profile(eps + log(q / c)) if c > 0 else mpf(0))

    return profile


def folded_rows(table, plan, law, epsilons, deltas):
    for given, questions, answer in (("epsilon", epsilons, law.delta), ("delta", deltas, law.epsilon)):
        for at in questions:
            try:
                value, gap = answer(at)
            except ArithmeticError as too_close:
                print("left out, the answer is too close to an atom:", plan, given, at, too_close, flush=True)
                continue
            assert gap < 1e-10, (plan, given, at, gap)
            table.exact(plan, ADD_REMOVE, given, at, mpf(str(value)), "contour integral in extended doubles", max(1e-11, 10 * float(gap)))
            print(plan, given, at, value, float(gap), flush=True)


def write_laplace():
    table = Table("poisson_laplace_exact.csv", "oracle/poisson_smooth.py, closed form for one fold, contour integral for more")
    for scale, rate in ((1, 0.01), (0.2, 0.3), (5, 0.5), (20, 1e-4)):
        base = flat_loss.laplace(scale, 1)
        largest = log1p(mpf(rate) * expm1(base.reach()))
        table.profile(f"poisson({rate:g}, laplace({scale}))", ADD_REMOVE, one_fold(base.profile, rate), "closed form",
                      sound_epsilons(largest, (0, 0.313, 0.817)), (1e-3, 1e-6, 1e-12), largest)
    for scale, rate, count, epsilons, deltas in (
        (1, 0.01, 1000, (0.5,), (1e-5, 1e-10, 1e-20)), (0.5, 0.01, 1000, (1.5,), (1e-5, 1e-12)), (1, 0.01, 10000, (2.2,), (1e-5, 1e-12, 1e-30)),
        (1, 0.1, 100, (2.3,), (1e-5, 1e-12)), (5, 0.1, 1000, (1.1,), (1e-6, 1e-15)), (0.5, 0.001, 10000, (), (1e-6,)),
        (0.25, 0.05, 300, (4.4,), (1e-6, 1e-12)), (2, 0.5, 2, (0.2,), (1e-3,)), (1, 0.4, 5, (0.9,), (1e-4,)), (5, 0.5, 100, (), (1e-6,)),
    ):
        law = Poisson(LD(rate), Laplace(1 / LD(scale)), count)
        folded_rows(table, f"{count} * poisson({rate:g}, laplace({scale}))", law, epsilons, deltas)
    table.write()


def write_both():
    table = Table("poisson_gaussian_laplace.csv", "oracle/poisson_smooth.py, contour integrals")
    for sigma, scale, rate in ((2, 3, 0.1), (5, 1, 0.01), (1, 10, 0.5)):
        base = Sum(1 / mpf(sigma), [(flat_loss.laplace(scale, 1), 1)], None)
        table.profile(f"poisson({rate:g}, gaussian({sigma}) + laplace({scale}))", ADD_REMOVE, one_fold(base.profile, rate),
                      "closed form of sampling, contour integral of the base", (0.03, 0.2), (1e-4, 1e-8, 1e-20))
    for sigma, scale, rate, count, deltas in ((2, 3, 0.1, 200, (1e-5, 1e-10)), (5, 1, 0.01, 2000, (1e-5,)), (2, 3, 0.2, 50, (1e-5,))):
        law = Poisson(LD(rate), Both(Gaussian(1 / LD(sigma)), Laplace(1 / LD(scale))), count)
        folded_rows(table, f"{count} * poisson({rate:g}, gaussian({sigma}) + laplace({scale}))", law, (), deltas)
    table.write()


def write_nested():
    table = Table("poisson_nested.csv", "oracle/poisson_smooth.py, sampling at the product of the rates")
    for outer, inner, sigma in ((0.5, 0.2, 1), (0.1, 0.1, 0.7), (0.9, 0.5, 4)):
        profile = one_fold(gaussian_profile(1 / mpf(sigma)), mpf(outer) * mpf(inner))
        table.profile(f"poisson({outer}, poisson({inner}, gaussian({sigma})))", ADD_REMOVE, profile, "closed form", (0.0, 0.05, 0.4), (1e-3, 1e-6, 1e-12))
    for outer, inner, sigma, count, deltas in ((0.1, 0.1, 1, 1000, (1e-5, 1e-12)), (0.5, 0.04, 2, 500, (1e-5,)), (0.2, 0.5, 3, 300, (1e-6,))):
        law = Poisson(LD(outer) * LD(inner), Gaussian(1 / LD(sigma)), count)
        folded_rows(table, f"{count} * poisson({outer}, poisson({inner}, gaussian({sigma})))", law, (), deltas)
    table.write()


def write_deep():
    table = Table("poisson_gaussian_deep.csv", "oracle/poisson_smooth.py, contour integral")
    folded_rows(table, "1000 * poisson(0.01, gaussian(1))", Poisson(LD(0.01), Gaussian(1), 1000), (1.3, 3.0, 7.0), (1e-5, 1e-12, 1e-15, 1e-20, 1e-30))
    folded_rows(table, "10000 * poisson(0.01, gaussian(1))", Poisson(LD(0.01), Gaussian(1), 10000), (), (1e-5, 1e-15, 1e-30))
    folded_rows(table, "100 * poisson(0.1, gaussian(0.8))", Poisson(LD(0.1), Gaussian(1 / LD(0.8)), 100), (), (1e-6, 1e-15))
    table.write()


def check():
    for rate, theta in ((0.3, 1), (0.05, 2)):
        exact = one_fold(flat_loss.laplace(1 / mpf(theta), 1).profile, rate)
        law = Poisson(LD(rate), Laplace(theta), 1)
        for eps in (0.02, 0.05):
            assert abs(mpf(str(law.delta(eps)[0])) / exact(mpf(eps)) - 1) < 1e-13
    two = Poisson(LD(0.5), Laplace(LD("0.5")), 2)
    for eps in (0.1, 0.3):
        assert abs(mpf(str(two.direction(eps, True)[0])) / nested_two(mpf("0.5"), mpf("0.5"), mpf(eps)) - 1) < 1e-14
    truth = flat_loss.laplace(20, 1).profile(mpf(5.05), 500)
    assert abs(mpf(str(Poisson(LD(1), Laplace(1 / LD(20)), 500).delta(5.05)[0])) / truth - 1) < 1e-12
    acceptance()
    monte_carlo()
    print("poisson over smooth laws: checks passed")


def nested_two(q, theta, eps):
    """REMOVE profile of two folds: average of the one-fold profile over the first loss, in mpmath."""
    base = flat_loss.laplace(1 / theta, 1).profile

    def one(e):
        x = 1 + expm1(e) / q
        return q * base(log(x)) if x > 0 else -expm1(e)

    ratio = lambda l: 1 + q * expm1(l)
    term = lambda l: ratio(l) * one(eps - log(ratio(l)))
    ends = [log(ratio(theta)), log(ratio(-theta))]
    cuts = sorted({-theta, theta, mpf(0)} | {log(1 + expm1(eps - e) / q) for e in ends if -theta < log(max(1 + expm1(eps - e) / q, mpf("1e-9"))) < theta})
    middle = quad(lambda l: exp(-(l + theta) / 2) / 4 * term(l), cuts)
    return exp(-theta) / 2 * term(theta) + term(-theta) / 2 + middle


def acceptance():
    """Prints how rows of the acceptance tables compare; a row that two of our methods contradict is reported, not hidden."""
    with open(FOLDER + "/poisson_laplace.csv") as file:
        rows = [row for row in csv.reader(line for line in file if not line.startswith("#"))][1:]
    for plan, _, given, at, lower, upper, kind, _ in rows:
        if kind != "exact":
            continue
        count, rest = plan.split(" * poisson(")
        rate, scale = rest.rstrip(")").split(", laplace(")
        eps, gap = Poisson(LD(rate), Laplace(1 / LD(scale)), int(count)).epsilon(float(at))
        inside = float(lower) * (1 - 1e-12) <= eps <= float(upper) * (1 + 1e-12)
        print("acceptance row", plan, at, lower, upper, "ours", eps, float(gap), "inside" if inside else "OUTSIDE", flush=True)


def monte_carlo():
    rng = np.random.default_rng(11)
    size, count, rate, sigma, scale = 200000, 20, 0.2, 2.0, 3.0
    law = Poisson(LD(rate), Both(Gaussian(1 / LD(sigma)), Laplace(1 / LD(scale))), count)
    for remove in (True, False):
        total = np.zeros(size)
        for _ in range(count):
            taken = rng.random(size) < rate if remove else np.zeros(size, dtype=bool)
            x, y = rng.normal(0, sigma, size) + taken, rng.laplace(0, scale, size) + taken
            v = 1 - rate + rate * np.exp((x**2 - (x - 1) ** 2) / (2 * sigma**2) + (abs(y) - abs(y - 1)) / scale)
            total += np.log(v) if remove else -np.log(v)
        for eps in (0.2, 1.0):
            values = np.maximum(0, -np.expm1(eps - total))
            computed = float(law.direction(eps, remove)[0])
            print("Monte Carlo", remove, eps, values.mean(), computed)
            assert abs(values.mean() - computed) < 4 * values.std() / size**0.5


if __name__ == "__main__":
    if "--check" in sys.argv:
        check()
    else:
        families = {"nested": write_nested, "deep": write_deep, "laplace": write_laplace, "both": write_both}
        for family in sys.argv[1:] or families:
            families[family]()
