"""Compositions of laws whose loss, tilted by e^(-l/2), is flat between two equal atoms: exact, by residues.

Laplace, truncated Laplace and the envelope of the exponential mechanism have under P a loss with

    atoms   C e^(-t/2) (alpha/2) e^(+-r/2)  at  +-r,     density  C e^(-t/2) e^(l/2) / 4  on (-r, r),     the rest at +infinity.

With u = s + 1/2 the moment generating function of the finite part is C e^(-t/2) G(u),

    G(u) = [ (alpha + 1/(2u)) e^(ur) + (alpha - 1/(2u)) e^(-ur) ] / 2,

and the profile of k folds is 1 - (finite mass)^k plus the inverse Laplace integral of e^(-eps (u - 1/2)) M(u)^k / (u^2 - 1/4) to the
right of u = 1/2. M^k expands into exponentials e^(u x) times rational functions: terms with x <= 0 vanish, the others are the residues
at 0 and +-1/2. The sums alternate, so the digits are raised until two precisions agree.

Derivation of Laplace (theta = shift/scale, P centred at 0, Q at the shift): loss (|z - d| - |z|)/b is theta with mass 1/2, -theta
with mass e^(-theta)/2 and (d - 2z)/b in between, with density e^((l - theta)/2)/4: C = 1, t = r = theta, alpha = 1.
Truncated to [-B, B]: C = 1/(1 - e^(-B/b)), t = theta; for B >= d: r = theta, alpha = 1 - e^(-(B-d)/b); for d/2 < B < d: alpha = 0 and
r = (2B - d)/b; for B <= d/2 everything is at infinity. Exponential(e): H(e^a) = (1 - e^((a-e)/2))^2/(1 - e^(-e)) has
Q(V > x) = -H'(x), hence P(L > a) = H + x Q(V > x) = (1 - e^((a-e)/2))/(1 - e^(-e)) and density e^((l-e)/2)/(2(1 - e^(-e))) on (-e, e):
C = 2/(1 - e^(-e)), t = r = e, alpha = 0.
"""
import functools

from mpmath import mp, mpf, exp, expm1, log1p, sinh, cosh, binomial


class FlatLoss:
    def __init__(self, scale, tilt, reach, alpha, infinity=lambda: mpf(0)):
        """All five are functions, re-evaluated at each working precision; infinity is P's mass there."""
        self.scale, self.tilt, self.reach, self.alpha, self.infinity = scale, tilt, reach, alpha, infinity

    def transform(self, s):
        """E_P[e^(sL); L finite]."""
        u, r = s + mpf(1) / 2, self.reach()
        ratio = sinh(u * r) / (2 * u) if u != 0 else r / 2
        return self.scale() * exp(-self.tilt() / 2) * (self.alpha() * cosh(u * r) + ratio)

    def profile(self, eps, count=1):
        return product_profile([(self, count)], eps)


def laplace(noise_multiplier, shift):
    theta = lambda: mpf(shift) / mpf(noise_multiplier)
    return FlatLoss(lambda: mpf(1), theta, theta, lambda: mpf(1))


def exponential(epsilon):
    e = lambda: mpf(epsilon)
    return FlatLoss(lambda: -2 / expm1(-e()), e, e, lambda: mpf(0))


def truncated_laplace(scale, bound, shift):
    """None when the two supports do not meet."""
    b, top, d = (lambda: mpf(scale)), (lambda: mpf(bound)), mpf(shift)
    if 2 * top() <= d:
        return None
    norm, theta = (lambda: -1 / expm1(-top() / b())), (lambda: d / b())
    if top() >= d:
        infinity = lambda: norm() / 2 * exp(-top() / b()) * expm1(d / b())
        return FlatLoss(norm, theta, theta, lambda: -expm1(-(top() - d) / b()), infinity)
    infinity = lambda: norm() / 2 * (-expm1(-top() / b()) - expm1(-(d - top()) / b()))
    return FlatLoss(norm, theta, lambda: (2 * top() - d) / b(), lambda: mpf(0), infinity)


def product_profile(parts, eps, atoms=None):
    """Profile at eps of the composition of (law, count) parts, and of an Atoms law if given; good to mp.dps - 5 digits."""
    return product_profiles(parts, [eps], atoms)[0]


def product_profiles(parts, epsilons, atoms=None):
    goal = mpf(10) ** (5 - mp.dps)
    digits, previous = mp.dps + 20 + sum(count for _, count in parts), None
    while digits < 20000:
        with mp.workdps(digits):
            values = _profiles(tuple(parts), [mpf(e) for e in epsilons], atoms, digits)
        if previous is not None and all(abs(v - w) <= goal * abs(v) for v, w in zip(values, previous)):
            return [+v for v in values]
        previous, digits = values, int(digits * 1.4)
    raise ArithmeticError("no agreement between precisions")


def _profiles(parts, epsilons, atoms, digits):
    """Sum over the atoms l of P(l) times the profile of the continuous parts at eps - l, plus what lies at infinity."""
    outer = [(mpf(0), mpf(1))] if atoms is None else atoms.masses
    finite_log = mpf(0) if atoms is None else log1p(-atoms.infinity)
    for law, count in parts:
        finite_log += count * log1p(-law.infinity())
    points = [(eps - l, p, i) for i, eps in enumerate(epsilons) for l, p in outer]
    values = [-expm1(finite_log)] * len(epsilons)
    lowest = min(e for e, _, _ in points)
    for residues, height in _terms(parts, digits):
        if height <= lowest:
            continue
        for e, p, i in points:
            if height > e:
                values[i] += p * exp(e / 2) * residues.at(height - e)
    return values


@functools.lru_cache(maxsize=6)
def _terms(parts, digits):
    """(residues, height), one for each exponential e^(u height) in the expanded transform of the whole composition."""
    terms = [(mpf(1), [mpf(1)], mpf(0))]
    order = sum(count for _, count in parts)
    for law, count in parts:
        alpha, reach = law.alpha(), law.reach()
        lead = (law.scale() * exp(-law.tilt() / 2) / 2) ** count
        own = [(lead * binomial(count, j), _factors(alpha, count, j), (count - 2 * j) * reach) for j in range(count + 1)]
        terms = [(w1 * w2, _multiply(p1, p2), h1 + h2) for w1, p1, h1 in terms for w2, p2, h2 in own]
    return [(Residues([w * c for c in p], order), h) for w, p, h in terms]


def _factors(alpha, count, j):
    """Coefficients of (alpha u + 1/2)^(count - j) (alpha u - 1/2)^j, from the differential equation that it solves."""
    half = mpf(1) / 2
    coefficients = [half ** (count - j) * (-half) ** j]
    if alpha == 0:
        return coefficients
    before = mpf(0)
    for i in range(count):
        following = 4 * (alpha * alpha * (i - 1 - count) * before - alpha * (2 * j - count) / 2 * coefficients[-1]) / (i + 1)
        before = coefficients[-1]
        coefficients.append(following)
    return coefficients


def _multiply(p, q):
    out = [mpf(0)] * (len(p) + len(q) - 1)
    for i, a in enumerate(p):
        for j, b in enumerate(q):
            out[i + j] += a * b
    return out


class Residues:
    """Sum of the residues of polynomial(u) u^(-order) e^(ux) / (u^2 - 1/4)."""

    def __init__(self, polynomial, order):
        self.order = order
        half = mpf(1) / 2
        self.right = _value(polynomial, half) * mpf(2) ** order
        self.left = -_value(polynomial, -half) * mpf(-2) ** order
        self.series = []
        for i in range(order):
            own = polynomial[i] if i < len(polynomial) else 0
            self.series.append(4 * ((self.series[i - 2] if i > 1 else 0) - own))

    def at(self, x):
        total, power = self.right * exp(x / 2) + self.left * exp(-x / 2), mpf(1)
        for i in range(self.order):
            total += self.series[self.order - 1 - i] * power
            power = power * x / (i + 1)
        return total


def _value(polynomial, u):
    total = mpf(0)
    for c in reversed(polynomial):
        total = total * u + c
    return total
