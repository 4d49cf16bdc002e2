"""The events of dp_accounting that are more than noise, samples and sums: permute and flip, trees, mixtures, truncated samples, private tuning.

PermuteAndFlipByLaplace: the mechanism itself, run through for every order of the candidates; two candidates whose scores are searched over for each
order of delta. Compositions are those of the randomized response that two candidates make.
TreeOfGaussians: the nodes of every leaf are counted one by one.
MixtureOfGaussians: the difference of two tails at the output where the ratio is e^eps, found by bisection.
TruncatedSample: what a count sees to which one record adds (realised), and the mixture of two Poisson samples (bound), with binomial sums term by term.
SelectionByProfile, SelectionInRenyi: the best of a random number of Gaussian outputs, by thresholds (realised), and the published Renyi bounds
of Papernot and Steinke with the simple conversion at many orders (bound).

Checks (run with --check): permute and flip on three candidates by enumeration is never above Laplace noise; tails by quadrature; the law of the best
run by summing over the number of runs; random finite laws in every order against the bound for profiles.
"""
import itertools
import random
import sys

from mpmath import mp, mpf, exp, expm1, log, log1p, ncdf, npdf, binomial, quad, sqrt, inf, factorial, rf

from common import *

DIGITS = 40


# --- permute and flip

def permute_and_flip(scores, epsilon):
    """The law of the candidate that is released: each order of the candidates, each coin."""
    best = max(scores)
    coins = [exp(epsilon * (u - best) / 2) for u in scores]
    law = [mpf(0)] * len(scores)
    orders = list(itertools.permutations(range(len(scores))))
    for order in orders:
        left = mpf(1)
        for i in order:
            law[i] += left * coins[i] / len(orders)
            left *= 1 - coins[i]
    return law


def hockey_stick(p, q, eps):
    return sum(max(mpf(0), a - exp(eps) * b) for a, b in zip(p, q))


def two_candidates(epsilon, eps):
    """The most that scores (d, 0) which become (d + 1, -1) can show, over all d."""
    def shown(d):
        return hockey_stick(permute_and_flip([d + 1, mpf(-1)], epsilon), permute_and_flip([d, mpf(0)], epsilon), eps)
    grid = [mpf(i) / 50 for i in range(-150, 151)]
    best = max(grid, key=shown)
    low, high = best - mpf(1) / 50, best + mpf(1) / 50
    golden = (sqrt(mpf(5)) - 1) / 2
    for _ in range(120):
        a, b = high - golden * (high - low), low + golden * (high - low)
        low, high = (low, b) if shown(a) >= shown(b) else (a, high)
    return max(shown(low), shown(best))


def binary_sum(p, q, count, eps):
    """Delta of count independent answers that are 1 with probability p or q."""
    return sum(binomial(count, j) * max(mpf(0), p ** j * (1 - p) ** (count - j) - exp(eps) * q ** j * (1 - q) ** (count - j))
               for j in range(count + 1))


def write_permute_and_flip():
    table = Table("PermuteAndFlipByLaplace.csv", "oracle/dp_events.py, enumeration of orders and coins, 40 digits")
    for epsilon in ("0.1", "1", "4"):
        for eps in (0.0, 0.3 * float(epsilon), 0.8 * float(epsilon)):
            for relation in BOTH_RELATIONS:
                table.exact(f"permute_and_flip({epsilon})", relation, "epsilon", eps, two_candidates(mpf(float(epsilon)), mpf(eps)), "two candidates", 1e-9)
    table.write()


# --- trees

def nodes_of_leaf(leaf, steps):
    """How many full nodes of a binary tree over the steps hold this leaf."""
    count, size = 0, 1
    while size <= steps:
        start = leaf // size * size
        if start + size <= steps:
            count += 1
        size *= 2
    return count


def gaussian_delta(mu, eps):
    return ncdf(mu / 2 - eps / mu) - exp(eps) * ncdf(-mu / 2 - eps / mu)


def write_tree():
    table = Table("TreeOfGaussians.csv", "oracle/dp_events.py, nodes counted leaf by leaf, 40 digits")
    for noise, counts in (("2", [1]), ("2", [2]), ("4", [7]), ("4", [8]), ("10", [1000]), ("3", [3, 16, 5]), ("1", [1, 3])):
        reached = max(nodes_of_leaf(leaf, steps) for steps in counts for leaf in range(steps))
        plan = f"tree_aggregation({noise}, {counts[0] if len(counts) == 1 else counts})"
        for relation in (ADD_REMOVE, REPLACE_ONE, "replace-special"):
            mu = sqrt(mpf(reached)) * (2 if relation == REPLACE_ONE else 1) / mpf(noise)
            table.profile(plan, relation, lambda eps: gaussian_delta(mu, eps), "nodes counted", epsilons=(0.5, 2), deltas=(1e-6,), largest=mpf(400))
    table.write()


# --- mixtures of Gaussians

class Mixture:
    def __init__(self, sigma, sensitivities, probabilities):
        self.s = mpf(float(sigma))
        p = [mpf(float(x)) for x in probabilities]
        self.parts = [(x / sum(p), mpf(float(c))) for x, c in zip(p, sensitivities)]
        self.least = sum(w for w, c in self.parts if c == 0)

    def ratio(self, x):
        return sum(w * exp((c * x - c * c / 2) / self.s ** 2) for w, c in self.parts)

    def output(self, level):
        if level <= self.least:
            return None
        return crossing(self.ratio, level)

    def removed(self, eps):
        x = self.output(exp(eps))
        return sum(w * ncdf((c - x) / self.s) for w, c in self.parts) - exp(eps) * ncdf(-x / self.s)

    def added(self, eps):
        x = self.output(exp(-eps))
        return mpf(0) if x is None else ncdf(x / self.s) - exp(eps) * sum(w * ncdf((x - c) / self.s) for w, c in self.parts)

    def delta(self, eps):
        return max(self.removed(eps), self.added(eps))

    def by_quadrature(self, eps):
        x = self.output(exp(eps))
        density = lambda z: sum(w * npdf(z, c, self.s) for w, c in self.parts) - exp(eps) * npdf(z, 0, self.s)
        far = max(c for _, c in self.parts)
        return quad(density, [x + self.s * i for i in (0, 1, 2, 4, 8)] + [x + far + 16 * self.s, inf])


MIXTURES = (("1", "[0, 1, 2]", "[0.81, 0.18, 0.01]"), ("2", "[0.5, 1.5]", "[0.25, 0.75]"), ("1.5", "[0, 3]", "[0.999, 0.001]"),
            ("0.7", "[1]", "[1]"), ("5", "[0, 1, 4, 9, 1]", "[0.5, 0.2, 0.2, 0.05, 0.05]"))


def write_mixture():
    table = Table("MixtureOfGaussians.csv", "oracle/dp_events.py, difference of two tails, 40 digits")
    for sigma, sensitivities, probabilities in MIXTURES:
        law = Mixture(sigma, eval(sensitivities), eval(probabilities))
        plan = f"mixture_of_gaussians({sigma}, {sensitivities}, {probabilities})"
        for relation in (ADD_REMOVE, "replace-special"):
            table.profile(plan, relation, law.delta, "difference of two tails", epsilons=(0.1, 1, 3), deltas=(1e-6, 1e-12), largest=mpf(2000))
    table.write()


# --- truncated Poisson samples

def binomial_above(k, n, q):
    """P(X > k), term by term."""
    return sum(binomial(n, j) * q ** j * (1 - q) ** (n - j) for j in range(k + 1, n + 1))


class Sampled(Mixture):
    def __init__(self, rate, mu):
        self.s, self.parts, self.least = mpf(1), [(1 - rate, mpf(0)), (rate, mu)], 1 - rate


def truncated(rate, size, n, sigma):
    """What one record that everyone else does not hide shows, and the bound."""
    q, mu = mpf(float(rate)), 1 / mpf(float(sigma))
    full = binomial_above(size - 1, n - 1, q)
    placed = binomial_above(size, n, q) * size / n / full
    joins = (1 - full) * q + full * placed
    seen, free, filled = Sampled(joins, mu), Sampled(q, mu), Sampled(placed, 2 * mu)
    bound = lambda eps: max(full * filled.removed(eps) + (1 - full) * free.removed(eps), full * filled.added(eps) + (1 - full) * free.added(eps))
    return seen.delta, bound


def write_truncated():
    table = Table("TruncatedSample.csv", "oracle/dp_events.py, binomial sums and differences of two tails, 40 digits")
    for rate, size, n, sigma in (("0.1", 5, 20, "1"), ("0.5", 3, 6, "2"), ("0.01", 30, 1000, "1"), ("0.1", 1, 10, "1"), ("0.2", 90, 300, "0.8")):
        seen, bound = truncated(rate, size, n, sigma)
        plan = f"truncated_poisson({rate}, {size}, {n}, gaussian({sigma}))"
        for eps in (0.1, 0.5, 1.0, 2.0):
            low, high = seen(mpf(eps)), bound(mpf(eps))
            if low > mpf("1e-200"):
                table.row(plan, ADD_REMOVE, "epsilon", eps, low * (1 - mpf("1e-12")), high * (1 + mpf("1e-9")), "bound", "a count, and two samples")
    table.write()


# --- private tuning

class RunLaw:
    """The number of runs: Poisson for shape None."""

    def __init__(self, mean, shape):
        self.mean, self.shape = mpf(float(mean)), None if shape == "inf" else mpf(float(shape))
        if self.shape is not None:
            low, high = mpf("1e-12"), mpf(1)
            for _ in range(4 * mp.dps):
                middle = (low + high) / 2
                low, high = (middle, high) if self._mean(middle) > self.mean else (low, middle)
            self.gamma = low

    def _mean(self, g):
        if self.shape == 0:
            return (1 / g - 1) / log(1 / g)
        return self.shape * (1 - g) / (g * (1 - g ** self.shape))

    def f(self, x):
        if self.shape is None:
            return exp(self.mean * (x - 1))
        rest = 1 - (1 - self.gamma) * x
        if self.shape == 0:
            return log(rest) / log(self.gamma)
        return (rest ** -self.shape - 1) / (self.gamma ** -self.shape - 1)

    def probability(self, k):
        """P(K = k), from the law's own form."""
        if self.shape is None:
            return exp(-self.mean) * self.mean ** k / factorial(k)
        if k == 0:
            return mpf(0)
        if self.shape == 0:
            return (1 - self.gamma) ** k / (k * log(1 / self.gamma))
        return (1 - self.gamma) ** k / (self.gamma ** -self.shape - 1) * rf(self.shape, k) / factorial(k)

    def renyi(self, a, curve, profile):
        """The published bound at order a: Theorem 2, or Theorem 6 for a Poisson number."""
        if self.shape is None:
            return curve(a) + self.mean * profile(log(a / (a - 1))) + log(self.mean) / (a - 1)
        least = min((1 - 1 / b) * curve(b) + log(1 / self.gamma) / b for b in [1 + mpf(10) ** (mpf(i) / 40) for i in range(-80, 121)])
        return curve(a) + (1 + self.shape) * least + log(self.mean) / (a - 1)


def best_of_gaussians(law, sigma, eps):
    """The most that a threshold on the best output shows, where larger outputs are better or worse, in both directions."""
    def shown(t):
        p, q = ncdf((t - 1) / sigma), ncdf(t / sigma)
        up = law.f(mpf(1)) - law.f(p) - exp(eps) * (law.f(mpf(1)) - law.f(q))
        p, q = ncdf((1 - t) / sigma), ncdf(-t / sigma)
        down = law.f(p) - law.f(mpf(0)) - exp(eps) * (law.f(q) - law.f(mpf(0)))
        return max(up, down)
    grid = [sigma * mpf(i) / 20 for i in range(-200, 400)]
    best = max(grid, key=shown)
    for power in range(1, 8):
        step = sigma / mpf(20 * 4 ** power)
        best = max((best + step * i for i in range(-4, 5)), key=shown)
    return shown(best)


def published_epsilon(law, sigma, delta):
    curve = lambda a: a / (2 * sigma ** 2)
    profile = lambda eps: gaussian_delta(1 / sigma, eps)
    orders = [1 + mpf(10) ** (mpf(i) / 30) for i in range(-30, 90)]
    return min(law.renyi(a, curve, profile) + log(1 - 1 / a) - log(delta * a) / (a - 1) for a in orders)


def write_selection():
    tables = [Table(name + ".csv", "oracle/dp_events.py, thresholds on the best run and published orders, 30 digits") for name in ("SelectionByProfile", "SelectionInRenyi")]
    with mp.workdps(30):
        for mean, shape, sigma in (("10", "1", "2"), ("10", "0", "2"), ("10", "inf", "2"), ("10", "0.5", "4"), ("3", "2", "3"), ("100", "1", "5"), ("30", "inf", "5")):
            law = RunLaw(mean, shape)
            plan = f"repeat_and_select({mean}, {shape}, gaussian({sigma}))"
            for delta in (1e-3, 1e-6, 1e-9):
                seen = attained(law, mpf(float(sigma)), mpf(delta))
                known = published_epsilon(law, mpf(float(sigma)), mpf(delta))
                for table in tables:
                    table.row(plan, ADD_REMOVE, "delta", delta, seen, known, "bound", "thresholds, and orders")
    for table in tables:
        table.write()


def attained(law, sigma, delta):
    """An epsilon at which a threshold still shows more than delta."""
    low, high = mpf(0), mpf(64)
    for _ in range(24):
        middle = (low + high) / 2
        low, high = (middle, high) if best_of_gaussians(law, sigma, middle) > delta else (low, middle)
    return low


# --- checks

def profile_of(p, q):
    return lambda x: sum(max(mpf(0), a - x * b) for a, b in zip(p, q))


def selected(law, p):
    """Law of the best of the runs, by its generating function; the last outcome is the best."""
    out, below = [law.f(mpf(0))], mpf(0)
    for mass in p:
        out.append(law.f(below + mass) - law.f(below))
        below += mass
    return out


def bound_by_profile(law, p, q, x):
    """The bound of SelectionByProfile on a grid of places, with the exact trade-off of the two laws."""
    pairs = sorted(zip(p, q), key=lambda pair: -(pair[1] / pair[0]))
    if law.shape is None:
        slope = lambda w: law.mean * exp(-law.mean * w)
    else:
        slope = lambda w: law.mean * (law.gamma / (law.gamma + (1 - law.gamma) * w)) ** (1 + law.shape)
    lines = []
    for i in range(401):
        w = mpf(i) / 400
        u, left = mpf(0), w
        for a, b in pairs:
            part = min(b, left)
            u += a * part / b
            left -= part
        lines.append((slope(u), slope(w)))
    return sum(b * max(mpf(0), max(s * (a / b) - x * t for s, t in lines)) for a, b in zip(p, q))


def check():
    rng = random.Random(2207)
    with mp.workdps(20):
        worst = mpf(0)
        for _ in range(300):
            n = rng.choice((2, 3, 4))
            u = [mpf(rng.uniform(-4, 4)) for _ in range(n)]
            v = [x + rng.choice((-1, 1, rng.uniform(-1, 1))) for x in u]
            epsilon, eps = mpf(rng.uniform(0.1, 3)), mpf(rng.uniform(-2, 3))
            shown = hockey_stick(permute_and_flip(u, epsilon), permute_and_flip(v, epsilon), eps)
            laplace = 1 - exp((eps - epsilon) / 2) if abs(eps) <= epsilon else max(mpf(0), 1 - exp(eps)) if eps < 0 else mpf(0)
            assert shown <= laplace + mpf("1e-15"), (u, v, epsilon, eps, shown, laplace)
            worst = max(worst, shown / laplace if laplace > 0 else 0)
        print("permute and flip: 300 neighbours, the closest at", mp.nstr(worst, 6), "of Laplace noise")
        for sigma, sensitivities, probabilities in MIXTURES:
            law = Mixture(sigma, eval(sensitivities), eval(probabilities))
            for eps in (mpf("0.3"), mpf(2)):
                assert abs(law.by_quadrature(eps) - law.removed(eps)) < mpf("1e-10"), (sigma, eps)
        print("mixtures: quadrature agrees")
        for shape in ("0", "0.5", "1", "3", "inf"):
            law = RunLaw("4", shape)
            for x in (mpf("0.2"), mpf("0.9")):
                series = sum(law.probability(k) * x ** k for k in range(400))
                assert abs(series - law.f(x)) < mpf("1e-12"), (shape, x, series, law.f(x))
            total = sum(k * law.probability(k) for k in range(2000))
            assert abs(total - law.mean) < mpf("1e-6"), (shape, total)
        print("numbers of runs: series, generating functions and means agree")
        closest = mpf(0)
        for _ in range(60):
            n = rng.choice((2, 3, 4))
            p = [mpf(rng.random()) ** 2 + mpf("0.001") for _ in range(n)]
            q = [mpf(rng.random()) ** 2 + mpf("0.001") for _ in range(n)]
            p, q = [a / sum(p) for a in p], [b / sum(q) for b in q]
            law = RunLaw(str(rng.choice((1.5, 4, 20))), rng.choice(("0", "0.5", "1", "3", "inf")))
            x = mpf(rng.choice((1, 1.3, 2, 5, 20)))
            bound = bound_by_profile(law, p, q, x)
            for order in itertools.permutations(range(n)):
                shown = profile_of(selected(law, [p[i] for i in order]), selected(law, [q[i] for i in order]))(x)
                assert shown <= bound * (1 + mpf("0.02")) + mpf("1e-12"), (p, q, law.mean, law.shape, x, shown, bound)
                closest = max(closest, shown / bound if bound > 0 else 0)
        print("selection: 60 pairs of laws in every order, the closest at", mp.nstr(closest, 6), "of the bound")


if __name__ == "__main__":
    with mp.workdps(DIGITS):
        if "--check" in sys.argv:
            check()
        else:
            write_permute_and_flip()
            write_tree()
            write_mixture()
            write_truncated()
            write_selection()
