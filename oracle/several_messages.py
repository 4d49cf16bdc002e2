"""Tables of the theorems on several messages a client: golden/BlanketMessages.csv, FloodedMessages.csv, SplitAndMix.csv, UnlinkedReports.csv.

Laws are written out in 40 digits: of whole histograms over all datasets of a few clients, of both numbers of messages, of multisets of residues, of the number
of ones for every number of others that hold one.
"""
from collections import defaultdict
from itertools import product
from math import comb, factorial

from mpmath import mp, mpf, exp, log, sqrt, binomial, fsum

from common import *

mp.dps = 40
SCRIPT = "oracle/several_messages.py"


def hockey(p, q):
    """H_x of two laws given as dictionaries."""
    places = set(p) | set(q)
    pairs = [(p.get(k, mpf(0)), q.get(k, mpf(0))) for k in places]
    return lambda eps: fsum(max(mpf(0), a - exp(eps) * b) for a, b in pairs)


def worst(laws):
    """Over all ordered pairs of neighbouring laws."""
    sticks = [hockey(p, q) for p, q in laws]
    return lambda eps: max(stick(eps) for stick in sticks)


def binomial_law(n, p):
    p = mpf(p)
    return [binomial(n, k) * p**k * (1 - p) ** (n - k) for k in range(n + 1)]


# --- blanket histograms

def histogram(values, cells, p):
    """The law of the whole histogram, every client's messages written out."""
    p = mpf(p)
    law = {tuple([0] * cells): mpf(1)}
    for value in values:
        following = defaultdict(lambda: mpf(0))
        for counts, mass in law.items():
            for extra in product((0, 1), repeat=cells):
                chance = mpf(1)
                for bit in extra:
                    chance *= p if bit else 1 - p
                place = tuple(c + e + (i == value) for i, (c, e) in enumerate(zip(counts, extra)))
                following[place] += mass * chance
        law = dict(following)
    return law


def all_histograms(clients, cells, p):
    laws = {values: histogram(values, cells, p) for values in product(range(cells), repeat=clients)}
    return worst([(laws[v], laws[(other,) + v[1:]]) for v in laws for other in range(cells) if other != v[0]])


def two_cells(n, p):
    """(C + 1, C') against (C, C' + 1), in a window that leaves out less than 1e-30."""
    b = binomial_law(n, p)
    keep = [k for k, mass in enumerate(b) if mass > mpf("1e-34")]
    first, second = {}, {}
    for i in keep:
        for j in keep:
            first[(i + 1, j)] = b[i] * b[j]
            second[(i, j + 1)] = b[i] * b[j]
    return hockey(first, second)


def write_blanket():
    table = Table("BlanketMessages.csv", f"{SCRIPT}, histograms of all datasets and two cells written out, 40 digits")
    table.profile("blanket_histogram(3, 0.3)", REPLACE_ONE, all_histograms(3, 3, 0.3), "all datasets of three clients and three cells", (0.0, 0.5, 1.0, 1.6), (0.3,))
    table.profile("blanket_histogram(4, 0.4)", REPLACE_ONE, all_histograms(4, 2, 0.4), "all datasets of four clients and two cells", (0.0, 0.5, 1.2), (0.2,))
    table.profile("blanket_histogram(40, 0.4)", REPLACE_ONE, two_cells(40, 0.4), "two cells", (0.0, 0.5, 1.5, 3.0), (1e-2, 1e-6))
    table.profile("blanket_histogram(1000, 0.05)", REPLACE_ONE, two_cells(1000, 0.05), "two cells", (0.0, 0.5, 1.0), (1e-6, 1e-9))
    table.write()


# --- flooded counts

def share(r, t, most):
    """NB(r, t), by its ratios."""
    masses = [(1 - t) ** r]
    for k in range(1, most):
        masses.append(masses[-1] * t * (k - 1 + r) / k)
    return masses


def convolve(a, b, most):
    return [fsum(a[i] * b[k - i] for i in range(max(0, k - len(b) + 1), min(k, len(a) - 1) + 1)) for k in range(most)]


def flooded(n, p, scale, most, shares=False):
    """Numbers of + and of - beside the others' data; the geometric noise is added up from shares where there are few of them."""
    t = exp(-1 / mpf(scale))
    noise = [(1 - t) * t**k for k in range(most)]
    if shares:
        noise = [mpf(1)]
        for _ in range(n):
            noise = convolve(noise, share(mpf(1) / n, t, most), most)
    pairs = binomial_law(n, p)
    law = defaultdict(lambda: mpf(0))
    for z, chance in enumerate(pairs):
        for a in range(most):
            if chance * noise[a] < mpf("1e-32"):
                break
            for b in range(most):
                mass = chance * noise[a] * noise[b]
                if mass < mpf("1e-32"):
                    break
                law[(a + z, b + z)] += mass
    return hockey({(u + 1, v): m for (u, v), m in law.items()}, {(u, v + 1): m for (u, v), m in law.items()})


def write_flooded():
    table = Table("FloodedMessages.csv", f"{SCRIPT}, both numbers of messages written out, 40 digits")
    table.profile("flooded_count(3, 0.5, 1)", REPLACE_ONE, flooded(3, 0.5, 1, 75, True), "shares of three clients", (0.0, 0.5, 1.0, 2.0), (0.2,))
    table.profile("flooded_count(20, 0.5, 4)", REPLACE_ONE, flooded(20, 0.5, 4, 300), "two numbers", (0.0, 0.5, 1.0), (1e-3,))
    table.profile("flooded_count(100, 0.5, 2)", REPLACE_ONE, flooded(100, 0.5, 2, 150), "two numbers", (1.0, 2.0), (1e-6,))
    table.write()


# --- split and mix

def laplace_sum(scale, steps):
    t = exp(-1 / (mpf(scale) * steps))
    return lambda eps: fsum(
        max(mpf(0), mass - exp(eps) * other)
        for mass, other in (
            (t**j * (1 if j in (0, steps) else 1 - t) / (1 + t), t ** (steps - j) * (1 if j in (0, steps) else 1 - t) / (1 + t))
            for j in range(steps + 1)
        )
    )


def residues(m, q, y):
    """The law of how often each residue is among m random ones with this sum."""
    law = {}

    def fill(counts, left, ways):
        if len(counts) == q - 1:
            counts = counts + [left]
            if sum(j * c for j, c in enumerate(counts)) % q == y:
                law[tuple(counts)] = mpf(ways // factorial(left)) / mpf(q) ** (m - 1)
            return
        for c in range(left + 1):
            fill(counts + [c], left - c, ways // factorial(c))

    fill([], m, factorial(m))
    return law


def mixed(values, m, q, scale):
    n = len(values)
    t = exp(-1 / mpf(scale))
    share_law = share(mpf(1) / n, t, 200)
    noise = [mpf(0)] * q
    for a, pa in enumerate(share_law):
        for b, pb in enumerate(share_law):
            noise[(a - b) % q] += pa * pb
    law = {tuple([0] * q): mpf(1)}
    said = [residues(m, q, y) for y in range(q)]
    for value in values:
        own = defaultdict(lambda: mpf(0))
        for d in range(q):
            for counts, mass in said[(value + d) % q].items():
                own[counts] += noise[d] * mass
        following = defaultdict(lambda: mpf(0))
        for counts, mass in law.items():
            for more, chance in own.items():
                following[tuple(a + b for a, b in zip(counts, more))] += mass * chance
        law = dict(following)
    return law


def all_mixed(n, m, q, scale):
    laws = {values: mixed(values, m, q, scale) for values in product((0, 1), repeat=n)}
    return worst([(laws[v], laws[(1 - v[0],) + v[1:]]) for v in laws])


def chi2(n, m, q):
    """The statement's bound, all terms in rationals."""
    two = mpf(q - 1) / 2 * fsum(mpf(comb(n, k)) ** 2 / comb(n * m, k * m) for k in range(1, n))
    more, falling = mpf(0), mpf(n)
    for p in range(3, min(n, q) + 1):
        falling *= n - p + 2
        more += binomial(q, p) / q * comb(n - 1, p - 1) / falling ** (m - 2)
    return two + more


def stated(n, m, q, scale, steps):
    tau = sqrt(chi2(n, m, q)) / 2
    plain = laplace_sum(scale, steps)
    told = (1 + exp(1 / mpf(scale))) * tau / (1 - plain(mpf(0)))
    return lambda eps: told + (1 - told) * plain(eps)


def write_split():
    table = Table("SplitAndMix.csv", f"{SCRIPT}, multisets of residues of all datasets and the statement's bound, 40 digits")
    for n, m, q in ((3, 6, 3), (3, 7, 4), (2, 9, 5)):
        truth = all_mixed(n, m, q, 1)
        for eps in (0.0, 0.3, 0.7):
            table.realised(f"split_sum({n}, {m}, {q}, 1)", REPLACE_ONE, "epsilon", eps, truth(mpf(eps)), "all datasets")
    for n, m, q, scale, steps in ((1000, 9, 512001, 1, 256), (500, 8, 2001, 0.5, 1), (2000, 6, 10001, 2, 4)):
        plan = f"split_sum({n}, {m}, {q}, {scale}, {steps})" if steps > 1 else f"split_sum({n}, {m}, {q}, {scale})"
        value, plain = stated(n, m, q, scale, steps), laplace_sum(scale, steps)
        for eps in (0.0, 0.4 / scale, 1.0 / scale, 2.0 / scale):
            table.row(plan, REPLACE_ONE, "epsilon", eps, plain(mpf(eps)), value(mpf(eps)) * (1 + mpf("1e-5")), "bound", "statement")
    table.write()


# --- several reports of one value

def ones(n, m, eps0):
    """Over all numbers of others that hold one, in both orders."""
    q = 1 / (exp(mpf(eps0)) + 1)

    def coins(count, rate):
        return [binomial(count, k) * rate**k * (1 - rate) ** (count - k) for k in range(count + 1)]

    laws = []
    for a in range(n):
        others = convolve(coins(m * a, 1 - q), coins(m * (n - 1 - a), q), m * (n - 1) + 1)
        zero = dict(enumerate(convolve(others, coins(m, q), m * n + 1)))
        one = dict(enumerate(convolve(others, coins(m, 1 - q), m * n + 1)))
        laws += [(zero, one), (one, zero)]
    return worst(laws)


def write_unlinked():
    table = Table("UnlinkedReports.csv", f"{SCRIPT}, the number of ones for all numbers of others that hold one, 40 digits")
    for n, m, eps0, epsilons, deltas in ((5, 3, 1, (0.0, float(log(2)), 1.5), (1e-3,)), (8, 3, 1, (), (1e-3,)), (10, 2, 1, (float(log(mpf(3) / 2)),), ()), (20, 3, 1, (0.5,), (1e-3,)), (20, 2, 2, (), (1e-6,)), (30, 3, 1, (float(log(2)),), ())):
        table.profile(f"unlinked({n}, {m}, randomized_response({eps0}))", REPLACE_ONE, ones(n, m, eps0), "all datasets", epsilons, deltas)
    table.write()


if __name__ == "__main__":
    write_blanket()
    write_flooded()
    write_split()
    write_unlinked()
