"""Tables of the bounds on one shuffled epoch: golden/EpochBySwaps.csv, EpochByClones.csv, EpochAttained.csv and epoch_bounds.csv.

Two slots: the positive part of the sum of two terms in closed form over one of them, quadrature over the other, 30 digits. Three batches with all others
opposite: a rule of two dimensions, four digits. Many slots: one term on a fine grid, folded by a Fourier transform in doubles, four digits.
`--attack` tries random datasets and adaptive rules of two and three records, by quadrature over every order, against the bounds.
"""
import sys

import numpy as np
from mpmath import mp, mpf, exp, expm1, log, ncdf, quad, sqrt
from scipy.special import log_ndtr, ndtr
from scipy.stats import norm

from common import *

SCRIPT = "oracle/shuffled_epoch.py"


def gaussian(b, mu):
    return ncdf(mu / 2 - b / mu) - exp(b) * ncdf(-mu / 2 - b / mu)


class Term:
    """Z of the page of EpochBySwaps in mpmath: u is normal, A rises in u."""

    def __init__(self, mu, x, b, kind):
        self.mu, self.x, self.b, self.kind = mpf(mu), mpf(x), mpf(b) if b is not None else None, kind
        m = self.mu
        self.root = {"remove": log(self.x) / m + m / 2, "add": log(self.x) / m - m / 2, "replace": log(self.x) / (2 * m)}[kind]
        self.edge = (self.b - m * m / 2) / m if b is not None else mp.inf

    def payoff(self, u):
        m = self.mu
        up, down = exp(u * m - m * m / 2), exp(-u * m - m * m / 2)
        return {"remove": up - self.x, "add": 1 - self.x * down, "replace": up - self.x * down}[self.kind]

    def share(self, u):
        if self.b is None:
            return mpf(1)
        sign = 1 if u >= self.root else -1
        return min(mpf(1), exp(self.b - sign * u * self.mu - self.mu**2 / 2))

    def over(self, low, high, shift):
        return ncdf(high - shift) - ncdf(low - shift) if low - shift < 0 else ncdf(shift - low) - ncdf(shift - high)

    def integral(self, low, high):
        """Of A over [low, high]."""
        m = self.mu
        one = lambda shift: self.over(low, high, shift)
        return {"remove": lambda: one(m) - self.x * one(0), "add": lambda: one(0) - self.x * one(-m), "replace": lambda: one(m) - self.x * one(-m)}[self.kind]()

    def shares(self, low, high, positive):
        """Of h over [low, high], which lies on one side of the root."""
        if self.b is None:
            return self.over(low, high, 0)
        m, e = self.mu, self.edge
        if positive:
            return self.over(low, min(high, e), 0) * (low < e) + exp(self.b) * self.over(max(low, e), high, -m) * (high > e)
        return self.over(max(low, -e), high, 0) * (high > -e) + exp(self.b) * self.over(low, min(high, -e), m) * (low < -e)

    def crossing(self, k):
        """Where A = k h."""
        m, x, j = self.mu, self.x, abs(k)
        c = exp(-m * m / 2)
        if self.kind == "replace":
            return log((k + sqrt(k * k + 4 * c * c * x)) / (2 * c)) / m
        # first as if h were 1 there, then with the exponential
        t = (x + k) / c if self.kind == "remove" else x * c / (1 - k) if k < 1 else mp.inf
        u = log(t) / m if t > 0 else -mp.inf
        if (k >= 0 and u <= self.edge) or (k < 0 and u >= -self.edge):
            return u
        g = exp(self.b)
        if self.kind == "remove":
            t = (x + sqrt(x * x + 4 * c * c * k * g)) / (2 * c) if k >= 0 else x / (c * (1 + j * g))
        else:
            t = c * (x + k * g) if k >= 0 else 2 * x * c / (1 + sqrt(1 + 4 * j * g * c * c * x))
        return log(t) / m

    def excess(self, k):
        """E (Z - k)+."""
        if k >= 0:
            u = max(self.crossing(k), self.root)
            return self.integral(u, mp.inf) - k * self.shares(u, mp.inf, True)
        u = min(self.crossing(k), self.root)
        under = -self.integral(-mp.inf, u) + k * self.shares(-mp.inf, u, False)
        return under + self.integral(-mp.inf, mp.inf) - k

    def two(self, gamma):
        """E (beta_1 Z_1 + beta_2 Z_2)+ / (2 gamma)."""
        one = self.excess(mpf(0))
        density = lambda u: self.share(u) * exp(-u * u / 2) / sqrt(2 * mp.pi)
        points = sorted({mpf(-14), self.root, mpf(14)} | ({self.edge, -self.edge} if self.b is not None and -14 < self.edge < 14 else set()))
        points = [p for p in points if -14 <= p <= 14]
        inner = quad(lambda u: density(u) * self.excess(-self.payoff(u) / self.share(u)), points)
        rest = 1 - self.shares(-mp.inf, self.root, False) - self.shares(self.root, mp.inf, True)
        return (1 - gamma) * one + gamma / 2 * (inner + rest * one)


def swaps_of_two(mu, x, b, kind):
    mu, x, b = mpf(mu), mpf(x), mpf(b)
    tau = gaussian(b, mu)
    gamma = exp(-b) * (1 - tau)
    negative = x - 1 + gaussian(log(x), mu)
    main = Term(mu, x, b, kind).two(gamma)
    return main, (main + tau * negative) / (1 - tau)


def clones_of_two(mu, x, b):
    mu, x, b = mpf(mu), mpf(x), mpf(b)
    tau = gaussian(b, mu)
    spilled = exp(-b) * tau
    gamma = exp(-b) / (1 + spilled)
    main = Term(mu, x, None, "replace").two(gamma)
    return main, (1 + spilled) * (main + gaussian(b - mu * mu, mu))


def positive_part(mu, x, k, sign=1):
    """E (sign (f - x g) + k)+ over one normal, f = e^(2 mu w - 2 mu^2), g = e^(mu w - mu^2/2); k may be an array."""
    k = np.atleast_1d(np.asarray(k, float))
    a, c = np.exp(-2 * mu * mu), x * np.exp(-mu * mu / 2)
    disc = c * c - 4 * a * sign * k
    root = np.sqrt(np.maximum(disc, 0))
    with np.errstate(divide="ignore", invalid="ignore"):
        high = np.where(disc > 0, np.log(np.maximum((c + root) / (2 * a), 1e-300)) / mu, -40)
        small = (c - root) / (2 * a)
        low = np.where((disc > 0) & (small > 0), np.log(np.maximum(small, 1e-300)) / mu, -np.inf)

    def over(l, h):
        part = lambda shift: ndtr(h - shift) - ndtr(l - shift)
        return sign * (part(2 * mu) - x * part(mu)) + k * part(0)

    whole = over(np.full_like(k, -np.inf), np.full_like(k, np.inf))
    between = over(low, high)
    return np.where(disc > 0, whole - between if sign > 0 else between, whole if sign > 0 else 0 * k)


def legendre(ends, nodes):
    t, wt = np.polynomial.legendre.leggauss(nodes)
    w = np.concatenate([(l + h) / 2 + (h - l) / 2 * t for l, h in zip(ends, ends[1:])])
    weight = np.concatenate([(h - l) / 2 * wt for l, h in zip(ends, ends[1:])])
    return w, weight * norm.pdf(w)


def opposite(steps, mu, x, add=False, nodes=400):
    """H_x of two or three batches, all others opposite."""
    mu, x = float(mu), float(x)
    # where one term can no longer make the sum negative the density of the other has a corner
    a, c = np.exp(-2 * mu * mu), (1 / x if add else x) * np.exp(-mu * mu / 2)
    ends = [-12, np.log(c * (1 + np.sqrt(2)) / (2 * a)) / mu, np.log(c / (2 * a)) / mu, np.log(c / a) / mu, 12] if steps == 2 else [-12, 12]
    w, weight = legendre(sorted(e for e in ends if -12 <= e <= 12), nodes)
    f, g = np.exp(2 * mu * w - 2 * mu * mu), np.exp(mu * w - mu * mu / 2)
    # for an added record (g - x f)+ = x (g/x - f)+
    factor, order, sign = (x, 1 / x, -1) if add else (1, x, 1)
    score = sign * (f - order * g)
    if steps == 2:
        return factor * (weight * positive_part(mu, order, score, sign)).sum() / 2
    k = (score[:, None] + score[None, :]).ravel()
    return factor * ((weight[:, None] * weight[None, :]).ravel() * positive_part(mu, order, k, sign)).sum() / 3


class Folded:
    """The bounds for many slots, on a grid, in doubles."""

    U = np.linspace(-12, 12, 60001)

    def __init__(self, slots, mu):
        self.slots, self.mu = slots, float(mu)
        w = norm.pdf(self.U)
        self.w = w / w.sum()

    def fold(self, z, w, count, size=1 << 17):
        drift = count * (z * w).sum()
        order = np.argsort(z)
        tail = np.cumsum(w[order][::-1])[::-1]
        core = max(z[order][min(np.searchsorted(-tail, -1e-2 / count), len(z) - 1)], 1e-9)
        clipped = np.clip(z, -1e3 * core - 10, core)
        top = max(2 * abs(drift) + 12 * np.sqrt(count * (w * clipped**2).sum()), core)
        extra = count * (w * np.maximum(z - top, 0)).sum()
        low = -(abs(drift) + top)
        y = np.clip(z, low, top)
        spread = np.sqrt(count * (w * y * y).sum())
        reach = 2 * top + 2 * abs(drift) + 14 * spread
        h = 2 * reach / size
        k = np.floor(y / h).astype(np.int64)
        part = y / h - k
        p = np.zeros(size)
        np.add.at(p, k % size, w * (1 - part))
        np.add.at(p, (k + 1) % size, w * part)
        p[0] += max(0, 1 - w.sum())
        s = np.fft.irfft(np.fft.rfft(p) ** count, size)
        v = np.arange(size)
        v = np.where(v < size // 2, v, v - size) * h
        return (np.maximum(v, 0) * np.where(s > 3e-16, s, 0)).sum() + extra

    def delta(self, b):
        return norm.cdf(self.mu / 2 - b / self.mu) - np.exp(b + log_ndtr(-self.mu / 2 - b / self.mu))

    def swaps(self, x, b, kind):
        u, mu = self.U, self.mu
        a = np.exp(u * mu - mu * mu / 2) - x if kind == "remove" else 1 - x * np.exp(-u * mu - mu * mu / 2)
        h = np.exp(np.minimum(0, b - np.sign(a) * u * mu - mu * mu / 2))
        tau = self.delta(b)
        gamma = np.exp(-b) * (1 - tau)
        main = self.fold(a / h, gamma * h * self.w, self.slots) / (self.slots * gamma)
        return (main + tau * (x - 1 + self.delta(np.log(x)))) / (1 - tau)

    def clones(self, x, b):
        u, mu = self.U, self.mu
        a = np.exp(u * mu - mu * mu / 2) - x * np.exp(-u * mu - mu * mu / 2)
        spilled = np.exp(-b) * self.delta(b)
        gamma = np.exp(-b) / (1 + spilled)
        main = self.fold(a, gamma * self.w, self.slots) / (self.slots * gamma)
        return np.exp((self.slots - 1) * np.log1p(spilled)) * (main + self.delta(b - mu * mu))

    def opposite(self, x, add=False):
        u, mu = self.U, self.mu
        f, g = np.exp(2 * mu * u - 2 * mu * mu), np.exp(mu * u - mu * mu / 2)
        return self.fold(g - x * f if add else f - x * g, self.w, self.slots) / self.slots


def two_slots():
    mp.dps = 30
    exact = Table("epoch_bounds.csv", f"{SCRIPT}, two slots by quadrature, 30 digits; all others opposite, 9 digits", ["bound", "mu", "epsilon", "b", "main", "value", "attained"])
    for mu in ("1.25", "0.5"):
        for scale in ("0.3",):
            for q in ("0.4", "1.5"):
                m = mpf(mu)
                e, b = float(mpf(scale) * m), float(mpf(q) * m + m * m / 2)
                for kind in ("remove", "add"):
                    main, value = swaps_of_two(float(m), exp(mpf(e)), b, kind)
                    seen = opposite(2, m, np.exp(e), kind == "add")
                    exact.rows.append([kind, mu, repr(e), repr(b), mp.nstr(main, 30), mp.nstr(value, 30), repr(float(seen))])
                main, value = clones_of_two(float(m), exp(mpf(e)), b)
                exact.rows.append(["replace", mu, repr(e), repr(b), mp.nstr(main, 30), mp.nstr(value, 30), "0.0"])
    exact.write()


def tables():
    mp.dps = 30
    swaps = Table("EpochBySwaps.csv", f"{SCRIPT}, folded in doubles, four digits; lower: all others opposite")
    clones = Table("EpochByClones.csv", f"{SCRIPT}, folded in doubles, four digits; lower: random allocation of two values")
    attained = Table("EpochAttained.csv", f"{SCRIPT}, three batches by quadrature, more folded in doubles, four digits")
    for steps, sigma, epsilons in ((1000, 2, (0.05, 0.21)), (235, 1.1, (0.3, 3.0))):
        plan, many, less = f"shuffled_batches({steps}, gaussian({sigma}))", Folded(steps, 1 / sigma), Folded(steps - 1, 1 / sigma)
        mu = 1 / sigma
        for eps in epsilons:
            x = np.exp(eps)
            for kind in ("remove", "add"):
                best = min(less.swaps(x, q * mu + mu * mu / 2, kind) for q in np.arange(0.8, 6, 0.2))
                low = many.opposite(x, kind == "add")
                # below that a transform in doubles knows nothing
                seen = low > 1e-7
                swaps.row(plan, kind, "epsilon", eps, mpf(low) * mpf("0.999") if seen else mpf(0), mpf(best) * mpf("1.1"), "bound", "lower: all opposite; upper: least over 26 b")
                if seen:
                    attained.formula(plan, kind, "epsilon", eps, mpf(low), "folded", 1e-3, 5e-2)
            best = min(less.clones(x, q * mu + 1.5 * mu * mu) for q in np.arange(0.4, 6, 0.2))
            plain = gaussian(mpf(eps), 2 * mpf(mu))
            alone = many.fold(np.exp(2 * mu * many.U - 2 * mu * mu) - x, many.w, steps) / steps
            clones.row(plan, REPLACE_ONE, "epsilon", eps, mpf(alone) * mpf("0.999"), min(mpf(best) * mpf("1.05"), plain * mpf("1.03")), "bound", "lower: batches of one; upper: least over 28 b")
    for sigma, epsilons in ((0.8, (0.1, 1.0)), (2, (0.05, 0.5))):
        for eps in epsilons:
            for kind in ("remove", "add"):
                attained.formula(f"shuffled_batches(3, gaussian({sigma}))", kind, "epsilon", eps, mpf(opposite(3, 1 / sigma, np.exp(eps), kind == "add", 1500)), "quadrature", 1e-3, 2e-2 if kind == "remove" else 0.15)
    for table in (swaps, clones, attained):
        table.write()


if __name__ == "__main__":
    if "--check" in sys.argv:
        for steps, sigma, eps, seen in ((2, 1.2, 0.1 / 1.2, 2.670248e-01), (2, 2, 0.3 / 2, 1.084100e-01), (3, 0.8, 0.3 / 0.8, 3.488646e-01), (3, 2, 1 / 2, 2.343752e-02)):
            print(steps, sigma, opposite(steps, 1 / sigma, np.exp(eps)), seen)
    else:
        tables()
        two_slots()
