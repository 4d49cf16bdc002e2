"""Tables of the theorems on random allocation: golden/<Theorem>.csv, from the statements on their pages.

Chosen steps of other bases: every outcome of every step, and every subset. Binary response: the number of answers that speak for the record decides, so everything is counted out, 40 digits. Gaussian noise, two steps: quadrature
(allocation.py). Many sampled steps: losses on a fine grid, folded by a Fourier transform in doubles, good to four digits; the reductions then solve for the
share that their last term may have. Curves: the printed moments and the optimal conversion of the best whole order.
"""
import itertools

import numpy as np
from mpmath import mp, mpf, binomial, exp, expm1, factorial, fprod, fsum, log, ncdf, sqrt
from scipy.optimize import brentq
from scipy.special import log_ndtr, ndtr

from allocation import TwoGaussians, response
from black_boxes import epsilon_of_order, gaussian_profile, upper_epsilon
from common import *

mp.dps = 40
SCRIPT = "oracle/theorems_allocation.py"


def chosen(selected, steps, epsilon):
    """Atoms of k chosen steps of t of binary response, a record removed and one added."""
    e = mpf(epsilon)
    yes, no = 1 / (1 + exp(e)), 1 / (1 + exp(-e))
    removed, added = {}, {}
    for j in range(steps + 1):
        without = binomial(steps, j) * yes**j * no ** (steps - j)
        ratio = sum(binomial(j, i) * binomial(steps - j, selected - i) * exp((2 * i - selected) * e) for i in range(selected + 1)) / binomial(steps, selected)
        removed[log(ratio)] = without * ratio
        added[-log(ratio)] = without
    return Atoms(removed), Atoms(added)


def write_exact():
    table = Table("RandomAllocation.csv", f"{SCRIPT}, quadrature and binomial sums, 25 digits or more")
    for steps, epsilon in ((4, 1), (60, 2)):
        atom_rows(table, f"allocated(1, {steps}, randomized_response({epsilon}))", ADD_REMOVE, chosen(1, steps, epsilon), "counted out", (0.0, 0.25), (1e-3,))
    with mp.workdps(25):
        two = TwoGaussians(1.5)
        for eps in (0.25, 1.5):
            table.exact("allocated(1, 2, gaussian(1.5))", "remove", "epsilon", eps, two.removed(mpf(eps)), "quadrature")
            table.exact("allocated(1, 2, gaussian(1.5))", "add", "epsilon", eps, two.added(mpf(eps)), "quadrature")
    table.write()

    rounds = Table("AllocationInRounds.csv", f"{SCRIPT}, rounds composed; lower: all outcomes counted out, 40 digits")
    attained = Table("AllocationAttained.csv", f"{SCRIPT}, all outcomes counted out, 40 digits")
    for selected, steps, epsilon, sizes in ((2, 6, 1, (3, 3)), (3, 10, 0.5, (3, 3, 4)), (2, 40, 2, (20, 20))):
        plan = f"allocated({selected}, {steps}, randomized_response({epsilon}))"
        truth = chosen(selected, steps, epsilon)
        composed = []
        for direction in (0, 1):
            law = None
            for size in sizes:
                one = chosen(1, size, epsilon)[direction]
                law = one if law is None else law.convolve(one)
            composed.append(law)
        for eps in (0.1, 0.4):
            real = max(law.profile(mpf(eps)) for law in truth)
            bound = max(law.profile(mpf(eps)) for law in composed)
            rounds.row(plan, ADD_REMOVE, "epsilon", eps, real * (1 - mpf("1e-12")), bound * (1 + mpf("1e-3")), "bound", "lower: counted out; upper: rounds composed")
            attained.formula(plan, ADD_REMOVE, "epsilon", eps, real, "counted out: the sum of scores tells the number of answers", 1e-12, 2e-3)
    rounds.write()
    attained.write()


class Folded:
    """k sampled Gaussian steps at one rate, in one direction: losses spread onto a grid with their means kept, folded by a transform."""

    def __init__(self, rate, sigma, count, adding, points=1 << 17):
        mu = 1 / sigma
        z = np.linspace(-9, 9 + mu, 400001)
        middle = (z[1:] + z[:-1]) / 2
        ratio = 1 - rate + rate * np.exp(mu * middle - mu * mu / 2)
        base = ndtr(z[1:]) - ndtr(z[:-1])
        first, loss = (base, -np.log(ratio)) if adding else (base * ratio, np.log(ratio))
        mean, spread = np.sum(first * loss), np.sqrt(np.sum(first * loss**2))
        reach = count * mean + 14 * spread * np.sqrt(count) + 2 * np.max(np.abs(loss[first > 1e-13]))
        self.step = 2 * reach / points
        cells = loss / self.step
        low = np.floor(cells).astype(int)
        share = cells - low
        mass = np.zeros(points)
        np.add.at(mass, low % points, first * (1 - share))
        np.add.at(mass, (low + 1) % points, first * share)
        folded = np.fft.irfft(np.fft.rfft(mass) ** count, points)
        # index i is the loss i step, or (i - points) step from the middle on
        self.losses = np.fft.fftfreq(points, 1 / points) * self.step
        self.mass = np.maximum(folded, 0)

    def delta(self, eps):
        gain = -np.expm1(np.minimum(0, eps - self.losses))
        return float(np.sum(np.where(self.losses > eps, self.mass * gain, 0)))

    def epsilon(self, delta):
        return brentq(lambda eps: self.delta(eps) - delta, 0, self.losses.max(), xtol=1e-12)


def decomposed(steps, sigma, adding):
    rate = -math.expm1(steps * math.log1p(-1 / steps))
    sampled = Folded(1 / steps, sigma, steps, adding)

    def delta(eps):
        if adding:
            return sampled.delta(-math.log1p(-rate * -math.expm1(-eps))) * (rate + math.exp(eps) * (1 - rate)) / rate
        return sampled.delta(math.log1p(rate * math.expm1(eps))) / rate

    return delta


def reduced(steps, sigma, epochs, adding, rare, delta, largest):
    """Epsilon where what is added is half of delta: rare(x) falls in x."""
    share = lambda x: (epochs if adding else epochs / x) * rare(x)
    goal = lambda x: math.log(max(share(x), 1e-300)) - math.log(delta / 2)
    x = brentq(goal, 1 + 1e-9, largest, xtol=1e-12)
    return Folded(x / steps, sigma, steps * epochs, adding).epsilon(delta / 2)


def bennett(steps, sigma):
    v = math.expm1(1 / sigma**2)
    phi = lambda u: (1 + u) * math.log1p(u) - u
    return lambda x: math.exp(max(-690, -steps * v * phi((1 - 1 / x) / v)))


def hoeffding(steps, sigma):
    mu = 1 / sigma

    def rare(x):
        g, best = 1 - 1 / x, 1.0
        for e in np.linspace(0.2, 12, 400) * mu:
            d = float(ndtr(mu / 2 - e / mu) - math.exp(e + log_ndtr(-mu / 2 - e / mu)))
            if g > d:
                best = min(best, steps * float(ndtr(mu / 2 - e / mu)) + math.exp(max(-690, -steps * (g - d) ** 2 / (2 * math.sinh(e) ** 2))))
        return best

    return rare


def recursive(steps, sigma):
    """x = e^(2e): Q(B) is at most delta_add(e) e^e / (e^e - 1); for a removed record the statement divides by e^(2e)."""
    added = decomposed(steps, sigma, True)

    def rare(x):
        e = math.log(x) / 2
        return added(e) * math.exp(e) / math.expm1(e)

    return rare


def every_subset(selected, steps, law, moved):
    """Atoms of k chosen steps of t, by all outcomes of all steps and all subsets; a record moves `law` to `moved`, both dicts by outcome."""
    removed, added = {}, {}
    for seen in itertools.product(law, repeat=steps):
        without = fprod(law[z] for z in seen)
        present = fsum(fprod(moved[z] if i in chosen_steps else law[z] for i, z in enumerate(seen)) for chosen_steps in itertools.combinations(range(steps), selected)) / binomial(steps, selected)
        loss = log(present / without)
        removed[loss] = removed.get(loss, 0) + present
        added[-loss] = added.get(-loss, 0) + without
    return Atoms(removed), Atoms(added)


def discrete_gaussian(sigma, reach):
    weight = lambda z: exp(-mpf(z) ** 2 / (2 * mpf(sigma) ** 2))
    whole = fsum(weight(z) for z in range(-60, 61))
    at = range(-reach, reach + 2)
    return {z: weight(z) / whole for z in at}, {z: weight(z - 1) / whole for z in at}


def many_answers(epsilon, k):
    e = exp(mpf(epsilon))
    law = {0: e / (e + k - 1), 1: 1 / (e + k - 1), 2: (k - 2) / (e + k - 1)}
    return law, {0: law[1], 1: law[0], 2: law[2]}


def write_counts():
    """Truths of k chosen steps by brute force. Outcomes of the discrete noise beyond the listed ones weigh less than 1e-25."""
    table = Table("AllocationByCounts.csv", f"{SCRIPT}, all outcomes of all subsets, 40 digits")
    for sigma, reach, epsilons in ((0.2744, 3, (4.0, 12.0, 19.76)), (0.5, 5, (0.5, 4.0))):
        laws = every_subset(2, 3, *discrete_gaussian(sigma, reach))
        atom_rows(table, f"allocated(2, 3, discrete_gaussian({sigma}))", ADD_REMOVE, laws, "all subsets", epsilons, half_width=1e-9)
    for selected, steps, epsilon, k in ((3, 4, 1.5, 4), (2, 5, 0.7, 3)):
        laws = every_subset(selected, steps, *many_answers(epsilon, k))
        atom_rows(table, f"allocated({selected}, {steps}, randomized_response({epsilon}, k={k}))", ADD_REMOVE, laws, "all subsets", (0.1, 0.6), half_width=1e-9)
    atom_rows(table, "allocated(5, 19, randomized_response(0.1206))", ADD_REMOVE, chosen(5, 19, 0.1206), "counted out", (0.05, 0.2), half_width=1e-9)
    table.write()


def few_gaussians(selected, steps, sigma, eps, points):
    """E (R - e^eps)+ of k of t steps: the excess of the last ratio in closed form, the others on a grid of their noises."""
    mu = 1 / sigma
    z = np.linspace(-9.5, 9.5 + mu, points)
    weight = (z[1] - z[0]) * np.exp(-z * z / 2) / math.sqrt(2 * math.pi)
    ratio = np.exp(mu * z - mu * mu / 2)
    others = steps - 1
    symmetric = [np.ones([1] * others)] + [np.zeros([1] * others) for _ in range(selected)]
    mass = 1
    for i in range(others):
        shape = [points if axis == i else 1 for axis in range(others)]
        value = ratio.reshape(shape)
        symmetric = [symmetric[0]] + [symmetric[j] + symmetric[j - 1] * value for j in range(1, selected + 1)]
        mass = mass * weight.reshape(shape)
    ways = math.comb(steps, selected)
    rest, slope = symmetric[selected] - ways * math.exp(eps), symmetric[selected - 1]
    strike = np.maximum(-rest, 1e-300) / slope
    call = slope * (ndtr(-np.log(strike) / mu + mu / 2) - strike * ndtr(-np.log(strike) / mu - mu / 2))
    return float(np.sum(mass * np.where(rest >= 0, rest + slope, call))) / ways


def write_large():
    """A removed record in two or three of a few steps of Gaussian noise, and of binary response, which has large ratios and small ones."""
    table = Table("AllocationByLargeRatios.csv", f"{SCRIPT}, grids of all noises but one in doubles, 8 digits; all outcomes counted out, 40 digits")
    for selected, steps, sigma, epsilons, points in ((2, 3, 1, (1.0, 4.0), 1600), (2, 3, 4, (0.1, 0.6), 800), (2, 4, 1, (1.0, 3.0), 260), (3, 4, 2, (0.5, 2.0), 260)):
        for eps in epsilons:
            value = few_gaussians(selected, steps, sigma, eps, points)
            coarse = few_gaussians(selected, steps, sigma, eps, 3 * points // 4)
            off = max(1e-8, 4 * abs(value - coarse) / value)
            assert off < 1e-3, (selected, steps, sigma, eps, off)
            table.exact(f"allocated({selected}, {steps}, gaussian({sigma}))", "remove", "epsilon", eps, mpf(value), "grids of all noises but one", off)
    for selected, steps, epsilon in ((2, 40, 2), (3, 60, 1)):
        law = chosen(selected, steps, epsilon)[:1]
        atom_rows(table, f"allocated({selected}, {steps}, randomized_response({epsilon}))", "remove", law, "counted out", (0.1, 0.4, 1.0), half_width=1e-9)
    table.write()


def replaced(steps, sigma, eps, points=2001):
    """One of two or three steps of Gaussian noise for a record that moves from +1 to -1: the last step in closed form, the others on a grid."""
    mu, x = 1 / sigma, math.exp(eps)
    low = math.exp(-mu * mu / 2)
    z = np.linspace(-10 - mu, 10 + mu, points)
    weight = (z[1] - z[0]) * np.exp(-z * z / 2) / math.sqrt(2 * math.pi)
    gain = low * (np.exp(mu * z) - x * np.exp(-mu * z))
    before, mass = (gain, weight) if steps == 2 else (gain[:, None] + gain[None, :], weight[:, None] * weight[None, :])
    root = np.sqrt(before**2 + 4 * low * low * x)
    edge = np.log(np.where(before < 0, root - before, 4 * low * low * x / (root + np.abs(before))) / (2 * low)) / mu
    return float(np.sum(mass * (before * ndtr(-edge) + ndtr(mu - edge) - x * ndtr(-mu - edge)))) / steps


def write_replaced():
    table = Table("AllocationReplaced.csv", f"{SCRIPT}, grids of all noises but one in doubles, 9 digits")
    for steps, sigma, epsilons in ((2, 1, (0.5, 2.0, 4.0)), (3, 1, (1.0, 3.0)), (3, 2, (0.0, 0.3, 1.0)), (2, 4, (0.1, 0.5))):
        for eps in epsilons:
            value = replaced(steps, sigma, eps)
            assert abs(replaced(steps, sigma, eps, 1501) / value - 1) < 1e-10
            table.exact(f"allocated(1, {steps}, gaussian({sigma}))", "replace-one", "epsilon", eps, mpf(value), "opposite values, grids of all noises but one", 1e-9)
    table.write()


def write_reductions():
    table = Table("PoissonDecomposition.csv", f"{SCRIPT}, sampled steps folded on a grid in doubles, 4 digits; realised: quadrature")
    for steps, sigma, epsilons in ((2, 1.5, (0.25, 1.0)), (20, 4, (0.05, 0.2))):
        for direction, adding in (("remove", False), ("add", True)):
            bound = decomposed(steps, sigma, adding)
            for eps in epsilons:
                table.formula(f"allocated(1, {steps}, gaussian({sigma}))", direction, "epsilon", eps, bound(eps), "t sampled steps at rate 1/t", 5e-3, 1e-3)
    with mp.workdps(25):
        two = TwoGaussians(1.5)
        table.realised("allocated(1, 2, gaussian(1.5))", "remove", "epsilon", 1.0, two.removed(mpf(1)), "quadrature")
        table.realised("allocated(1, 2, gaussian(1.5))", "add", "epsilon", 1.0, two.added(mpf(1)), "quadrature")
    table.write()

    several = "all sampled steps folded, the last term half of delta"
    cases = {"BennettReduction": (bennett, ((1000, 1, 1), (20, 4, 1), (235, 1.1, 15))), "RecursiveReduction": (recursive, ((1000, 1, 1), (20, 4, 1))), "PoissonReduction": (hoeffding, ((100000, 3, 1), (10000, 10, 1)))}
    for name, (rare_of, plans) in cases.items():
        table = Table(name + ".csv", f"{SCRIPT}, sampled steps folded on a grid in doubles, 3 digits")
        for steps, sigma, epochs in plans:
            plan = f"allocated(1, {steps}, gaussian({sigma}))"
            plan = plan if epochs == 1 else f"{epochs} * {plan}"
            rare = rare_of(steps, sigma)
            for direction, adding in (("remove", False), ("add", True)):
                value = reduced(steps, sigma, epochs, adding, rare, 1e-6, float(steps))
                table.formula(plan, direction, "delta", 1e-6, value, several, 2e-2 if name == "PoissonReduction" else 5e-3, 5e-3)
        with mp.workdps(25):
            if name != "PoissonReduction":
                # two steps of response tell less than the bound of Gaussian noise may say
                low = find_epsilon(gaussian_profile(1 / (4 * sqrt(mpf(20)))), mpf(1e-6))
                table.realised("allocated(1, 20, gaussian(4))", "remove", "delta", 1e-6, low, "the sum of all steps, a single Gaussian")
        table.write()


def allocated_moment(steps, sigma):
    """log E_Q[M^a] = log(a! t^-a [z^a] (sum_j e^(j(j-1)/(2 sigma^2)) z^j / j!)^t)."""
    s2 = mpf(sigma) ** 2

    def moment(a):
        series = [exp(mpf(j * (j - 1)) / (2 * s2)) / factorial(j) for j in range(a + 1)]
        multiply = lambda f, g: [fsum(f[i] * g[n - i] for i in range(n + 1)) for n in range(a + 1)]
        power, square, left = [mpf(1)] + [mpf(0)] * a, series, steps
        while left:
            power = multiply(power, square) if left & 1 else power
            square, left = multiply(square, square), left >> 1
        return log(factorial(a) * power[a] / mpf(steps) ** a)

    return moment


def inverse_moment(sigma):
    """log E_Q[M^(1-a)] for two steps, on a grid of both noises."""
    h = 0.02
    z = np.arange(-12, 12 + h / 2, h)
    v = np.exp(z / sigma - 0.5 / sigma**2)
    mass = h * np.exp(-z * z / 2) / math.sqrt(2 * math.pi)
    mean = (v[:, None] + v[None, :]) / 2
    return lambda a: math.log(mass @ mean ** (1 - a) @ mass)


def best_whole(moment, delta, top):
    rates = {a: float(moment(a)) / (a - 1) for a in range(2, top + 1)}
    return min(epsilon_of_order(a, r, delta) for a, r in rates.items())


def write_curves():
    table = Table("AllocationInRenyi.csv", f"{SCRIPT}, moments of the mean ratio, optimal conversion of the best whole order, 8 digits")
    source = "the best whole order; orders between may be a little better"
    for steps, sigma, top in ((2, 1.5, 24), (50, 1, 24)):
        with mp.workdps(25):
            moment = allocated_moment(steps, sigma)
            rates = {a: moment(a) for a in range(2, top + 1)}
        for delta in (1e-5, 1e-8):
            value = best_whole(lambda a: rates[a], delta, top)
            table.row(f"allocated(1, {steps}, gaussian({sigma}))", "remove", "delta", delta, mpf(value) * mpf("0.97"), mpf(value) * (1 + mpf("1e-6")), "formula", source)
    added = inverse_moment(1.5)
    for delta in (1e-5, 1e-8):
        value = best_whole(added, delta, 60)
        table.row("allocated(1, 2, gaussian(1.5))", "add", "delta", delta, mpf(value) * mpf("0.97"), mpf(value) * mpf("1.01"), "formula", source)
    table.write()

    table = Table("GeometricMean.csv", f"{SCRIPT}, closed form of the curve, optimal conversion, 30 digits")
    with mp.workdps(30):
        for steps, sigma in ((2, 1.5), (100, 2), (10, 1)):
            s2 = mpf(sigma) ** 2
            for delta in (1e-3, 1e-6):
                value = upper_epsilon(lambda a: a / (2 * s2 * steps) + (1 - mpf(1) / steps) / (2 * s2), delta)
                table.formula(f"allocated(1, {steps}, gaussian({sigma}))", "add", "delta", delta, value, "geometric mean of the ratios", 1e-6)
    with mp.workdps(25):
        table.realised("allocated(1, 2, gaussian(1.5))", "add", "epsilon", 1.0, TwoGaussians(1.5).added(mpf(1)), "quadrature")
    table.write()


def write_epoch():
    table = Table("ShuffledEpoch.csv", f"{SCRIPT}, lower: the largest batch; upper: one step, 30 digits")
    with mp.workdps(30):
        for steps, sigma, epsilons in ((100, 0.5, (4.0, 8.0)), (100, 1, (1.0, 3.0))):
            phi = lambda x: ncdf(x / mpf(sigma))
            for eps in epsilons:
                seen = lambda c: 1 - phi(c - 2) * phi(c) ** (steps - 1) - exp(mpf(eps)) * (1 - phi(c - 1) * phi(c) ** (steps - 1))
                low = max(seen(mpf(c) / 100) for c in range(0, 800))
                table.row(f"shuffled_batches({steps}, gaussian({sigma}))", ADD_REMOVE, "epsilon", eps, low, gaussian_profile(1 / mpf(sigma))(mpf(eps)) * (1 + mpf("1e-9")), "bound", "lower: the largest batch; upper: one step")
        for steps, epsilon in ((10, 1),):
            one = chosen(1, steps, epsilon)
            for eps in (0.1, 0.5):
                upper = 1 / (1 + exp(-mpf(epsilon))) - exp(mpf(eps)) / (1 + exp(mpf(epsilon)))
                table.row(f"shuffled_batches({steps}, randomized_response({epsilon}))", ADD_REMOVE, "epsilon", eps, max(law.profile(mpf(eps)) for law in one), upper * (1 + mpf("1e-9")), "bound", "lower: random allocation; upper: one step")
    table.write()


def check():
    """Folding against rows of golden/poisson_gaussian_deep.csv, whose method is a contour integral."""
    for eps, truth in ((1.3, 0.00041976033185), (3.0, 9.2220890037e-10)):
        print(eps, Folded(0.01, 1.0, 1000, False).delta(eps), truth)


if __name__ == "__main__":
    import sys

    if "--check" in sys.argv:
        check()
    else:
        for family in (write_exact, write_counts, write_large, write_replaced, write_reductions, write_curves, write_epoch):
            family()
