"""Tables of the ledger's theorems: CouponBank, SumsFilter, ConcentratedFilter, GaussianFilter, RenyiFilter, NaturalFilter.

Shares no code with the library: closed forms and dynamic programmes in 40 digits.

    python3 oracle/filters.py ledger/src/test/resources/golden
"""

import sys
from fractions import Fraction

from mpmath import erfc, exp, log, mp, mpf, nstr, sqrt

mp.dps = 40
DIGITS = 12


def response(epsilon):
    """Losses and masses under P of binary randomized response, and the mass at infinity."""
    top = 1 / (1 + exp(-mpf(epsilon)))
    return [(mpf(epsilon), top), (-mpf(epsilon), 1 - top)], mpf(0)


def leak(delta):
    return [(mpf(0), 1 - mpf(delta))], mpf(delta)


def best(states, start, x):
    """What an analyst reaches who sees every loss: H_x of the best strategy. states(left) lists (pair, what is left then)."""
    known = {}

    def value(left, x):
        key = (left, nstr(x, 25))
        if key not in known:
            found = max(mpf(0), 1 - x)
            for (losses, infinity), after in states(left):
                found = max(found, infinity + sum(p * value(after, x * exp(-loss)) for loss, p in losses))
            known[key] = found
        return known[key]

    return value(start, x)


def bank_value(parts, x):
    """Coupons, each of which may be taken once, in any order."""
    pairs = [response(text[3:-1]) if text.startswith("rr") else leak(text[12:-1]) for text in parts]

    def states(left):
        return [(pairs[i], left - {i}) for i in left]

    return best(states, frozenset(range(len(pairs))), x)


def coupon_bank():
    yield "bank; epsilon; delta that the best analyst reaches"
    for parts in (
        ["rr(0.5)", "dp(0, delta=0.001)", "rr(0.8)"],
        ["rr(0.5)", "rr(0.5)", "rr(0.3)"],
        ["rr(1.5)", "dp(0, delta=0.01)", "dp(0, delta=0.0004)"],
        ["rr(0.3)", "rr(0.3)", "rr(0.3)", "rr(0.8)"],
    ):
        for epsilon in ("-0.5", "0", "0.3", "1", "1.45"):
            yield f"{' + '.join(parts)}; {epsilon}; {nstr(bank_value(parts, exp(mpf(epsilon))), DIGITS)}"


def sums_filter():
    """A budget (epsilon, delta) of which rr(a) takes (a, 0) and dp(0, delta=d) takes (0, d)."""
    yield "epsilon; delta; delta that the best analyst reaches at this epsilon, by rr(0.5), rr(0.3), rr(0.8), dp(0, delta=0.001), dp(0, delta=0.0004)"
    menu = [(response(a), Fraction(a), Fraction(0)) for a in ("0.5", "0.3", "0.8")]
    menu += [(leak(d), Fraction(0), Fraction(d)) for d in ("0.001", "0.0004")]
    for epsilon, delta in (("0.5", "0.002"), ("1", "0.002"), ("1.5", "0.001"), ("1.1", "0.0004"), ("2", "0.002")):

        def states(left):
            return [
                (pair, (left[0] - a, left[1] - d)) for pair, a, d in menu if a <= left[0] and d <= left[1]
            ]

        reached = best(states, (Fraction(epsilon), Fraction(delta)), exp(mpf(epsilon)))
        yield f"{epsilon}; {delta}; {nstr(reached, DIGITS)}"


def gaussian_delta(mu, epsilon):
    phi = lambda z: erfc(-z / sqrt(mpf(2))) / 2
    return phi(mu / 2 - epsilon / mu) - exp(epsilon) * phi(-mu / 2 - epsilon / mu)


def largest_mu(epsilon, delta):
    """The mu whose Gaussian pair has this delta at this epsilon."""
    low, high = mpf("1e-6"), mpf(1)
    while gaussian_delta(high, epsilon) < delta:
        high *= 2
    for _ in range(130):
        middle = (low + high) / 2
        low, high = (middle, high) if gaussian_delta(middle, epsilon) <= delta else (low, middle)
    return low


PROMISES = (("0.1", "1e-6"), ("0.5", "1e-5"), ("1", "1e-6"), ("2", "1e-9"), ("4", "1e-5"), ("8", "1e-3"))


def gaussian_filter():
    yield "epsilon; delta; the largest mu^2 that keeps them"
    for epsilon, delta in PROMISES:
        yield f"{epsilon}; {delta}; {nstr(largest_mu(mpf(epsilon), mpf(delta)) ** 2, DIGITS)}"


def concentrated_filter():
    yield "epsilon; delta; the rho of Bun and Steinke's conversion; the rho above which Gaussian noise breaks the promise"
    for epsilon, delta in PROMISES:
        eps, ell = mpf(epsilon), -log(mpf(delta))
        # rho + 2 sqrt(rho log(1/delta)) = epsilon
        least = (sqrt(ell + eps) - sqrt(ell)) ** 2
        most = largest_mu(eps, mpf(delta)) ** 2 / 2
        yield f"{epsilon}; {delta}; {nstr(least, DIGITS)}; {nstr(most, DIGITS)}"


def renyi_filter():
    yield "epsilon; delta; order; the divergence of Mironov's conversion; the one above which Gaussian noise breaks the promise"
    for epsilon, delta, order in (("0.5", "1e-5", 64), ("1", "1e-6", 30), ("2", "1e-9", 24), ("4", "1e-5", 8), ("8", "1e-3", 4)):
        eps, ell = mpf(epsilon), -log(mpf(delta))
        least = eps - ell / (order - 1)
        most = order * largest_mu(eps, mpf(delta)) ** 2 / 2
        yield f"{epsilon}; {delta}; {order}; {nstr(least, DIGITS)}; {nstr(most, DIGITS)}"


def profile(pair, x):
    losses, infinity = pair
    return infinity + sum(p * max(mpf(0), 1 - x * exp(-loss)) for loss, p in losses)


def natural_filter():
    """First n times rr(a), then rr(b) or dp(0, delta=d), whichever is worse after what was seen; both paths keep (epsilon, delta)."""
    yield "steps; epsilon of a step; epsilon; delta; then rr of; or dp(0) with delta; what the analyst reaches"
    for steps, step, epsilon, delta in ((1, "0.5", "1", "1e-3"), (10, "0.1", "1", "1e-6"), (50, "0.05", "2", "1e-6")):
        top = 1 / (1 + exp(-mpf(step)))
        x = exp(mpf(epsilon))

        def first():
            mass = (1 - top) ** steps
            for up in range(steps + 1):
                yield mass, x * exp(-mpf(step) * (2 * up - steps))
                mass = mass * (steps - up) / (up + 1) * top / (1 - top)

        def path(second):
            return sum(mass * profile(second, rest) for mass, rest in first())

        def solved(make, low, high):
            low, high = mpf(low), mpf(high)
            for _ in range(130):
                middle = (low + high) / 2
                low, high = (middle, high) if path(make(middle)) <= mpf(delta) else (low, middle)
            return low

        b = solved(response, 0, 5)
        d = solved(leak, 0, 1)
        reached = sum(mass * max(profile(response(b), rest), profile(leak(d), rest)) for mass, rest in first())
        yield f"{steps}; {step}; {epsilon}; {delta}; {nstr(b, 17)}; {nstr(d, 17)}; {nstr(reached, DIGITS)}"


TABLES = {
    "CouponBank": coupon_bank,
    "SumsFilter": sums_filter,
    "ConcentratedFilter": concentrated_filter,
    "GaussianFilter": gaussian_filter,
    "RenyiFilter": renyi_filter,
    "NaturalFilter": natural_filter,
}

for name, table in TABLES.items():
    lines = list(table())
    with open(f"{sys.argv[1]}/{name}.csv", "w") as file:
        file.write(f"# source: oracle/filters.py, {DIGITS} digits\n# {lines[0]}\n" + "\n".join(lines[1:]) + "\n")
