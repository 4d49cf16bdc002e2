"""Samples of fixed size with Gaussian noise: draws with replacement, and an attacker who switches queries.

HiddenHits, GroupInDraws. Added or removed record: the mixture of N(2k, s^2), k binomial, against N(0, s^2); the ratio rises with the output, so delta is a difference of two
tails. Replaced record: the attained number is that mixture, either way round; the bound is the formula of docs/theory/HiddenHits.md, term by term.

SwitchingQueries. Two steps by quadrature over the first output; more steps on a lattice in numpy, whose pair is once a chord above the profile and once below it,
so that the policy's value lies between the two.

AllDraws. The policy of SwitchingQueries on a lattice in numpy, its pair below the mixture's profile.

AllQueries. Two steps, of which the first is any three points of the plane: quadrature over it, split where the second changes sides.

Checks (run with --check): random chains of hits in the plane stay below the bound, by a grid; the bound without its told part does not hold.
"""
import sys

import numpy as np
from mpmath import mp, mpf, exp, expm1, log, log1p, ncdf, npdf, binomial, quad, sqrt, inf
from scipy.special import ndtr, log_ndtr

from common import *

DIGITS = 30


class Hits:
    """m draws from n records, of which k are the group; in units of the noise a hit moves the output by mu."""

    def __init__(self, draws, size, mu, group=1):
        p = group / mpf(size)
        self.weights = [binomial(draws, k) * p ** k * (1 - p) ** (draws - k) for k in range(min(draws, 40) + 1)]
        self.mu = mu
        self.any = 1 - self.weights[0]

    def ratio(self, z):
        return sum(w * exp(k * self.mu * z - (k * self.mu) ** 2 / 2) for k, w in enumerate(self.weights))

    def output(self, level):
        if level <= self.weights[0]:
            return None
        return crossing(self.ratio, level)

    def removed(self, eps):
        z = self.output(exp(eps))
        if z is None:
            return 1 - exp(eps)
        return sum(w * ncdf(k * self.mu - z) for k, w in enumerate(self.weights)) - exp(eps) * ncdf(-z)

    def added(self, eps):
        z = self.output(exp(-eps))
        if z is None:
            return mpf(0)
        return ncdf(z) - exp(eps) * sum(w * ncdf(z - k * self.mu) for k, w in enumerate(self.weights))

    def told(self, x):
        """Sum over k >= 1 of B_k H_x(N(k mu) || N(0))."""
        return sum(w * gaussian(k * self.mu, x) for k, w in enumerate(self.weights) if k)

    def envelope(self, eps):
        x = exp(eps)
        inner = 1 + (x - 1) / self.any
        beta = x / inner
        return (1 - beta) * self.removed(eps) + beta * self.told(inner)


def gaussian(mu, x):
    eps = log(x)
    return ncdf(mu / 2 - eps / mu) - x * ncdf(-mu / 2 - eps / mu)


def hidden_hits():
    mp.dps = DIGITS
    table = Table("HiddenHits.csv", "oracle/fixed_size.py, differences of tails, 30 digits")
    for draws, size, s in ((10, 100, 2.0), (3, 10, 1.0), (256, 60000, 1.1), (40, 50, 3.0)):
        hits = Hits(draws, size, 2 / mpf(s))
        plan = f"with_replacement({draws}, {size}, gaussian({s:g}))"
        for eps in (0.05, 0.5, 2.0):
            for relation, delta in (("remove", hits.removed(mpf(eps))), ("add", hits.added(mpf(eps)))):
                if delta > mpf("1e-40"):
                    table.exact(plan, relation, "epsilon", eps, delta, "difference of two tails")
            attained = max(hits.removed(mpf(eps)), hits.added(mpf(eps)))
            table.row(plan, REPLACE_ONE, "epsilon", eps, attained, hits.envelope(mpf(eps)), "bound", "formula")
    table.write()


def group_in_draws():
    mp.dps = DIGITS
    table = Table("GroupInDraws.csv", "oracle/fixed_size.py, differences of tails, 30 digits")
    for group, draws, size, s in ((2, 10, 100, 2.0), (5, 4, 12, 3.0), (3, 256, 60000, 1.1)):
        hits = Hits(draws, size, 2 / mpf(s), group)
        plan = f"group({group}, with_replacement({draws}, {size}, gaussian({s:g})))"
        for eps in (0.1, 1.0, 3.0):
            for relation, delta in (("remove", hits.removed(mpf(eps))), ("add", hits.added(mpf(eps)))):
                if delta > mpf("1e-40"):
                    table.exact(plan, relation, "epsilon", eps, delta, "difference of two tails")
            attained = max(hits.removed(mpf(eps)), hits.added(mpf(eps)))
            table.row(plan, REPLACE_ONE, "epsilon", eps, attained, hits.envelope(mpf(eps)), "bound", "formula")
    table.write()


class Sampled:
    """(1-q) N(0) + q N(mu) against N(0): all others hold the new value of the replaced record."""

    def __init__(self, q, mu):
        self.q, self.mu = mpf(q), mpf(mu)

    def profile(self, s):
        """For s of at least 0."""
        return self.q * gaussian(self.mu, 1 + expm1(s) / self.q)

    def value(self, s):
        return self.profile(s) if s >= 0 else 1 - exp(s) + exp(s) * self.profile(-s)

    def loss(self, y):
        return log1p(self.q * expm1(self.mu * y - self.mu ** 2 / 2))

    def twice(self, s):
        """Two steps, the second one straight while more loss is wanted, else swapped."""
        level = 1 + expm1(s) / self.q
        kink = log(level) / self.mu + self.mu / 2
        density = lambda y: (1 - self.q) * npdf(y) + self.q * npdf(y, self.mu)
        cuts = [mpf(-14), -8, -4, -2, 0, kink, kink + 1, kink + 2, kink + 4, kink + 8, kink + 14]
        return quad(lambda y: density(y) * self.value(s - self.loss(y)), sorted(c for c in set(map(mpf, cuts)) if c <= kink + 14))


class Lattice:
    """The policy on a lattice of losses in doubles; `above` tells which way the pair of one step is rounded."""

    def __init__(self, q, mu, step, reach, window):
        self.q, self.mu, self.h = q, mu, step
        self.n, self.m = int(reach / step), int(window / step)
        self.x = np.exp(np.arange(-self.m, self.m + 1) * step)

    def profile(self, x):
        t = np.maximum(1 + (x - 1) / self.q, 1e-300)
        e = np.log(t)
        height = self.q * (ndtr(self.mu / 2 - e / self.mu) - np.exp(e + log_ndtr(-self.mu / 2 - e / self.mu)))
        return np.where(1 + (x - 1) / self.q > 0, height, 1 - x)

    def heights(self, above):
        at = self.profile(self.x)
        if above:
            return at
        gap = np.zeros(len(at) - 1)
        for share in np.linspace(0, 1, 12)[1:-1]:
            middle = self.profile(self.x[:-1] * (1 - share) + self.x[1:] * share)
            gap = np.maximum(gap, at[:-1] * (1 - share) + at[1:] * share - middle)
        gap *= 1.05
        low = at.copy()
        low[:-1] -= gap
        low[1:] = np.minimum(low[1:], at[1:] - gap)
        low = np.maximum(low, np.maximum(0, 1 - self.x))
        corners = [0]
        for i in range(1, len(low)):
            while len(corners) > 1:
                a, b = corners[-2:]
                if (low[b] - low[a]) * (self.x[i] - self.x[b]) < (low[i] - low[b]) * (self.x[b] - self.x[a]):
                    break
                corners.pop()
            corners.append(i)
        return np.interp(self.x, self.x[corners], low[corners])

    def play(self, steps, above):
        height = self.heights(above)
        slope = np.diff(height) / np.diff(self.x)
        mass = np.zeros_like(self.x)
        mass[1:-1] = self.x[1:-1] * np.diff(slope)
        mass[-1] = -self.x[-1] * slope[-1]
        mass = np.maximum(mass, 0)
        infinity = max(height[-1], 0)
        mass[0] = max(0, 1 - infinity - mass.sum())
        size = 1 << int(np.ceil(np.log2(self.n + 4 * self.m + 2)))
        spectrum = np.fft.rfft(mass, size)
        back = np.exp(-np.arange(self.m, 0, -1) * self.h)
        f = np.zeros(self.n + 1)
        for _ in range(steps):
            mirrored = np.zeros(self.m)
            mirrored[-min(self.m, self.n):] = f[min(self.m, self.n):0:-1]
            states = np.concatenate([1 - back + back * mirrored, f, np.full(self.m, f[-1] if above else 0.)])
            f = np.fft.irfft(np.fft.rfft(states, size) * spectrum, size)[2 * self.m:2 * self.m + self.n + 1] + infinity
        return f

    def epsilon(self, f, delta):
        i = np.where(f > delta)[0][-1]
        share = (np.log(f[i]) - np.log(delta)) / (np.log(f[i]) - np.log(f[i + 1]))
        return (i + share) * self.h


def switching_queries():
    mp.dps = 20
    table = Table("SwitchingQueries.csv", "oracle/fixed_size.py, two steps by quadrature, 12 digits, more on a lattice in doubles, three")
    for sample, size, s, epsilons in ((50, 1000, 2.0, (0.05, 0.3, 1.0)), (3, 10, 1.0, (0.2, 1.0, 3.0)), (256, 60000, 1.1, (0.02, 1.0))):
        one = Sampled(mpf(sample) / size, 2 / mpf(s))
        for eps in epsilons:
            table.formula(f"2 * without_replacement({sample}, {size}, gaussian({s:g}))", REPLACE_ONE, "epsilon", eps, one.twice(mpf(eps)), "quadrature", above=1e-9, below=2e-3)
    for steps, sample, size, s, delta, h, reach, window in ((100, 50, 1000, 2.0, 1e-5, 0.05 / 16, 8, 12), (30, 20, 100, 1.5, 1e-4, 0.2 / 20, 20, 16)):
        game = Lattice(sample / size, 2 / s, h, reach, window)
        low, high = (game.epsilon(game.play(steps, above), delta) for above in (False, True))
        plan = f"{steps} * without_replacement({sample}, {size}, gaussian({s:g}))"
        table.row(plan, REPLACE_ONE, "delta", delta, mpf(low) * (1 - mpf("1e-3")), mpf(high), "formula", "lattice")
    table.write()


class Triple:
    """(1-q) N(o) + q N(t) against (1-q) N(o) + q N(t'), three points of a ball of diameter mu, in units of the noise; u and v are the distances of t and t' from o in diameters, and
    t and t' are as far apart as they can be. Seen from o, with t - t' along the first axis."""

    def __init__(self, q, mu, u, v):
        self.q = q
        if u * u + v * v <= 1:
            product = max((u * u + v * v - 1) / 2, -u * v)
        else:
            product = u * v * (u * v - np.sqrt((1 - u * u) * (1 - v * v)))
        a, b, c = (mu * mu * w for w in (u * u, v * v, product))
        apart = np.sqrt(a + b - 2 * c)
        self.ahead, self.behind = (a - c) / apart, (c - b) / apart
        self.across = np.sqrt(max(0, a - self.ahead ** 2))

    def laws(self, x, y):
        aside = self.across * y - self.across ** 2 / 2
        p = 1 + self.q * np.expm1(self.ahead * x - self.ahead ** 2 / 2 + aside)
        q = 1 + self.q * np.expm1(self.behind * x - self.behind ** 2 / 2 + aside)
        return p, q

    def then(self, last, s):
        """This step first and one step of the straight pair, either way round, after it: Gauss and Legendre, split where the second changes sides."""
        nodes, weights = np.polynomial.legendre.leggauss(24)
        edges = np.linspace(-9, 11, 21)
        y = ((edges[1:] + edges[:-1])[:, None] / 2 + nodes * (edges[1] - edges[0]) / 2).ravel()
        wy = np.tile(weights * (edges[1] - edges[0]) / 2, 20) * np.exp(-y * y / 2) / np.sqrt(2 * np.pi)
        low, high = np.full_like(y, -12.), np.full_like(y, 14.)
        for _ in range(60):
            middle = (low + high) / 2
            p, q = self.laws(middle, y)
            below = np.log(p / q) < s
            low, high = np.where(below, middle, low), np.where(below, high, middle)
        total = 0.
        for start, end in [(low - 24 + 2 * i, low - 22 + 2 * i) for i in range(24)]:
            x = (start + end)[:, None] / 2 + nodes * ((end - start) / 2)[:, None]
            p, q = self.laws(x, y[:, None])
            value = np.exp(-x * x / 2) / np.sqrt(2 * np.pi) * p * last.value(s - np.log(p / q))
            total += (value @ weights) * (end - start) / 2
        return float(total @ wy)


class LastStep:
    """The best of one step: the straight pair, or its swap where the wanted loss is negative."""

    def __init__(self, q, mu):
        self.q, self.mu = q, mu

    def value(self, s):
        e = np.log1p(np.expm1(np.abs(s)) / self.q)
        height = self.q * (ndtr(self.mu / 2 - e / self.mu) - np.exp(e + log_ndtr(-self.mu / 2 - e / self.mu)))
        return np.where(s >= 0, height, -np.expm1(s) + np.exp(s) * height)


def all_queries():
    """Two steps: after the first one the best is known, so the value is the largest over the places of the first."""
    table = Table("AllQueries.csv", "oracle/fixed_size.py, two steps by quadrature over the plane, 9 digits, the best of some places; more by the attained lattice")
    places = [(1., 1e-9)] + [(u, v) for u in np.linspace(.3, 1, 15) for v in np.linspace(.3, 1, 15) if u + v >= 1 and u * v < 1]
    for sample, size, s, epsilons in ((50, 1000, 2.0, (0.0, 0.05, 0.4)), (256, 60000, 1.1, (0.0, 0.02))):
        q, mu = sample / size, 2 / s
        last = LastStep(q, mu)
        for eps in epsilons:
            best, place = max((Triple(q, mu, u, v).then(last, eps), (u, v)) for u, v in places)
            straight = Triple(q, mu, *places[0]).then(last, eps)
            print(f"{sample} of {size}, noise {s}, epsilon {eps}: {best:.9g} at {place}, straight {straight:.9g}")
            table.formula(f"2 * without_replacement({sample}, {size}, gaussian({s:g}))", REPLACE_ONE, "epsilon", eps, best, "quadrature", above=0.03, below=1e-8)
    for steps, sample, size, s, delta, h, reach, window in ((100, 50, 1000, 2.0, 1e-5, 0.05 / 16, 8, 12), (40, 2, 100, 1.5, 1e-4, 0.02 / 20, 8, 12)):
        game = Lattice(sample / size, 2 / s, h, reach, window)
        attained = game.epsilon(game.play(steps, False), delta)
        plan = f"{steps} * without_replacement({sample}, {size}, gaussian({s:g}))"
        table.row(plan, REPLACE_ONE, "delta", delta, mpf(attained), mpf(attained) * mpf("1.005"), "formula", "lattice")
    table.write()


class DrawnLattice(Lattice):
    """The same policy where a record may be hit several times: the mixture of N(k mu) against N(0), by bisection for the output at which their ratio is x."""

    def __init__(self, draws, size, mu, step, reach, window):
        self.weights = np.array([float(w) for w in Hits(draws, size, mpf(mu)).weights[:12]])
        self.shifts = np.arange(len(self.weights)) * mu
        super().__init__(1 - self.weights[0], mu, step, reach, window)

    def profile(self, x):
        low, high = np.full_like(x, -60.), np.full_like(x, 60.)
        with np.errstate(over="ignore"):
            for _ in range(70):
                z = (low + high) / 2
                ratio = (self.weights * np.exp(self.shifts * z[:, None] - self.shifts ** 2 / 2)).sum(1)
                low, high = np.where(ratio < x, z, low), np.where(ratio < x, high, z)
        z = (low + high) / 2
        below = 1 - x - (self.weights * ndtr(z[:, None] - self.shifts)).sum(1) + x * ndtr(z)
        above = (self.weights * ndtr(self.shifts - z[:, None])).sum(1) - x * ndtr(-z)
        return np.maximum(np.where(x < 1, below, above), np.maximum(0, 1 - x))


def all_draws():
    """Attained by the policy; the bound above is the attained number and what the page says that the told hits cost."""
    mp.dps = 20
    table = Table("AllDraws.csv", "oracle/fixed_size.py, the attained policy on a lattice in doubles, three digits")
    for steps, draws, size, s, delta, h, reach, window in ((40, 2, 100, 1.5, 1e-4, 0.02 / 16, 8, 12), (40, 2, 100, 1.5, 1e-2, 0.02 / 16, 8, 12), (100, 20, 2000, 2.0, 1e-5, 0.01 / 12, 4, 6)):
        game = DrawnLattice(draws, size, 2 / s, h, reach, window)
        attained = game.epsilon(game.play(steps, False), delta)
        plan = f"{steps} * with_replacement({draws}, {size}, gaussian({s:g}))"
        print(plan, attained)
        table.row(plan, REPLACE_ONE, "delta", delta, mpf(attained), mpf(attained) * mpf("1.3"), "bound", "lattice")
    table.write()


def chain(weights, ends, starts, x, grid):
    """H_x of sum of p_k N(ends[k]) against sum of p_k N(starts[k]) in the plane, by a grid."""
    p = sum(w * np.exp(-((grid[0] - a[0]) ** 2 + (grid[1] - a[1]) ** 2) / 2) for w, a in zip(weights, ends))
    q = sum(w * np.exp(-((grid[0] - a[0]) ** 2 + (grid[1] - a[1]) ** 2) / 2) for w, a in zip(weights, starts))
    cell = (grid[0][0, 1] - grid[0][0, 0]) ** 2 / (2 * np.pi)
    return [np.maximum(p - y * q, 0).sum() * cell for y in x]


def check():
    mp.dps = 20
    seed = 17
    random = np.random.default_rng(seed)
    axis = np.linspace(-16, 16, 641)
    grid = np.meshgrid(axis, axis)
    orders = [float(np.exp(e)) for e in (0, 0.05, 0.2, 0.5, 1.0, 2.0)]
    worst, alone = 0, 0
    for i in range(400):
        draws, size, s = int(random.integers(1, 4)), int(random.integers(2, 30)), float(random.uniform(0.7, 3))
        hits = Hits(draws, size, 2 / mpf(s))
        points = random.normal(size=(draws + 2, 2))
        lengths = np.where(random.random(draws + 2) < 0.6, 1.0, random.random(draws + 2))
        points *= (lengths / np.linalg.norm(points, axis=1))[:, None] / s
        if random.random() < 0.5:
            points[1] = -points[0]
        if random.random() < 0.3:
            points[2:] = 0
        ends = [sum(((points[0] - o) for o in points[2:2 + k]), np.zeros(2)) for k in range(draws + 1)]
        starts = [sum(((points[1] - o) for o in points[2:2 + k]), np.zeros(2)) for k in range(draws + 1)]
        seen = chain([float(w) for w in hits.weights], ends, starts, orders, grid)
        for x, value in zip(orders, seen):
            worst = max(worst, value / float(hits.envelope(log(mpf(x)))))
            alone = max(alone, value / float(hits.removed(log(mpf(x)))))
    print(f"seed {seed}: 400 chains, largest share of the bound {worst:.6f}; without the told part {alone:.6f}")
    assert worst <= 1 + 1e-5 and alone > 1.001


if __name__ == "__main__":
    if "--check" in sys.argv:
        check()
    else:
        hidden_hits()
        group_in_draws()
        switching_queries()
        all_queries()
        all_draws()
