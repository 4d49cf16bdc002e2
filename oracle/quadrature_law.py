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
        """Nodes that resolve the sampled loss; a base with a largest loss is seen through a map of small slope."""
        slope = LD(1)
        if self.base.lattice is not None:
            top = self.rate * np.exp(self.base.lattice[1])
            slope = top / (1 - self.rate + top)
        nodes = self.base.nodes(frequency * slope)
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

    def natural_end(self, remove, c):
        """Frequency beyond which the transform is below e^(-40) of its peak by itself; None if that is not seen up to 4000."""
        end = LD(8)
        while end <= 4000:
            self.use(3 * end)
            t = np.linspace(end, 2 * end, 400).astype(LD)
            height = self.log_transform(c + CLD(1j) * t, remove).real - self.log_transform(np.array([c], dtype=LD), remove)[0]
            if (self.count * height).max() < -40:
                return end
            end *= 2
        return None

    def inverted(self, eps, remove, c, end, eta=LD(0)):
        """The integral up to frequency `end`, smoothed if eta > 0; the nodes must resolve `end`."""
        step = 2 * PI / self.spacing(eps, remove, c)
        peak = self.count * self.log_transform(np.array([c], dtype=LD), remove)[0] - c * eps
        total = LD(0)
        for n in range(0, int(end / step) + 64, 64):
            s = c + CLD(1j) * (step * np.arange(n, n + 64, dtype=LD))
            z = (eta * s) ** 2 / 2
            series, term = np.ones_like(z), np.ones_like(z)
            for j in range(1, ORDER + 1):
                term = term * (-z) / j
                series = series + term
            values = np.exp(self.count * self.log_transform(s, remove) - s * eps - peak + z) * series / (s * (s + 1))
            if n == 0:
                values[0] /= 2
            total += values.real.sum()
        return np.exp(peak) * total * step / PI

    def beside(self, eps, remove, c):
        """Another place for the contour, where the integrand is at most e times as high."""
        at = lambda x: self.count * self.log_transform(np.array([x], dtype=LD), remove)[0] - x * eps
        return next(x for x in (c * (1 + LD(2) ** -k) for k in range(3, 20)) if at(x) < at(c) + 1)

    def direction(self, eps, remove, accuracy=1e-13, narrowest=2e-4, checked=True):
        """(delta, relative disagreement of two contours or two widths)."""
        eps = LD(eps)
        if eps >= self.largest(remove):
            return LD(0), LD(0)
        self.use(LD(40))
        c = self.saddle(eps, remove)
        end = self.natural_end(remove, c)
        if end is not None:
            self.use(2 * end)
            value = self.inverted(eps, remove, c, end)
            return value, abs(self.inverted(eps, remove, self.beside(eps, remove, c), LD("1.3") * end) / value - 1) if checked else LD(1)
        eta, value, gap = self.widest(eps, remove), None, LD(1)
        while gap > accuracy:
            if eta < narrowest:
                raise ArithmeticError(f"no agreement between kernels at eps = {eps}")
            self.use(14 / eta)
            previous, value = value, self.inverted(eps, remove, c, 14 / eta, eta)
            gap = abs(value / previous - 1) if previous is not None else LD(1)
            eta = eta / LD("1.5")
        return value, gap

    def chernoff(self, eps, remove):
        """Upper bound on log delta."""
        if eps >= self.largest(remove):
            return LD("-inf")
        self.use(LD(40))
        return min(self.count * self.log_transform(np.array([c], dtype=LD), remove)[0] - c * eps for c in LD(2) ** np.arange(-6, 12).astype(LD))

    def delta(self, eps, accuracy=1e-13, checked=True):
        """The worse of the two directions, and its uncertainty; the second is computed only if Chernoff does not dismiss it."""
        value, gap = self.direction(eps, True, accuracy, checked=checked)
        if self.rate < 1 and self.chernoff(LD(eps), False) > np.log(value) - 3:
            other, other_gap = self.direction(eps, False, accuracy, checked=checked)
            value, gap = max((value, gap), (other, other_gap))
        return value, gap

    def estimate(self, delta):
        """Rough epsilon from the saddle-point formula: where to start."""
        def log_delta(eps):
            c = self.saddle(eps, True)
            at = lambda x: self.count * self.log_transform(np.array([x], dtype=LD), True)[0]
            width = (at(c * LD("1.01")) - 2 * at(c) + at(c * LD("0.99"))) / (LD("0.01") * c) ** 2 + 1 / c**2 + 1 / (1 + c) ** 2
            return at(c) - c * eps - np.log(c) - np.log1p(c) - np.log(2 * PI * width) / 2

        self.use(LD(40))
        low, high = LD(0), LD(1)
        while high < self.largest(True) and log_delta(high) > np.log(LD(delta)):
            low, high = high, 2 * high
        high = min(high, self.largest(True))
        for _ in range(20):
            middle = (low + high) / 2
            low, high = (middle, high) if log_delta(middle) > np.log(LD(delta)) else (low, middle)
        return middle

    def epsilon(self, delta, accuracy=1e-13):
        """Secant on log delta; (epsilon, relative uncertainty)."""
        goal = np.log(LD(delta))
        x0 = self.estimate(delta)
        f0 = np.log(self.delta(x0, accuracy, False)[0]) - goal
        x1 = x0 * (1 + LD("1e-3") * np.sign(f0))
        f1 = np.log(self.delta(x1, accuracy, False)[0]) - goal
        while True:
            slope = (f1 - f0) / (x1 - x0)
            x2 = x1 - f1 / slope
            if abs(x2 - x1) < 1e-5 * x1:
                break
            x0, f0, x1, f1 = x1, f1, x2, np.log(self.delta(x2, accuracy, False)[0]) - goal
        value, gap = self.delta(x2, accuracy)
        f2 = np.log(value) - goal
        x3 = x2 - f2 * (x2 - x1) / (f2 - f1)
        return x3, abs(gap / (slope * x3)) + LD(1e-14)
