"""Compositions of laplace, truncated_laplace and exponential, exact by residues (flat_loss.py).

Checks (run with --check): one fold against the closed forms and against direct integration of (P - e^eps Q)+ over the output;
two and three folds against nested quadrature of the one-fold profile over the law of the loss; 5..60 folds against numpy Monte
Carlo within 4 standard errors; 500 * laplace(20) against a tilted FFT whose losses are spread onto a grid, an upper end that
closes in at second order (+1.3e-8, +2.9e-9 and +7e-10 in eps at 2048, 4096 and 8192 cells).
"""
import sys

import numpy as np
from mpmath import mp, mpf, exp, quad

from common import *
from flat_loss import FlatLoss, laplace, truncated_laplace, exponential

mp.dps = 30
TOLERANCE = mpf(10) ** -17


def title(leaf, count):
    return leaf if count == 1 else f"{count} * {leaf}"


def rows(table, plan, relation, law, count, source, epsilons, deltas):
    limit = count * law.reach()
    for eps in epsilons:
        table.exact(plan, relation, "epsilon", eps, law.profile(mpf(eps), count), source)
    infinity = -mp.expm1(count * mp.log1p(-law.infinity()))
    for delta in deltas:
        if infinity <= delta:
            eps = find_epsilon(lambda e: law.profile(e, count), mpf(delta), limit, TOLERANCE)
            table.exact(plan, relation, "delta", delta, eps, source)


def write_truncated():
    table = Table("truncated_laplace.csv", "oracle/laplace_family.py, closed forms and residues, 30 digits")
    cases = ((1, 10, 1), (1, 2, 1), (1, 1, 1), (1, 0.75, 1), (2, 0.5, 1), (0.5, 0.3, 1), (0.2, 3, 1), (5, 100, 1), (1, 20, 4), (2, 60, 20), (3, 0.9, 2))
    for scale, bound, count in cases:
        for relation in BOTH_RELATIONS:
            plan = title(f"truncated_laplace({scale}, {bound})", count)
            law = truncated_laplace(scale, bound, sensitivity(relation))
            source = "closed form" if count == 1 else "residues"
            if law is None:
                for eps in (0, 1, 10):
                    table.exact(plan, relation, "epsilon", eps, mpf(1), "supports do not meet")
                continue
            limit = count * law.reach()
            fractions = (0, 0.31, 0.73) if count == 1 else (0, 0.17, 0.47)
            rows(table, plan, relation, law, count, source, sound_epsilons(limit, fractions) + [float(mp.ceil(limit)) + 1],
                 (1e-1, 1e-3, 1e-6, 1e-10, 1e-20))
    table.write()


def write_exponential():
    table = Table("exponential.csv", "oracle/laplace_family.py, envelope of the bounded-range class, residues, 30 digits")
    for epsilon, count in ((0.01, 1), (1, 1), (5, 1), (40, 1), (1, 2), (0.5, 5), (3, 5), (0.1, 20), (1, 20), (2, 20)):
        relation = ADD_REMOVE if count % 2 else REPLACE_ONE
        plan = title(f"exponential({epsilon})", count)
        law = exponential(epsilon)
        fractions = (0, 0.31, 0.73) if count == 1 else (0, 0.17, 0.47)
        rows(table, plan, relation, law, count, "residues", sound_epsilons(count * law.reach(), fractions),
             (1e-1, 1e-3, 1e-6, 1e-12, 1e-30) if count > 1 else (1e-3, 1e-8, 1e-20))
    table.write()


def write_laplace():
    table = Table("laplace_composed.csv", "oracle/laplace_family.py, residues, 30 digits")
    for scale, count in ((0.3, 2), (1, 2), (5, 3), (1, 10), (10, 10), (2, 30), (10, 100), (100, 100), (20, 500)):
        relations = BOTH_RELATIONS if count < 100 else (ADD_REMOVE,)
        for relation in relations:
            law = laplace(scale, sensitivity(relation))
            epsilons = sound_epsilons(count * law.reach(), (0, 0.17, 0.47) if count < 500 else (0.05, 0.2))
            rows(table, title(f"laplace({scale})", count), relation, law, count, "residues", epsilons,
                 (1e-1, 1e-3, 1e-6, 1e-12, 1e-30) if count < 500 else (1e-3, 1e-6, 1e-12, 1e-20, 1e-30))
    table.write()


def check():
    for law, leaf in ((laplace(2, 1), "laplace"), (exponential(1.5), "exponential")):
        for a in (0.1, 0.3, 0.45):
            closed = 1 - exp((mpf(a) - mpf(1) / 2) / 2) if leaf == "laplace" else (1 - exp((mpf(a) - 1.5) / 2)) ** 2 / (1 - exp(mpf(-1.5)))
            assert abs(law.profile(a) / closed - 1) < mpf(10) ** -20
    for scale, bound, shift in ((1, 2, 1), (1, 0.75, 1), (0.5, 0.3, 0.5), (2, 5, 2), (3, 1.5, 2)):
        scale, bound = mpf(scale), mpf(bound)
        norm = 2 * scale * (1 - exp(-bound / scale))
        law = truncated_laplace(scale, bound, shift)
        for eps in (mpf(0), mpf("0.05"), mpf("0.2"), mpf("0.9")):
            p = lambda z: exp(-abs(z) / scale) / norm
            q = lambda z: exp(-abs(z - shift) / scale) / norm if z >= shift - bound else mpf(0)
            cuts = sorted({z for z in (-bound, shift - bound, mpf(0), mpf(shift), bound, (shift - eps * scale) / 2) if -bound <= z <= bound})
            direct = quad(lambda z: max(mpf(0), p(z) - exp(eps) * q(z)), cuts)
            assert abs(law.profile(eps) - direct) < mpf(10) ** -20, (scale, bound, shift, eps)
    for law in (laplace(1, 1), exponential(2), truncated_laplace(1, 3, 1), truncated_laplace(1, 0.8, 1)):
        factor, r = law.scale() * exp(-law.tilt() / 2), law.reach()
        previous = 1
        for count in (2, 3):
            for eps in (mpf("0.07"), mpf("0.6")):
                inner = lambda l: law.profile(eps - l, previous)
                cuts = sorted({z for z in (-r, r, *(eps - j * r for j in range(-4, 5))) if -r <= z <= r})
                value = quad(lambda l: factor * exp(l / 2) / 4 * inner(l), cuts)
                for side in (r, -r):
                    value += factor * law.alpha() / 2 * exp(side / 2) * inner(side)
                value += law.infinity()
                assert abs(law.profile(eps, count) / value - 1) < mpf(10) ** -12, (count, eps)
            previous = count
    rng = np.random.default_rng(77)
    size = 400000
    for kind, parameters, count in (("l", (1.0,), 10), ("l", (10.0,), 60), ("t", (1.0, 4.0), 5), ("t", (1.0, 0.9), 5), ("e", (1.0,), 20)):
        if kind == "e":
            e = parameters[0]
            total = (e + 2 * np.log1p(rng.random((size, count)) * np.expm1(-e))).sum(axis=1)
            law = exponential(e)
        else:
            b, bound = parameters[0], parameters[-1] if kind == "t" else np.inf
            z = -b * np.log1p(rng.random((size, count)) * np.expm1(-bound / b)) * rng.choice([-1, 1], (size, count))
            total = np.where(z < 1 - bound, np.inf, (abs(z - 1) - abs(z)) / b).sum(axis=1)
            law = laplace(b, 1) if kind == "l" else truncated_laplace(b, bound, 1)
        for eps in (0.3, 1.0, 2.0):
            values = np.maximum(0, -np.expm1(eps - total))
            if (values > 0).sum() > 100:
                assert abs(values.mean() - float(law.profile(eps, count))) < 4 * values.std() / size**0.5, (kind, parameters, eps)
    ends = [spread_epsilon(0.05, 500, cells, 1e-6) for cells in (2048, 4096, 8192)]
    truth = float(find_epsilon(lambda e, law=laplace(20, 1): law.profile(e, 500), mpf(1e-6), 25, TOLERANCE))
    print("500 * laplace(20), delta 1e-6:", truth, "spread ends minus it:", [end - truth for end in ends])
    assert 0 < ends[2] - truth < 1e-9 and ends[2] < ends[1] < ends[0]
    print("laplace family: checks passed")


def spread_epsilon(theta, count, cells, delta, tilt=2.0):
    """Upper end for count * Laplace: each cell's masses under P and Q moved to its two ends; one FFT in doubles."""
    from scipy.optimize import brentq
    step = 2 * theta / cells
    x = -theta + step * np.arange(cells + 1)
    p_cell, q_cell = np.exp((x[:-1] - theta) / 2) / 2 * np.expm1(step / 2), np.exp((-x[1:] - theta) / 2) / 2 * np.expm1(step / 2)
    right = (p_cell * np.exp(-x[:-1]) - q_cell) / (np.exp(-x[:-1]) - np.exp(-x[1:]))
    p = np.zeros(cells + 1)
    p[:-1] += p_cell - right
    p[1:] += right
    p[-1] += 0.5
    p[0] += np.exp(-theta) / 2
    w = p * np.exp(tilt * x)
    log_m = np.log(w.sum())
    length = 1 << int(np.ceil(np.log2(cells * count + 2)))
    folded = np.fft.irfft(np.fft.rfft(w / w.sum(), length) ** count, length)[: cells * count + 1]
    total = -count * theta + step * np.arange(cells * count + 1)

    def profile(eps):
        above = total > eps
        return np.sum(folded[above] * np.exp(count * log_m - tilt * total[above]) * -np.expm1(eps - total[above]))

    return brentq(lambda eps: profile(eps) - delta, 0, count * theta, xtol=1e-14)


if __name__ == "__main__":
    if "--check" in sys.argv:
        check()
    else:
        write_truncated()
        write_exponential()
        write_laplace()
