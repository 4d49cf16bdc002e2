"""Tables of the theorems on last iterates: golden/<Theorem>.csv, from the statements on their pages.

Batches in a fixed order: the closed forms of mu, then two normal tails, 30 digits. Sampled batches: one step is a sample without replacement; linear losses are a
mixture of normal laws, whose best threshold is an attained number. Curves: alpha times a constant, or moments by quadrature, then the optimal conversion.
"""
from mpmath import mp, mpf, binomial, ceil, erfc, exp, log, ncdf, npdf, quad, sqrt

from black_boxes import epsilon_of_order, gaussian_profile, upper_epsilon
from common import *
from subsets import without

mp.dps = 30
SCRIPT = "oracle/theorems_iteration.py"


class Run:
    """A plan of equal steps; L = 2 lipschitz, c the factor of a step."""

    def __init__(self, steps, eta, sigma, lipschitz, smooth, strong=0, diameter=None, n=10, batch=None, order="full", position=None):
        self.steps, self.eta, self.sigma, self.n = steps, mpf(eta), mpf(sigma), n
        self.b, self.distance = batch or n, 2 * mpf(lipschitz)
        self.c = max(abs(1 - self.eta * mpf(strong)), abs(1 - self.eta * mpf(smooth)))
        self.strong, self.diameter, self.batches = mpf(strong), diameter and mpf(diameter), n // (batch or n)
        words = [f"steps={steps}", f"step_size={eta}", f"noise={sigma}", f"lipschitz={lipschitz}", f"smoothness={smooth}"]
        words += [f"strong_convexity={strong}"] if strong else []
        words += [f"diameter={diameter}"] if diameter else []
        words += [f"dataset_size={n}"] + ([f"batch_size={batch}"] if batch else []) + [f"order={order}"] + ([f"position={position}"] if position else [])
        self.plan = f"last_iterate({', '.join(words)})"

    def unit(self):
        return self.distance / (self.b * self.sigma)

    def full(self):
        """Without projection."""
        c, t = self.c, self.steps
        return self.unit() * (sqrt(mpf(t)) if c == 1 else sqrt((1 - c**t) / (1 + c**t) * (1 + c) / (1 - c)))

    def bounded(self):
        """Full batches, c = 1, a diameter: the best restart."""
        restarts = [(self.diameter / self.eta + k * self.distance / self.n) / (self.sigma * sqrt(mpf(k))) for k in range(1, self.steps + 1)]
        return min(restarts + [self.full()])

    def cyclic(self):
        """The record of the batch that is used last."""
        c, l, e = self.c, self.batches, self.steps // self.batches
        return self.unit() * sqrt(1 + c ** (2 * l - 2) * (1 - c**2) / (1 - c**l) ** 2 * (1 - c ** (l * (e - 1))) / (1 + c ** (l * (e - 1))))

    def cyclic_quadratic(self):
        c, l, t = self.c, self.batches, self.steps
        return self.unit() * sqrt(((1 - c**t) / (1 - c**l)) ** 2 * (1 - c**2) / (1 - c ** (2 * t)))


STRONG = Run(20, 0.5, 1.5, 1, 1, 0.25, n=8)
CONVEX = Run(50, 0.5, 2, 1, 2, n=10)
BALL = Run(400, 0.5, 4, 1, 2, diameter=1, n=10)
CYCLIC = Run(30, 0.25, 3, 1, 1, 0.5, n=30, batch=5, order="cyclic", position="last")
FIRST = Run(8, 0.5, 1, 1, 2, n=16, batch=2, order="one_pass", position="first")
LAST = Run(8, 0.5, 1, 1, 2, n=16, batch=2, order="one_pass", position="last")
ONE = [Run(1, 0.5, 0.8, 1, 2, n=20, batch=2, order="sampled"), Run(1, 0.25, 2, 1, 2, 0.5, n=10, batch=1, order="sampled")]
MANY = Run(40, 0.5, 3, 1, 2, n=10, batch=1, order="sampled")


def gaussian_rows(table, run, mu, source, above=1e-6, below=1e-9, least=None):
    """At a delta and at an epsilon; `least` is another mu that the end may fall to."""
    profile, low = gaussian_profile(mu), gaussian_profile(least or mu)
    values = [("delta", 1e-5, find_epsilon(low, mpf(1e-5)), find_epsilon(profile, mpf(1e-5)))]
    eps = float(mp.nstr(mu / 2 + mu * mu / 3, 3))
    values.append(("epsilon", eps, low(mpf(eps)), profile(mpf(eps))))
    for given, at, first, second in values:
        table.row(run.plan, REPLACE_ONE, given, at, first * (1 - mpf(below)), second * (1 + mpf(above)), "formula", source)


def write_fixed():
    table = Table("LastIterateOfFixedOrder.csv", f"{SCRIPT}, closed forms of mu, 30 digits")
    gaussian_rows(table, STRONG, STRONG.full(), "full batches, contraction")
    gaussian_rows(table, CONVEX, CONVEX.full(), "full batches, convex")
    gaussian_rows(table, BALL, BALL.bounded(), "full batches, the best restart from the diameter")
    gaussian_rows(table, CYCLIC, CYCLIC.cyclic(), "cyclic batches, last batch")
    gaussian_rows(table, FIRST, FIRST.unit() / sqrt(mpf(8)), "one pass, first batch")
    table.write()

    table = Table("QuadraticLosses.csv", f"{SCRIPT}, normal laws of quadratic losses, 30 digits")
    gaussian_rows(table, STRONG, STRONG.full(), "full batches, equal curvatures", 1e-9, 1e-6)
    gaussian_rows(table, CONVEX, CONVEX.full(), "full batches, no curvature", 1e-9, 1e-6)
    gaussian_rows(table, LAST, LAST.unit(), "the last batch of one pass, eta M = 1", 1e-9, 1e-6)
    gaussian_rows(table, CYCLIC, CYCLIC.cyclic(), "between equal curvatures and the bound", 1e-9, 1e-6, CYCLIC.cyclic_quadratic())
    table.write()

    table = Table("CompositionOfSteps.csv", f"{SCRIPT}, squares of mu add; one sampled step, 30 digits")
    gaussian_rows(table, STRONG, STRONG.unit() * sqrt(mpf(20)), "every step uses the record")
    gaussian_rows(table, CYCLIC, CYCLIC.unit() * sqrt(mpf(5)), "every epoch uses the record once")
    one_step(table, ONE[0], 1, 2e-2)
    table.write()


def one_step(table, run, factor, above=1e-4):
    """One sampled step is a sample without replacement of Gaussian noise at distance L."""
    profile = without(gaussian_profile(factor * run.unit()), mpf(run.b) / run.n)
    for eps in (0.05, 0.2):
        table.formula(run.plan, REPLACE_ONE, "epsilon", eps, profile(mpf(eps)), "one sampled step", above)
    table.formula(run.plan, REPLACE_ONE, "delta", 1e-5, find_epsilon(profile, mpf(1e-5)), "one sampled step", above)


def linear(run):
    """Linear losses: N(j mu, 1) with j binomial against N(0, 1), the best threshold."""
    rate, mu = mpf(run.b) / run.n, run.distance / (run.b * run.sigma * sqrt(mpf(run.steps)))
    weights = [binomial(run.steps, j) * rate**j * (1 - rate) ** (run.steps - j) for j in range(run.steps + 1)]

    def profile(eps):
        x = exp(mpf(eps))
        ratio = lambda y: sum(w * exp(j * mu * y - (j * mu) ** 2 / 2) for j, w in enumerate(weights))
        low, high = mpf(-60), mpf(60)
        for _ in range(120):
            middle = (low + high) / 2
            low, high = (middle, high) if ratio(middle) < x else (low, middle)
        return sum(w * ncdf(j * mu - low) for j, w in enumerate(weights)) - x * ncdf(-low)

    return profile


def write_sampled():
    table = Table("LinearLosses.csv", f"{SCRIPT}, mixture of normal laws, best threshold, 30 digits")
    for run in (MANY, Run(200, 0.5, 2, 1, 2, n=50, batch=5, order="sampled")):
        profile = linear(run)
        for eps in (0.0, 0.5):
            table.formula(run.plan, REPLACE_ONE, "epsilon", eps, profile(eps), "linear losses", 1e-9, 1e-3)
        table.formula(run.plan, REPLACE_ONE, "delta", 1e-4, find_epsilon(profile, mpf(1e-4)), "linear losses", 1e-9, 1e-3)
    table.write()

    for name, factor in (("LastIterateOfSampledBatches", 1), ("LastIterateOfSampledBatchesPublished", 2)):
        table = Table(name + ".csv", f"{SCRIPT}, one step in closed form, linear losses attained, 30 digits")
        for run in ONE:
            one_step(table, run, factor, 2e-2 if factor == 2 else 1e-4)
        for eps in (0.1, 0.5):
            table.realised(MANY.plan, REPLACE_ONE, "epsilon", eps, linear(MANY)(eps), "linear losses")
        table.write()


def sampled_curve(run):
    """R_a of the reflected sampled pair: e^((a-1) R) = 1 + E[(V^a - 1)(1 - V^(1-a)); V > 1], V = 1 - p + p e^x under N(0,1)."""
    p, mu = mpf(run.b) / run.n, run.unit()
    memory = {}

    def curve(a):
        if a not in memory:
            v = lambda z: 1 - p + p * exp(mu * z - mu * mu / 2)
            f = lambda z: (v(z) ** a - 1) * (1 - v(z) ** (1 - a)) * npdf(z)
            memory[a] = run.steps * log(1 + quad(f, [mu / 2, mu / 2 + 1, a * mu, a * mu + 3, a * mu + 12])) / (a - 1)
        return memory[a]

    return curve


def write_curves():
    table = Table("RenyiOfSampledBatches.csv", f"{SCRIPT}, moments by quadrature, optimal conversion of the best whole order, 20 digits")
    with mp.workdps(20):
        for run in (ONE[1], Run(10, 0.5, 3, 1, 2, n=10, batch=1, order="sampled")):
            curve = sampled_curve(run)
            for delta in (1e-5, 1e-8):
                best = min(range(2, 81), key=lambda a: epsilon_of_order(a, float(curve(a)), delta))
                value = upper_epsilon(lambda a: curve(best), delta, only=best)
                table.row(run.plan, REPLACE_ONE, "delta", delta, value * mpf("0.97"), value * mpf("1.02"), "formula", "the best whole order, whose moment is bounded by chords")
    table.realised(MANY.plan, REPLACE_ONE, "epsilon", 0.1, linear(MANY)(0.1), "linear losses")
    table.write()

    table = Table("OnePassInRenyi.csv", f"{SCRIPT}, alpha mu^2 / 2, optimal conversion, 30 digits")
    for run, after in ((FIRST, 8), (LAST, 1)):
        rho = run.unit() ** 2 / (2 * after)
        for delta in (1e-3, 1e-6):
            table.formula(run.plan, REPLACE_ONE, "delta", delta, upper_epsilon(lambda a: rho * a, delta), "divergence of the step", 1e-6)
    table.write()

    table = Table("LangevinDynamics.csv", f"{SCRIPT}, the smaller of two printed forms, optimal conversion, 30 digits")
    for run in (STRONG, Run(200, 0.1, 2, 1, 4, 1, n=10)):
        g = run.eta * run.strong
        c, t = 1 - g, run.steps
        rho = run.unit() ** 2 * min(2 / g * (1 - exp(-g * t / 2)), (1 + c) / (1 - c) * (1 - (1 - g / 2) ** t))
        for delta in (1e-3, 1e-6):
            table.formula(run.plan, REPLACE_ONE, "delta", delta, upper_epsilon(lambda a: rho * a, delta), "Chourasia et al. 2021, Ye and Shokri 2022", 1e-6)
    table.write()


if __name__ == "__main__":
    for family in (write_fixed, write_sampled, write_curves):
        family()
