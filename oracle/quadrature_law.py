"""Profiles of k-fold compositions of a law given by quadrature nodes, for laws whose moment generating function has no closed form.

A base pair is a list of nodes: loss l and mass w under Q, so that a function's Q-integral is a weighted sum. Poisson sampling at rate q maps V = e^l to 1 - q + q V. Everything runs in 80-bit extended doubles.

The inversion is that of contour.py, times a smoothing factor

    e^(z) (1 - z + z^2/2! - ... + (-z)^m/m!),   z = eta^2 s^2 / 2,

that is, delta is averaged around eps with a kernel of order 2m + 2 and width eta. Where delta is analytic near eps (Laplace: between the points that
are sums of the two end losses; Gaussian: everywhere above the smallest loss) the bias is of order eta^(2m+2), and the integral converges even
where atoms keep the transform from decaying. Every value is computed with two widths, which must agree.
"""
import numpy as np
from mpmath import mp, mpf

LD, CLD = np.longdouble, np.clongdouble
PI = 4 * np.arctan(LD(1))
ORDER = 9


def ld(x):
    """An mpmath number as an extended double."""
    return LD(mp.nstr(mpf(x), 25))


def gauss_legendre(count):
    """Nodes and weights on (-1, 1), to 25 digits before rounding."""
    with mp.workdps(30):
        nodes, weights = [], []
        for start in np.polynomial.legendre.leggauss(count)[0]:
            x = mpf(float(start))
            for _ in range(4):
                before, value = mpf(1), x
                for n in range(2, count + 1):
                    before, value = value, ((2 * n - 1) * x * value - (n - 1) * before) / n
                slope = count * (x * value - before) / (x * x - 1)
                x -= value / slope
            nodes.append(ld(x))
            weights.append(ld(2 / ((1 - x * x) * slope * slope)))
        return np.array(nodes, dtype=LD), np.array(weights, dtype=LD)


LEGENDRE = gauss_legendre(48)


class Base:
    """Nodes of one pair. Made anew for each range of frequencies, since nodes must resolve e^(itl)."""

    def __init__(self, losses, masses):
        self.losses, self.masses = np.array(losses, dtype=LD), np.array(masses, dtype=LD)

    def plus(self, other):
        losses = (self.losses[:, None] + other.losses[None, :]).ravel()
        masses = (self.masses[:, None] * other.masses[None, :]).ravel()
        keep = masses > LD(1e-45)
        return Base(losses[keep], masses[keep])


class Gaussian:
    """Under Q the loss is N(-mu^2/2, mu^2): trapezoidal nodes, whose aliases start where frequency * mu + 14 reaches 2 pi / step."""

    lattice = None

    def __init__(self, mu):
        self.mu = LD(mu)

    def nodes(self, frequency):
        step = min(LD("0.2"), 2 * PI / (frequency * self.mu + 16))
        # Above, nodes reach as far as a tilted P needs: P is Q moved up by mu standard deviations.
        z = step * np.arange(-int(14 / step), int((14 + 12 * (1 + self.mu)) / step), dtype=LD)
        return Base(self.mu * z - self.mu**2 / 2, np.exp(-z * z / 2) * step / np.sqrt(2 * PI))


class Laplace:
    """Under Q: mass e^(-theta)/2 at theta, 1/2 at -theta, density e^(-(l + theta)/2)/4 in between."""

    def __init__(self, theta):
        self.theta = LD(theta)
        self.lattice = (-self.theta, self.theta)

    def nodes(self, frequency):
        theta = self.theta
        x, w = LEGENDRE
        pieces = int(2 * theta * frequency / 40) + 1 + int(theta)
        half = theta / pieces
        l = (-theta + half * np.arange(1, 2 * pieces, 2, dtype=LD)[:, None] + half * x[None, :]).ravel()
        weights = np.tile(half * w, pieces) * np.exp(-(l + theta) / 2) / 4
        return Base(np.concatenate([[theta, -theta], l]), np.concatenate([[np.exp(-theta) / 2, LD(1) / 2], weights]))


class Both:
    """Product of a Gaussian and another pair: smooth."""

    lattice = None

    def __init__(self, gaussian, other):
        self.gaussian, self.other = gaussian, other

    def nodes(self, frequency):
        return self.gaussian.nodes(frequency).plus(self.other.nodes(frequency))


class Poisson:
    """count * poisson(rate, base), one direction at a time; at rate 1 only REMOVE is meaningful and gives the base back."""

    def __init__(self, rate, base, count):
        self.rate, self.base, self.count = LD(rate), base, count
        self.use(LD(1))

    def use(self, frequency):
        nodes = self.base.nodes(frequency)
        self.log_v, self.masses = np.log1p(self.rate * np.expm1(nodes.losses)), nodes.masses

    def log_transform(self, s, remove):
        """log E_P'[e^(sL)] of one fold; s is an array."""
        power = (s + 1) if remove else -s
        value = np.zeros(s.shape, dtype=s.dtype)
        for i in range(0, len(self.log_v), 4000):
            part = np.expm1(power[..., None] * self.log_v[i : i + 4000])
            value += (part * self.masses[i : i + 4000]).sum(axis=-1)
        return np.log1p(value)

    def ends(self, remove):
        """Smallest and largest loss of one fold, for a base with finite ends."""
        low, high = (np.log1p(self.rate * np.expm1(l)) for l in self.base.lattice)
        return (low, high) if remove else (-high, -low)

    def largest(self, remove):
        if self.base.lattice is not None:
            return self.count * self.ends(remove)[1]
        return LD("inf") if remove else -self.count * np.log1p(-self.rate)

    def widest(self, eps, remove):
        """Widest kernel that sees no point of the lattice of end losses."""
        if self.base.lattice is None:
            return LD("0.3")
        low, high = self.ends(remove)
        position = (eps - self.count * low) / (high - low)
        return min(LD("0.3"), abs(position - np.round(position)) * (high - low) / 14)

    def saddle(self, eps, remove):
        value = lambda c: self.count * self.log_transform(np.array([c], dtype=LD), remove)[0] - c * eps - np.log(c) - np.log1p(c)
        low, high = LD("1e-3"), LD(1)
        while value(2 * high) < value(high) and high < 60000:
            high *= 2
        high *= 2
        while high / low > 1.05:
            a, b = low ** (LD(2) / 3) * high ** (LD(1) / 3), low ** (LD(1) / 3) * high ** (LD(2) / 3)
            low, high = (low, b) if value(a) < value(b) else (a, high)
        return low

    def spacing(self, eps, remove, c):
        """As in contour.py: the terms added by the trapezoidal rule are below e^(-46) of the peak on both sides."""
        at = lambda x: self.count * self.log_transform(np.array([x], dtype=LD), remove)[0]
        above = min((46 + at(c + d) - at(c) - d * eps) / d for d in (c * LD(2) ** k for k in range(-6, 5)))
        return max(46 / c, above)

    def inverted(self, eps, remove, eta, c):
        """The smoothed integral; nodes must have been made for frequencies up to 14 / eta."""
        step = 2 * PI / self.spacing(eps, remove, c)
        peak = self.count * self.log_transform(np.array([c], dtype=LD), remove)[0] - c * eps
        total, n, block, quiet = LD(0), 0, 64, 0
        while n * step < 14 / eta and quiet < 3:
            s = c + CLD(1j) * (step * np.arange(n, n + block, dtype=LD))
            z = (eta * s) ** 2 / 2
            series, term = np.ones_like(z), np.ones_like(z)
            for j in range(1, ORDER + 1):
                term = term * (-z) / j
                series = series + term
            values = np.exp(self.count * self.log_transform(s, remove) - s * eps - peak + z) * series / (s * (s + 1))
            if n == 0:
                values[0] /= 2
            total += values.real.sum()
            quiet = quiet + 1 if self.base.lattice is None and abs(values).max() < 1e-22 * abs(total) else 0
            n += block
        return np.exp(peak) * total * step / PI

    def direction(self, eps, remove, accuracy=1e-13, narrowest=1e-3):
        """(delta, relative disagreement of the last two widths)."""
        eps = LD(eps)
        if eps >= self.largest(remove):
            return LD(0), LD(0)
        eta = self.widest(eps, remove)
        self.use(30 / eta)
        c = self.saddle(eps, remove)
        value, previous, gap = None, None, LD(1)
        while gap > accuracy and eta > narrowest:
            self.use(14 / eta)
            previous, value = value, self.inverted(eps, remove, eta, c)
            gap = abs(value / previous - 1) if previous is not None else LD(1)
            eta = eta / LD("1.5")
        return value, gap
