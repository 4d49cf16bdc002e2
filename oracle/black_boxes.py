"""gdp, zcdp, tcdp and rdp: what is known is a bound, so a row of the last three is an interval.

lower: a mechanism that keeps the promise (for zcdp and tcdp the Gaussian of the same rho; for rdp the best pair of coins whose
Renyi divergence is within the promise in both directions, no claim that more outcomes could not do better).
upper: the optimal conversion of each order (Asoodeh et al. 2020), minimised over the orders that are known, 30 digits. An answer's upper
end may lie anywhere in between, never below `lower`; above `upper` it is merely loose.

For one order a, (eps, delta) is impossible exactly when min over p of D_a(Bernoulli(p) || Bernoulli(q)), q = (p - delta) e^(-eps),
exceeds the bound r; exp((a-1) D_a) is convex along that line. Orders and p come from a search in doubles; the answer is then polished
by Newton on the stationary equations (or on the stationary p alone, at the end of the range of orders).

Checks (run with --check): direct maximisation of p - e^eps q over a fine grid of (p, q) within the constraint; never above the
classical conversion; the search in doubles. Newton's answer is within 1e-7 of the
search in every row, and 18 rows of zcdp.csv are reproduced to 1e-11.
"""
import math
import sys

import numpy as np
from mpmath import mp, mpf, exp, log, expm1, log1p, erfc, sqrt
from scipy.optimize import brentq, minimize_scalar

from common import *

mp.dps = 30


def gaussian_profile(mu):
    mu = mpf(mu)
    phi = lambda x: erfc(-x / sqrt(mpf(2))) / 2

    def profile(eps):
        with mp.workdps(400 if eps > 0 else mp.dps):
            return +(phi(mu / 2 - eps / mu) - exp(eps) * phi(-mu / 2 - eps / mu))

    return profile


def moment(order, p, eps, delta):
    """log of the sum p^a q^(1-a) + (1-p)^a (1-q)^(1-a) with q = (p - delta) e^(-eps), in mpmath."""
    q = (p - delta) * exp(-eps)
    return log(p ** order * q ** (1 - order) + (1 - p) ** order * (1 - q) ** (1 - order))


def moment_double(order, log_p, log_q, log_not_p, log_not_q):
    return np.logaddexp(order * log_p + (1 - order) * log_q, order * log_not_p + (1 - order) * log_not_q)


def divergence(order, eps, delta, both_ways=False):
    """(smallest divergence, logit-like coordinate of p): p = delta + (1 - delta) / (1 + e^(-x))."""

    def at(x):
        log_share, log_rest = -np.logaddexp(0, -x) + math.log1p(-delta), -np.logaddexp(0, x) + math.log1p(-delta)
        log_p, log_q = np.logaddexp(math.log(delta), log_share), log_share - eps
        log_not_q = np.where(log_q < -1e-9, np.log1p(-np.exp(np.minimum(log_q, -1e-9))), np.logaddexp(log_rest, math.log(delta)))
        value = moment_double(order, log_p, log_q, log_rest, log_not_q)
        if both_ways:
            value = np.maximum(value, moment_double(order, log_q, log_p, log_not_q, log_rest))
        return value / (order - 1)

    grid = np.linspace(-700, 40, 1481) if delta < 1e-8 else np.linspace(-60, 40, 401)
    i = int(np.argmin(at(grid)))
    best = minimize_scalar(lambda x: float(at(x)), bounds=(grid[max(i - 1, 0)], grid[min(i + 1, len(grid) - 1)]), method="bounded", options={"xatol": 1e-12})
    return (best.fun, best.x)


def epsilon_of_order(order, bound, delta, both_ways=False):
    """Epsilon at which the smallest divergence reaches the bound, in doubles; 0 if it is reached at once."""
    f = lambda eps: divergence(order, eps, delta, both_ways)[0] - bound
    if f(0.0) >= 0:
        return 0.0
    high = max(1e-3, bound)
    while f(high) < 0:
        high *= 2
    return brentq(f, 0, high, xtol=1e-13, rtol=1e-13)


def best_order(curve, delta, top):
    """The order in (1, top] of the smallest epsilon, in doubles."""
    f = lambda t: epsilon_of_order(1 + math.exp(t), float(curve(1 + math.exp(t))), delta)
    end = math.log(top - 1) if top < math.inf else 14.0
    grid = np.linspace(-5, end, 40)
    values = [f(t) for t in grid]
    i = int(np.argmin(values))
    if i == len(grid) - 1 and top < math.inf and f(end - 1e-4) > values[-1]:
        return top
    best = minimize_scalar(f, bounds=(grid[max(i - 1, 0)], grid[min(i + 1, 39)]), method="bounded", options={"xatol": 1e-7})
    return 1 + math.exp(best.x)


def upper_epsilon(curve, delta, top=math.inf, only=None):
    """Optimal conversion of the Renyi curve, orders in (1, top] or the only one that is given; mpmath."""
    order = only or best_order(curve, delta, top)
    rough = epsilon_of_order(order, float(curve(order)), delta)
    if rough == 0:
        return mpf(0)
    if only is not None and order * delta >= 1:
        # The divergence falls all the way to p = 1, where it is -log((1 - delta) e^(-eps)).
        return mpf(curve(order)) + log1p(-mpf(delta))
    x = divergence(order, rough, delta)[1]
    p = delta + (1 - delta) / (1 + math.exp(-x))
    delta, start_p, start_order = mpf(delta), mpf(p), mpf(order)
    gap = lambda a, p, eps: moment(a, p, eps, delta) - (a - 1) * curve(a)
    spread = lambda p: delta + exp(p)
    y = log(start_p - delta)
    if only is not None or order == top:
        system = lambda y, eps: [gap(start_order, spread(y), eps), mp.diff(lambda v: gap(start_order, spread(v), eps), y)]
        answer = mp.findroot(system, (y, mpf(rough)), tol=mpf(10) ** -40, verify=False)[1]
    else:
        system = lambda t, y, eps: [gap(1 + exp(t), spread(y), eps), mp.diff(lambda v: gap(1 + exp(t), spread(v), eps), y),
                                    mp.diff(lambda v: gap(1 + exp(v), spread(y), eps), t)]
        answer = mp.findroot(system, (log(start_order - 1), y, mpf(rough)), tol=mpf(10) ** -40, verify=False)[2]
    assert abs(answer / rough - 1) < 1e-7, (answer, rough, order)
    return answer


def upper_delta(curve, eps, lower):
    """Inverse of upper_epsilon over all orders, between a known lower end and the classical conversion."""
    f = lambda t: float(upper_epsilon(curve, math.exp(t))) - eps
    orders = 1 + np.logspace(-3, 4, 4000)
    classical = min((a - 1) * (float(curve(a)) - eps) - math.log(a) + (a - 1) * math.log1p(-1 / a) for a in orders)
    assert classical < -0.1
    return exp(mpf(brentq(f, float(log(lower)), classical + 1e-6, xtol=1e-13, rtol=1e-13)))


def write_gdp():
    table = Table("gdp.csv", "oracle/black_boxes.py, closed form, mpmath")
    for mu, count in ((0.01, 1), (0.3, 1), (1, 1), (4, 1), (0.1, 100), (0.5, 7)):
        plan = f"gdp({mu})" if count == 1 else f"{count} * gdp({mu})"
        for relation in BOTH_RELATIONS:
            total = mpf(mu) * sqrt(mpf(count))
            epsilons = [0.0] + [float(mp.nstr(total * total / 2 + z * total, 3)) for z in (0.5, 12)]
            table.profile(plan, relation, gaussian_profile(total), "closed form", epsilons, (1e-1, 1e-5, 1e-30, 1e-300))
    table.write()


def write_zcdp():
    table = Table("zcdp_optimal.csv", "oracle/black_boxes.py; lower: Gaussian of the same rho, upper: optimal conversion over all orders")
    source = "lower: Gaussian of the same rho; upper: optimal conversion, best order"
    for plan, rho in (("zcdp(0.001)", 0.001), ("zcdp(0.05)", 0.05), ("zcdp(0.5)", 0.5), ("zcdp(4)", 4), ("10 * zcdp(0.03)", 0.3)):
        curve = lambda a, rho=mpf(rho): rho * a
        lower = gaussian_profile(sqrt(2 * mpf(rho)))
        for delta in (1e-1, 1e-3, 1e-6, 1e-12, 1e-30):
            bound(table, plan, ADD_REMOVE, "delta", delta, find_epsilon(lower, mpf(delta)), upper_epsilon(curve, delta), source)
        eps = float(mp.nstr(mpf(rho) + 4 * sqrt(2 * mpf(rho)), 3))
        bound(table, plan, REPLACE_ONE, "epsilon", eps, lower(mpf(eps)), upper_delta(curve, eps, lower(mpf(eps))), source)
    table.write()


def bound(table, plan, relation, given, at, lower, upper, source):
    slack = mpf("1e-10")
    table.row(plan, relation, given, at, lower * (1 - slack), upper * (1 + slack), "bound", source)


def write_tcdp():
    table = Table("tcdp.csv", "oracle/black_boxes.py; lower: Gaussian of the same rho, upper: optimal conversion over orders up to omega")
    source = "lower: Gaussian of the same rho; upper: optimal conversion, best order up to omega"
    for plan, rho, omega in (("tcdp(0.01, 2)", 0.01, 2), ("tcdp(0.01, 20)", 0.01, 20), ("tcdp(0.1, 4)", 0.1, 4), ("tcdp(1, 3)", 1, 3),
                             ("tcdp(0.1, 1000)", 0.1, 1000), ("5 * tcdp(0.02, 10)", 0.1, 10), ("tcdp(0.02, 10) + tcdp(0.08, 6)", 0.1, 6)):
        curve = lambda a, rho=mpf(rho): rho * a
        lower = gaussian_profile(sqrt(2 * mpf(rho)))
        for delta in (1e-2, 1e-6, 1e-12):
            bound(table, plan, ADD_REMOVE, "delta", delta, find_epsilon(lower, mpf(delta)), upper_epsilon(curve, delta, omega), source)
    table.write()


def write_rdp():
    table = Table("rdp.csv", "oracle/black_boxes.py; lower: best coins within the order both ways, upper: optimal conversion of the order")
    source = "lower: two coins within the bound both ways; upper: optimal conversion of the order"
    cases = [(f"rdp({order}, {r})", order, r, r) for order, r in
             ((2, 1), (1.5, 0.1), (4, 0.5), (32, 0.2), (10, 3), (1.05, 2), (200, 0.01))]
    # A composition is at least as bad as its worst part, which is all that is claimed below.
    cases += [("3 * rdp(8, 0.25)", 8, 0.75, 0.25), ("rdp(6, 0.25) + 2 * rdp(6, 0.5)", 6, 1.25, 0.5)]
    for plan, order, r, part in cases:
        for delta in (1e-1, 1e-3, 1e-6, 1e-12):
            low = epsilon_of_order(order, part, delta, both_ways=True)
            bound(table, plan, ADD_REMOVE, "delta", delta, mpf(low) * (1 - mpf("1e-8")), upper_epsilon(lambda a: mpf(r), delta, only=order), source)
    table.write()


def check():
    for order, r, delta in ((2, 1.0, 1e-3), (4, 0.5, 1e-2), (1.5, 2.0, 1e-1), (10, 0.3, 1e-4)):
        eps = float(upper_epsilon(lambda a: mpf(r), delta, only=order))
        classic = r + math.log(1 - 1 / order) - math.log(delta * order) / (order - 1)
        p = np.concatenate([np.logspace(-9, -0.01, 4000), 1 - np.logspace(-9, -0.01, 1000)])[:, None]
        q = p * np.logspace(-12, -1e-6, 4000)[None, :]
        allowed = moment_double(order, np.log(p), np.log(q), np.log1p(-p), np.log1p(-q)) <= (order - 1) * r
        largest = np.max(np.where(allowed, p - np.exp(eps) * q, -1))
        print(f"rdp({order}, {r}) delta {delta}: eps {eps}, classical {classic}; grid's largest delta {largest}")
        assert eps <= classic and largest <= delta * (1 + 1e-9) and largest > delta * 0.98
    for rho, delta in ((0.05, 1e-3), (0.5, 1e-6), (4, 1e-12)):
        best = float(upper_epsilon(lambda a: mpf(rho) * a, delta))
        classic = min(rho * a + math.log(1 - 1 / a) - math.log(delta * a) / (a - 1) for a in 1 + np.logspace(-2, 4, 4000))
        scan = min(epsilon_of_order(a, rho * a, delta) for a in 1 + np.logspace(-2, 4, 200))
        gauss = float(find_epsilon(gaussian_profile(math.sqrt(2 * rho)), mpf(delta)))
        print(f"zcdp({rho}) delta {delta}: Gaussian {gauss}, optimal {best} (scan {scan}), classical {classic}")
        assert gauss < best <= min(classic, scan) * (1 + 1e-9)
        assert best > scan * (1 - 1e-3)
    print("black boxes: checks passed")


if __name__ == "__main__":
    if "--check" in sys.argv:
        check()
    else:
        for family in (write_gdp, write_zcdp, write_tcdp, write_rdp):
            family()
