"""randomized_response(epsilon, k) and dp(epsilon, delta), composed with themselves and each other: finite sums.

Equal parts: multinomial sums over the counts of each outcome, so the losses are exact multiples of epsilon. Different parts:
convolution of the atoms. The pair of dp(epsilon, delta) is that of Kairouz, Oh and Viswanath. None of it depends on the relation.

Checks (run with --check): Kairouz-Oh-Viswanath's formula for k equal parts with delta > 0 at every corner; brute-force enumeration of
the output strings of small compositions; multinomial sum against repeated convolution.
"""
import itertools
import sys

from mpmath import mp, mpf, exp, binomial, expm1, log1p

from common import *

mp.dps = 60


def randomized_response(epsilon, k=2):
    """(loss, mass under P) of the three kinds of outcome."""
    e = mpf(epsilon)
    q = 1 / (exp(e) + k - 1)
    return Atoms({e: exp(e) * q, -e: q, mpf(0): (k - 2) * q})


def dp(epsilon, delta=0):
    e, rest = mpf(epsilon), 1 - mpf(delta)
    if e == 0:
        return Atoms({e: rest}, delta)
    return Atoms({e: rest * exp(e) / (1 + exp(e)), -e: rest / (1 + exp(e))}, delta)


def repeated(law, count):
    """count copies of a law with losses +-e and perhaps 0: a sum over the counts of each."""
    e = law.largest()
    mass = {int(mp.sign(l)): p for l, p in law.masses}
    total = {}
    if e == 0:
        return Atoms({e: mass[0] ** count}, -expm1(count * log1p(-law.infinity)))
    for neutral in range(count + 1 if 0 in mass else 1):
        rest = count - neutral
        middle = binomial(count, neutral) * (mass[0] ** neutral if neutral else 1)
        for plus in range(rest + 1):
            weight = middle * binomial(rest, plus) * mass[1] ** plus * mass[-1] ** (rest - plus)
            total[2 * plus - rest] = total.get(2 * plus - rest, mpf(0)) + weight
    return Atoms({n * e: p for n, p in total.items()}, -expm1(count * log1p(-law.infinity)))


def composed(parts):
    result = None
    for law, count in parts:
        many = repeated(law, count)
        result = many if result is None else result.convolve(many)
    return result


def write():
    deltas = (1e-1, 1e-3, 1e-6, 1e-12, 1e-30, 1e-100)
    table = Table("randomized_response_composed.csv", "oracle/finite_laws.py, multinomial sums and enumeration, 60 digits")
    for epsilon, k, count in ((0.1, 2, 7), (1, 2, 50), (0.05, 2, 300), (1, 3, 20), (0.5, 10, 100), (3, 100, 30), (0.02, 5, 200)):
        law = repeated(randomized_response(epsilon, k), count)
        name = f"randomized_response({epsilon})" if k == 2 else f"randomized_response({epsilon}, {k})"
        relation = ADD_REMOVE if count % 2 else REPLACE_ONE
        atom_rows(table, f"{count} * {name}", relation, [law], "multinomial sum", sound_epsilons(law.largest(), (0, 0.113, 0.417)),
                  deltas if count >= 50 else deltas[1:5])
    for plan, parts in (
        ("randomized_response(1) + randomized_response(0.3)", ((1, 2, 1), (0.3, 2, 1))),
        ("randomized_response(1, 3) + randomized_response(0.7) + randomized_response(0.45, 8)", ((1, 3, 1), (0.7, 2, 1), (0.45, 8, 1))),
        ("3 * randomized_response(0.5) + 4 * randomized_response(0.31, 4) + 2 * randomized_response(0.07)", ((0.5, 2, 3), (0.31, 4, 4), (0.07, 2, 2))),
        ("10 * randomized_response(0.2) + 10 * randomized_response(0.1712, 3)", ((0.2, 2, 10), (0.1712, 3, 10))),
    ):
        law = composed([(randomized_response(e, k), count) for e, k, count in parts])
        atom_rows(table, plan, ADD_REMOVE, [law], "enumeration", sound_epsilons(law.largest(), (0, 0.211, 0.617)), (1e-1, 1e-3, 1e-6, 1e-12))
    table.write()
    table = Table("dp_composed.csv", "oracle/finite_laws.py, product of the Kairouz-Oh-Viswanath pairs, 60 digits")
    for plan, parts in (
        ("dp(1, 1e-5)", ((1, 1e-5, 1),)),
        ("dp(0, 0.01)", ((0, 0.01, 1),)),
        ("5 * dp(0, 0.001)", ((0, 0.001, 5),)),
        ("10 * dp(0.1, 1e-6)", ((0.1, 1e-6, 10),)),
        ("100 * dp(0.05, 1e-9)", ((0.05, 1e-9, 100),)),
        ("300 * dp(0.01, 1e-15)", ((0.01, 1e-15, 300),)),
        ("7 * dp(2, 1e-3)", ((2, 1e-3, 7),)),
        ("4 * dp(1, 1e-40)", ((1, 1e-40, 4),)),
        ("dp(1, 1e-4) + dp(0.37, 1e-6)", ((1, 1e-4, 1), (0.37, 1e-6, 1))),
        ("3 * dp(0.5, 1e-7) + 5 * dp(0.21, 1e-8) + dp(0.013)", ((0.5, 1e-7, 3), (0.21, 1e-8, 5), (0.013, 0, 1))),
        ("20 * dp(0.1, 1e-9) + 20 * dp(0.0731, 1e-12)", ((0.1, 1e-9, 20), (0.0731, 1e-12, 20))),
    ):
        law = composed([(dp(e, d), count) for e, d, count in parts])
        largest = law.largest() if law.largest() > 0 else mpf(1)
        epsilons = sound_epsilons(largest, (0, 0.113, 0.417)) + [float(mp.ceil(largest)) + 1]
        for relation in (ADD_REMOVE,) if len(plan) > 12 else BOTH_RELATIONS:
            atom_rows(table, plan, relation, [law], "Kairouz-Oh-Viswanath pair", epsilons, (1e-1, 1e-3, 1e-5, 1e-10, 1e-30))
    table.write()


def check():
    for epsilon, delta, count in ((0.1, 1e-6, 10), (2, 1e-3, 7), (1, 1e-40, 4), (0.05, 1e-9, 100)):
        law, e = repeated(dp(epsilon, delta), count), mpf(epsilon)
        for i in range(count // 2 + 1):
            inner = sum(binomial(count, l) * (exp((count - l) * e) - exp((count - 2 * i + l) * e)) for l in range(i)) / (1 + exp(e)) ** count
            printed = 1 - (1 - mpf(delta)) ** count * (1 - inner)
            assert abs(law.profile((count - 2 * i) * e) / printed - 1) < mpf(10) ** -15, (epsilon, i)
    for k, epsilons in ((2, (1.0, 0.3)), (3, (0.5, 0.5, 0.2)), (4, (0.7, 0.1, 0.4))):
        law = composed([(randomized_response(e, k), 1) for e in epsilons])
        for eps in (0.0, 0.15, 0.55, 0.9):
            total = mpf(0)
            for outcome in itertools.product(range(k), repeat=len(epsilons)):
                p = q = mpf(1)
                for e, o in zip(epsilons, outcome):
                    share = 1 / (exp(mpf(e)) + k - 1)
                    p *= share * (exp(mpf(e)) if o == 0 else 1)
                    q *= share * (exp(mpf(e)) if o == 1 else 1)
                total += max(mpf(0), p - exp(mpf(eps)) * q)
            assert abs(law.profile(mpf(eps)) - total) < mpf(10) ** -50
    one = randomized_response(0.4, 5)
    for eps in (0.1, 1.0, 2.0):
        assert abs(one.times(9).profile(mpf(eps)) - repeated(one, 9).profile(mpf(eps))) < mpf(10) ** -30
    for delta in (1e-2, 1e-5):
        law = repeated(one, 9)
        assert abs(law.profile(law.epsilon(delta)) / mpf(delta) - 1) < mpf(10) ** -40
    print("finite laws: checks passed")


if __name__ == "__main__":
    check() if "--check" in sys.argv else write()
