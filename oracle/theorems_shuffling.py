"""Tables of the theorems on shuffled reports: golden/<Theorem>.csv, from the statements on their pages, 40 digits.

Sums: the counts of blanket reports are summed as multinomials. Datasets: the reports of every user convolved, and all outputs looked at.
Closed forms: as printed. Where it is cheap a table also has what binary response attains, all datasets tried: an upper end below it is unsound.
"""
import itertools

from mpmath import mp, mpf, binomial, exp, expm1, factorial, log, log1p, sqrt

from common import *

mp.dps = 40
SCRIPT = "oracle/theorems_shuffling.py"


def multinomial_bound(n, atoms):
    """eps -> (1/n) E[(sum of n independent Z)+], Z = f - e^eps g for the atoms (mass, f, g), else 0."""
    rest = 1 - sum(m for m, _, _ in atoms)

    def profile(eps):
        x, total = exp(mpf(eps)), mpf(0)
        values = [f - x * g for _, f, g in atoms]

        def walk(i, left, weight, value):
            nonlocal total
            if i == len(atoms):
                if value > 0:
                    total += weight * rest**left / factorial(left) * value
                return
            term = weight
            for count in range(left + 1):
                walk(i + 1, left - count, term, value + count * values[i])
                term = term * atoms[i][0] / (count + 1)

        walk(0, n, factorial(n), mpf(0))
        return total / n

    return profile


def two_coins(n, mass, f, g):
    """The same for two atoms (f, g) and (g, f) of one mass: given how many coins, the heads are binomial."""

    def profile(eps):
        x, total = exp(mpf(eps)), mpf(0)
        up, down = f - x * g, g - x * f
        for s in range(1, n + 1):
            weight = binomial(n, s) * (2 * mass) ** s * (1 - 2 * mass) ** (n - s)
            if weight < mpf(10) ** -60:
                continue
            total += weight * mpf(2) ** -s * sum(binomial(s, a) * v for a in range(s + 1) for v in [a * up + (s - a) * down] if v > 0)
        return total / n

    return profile


def binary_truth(n, eps0):
    """The worst dataset of shuffled binary response: the number of ones among n reports, every number of ones among the others."""
    q = 1 / (exp(mpf(eps0)) + 1)
    coin = lambda law, p: [(law[i] if i < len(law) else 0) * (1 - p) + (law[i - 1] if i else 0) * p for i in range(len(law) + 1)]
    pairs = []
    for m in range(n):
        base = [mpf(1)]
        for i in range(n - 1):
            base = coin(base, 1 - q if i < m else q)
        pairs.append((coin(base, q), coin(base, 1 - q)))

    def profile(eps):
        x = exp(mpf(eps))
        return max(sum(max(0, a - x * b) for a, b in zip(*order)) for p, r in pairs for order in ((p, r), (r, p)))

    return profile


def dataset(n, k, eps0, others):
    """k-ary response, the others' symbols fixed, victim 0 against 1: all counts of outputs."""
    e0 = exp(mpf(eps0))
    q = 1 / (e0 + k - 1)

    def with_report(law, symbol):
        out = {}
        for counts, p in law.items():
            for y in range(k):
                key = counts[:y] + (counts[y] + 1,) + counts[y + 1 :]
                out[key] = out.get(key, mpf(0)) + p * (e0 * q if y == symbol else q)
        return out

    base = {(0,) * k: mpf(1)}
    for symbol in others:
        base = with_report(base, symbol)
    first, second = with_report(base, 0), with_report(base, 1)
    return lambda eps: max(sum(max(0, a[c] - exp(mpf(eps)) * b[c]) for c in a) for a, b in ((first, second), (second, first)))


def nearly_all_coins(n, eps0):
    """As two_coins(n, 1 / (e^eps0 + 1), e^eps0, 1) where next to every report is a coin: few rest, and heads are summed from the first that counts."""
    e0 = exp(mpf(eps0))
    rate = 2 / (e0 + 1)

    def profile(eps):
        x, total = exp(mpf(eps)), mpf(0)
        for s in range(n, n - 5, -1):
            least = int(mp.floor((x * e0 - 1) * s / ((e0 - 1) * (1 + x)))) + 1
            heads, sum_of_heads = binomial(s, least) * mpf(2) ** -s, mpf(0)
            for a in range(least, s + 1):
                term = heads * (a * (e0 - x) + (s - a) * (1 - x * e0))
                sum_of_heads += term
                if term < sum_of_heads * mpf(10) ** -30 and a > least:
                    break
                heads = heads * (s - a) / (a + 1)
            total += binomial(n, s) * rate**s * (1 - rate) ** (n - s) * sum_of_heads
        return total / n

    return profile


def very_many_symbols(n, k, eps0):
    """k-ary response where two reports of one symbol are rare: victim 0 against 1, all others hold symbol 2, or all hold symbol 0."""
    e0 = exp(mpf(eps0))
    q = 1 / (e0 + k - 1)
    few = range(9)

    def third(x):
        heavy = (k - 3) / (e0 + k - 3)
        total = mpf(0)
        for s in few:
            for light in few:
                weight = binomial(n, s) * (2 * q) ** s * (1 - 2 * q) ** (n - s) * binomial(n - s, light) * (1 - heavy) ** light * heavy ** (n - s - light)
                u = n - s - light + light / e0
                total += weight * mpf(2) ** -s * sum(binomial(s, a) * max(0, (e0 * a + s - a + u) - x * (a + e0 * (s - a) + u)) for a in range(s + 1))
        return total / n

    def same(x):
        kept = e0 / (e0 + k - 2)
        first, second = mpf(0), mpf(0)
        for b in few:
            for a in few:
                weight = binomial(n, b) * q**b * (1 - q) ** (n - b) * binomial(n - b, a) * kept**a * (1 - kept) ** (n - b - a)
                ratio = (a / e0 + b * e0 + n - a - b) / n
                first += weight * max(0, 1 - x * ratio)
                second += weight * max(0, ratio - x)
        return max(first, second)

    return lambda eps: max(third(exp(mpf(eps))), same(exp(mpf(eps))))


def bundle_laws(m, eps):
    """Of the number of ones in m answers of one value, 0 and 1."""
    q = 1 / (1 + exp(mpf(eps)))
    zeros = [binomial(m, t) * q**t * (1 - q) ** (m - t) for t in range(m + 1)]
    return zeros, zeros[::-1]


def bundled_blanket(n, m, eps):
    zeros, ones = bundle_laws(m, eps)
    return multinomial_bound(n, [(min(a, b), max(1, a / b), max(1, b / a)) for a, b in zip(zeros, ones)])


def bundled_dataset(n, m, eps):
    """All others hold the victim's value: all counts of bundles, by their numbers of ones."""
    zeros, ones = bundle_laws(m, eps)

    def with_bundle(law, bundle):
        out = {}
        for counts, p in law.items():
            for t in range(m + 1):
                key = counts[:t] + (counts[t] + 1,) + counts[t + 1 :]
                out[key] = out.get(key, mpf(0)) + p * bundle[t]
        return out

    base = {(0,) * (m + 1): mpf(1)}
    for _ in range(n - 1):
        base = with_bundle(base, zeros)
    first, second = with_bundle(base, zeros), with_bundle(base, ones)
    return lambda eps: max(sum(max(0, a[c] - exp(mpf(eps)) * b[c]) for c in a) for a, b in ((first, second), (second, first)))


def rows(table, plan, profile, eps0, source, fractions=(0.1, 0.5), deltas=(1e-3,), above=1e-6, below=1e-9):
    for share in fractions:
        eps = float(mp.nstr(mpf(eps0) * mpf(share), 3))
        table.formula(plan, REPLACE_ONE, "epsilon", eps, profile(mpf(eps)), source, above, below)
    for delta in deltas:
        table.formula(plan, REPLACE_ONE, "delta", delta, find_epsilon(profile, mpf(delta), eps0, mpf(10) ** -15), source, above, below)


def attained(table, plan, n, eps0, eps):
    table.realised(plan, REPLACE_ONE, "epsilon", eps, binary_truth(n, eps0)(eps), "binary response, the worst of all datasets")


def write_exact():
    table = Table("ShuffledBinaryResponse.csv", f"{SCRIPT}, all datasets counted out, 40 digits")
    for n, eps0 in ((5, 1), (12, 2), (30, 0.5)):
        profile = binary_truth(n, eps0)
        plan = f"shuffled({n}, randomized_response({eps0}))"
        for share in (0, 0.1, 0.6):
            eps = float(mp.nstr(mpf(eps0) * mpf(share), 3))
            table.exact(plan, REPLACE_ONE, "epsilon", eps, profile(mpf(eps)), "all datasets counted out")
        table.exact(plan, REPLACE_ONE, "delta", 1e-3, find_epsilon(profile, mpf(1e-3), eps0, mpf(10) ** -15), "all datasets counted out")
    table.write()

    table = Table("ShuffledDatasets.csv", f"{SCRIPT}, two datasets counted out, 40 digits")
    for n, k, eps0 in ((5, 3, 1), (8, 3, 2), (4, 5, 0.5)):
        third, same = dataset(n, k, eps0, [2] * (n - 1)), dataset(n, k, eps0, [0] * (n - 1))
        plan = f"shuffled({n}, randomized_response({eps0}, k={k}))"
        rows(table, plan, lambda eps: max(third(eps), same(eps)), eps0, "the better of two datasets", (0, 0.3, 0.8))
    for n, m, eps in ((6, 3, 1), (10, 2, 2)):
        # each ratio is rounded to a lattice: a little below
        rows(table, f"shuffled({n}, {m} * randomized_response({eps}))", bundled_dataset(n, m, eps), m * eps, "bundles, all others alike", (0.1, 0.3, 0.6), (1e-3,), 1e-9, 1e-5)
    for n, k, eps0, share in ((111, 11898008, 6e-12, 5e-5), (18, 3936544964177, 0.35, 1e-16)):
        rows(table, f"shuffled({n}, randomized_response({eps0}, k={k}))", very_many_symbols(n, k, eps0), eps0, "the better of two datasets", (share,), (), 1e-12, 1e-9)
    table.write()


def write_sums():
    e = lambda eps0: exp(mpf(eps0))
    table = Table("ShuffledBlanket.csv", f"{SCRIPT}, multinomial sum of the blanket's atoms, 40 digits")
    for n, k, eps0 in ((20, 3, 1), (30, 5, 2)):
        e0 = e(eps0)
        q = 1 / (e0 + k - 1)
        rows(table, f"shuffled({n}, randomized_response({eps0}, k={k}))", multinomial_bound(n, [(q, e0, 1), (q, 1, e0), ((k - 2) * q, 1, 1)]), eps0, "blanket of k-ary response")
    e0 = e(1)
    q = 1 / (e0 + 1)
    rows(table, "shuffled(20, hadamard(1))", multinomial_bound(20, [(q / 2, e0, 1), (q / 2, 1, e0), (q / 2, e0, e0), (q / 2, 1, 1)]), 1, "blanket of Hadamard response", (0.2,), (), 0.2)
    d, w = 6, 2
    q = 1 / (e0 * binomial(d - 1, w - 1) + binomial(d - 1, w))
    atoms = [(binomial(d - 2, w - 1) * q, e0, 1), (binomial(d - 2, w - 1) * q, 1, e0), (binomial(d - 2, w - 2) * q, e0, e0), (binomial(d - 2, w) * q, 1, 1)]
    # weight 1 is spread to weight e0 where both kinds of neutral reports occur: a little above the sum
    rows(table, "shuffled(15, subset(1, 6, 2))", multinomial_bound(15, atoms), 1, "blanket of subset selection", (0.2,), (), 0.2)
    for n, m, eps in ((12, 3, 1), (15, 2, 2)):
        # each loss is split among two places of a lattice: a little above
        rows(table, f"shuffled({n}, {m} * randomized_response({eps}))", bundled_blanket(n, m, eps), m * eps, "blanket of bundles", (0.1, 0.3, 0.6), (1e-3,), 1e-4)
    third = dataset(8, 3, 1, [2] * 7)
    table.realised("shuffled(8, randomized_response(1, k=3))", REPLACE_ONE, "epsilon", 0.2, third(0.2), "a dataset counted out")
    table.write()

    table = Table("VariationRatio.csv", f"{SCRIPT}, multinomial sum, 40 digits")
    for name, n, eps0, beta in (("local_laplace(1)", 25, 1, 1 - exp(-mpf(1) / 2)), ("local_laplace(3)", 20, 3, 1 - exp(-mpf(3) / 2)), ("unary(2)", 20, 2, None), ("rappor(0.5)", 15, None, None)):
        if name.startswith("unary"):
            f = 1 / (1 + exp(mpf(eps0) / 2))
            beta = 1 - 2 * f
        if name.startswith("rappor"):
            f = mpf(0.5) / 2
            eps0, beta = log(((1 - f) / f) ** 2), 1 - 2 * f
        e0 = exp(mpf(eps0))
        alpha = beta / (e0 - 1)
        profile = multinomial_bound(n, [(alpha, e0, 1), (alpha, 1, e0), ((1 - alpha - e0 * alpha) / e0, e0, e0)])
        rows(table, f"shuffled({n}, {name})", profile, eps0, "variation ratio, three counts")
    table.write()

    table = Table("GeneralClones.csv", f"{SCRIPT}, sum over coins, 40 digits")
    for n, eps0 in ((30, 1), (100, 3), (300, 0.25)):
        r = 1 / (e(eps0) + 1)
        rows(table, f"shuffled({n}, local({eps0}))", two_coins(n, r, e(eps0), mpf(1)), eps0, "the general pair", (0, 0.1, 0.5))
    attained(table, "shuffled(12, local(1))", 12, 1, 0.3)
    rows(table, "shuffled(21000000, local(7e-13))", nearly_all_coins(21000000, 7e-13), 7e-13, "the general pair", (0.003, 0.007), ())
    table.write()

    table = Table("Clones2021.csv", f"{SCRIPT}, the pair summed over clones, 40 digits")
    for n, eps0 in ((30, 1), (60, 2)):
        table_profile = clones(n, eps0)
        rows(table, f"shuffled({n}, local({eps0}))", table_profile, eps0, "the pair of clones", (0, 0.3, 0.7))
    attained(table, "shuffled(12, local(1))", 12, 1, 0.3)
    table.write()


def clones(n, eps0):
    """Feldman, McMillan and Talwar 2021, Theorem 3.2: C clones, A of them heads, the victim's own report D."""
    e0 = exp(mpf(eps0))
    p, d = 1 / e0, e0 / (e0 + 1)
    laws = {}
    for c in range(n):
        for a in range(c + 1):
            weight = binomial(n - 1, c) * p**c * (1 - p) ** (n - 1 - c) * binomial(c, a) * mpf(2) ** -c
            for key, first, second in (((a + 1, c - a), d, 1 - d), ((a, c - a + 1), 1 - d, d)):
                one, two = laws.get(key, (mpf(0), mpf(0)))
                laws[key] = (one + weight * first, two + weight * second)
    return lambda eps: sum(max(mpf(0), a - exp(mpf(eps)) * b) for a, b in laws.values())


def closed(name, cases, formula, source):
    table = Table(name + ".csv", f"{SCRIPT}, printed formula, 40 digits")
    for n, randomizer, eps0, delta in cases:
        table.formula(f"shuffled({n}, {randomizer})", REPLACE_ONE, "delta", delta, formula(mpf(n), mpf(eps0), mpf(delta)), source)
    return table


def write_closed():
    some = [(10000, "local(1)", 1, 1e-6), (10000, "local(2)", 2, 1e-3), (1000000, "local(4)", 4, 1e-8), (5000, "randomized_response(0.5, k=3)", 0.5, 1e-5)]
    closed("GeneralClonesClosedForm", some, lambda n, e, d: log1p(expm1(e) * (4 * sqrt(2 * log(4 / d) / ((exp(e) + 1) * n)) + 4 / n)), "closed form of 2023").write()
    closed("Clones2021ClosedForm", some, lambda n, e, d: log1p(expm1(e) / (exp(e) + 1) * (8 * sqrt(exp(e) * log(4 / d) / n) + 8 * exp(e) / n)), "Theorem 3.1").write()

    def released(n, e, d):
        s = 8 * sqrt(exp(e) * log(4 / d) / n) + 8 * exp(e) / n
        return log1p((1 - exp(-e)) / (1 + exp(-e) / (1 + s)) * s)

    closed("Clones2021AsReleased", some, released, "as the authors' program").write()
    closed("AmplificationByShuffling", [(1000, "local(0.5)", 0.5, 1e-3), (100000, "local(0.1)", 0.1, 1e-6), (5000, "randomized_response(0.25, k=4)", 0.25, 1e-5)],
           lambda n, e, d: 12 * e * sqrt(log(1 / d) / n), "12 eps0 sqrt(ln(1/delta)/n)").write()

    def binary_sum(n, e, d):
        rate = 2 * n / (exp(e) + 1)
        u = rate - sqrt(2 * rate * log(2 / d))
        return sqrt(32 * log(4 / d) / u) * (1 - u / n)

    table = closed("BinarySum", [(1000, "randomized_response(0.5)", 0.5, 1e-6), (10000, "randomized_response(2)", 2, 1e-3), (1000000, "randomized_response(4)", 4, 1e-8)], binary_sum, "Cheu et al. 2019")
    table.write()


def blanket(k, eps0):
    """gamma, and of the blanket loss at x: largest value, range, bound of the mean square."""
    e0 = exp(mpf(eps0))
    if k:
        gamma = k / (e0 + k - 1)
        return gamma, (lambda x: gamma * (1 - x) + (1 - gamma) * k), (lambda x: (1 - gamma) * k * (x + 1)), (lambda x: gamma * (2 - gamma) * (x - 1) ** 2 + (1 - gamma) ** 2 * k * (x * x + 1))
    # any randomizer: F and G have mean 1, are at most e0 and at least gamma >= 1/e0, so E (F - xG)^2 <= e0 (1 + x^2) - 2x/e0
    return 1 / e0, (lambda x: e0 - x / e0), (lambda x: (x + 1) * (e0 - 1 / e0)), (lambda x: e0 * (x * x + 1) - 2 * x / e0)


def write_blanket():
    hoeffding = Table("BlanketHoeffding.csv", f"{SCRIPT}, printed formula, 40 digits")
    bennett = Table("BlanketBennett.csv", f"{SCRIPT}, printed formula, 40 digits")
    for n, randomizer, k, eps0 in ((1000, "randomized_response(0.5)", 2, 0.5), (2000, "randomized_response(2, k=10)", 10, 2), (500, "local(0.5)", None, 0.5)):
        gamma, largest, span, square = blanket(k, eps0)
        plan = f"shuffled({n}, {randomizer})"
        for share in (0.3, 0.6):
            eps = float(mp.nstr(mpf(eps0) * mpf(share), 2))
            x = exp(mpf(eps))
            a, b = x - 1, span(x)
            hoeffding.formula(plan, REPLACE_ONE, "epsilon", eps, min(mpf(1), b * b / (4 * a * gamma * n) * (1 - gamma * (1 - exp(-2 * a * a / (b * b)))) ** n), "printed formula", 1e-6)
            b, c = largest(x), square(x)
            u = a * b / c
            rate = c / b**2 * ((1 + u) * log1p(u) - u)
            mean = (1 - gamma + gamma * exp(-rate)) ** n
            bennett.formula(plan, REPLACE_ONE, "epsilon", eps, min(mpf(1), b / (gamma * n * log1p(u)) * mean), "printed formula", 1e-6)
    hoeffding.write()
    bennett.write()


if __name__ == "__main__":
    for family in (write_exact, write_sums, write_closed, write_blanket):
        family()
