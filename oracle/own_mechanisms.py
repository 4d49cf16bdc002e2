"""Mechanisms that someone brings along: two finite laws, points of a profile, Renyi divergences of some orders.

TwoFiniteLaws. delta is the sum of (p_i - e^eps q_i)+.

PointsOfAProfile. The hull of what each point says at 0 and at every epsilon of the list, by trying all chords.

RenyiAtListedOrders. The optimal conversion at the listed orders and at some in between, where (alpha - 1) times the divergence is on its chord: the largest p - e^eps q of two outcomes
that keep the divergence, by golden section over q and bisection for p.
"""
import itertools

from mpmath import mp, mpf, exp, log, sqrt

from common import *

mp.dps = 40


def listed(numbers):
    return "[" + ", ".join(repr(float(x)) for x in numbers) + "]"


def two_finite_laws():
    table = Table("TwoFiniteLaws.csv", "oracle/own_mechanisms.py, sums of outcomes, 40 digits")
    pairs = (
        ([0.5, 0.3125, 0.1875], [0.1875, 0.3125, 0.5]),
        ([0.5, 0.5, 0], [0.375, 0.5, 0.125]),
        ([0.25, 0.75], [0.5, 0.5]),
        ([0.125, 0.25, 0.625], [0.625, 0.25, 0.125]),
    )
    for p, q in pairs:
        plan = f"finite_pair({listed(p)}, {listed(q)})"
        for eps in (0.0, 0.1, 0.5, 0.9):
            for relation, (a, b) in (("remove", (p, q)), ("add", (q, p))):
                delta = sum(max(mpf(0), mpf(x) - exp(mpf(eps)) * mpf(y)) for x, y in zip(a, b))
                table.row(plan, relation, "epsilon", eps, delta * (1 - mpf("1e-11")), delta * (1 + mpf("1e-11")), "exact", "sum of outcomes")
    table.write()


def kov(at, delta, eps):
    """What (at, delta)-privacy says of delta at another eps."""
    return delta if eps >= at else delta + (1 - delta) * (exp(at) - exp(eps)) / (1 + exp(at))


def hull(points, eps):
    """The lower convex hull in x = e^eps of what all points say at 0 and at every listed epsilon; constant beyond the last."""
    corners = sorted({mpf(0)} | {mpf(e) for e, _ in points})
    heights = [min(kov(mpf(e), mpf(d), c) for e, d in points) for c in corners]
    x = exp(mpf(eps))
    if mpf(eps) >= corners[-1]:
        return heights[-1]
    best = heights[0]
    for (a, u), (b, v) in itertools.combinations(list(zip(corners, heights)), 2):
        if exp(a) <= x <= exp(b):
            best = min(best, u + (v - u) * (x - exp(a)) / (exp(b) - exp(a)))
    return best


def points_of_a_profile():
    table = Table("PointsOfAProfile.csv", "oracle/own_mechanisms.py, hull of closed forms, 40 digits")
    for points in (((1, 0.001),), ((0.1, 0.1), (1, 0.001), (2, 1e-6)), ((0, 0.25), (0.5, 0.01)), ((0.5, 0.2), (1, 0.19), (3, 0))):
        plan = f"profile({listed(e for e, _ in points)}, {listed(d for _, d in points)})"
        for eps in (0.0, 0.05, 0.3, 0.75, 1.5, 2.5):
            value = hull(points, eps)
            table.formula(plan, ADD_REMOVE, "epsilon", eps, value, "hull", above=1e-9, below=1e-9)
    table.write()


def conversion(alpha, r, eps):
    """The largest p - e^eps q with p^a q^(1-a) + (1-p)^a (1-q)^(1-a) <= e^((a-1) r), by golden section over q and bisection for p."""
    a, top, x = mpf(alpha), (mpf(alpha) - 1) * mpf(r), exp(mpf(eps))

    def largest(q):
        low, high = q, mpf(1)
        value = lambda p: log(p ** a * q ** (1 - a) + (1 - p) ** a * (1 - q) ** (1 - a)) <= top
        if value(high - mpf(10) ** -18):
            return mpf(1)
        for _ in range(60):
            middle = (low + high) / 2
            low, high = (middle, high) if value(middle) else (low, middle)
        return low

    gain = lambda t: largest(exp(t)) - x * exp(t)
    low, high = mpf(-60), mpf(-1) / 1000
    for _ in range(45):
        one, two = low + (high - low) * mpf("0.382"), low + (high - low) * mpf("0.618")
        low, high = (low, two) if gain(one) > gain(two) else (one, high)
    return max(mpf(0), gain((low + high) / 2))


def curve(orders, epsilons):
    """The listed orders and some in between."""
    yield from zip(orders, epsilons)
    for (a, r), (b, t) in zip(zip(orders, epsilons), list(zip(orders, epsilons))[1:]):
        for i in range(1, 12):
            order = a + (b - a) * mpf(i) / 12
            moment = ((b - order) * (a - 1) * r + (order - a) * (b - 1) * t) / (b - a)
            yield order, moment / (order - 1)


def renyi_at_listed_orders():
    mp.dps = 22
    table = Table("RenyiAtListedOrders.csv", "oracle/own_mechanisms.py, conversion at many orders, two digits")
    for orders, epsilons, places in (((2, 8, 32), (0.1, 0.5, 3.0), (0.4, 1.0, 2.0)), ((1.5, 4), (0.05, 0.2), (0.3, 1.0)), ((8,), (0.5,), (0.5, 1.5))):
        plan = f"rdp_orders({listed(orders)}, {listed(epsilons)})"
        for eps in places:
            best = min(conversion(a, r, eps) for a, r in curve(orders, epsilons))
            # the best order may lie between those that were tried
            table.formula(plan, ADD_REMOVE, "epsilon", eps, best, "optimal conversion", above=1e-6, below=1e-2)
    table.write()


def classical_gaussian():
    """The formula of textbooks, as it is printed; ClassicalGaussian."""
    mp.dps = 30
    table = Table("ClassicalGaussian.csv", "oracle/own_mechanisms.py, closed form, 30 digits")
    for noise in (10, 30, 100):
        for delta in (1e-3, 1e-5, 1e-9):
            for relation in BOTH_RELATIONS:
                eps = sqrt(2 * log(mpf("1.25") / mpf(delta))) * sensitivity(relation) / noise
                if eps < 1:
                    table.formula(f"gaussian({noise})", relation, "delta", delta, eps, "closed form", above=1e-12, below=1e-12)
    table.write()


if __name__ == "__main__":
    classical_gaussian()
    two_finite_laws()
    points_of_a_profile()
    renyi_at_listed_orders()
