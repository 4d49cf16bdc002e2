"""Renyi divergences of plans by quadrature of p^alpha q^(1-alpha), and of finite laws by their sums; the order 1 is the mean of log(p/q).

Writes renyi.csv (columns plan, relation, alpha, value): the larger one of the directions of the relation.
"""
from mpmath import mp, mpf, exp, log, quad, sqrt, pi, inf

from common import *

mp.dps = 20
ORDERS = (1, 1.25, 1.5, 2, 3, 8, 8.5, 20)


def normal(mean, s):
    return lambda y: exp(-((y - mean) / s) ** 2 / 2) / (s * sqrt(2 * pi))


def laplace(mean, s):
    return lambda y: exp(-abs(y - mean) / s) / (2 * s)


def mixed(q, one, other):
    return lambda y: (1 - q) * other(y) + q * one(y)


def continuous(p, q, cuts):
    """cuts holds all kinks, and is wide enough for the largest order."""

    def divergence(alpha):
        if alpha == 1:
            return quad(lambda y: p(y) * log(p(y) / q(y)), cuts)
        a = mpf(alpha)
        return log(quad(lambda y: exp(a * log(p(y)) + (1 - a) * log(q(y))), cuts)) / (a - 1)

    return divergence


def finite(p, q):
    def divergence(alpha):
        if alpha == 1:
            return sum(a * log(a / b) for a, b in zip(p, q))
        m = mpf(alpha)
        return log(sum(a ** m * b ** (1 - m) for a, b in zip(p, q))) / (m - 1)

    return divergence


def wide(s, reach=20):
    return [mpf(x) * s for x in range(-reach - 20, 2 * reach + 41, 2)]


def rows():
    g, z = normal(mpf(1), mpf(2)), normal(mpf(0), mpf(2))
    yield "gaussian(2)", ADD_REMOVE, [continuous(g, z, wide(2))], 1
    g2 = normal(mpf(2), mpf(2))
    yield "gaussian(2)", REPLACE_ONE, [continuous(g2, z, wide(2, 30))], 1
    l, m = laplace(mpf(1), mpf("1.5")), laplace(mpf(0), mpf("1.5"))
    cuts = [mpf(-200), -60, -20, -6, 0, 1, 7, 21, 61, 201]
    yield "laplace(1.5)", ADD_REMOVE, [continuous(l, m, cuts)], 1
    n1, n0, q = normal(mpf(1), mpf(1)), normal(mpf(0), mpf(1)), mpf(0.02)
    sampled = mixed(q, n1, n0)
    both = [continuous(sampled, n0, wide(1, 30)), continuous(n0, sampled, wide(1, 30))]
    yield "poisson(0.02, gaussian(1))", ADD_REMOVE, both, 1
    yield "300 * poisson(0.02, gaussian(1))", ADD_REMOVE, both, 300
    sampled = mixed(mpf(0.1), l, m)
    yield "poisson(0.1, laplace(1.5))", ADD_REMOVE, [continuous(sampled, m, cuts), continuous(m, sampled, cuts)], 1
    e = exp(mpf(1))
    p = [e / (e + 2), 1 / (e + 2), 1 / (e + 2)]
    yield "randomized_response(1, k=3)", ADD_REMOVE, [finite(p, [p[1], p[0], p[2]])], 1
    hits = [(1 - mpf(1) / 20) ** 3, 3 * (mpf(1) / 20) * (1 - mpf(1) / 20) ** 2, 3 * (mpf(1) / 20) ** 2 * (1 - mpf(1) / 20), (mpf(1) / 20) ** 3]
    drawn = lambda y: sum(w * normal(mpf(2 * k), mpf(3))(y) for k, w in enumerate(hits))
    zero = normal(mpf(0), mpf(3))
    yield "with_replacement(3, 20, gaussian(3))", ADD_REMOVE, [continuous(drawn, zero, wide(3, 40)), continuous(zero, drawn, wide(3, 40))], 1


def main():
    table = Table("renyi.csv", "oracle/renyi.py, quadrature, 12 digits", ["plan", "relation", "alpha", "value"])
    for plan, relation, directions, count in rows():
        for alpha in ORDERS:
            table.rows.append([plan, relation, repr(float(alpha)), repr(float(count * max(one(alpha) for one in directions)))])
    table.write()


if __name__ == "__main__":
    main()
