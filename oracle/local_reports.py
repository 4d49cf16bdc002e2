"""Table of the theorem on local reports: golden/LocalReport.csv. Every report of a small alphabet is counted out under two values, 40 digits."""
from itertools import combinations, product

from mpmath import mp, mpf, exp, log

from common import *

mp.dps = 40
SCRIPT = "oracle/local_reports.py"


def unary(flip, bits=4):
    """Laws of all vectors of bits, one-hot at 0 and at 1."""
    laws = []
    for value in (0, 1):
        law = []
        for report in product((0, 1), repeat=bits):
            p = mpf(1)
            for i, bit in enumerate(report):
                p *= 1 - flip if bit == (i == value) else flip
            law.append(p)
        laws.append(law)
    return laws


def subset(eps, d, w):
    laws = []
    for value in (0, 1):
        law = [exp(mpf(eps)) if value in s else mpf(1) for s in combinations(range(d), w)]
        total = sum(law)
        laws.append([p / total for p in law])
    return laws


def hashed(eps, l, values=3):
    """All functions from the values to the buckets."""
    laws = [[], []]
    for function in product(range(l), repeat=values):
        for bucket in range(l):
            for value in (0, 1):
                p = (exp(mpf(eps)) if function[value] == bucket else mpf(1)) / (exp(mpf(eps)) + l - 1)
                laws[value].append(p / mpf(l) ** values)
    return laws


def hadamard(eps, order=4):
    laws = [[], []]
    for column in range(order):
        for bit in (0, 1):
            for value in (0, 1):
                entry = bin((value + 1) & column).count("1") % 2
                laws[value].append((exp(mpf(eps)) if entry == bit else mpf(1)) / (exp(mpf(eps)) + 1) / order)
    return laws


def profile(laws):
    return lambda eps: sum(max(mpf(0), p - exp(eps) * q) for p, q in zip(*laws))


if __name__ == "__main__":
    table = Table("LocalReport.csv", f"{SCRIPT}, every report counted out, 40 digits")
    for plan, laws in (
        ("unary(1)", unary(1 / (exp(mpf(1) / 2) + 1))),
        ("unary(3)", unary(1 / (exp(mpf(3) / 2) + 1))),
        ("rappor(0.5)", unary(mpf("0.25"))),
        ("subset(1, 10, 3)", subset(1, 10, 3)),
        ("subset(2, 5, 1)", subset(2, 5, 1)),
        ("local_hash(1, 4)", hashed(1, 4)),
        ("hadamard(1)", hadamard(1)),
    ):
        for eps in (0.0, 0.5, 0.9):
            table.exact(plan, REPLACE_ONE, "epsilon", eps, profile(laws)(mpf(eps)), "counted out")
    for eps in (0.0, 0.5):
        table.exact("local_laplace(1)", REPLACE_ONE, "epsilon", eps, 1 - exp((mpf(eps) - 1) / 2), "closed form")
    table.write()
