"""Profile from the moment generating function of the loss, by the trapezoidal rule on a vertical line through the saddle point.

    delta(eps) = P(infinity) + 1/(2 pi i) integral of e^(-s eps) M(s) / (s (s+1)) ds,   Re s = c > 0,   M(s) = E_P[e^(sL); L finite].

The rule with step h = 2 pi / X adds the terms e^(c n X) delta(eps + n X), n any non-zero integer, and nothing else. Below (n < 0) they are at most
e^(-cX); above, Chernoff bounds delta(eps + X) by M(c + d) e^(-(c + d)(eps + X)) for any d > 0. X is chosen so that both are negligible.
M must decay fast along the line, as it does with a Gaussian part.
"""
from mpmath import mp, mpf, mpc, exp, log, pi


def saddle(log_transform, eps):
    """Minimum over c > 0 of log M(c) - c eps - log c - log(1 + c), a convex function; three digits are plenty."""
    value = lambda c: log_transform(c) - c * eps - log(c) - log(1 + c)
    low, high = mpf("1e-6"), mpf(1)
    with mp.workdps(20):
        while value(2 * high) < value(high):
            high *= 2
        high *= 2
        for _ in range(60):
            a, b = low ** (mpf(2) / 3) * high ** (mpf(1) / 3), low ** (mpf(1) / 3) * high ** (mpf(2) / 3)
            if value(a) < value(b):
                high = b
            else:
                low = a
            if high / low < 1.001:
                break
    return +low


def spacing(log_transform, eps, c):
    """X such that the terms that the rule adds are below 10^(-dps - 8) of the peak."""
    wanted = (mp.dps + 8) * log(mpf(10))
    above = min((wanted + log_transform(c + d) - log_transform(c) - d * eps) / d for d in (c * mpf(2) ** k for k in range(-8, 9)))
    return max(wanted / c, above)


def profile(log_transform, eps, infinity=0):
    eps = mpf(eps)
    c = saddle(log_transform, eps)
    step = 2 * pi / spacing(log_transform, eps, c)
    peak = log_transform(c) - c * eps
    small = mpf(10) ** (-mp.dps - 2)
    total, n, quiet = mpf(0), 0, 0
    while quiet < 40:
        s = mpc(c, n * step)
        term = (exp(log_transform(s) - s * eps - peak) / (s * (s + 1))).real
        total += term / 2 if n == 0 else term
        quiet = quiet + 1 if abs(term) < small * abs(total) else 0
        n += 1
    return infinity + exp(peak) * total * step / pi
