"""count * poisson(rate, A + B), A and B among randomized_response, dp and discrete_laplace, add-remove: finite sums.

The base is written out outcome by outcome from both laws, those that one law alone can give among them; REMOVE compares (1-q)Q + qP with Q, ADD
the other way, and a row holds the worse of the two after composition, a sum over the counts of each outcome. Plans are drawn with a fixed seed.

Checks (run with --check): the totals of both laws; floating-point sums over the same counts; the base written out twice for one step.
With --ask FILE the questions of that many more plans, answered in floating point, are written to FILE, one a line.
"""
import json
import math
import random
import sys

import numpy as np
from mpmath import mp, mpf, exp, log, log1p, expm1, binomial

from common import *

mp.dps = 34
SEED, PLANS, MOST_TERMS = 20261, 60, 30_000


def part(draw):
    """A leaf by name, and its outcomes [(P, Q)]."""
    kind = draw.choice(("rr", "rr", "dp", "dp", "dl"))
    epsilon = rounded(math.exp(draw.uniform(math.log(0.03), math.log(2.5))))
    delta = 0.0
    if kind == "rr":
        name = f"randomized_response({epsilon})"
    elif kind == "dl":
        scale = rounded(1 / epsilon)
        name, epsilon = f"discrete_laplace({scale})", 1 / mpf(scale)
    else:
        delta = draw.choice((0.0, 1e-3, 1e-5, 1e-8))
        name = f"dp({epsilon}, {delta!r})" if delta else f"dp({epsilon})"
    high = (1 - mpf(delta)) / (1 + exp(-mpf(epsilon)))
    low = high * exp(-mpf(epsilon))
    outcomes = [(high, low), (low, high)]
    return name, outcomes + ([(mpf(delta), mpf(0)), (mpf(0), mpf(delta))] if delta else [])


def rounded(x):
    return float(f"{x:.4g}")


def product(first, second):
    """Outcomes of both parts; those that only one law can give are one."""
    both, only_p, only_q = [], mpf(0), mpf(0)
    for p1, q1 in first:
        for p2, q2 in second:
            p, q = p1 * p2, q1 * q2
            if q == 0:
                only_p += p
            elif p == 0:
                only_q += q
            else:
                both.append((p, q))
    return both + ([(only_p, mpf(0))] if only_p else []) + ([(mpf(0), only_q)] if only_q else [])


def sampled(outcomes, rate, removing):
    """[(loss, mass)] with finite losses, and the mass at infinity."""
    rate, finite, infinity = mpf(rate), [], mpf(0)
    for p, q in outcomes:
        mixed = (1 - rate) * q + rate * p
        first, second = (mixed, q) if removing else (q, mixed)
        if second == 0:
            infinity += first
        elif first > 0:
            finite.append((log(first / second), first))
    return finite, infinity


def terms(count, kinds):
    return math.comb(count + kinds - 1, kinds - 1)


def delta(finite, infinity, count, eps):
    """Delta at eps of the count-fold law, by all counts of outcomes."""
    total = -expm1(count * log1p(-infinity))
    powers = [[mass**n for n in range(count + 1)] for _, mass in finite]

    def walk(i, left, loss, mass):
        if i == len(finite) - 1:
            gap = loss + left * finite[i][0] - eps
            return -mass * powers[i][left] * expm1(-gap) if gap > 0 else mpf(0)
        return sum(walk(i + 1, left - n, loss + n * finite[i][0], mass * binomial(left, n) * powers[i][n]) for n in range(left + 1))

    return total + walk(0, count, mpf(0), mpf(1))


def quick(finite, infinity, count):
    """Losses, masses and the mass at infinity of the count-fold law in floating point."""
    loss, weight, left = np.zeros(1), np.zeros(1), np.array([count])
    lgamma = np.array([math.lgamma(n + 1) for n in range(count + 1)])
    for i, (x, mass) in enumerate(finite):
        if i == len(finite) - 1:
            repeat, n = np.arange(len(left)), left
        else:
            repeat = np.repeat(np.arange(len(left)), left + 1)
            n = np.concatenate([np.arange(k + 1) for k in left])
        loss = loss[repeat] + n * float(x)
        weight = weight[repeat] + n * float(log(mass)) - lgamma[n]
        left = left[repeat] - n
    return loss, np.exp(weight + lgamma[count]), float(-expm1(count * log1p(-infinity)))


def quick_delta(law, eps):
    loss, mass, infinity = law
    above = loss > eps
    return infinity + math.fsum(-mass[above] * np.expm1(eps - loss[above]))


def questions(seed, plans):
    """(plan, count, laws in both directions, epsilon) for plans drawn at random."""
    draw, found = random.Random(seed), 0
    while found < plans:
        (name_a, a), (name_b, b) = part(draw), part(draw)
        if name_a == name_b:
            continue
        rate = rounded(math.exp(draw.uniform(math.log(0.003), math.log(0.5))))
        count = draw.choice((1, 2, 5, 12, 20, 31, 58))
        outcomes = product(a, b)
        laws = [sampled(outcomes, rate, removing) for removing in (True, False)]
        if max(terms(count, len(finite)) for finite, _ in laws) > MOST_TERMS:
            continue
        spread = max(float(count * sum(m * x * x for x, m in finite)) ** 0.5 for finite, _ in laws)
        eps = rounded(draw.uniform(0.05, 3.5) * spread)
        step = f"poisson({rate}, {name_a} + {name_b})"
        found += 1
        yield step if count == 1 else f"{count} * {step}", count, laws, eps


def write():
    table = Table("sampled_mixed_base.csv", "oracle/sampled_mixed_base.py, exact sums over outcomes, 34 digits")
    for plan, count, laws, eps in questions(SEED, PLANS):
        truth = max(delta(finite, infinity, count, mpf(eps)) for finite, infinity in laws)
        if truth > mpf("1e-14"):
            table.exact(plan, ADD_REMOVE, "epsilon", eps, truth, "exact sum over outcomes")
    table.write()


def ask(path, seed, plans):
    with open(path, "w") as file:
        for plan, count, laws, eps in questions(seed, plans):
            truth = max(quick_delta(quick(finite, infinity, count), eps) for finite, infinity in laws)
            if truth > 1e-14:
                file.write(json.dumps({"plan": plan, "epsilon": eps, "truth": truth}) + "\n")


def check():
    for plan, count, laws, eps in questions(7, 12):
        for finite, infinity in laws:
            lost = infinity + sum(mass for _, mass in finite)
            assert abs(lost - 1) < mpf(10) ** -30, plan
            law = quick(finite, infinity, count)
            exact = delta(finite, infinity, count, mpf(eps))
            assert abs(quick_delta(law, eps) - exact) <= 1e-11 * exact + 1e-18, plan
    print("sampled mixed bases: checks passed")


if __name__ == "__main__":
    if "--check" in sys.argv:
        check()
    elif "--ask" in sys.argv:
        ask(sys.argv[2], int(sys.argv[3]), int(sys.argv[4]))
    else:
        write()
