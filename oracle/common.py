"""What every table shares: the file format, the search for epsilon, and laws made of finitely many atoms.

The scripts of this folder compute reference answers with mpmath, apart from the main program: they share no code with it.
`python3 oracle/<family>.py` rewrites the tables of that family; the result does not depend on the machine or the clock.
Numbers are read as doubles, as the main program reads them, then taken as exact.
"""
import bisect
import csv
import io
import math
import os

from mpmath import mp, mpf, exp, log

FOLDER = os.path.join(os.path.dirname(os.path.abspath(__file__)), "..", "core", "src", "test", "resources", "golden")
COLUMNS = ["plan", "relation", "given", "at", "lower", "upper", "kind", "source"]
ADD_REMOVE, REPLACE_ONE = "add-remove", "replace-one"
BOTH_RELATIONS = (ADD_REMOVE, REPLACE_ONE)
DELTAS = (1e-1, 1e-3, 1e-6, 1e-10, 1e-20, 1e-50, 1e-100, 1e-300)
HALF_WIDTH = 1e-12


def sensitivity(relation):
    """Contribution of one changed record to a sum, in units of the largest contribution of one record."""
    return 1 if relation == ADD_REMOVE else 2


class Table:
    """Rows of one golden table, written in the order in which they were added."""

    def __init__(self, name, source, columns=COLUMNS):
        self.name, self.source, self.columns, self.rows = name, source, columns, []

    def row(self, plan, relation, given, at, lower, upper, kind, source):
        self.rows.append([plan, relation, given, repr(float(at)), down(lower), up(upper), kind, source])

    def exact(self, plan, relation, given, at, truth, source, half_width=HALF_WIDTH):
        width = abs(truth) * mpf(half_width)
        self.row(plan, relation, given, at, truth - width, truth + width, "exact", source)

    def formula(self, plan, relation, given, at, value, source, above=1e-9, below=1e-9):
        """A published number: the end that the theorem gives must lie this close to it, relatively."""
        value = mpf(value)
        self.row(plan, relation, given, at, value * (1 - mpf(below)), value * (1 + mpf(above)), "formula", source)

    def realised(self, plan, relation, given, at, value, source):
        """What an attacker attains; nothing is said of how much more another one may."""
        top = 1 if given == "epsilon" else float("inf")
        self.row(plan, relation, given, at, mpf(value) * (1 - mpf("1e-12")), top, "realised", source)

    def profile(self, plan, relation, profile, source, epsilons=(), deltas=(), largest=None, half_width=HALF_WIDTH):
        """Adds a row for each question; profile(eps) is delta, and `largest` an epsilon that certainly suffices."""
        for eps in epsilons:
            delta = profile(mpf(eps))
            if delta == 0 or delta >= mpf("1e-300"):
                self.exact(plan, relation, "epsilon", eps, delta, source, half_width)
        for delta in deltas:
            eps = find_epsilon(profile, mpf(delta), largest)
            if eps is not None:
                self.exact(plan, relation, "delta", delta, eps, source, half_width)

    def write(self):
        text = io.StringIO()
        text.write("# source: " + self.source + "\n")
        writer = csv.writer(text, lineterminator="\n")
        writer.writerow(self.columns)
        writer.writerows(self.rows)
        with open(os.path.join(FOLDER, self.name), "w") as file:
            file.write(text.getvalue())
        print(f"{self.name}: {len(self.rows)} rows")


def down(x):
    """Shortest text of a double that is at most x."""
    y = float(x)
    return repr(y if mpf(y) <= x else _step(y, -1))


def up(x):
    y = float(x)
    if math.isinf(y):
        return "Infinity"
    return repr(y if mpf(y) >= x else _step(y, 1))


def _step(y, direction):
    return math.nextafter(y, direction * math.inf)


def crossing(rising, level):
    """Where a rising function of a real number is this level, which it reaches on both sides."""
    low, high = mpf(-1), mpf(1)
    while rising(low) > level:
        low *= 2
    while rising(high) < level:
        high *= 2
    for _ in range(4 * mp.dps):
        middle = (low + high) / 2
        low, high = (middle, high) if rising(middle) < level else (low, middle)
    return low


def find_epsilon(profile, delta, largest=None, tolerance=None):
    """Smallest eps >= 0 with profile(eps) <= delta; None when no epsilon below `largest` will do.

    `tolerance` is relative. The search is a bracketing secant on log delta against eps (Illinois rule), which is smooth and nearly concave there.
    """
    tolerance = tolerance or mpf(10) ** (-min(mp.dps - 10, 25))
    at_zero = profile(mpf(0))
    if at_zero <= delta:
        return mpf(0)
    low, f_low = mpf(0), log(at_zero / delta)
    if largest is not None:
        high = mpf(largest)
        value = profile(high)
        if value > delta:
            return None
    else:
        high = mpf(1)
        value = profile(high)
        while value > delta:
            low, f_low = high, log(value / delta)
            high *= 2
            if high > mpf(10) ** 7:
                return None
            value = profile(high)
    while value == 0 and high - low > tolerance * high:
        middle = (low + high) / 2
        at_middle = profile(middle)
        if at_middle > delta:
            low, f_low = middle, log(at_middle / delta)
        else:
            high, value = middle, at_middle
    if value == 0:
        return high
    f_high = log(value / delta)
    side = 0
    while high - low > tolerance * high and f_high != 0:
        middle = (low * f_high - high * f_low) / (f_high - f_low)
        f_middle = log(profile(middle) / delta)
        if abs(f_middle) < tolerance / 1000:
            return middle
        if f_middle > 0:
            low, f_low = middle, f_middle
            f_high = f_high / 2 if side == 1 else f_high
            side = 1
        else:
            high, f_high = middle, f_middle
            f_low = f_low / 2 if side == -1 else f_low
            side = -1
    return high


class Atoms:
    """A law of the privacy loss with finitely many atoms: {loss: mass under P}, and P's mass at infinity."""

    def __init__(self, masses, infinity=0):
        self.infinity = mpf(infinity)
        pairs = sorted(((mpf(l), mpf(p)) for l, p in masses.items() if p != 0), reverse=True)
        self.losses = [l for l, _ in pairs]
        self.above_p, self.above_q = [self.infinity], [mpf(0)]
        for l, p in pairs:
            self.above_p.append(self.above_p[-1] + p)
            self.above_q.append(self.above_q[-1] + p * exp(-l))
        self.masses = pairs

    def profile(self, eps):
        n = bisect.bisect_left([-l for l in self.losses], -eps)
        return self.above_p[n] - exp(eps) * self.above_q[n]

    def largest(self):
        return self.losses[0] if self.losses else mpf(0)

    def epsilon(self, delta):
        """Between two atoms delta = A - e^eps B, so the answer is in closed form; None when infinity's mass is larger."""
        delta = mpf(delta)
        if self.infinity > delta:
            return None
        if self.profile(mpf(0)) <= delta:
            return mpf(0)
        for n in range(1, len(self.losses) + 1):
            # On [losses[n], losses[n-1]) exactly the first n atoms count.
            below = self.losses[n] if n < len(self.losses) else mpf("-inf")
            if n == len(self.losses) or self.above_p[n] - exp(below) * self.above_q[n] > delta:
                eps = log((self.above_p[n] - delta) / self.above_q[n])
                return max(mpf(0), min(eps, self.losses[n - 1]))
        return mpf(0)

    def convolve(self, other, digits=40):
        """Product of two independent pairs; losses equal to `digits` significant digits are one atom."""
        out = {}
        for l1, p1 in self.masses:
            for l2, p2 in other.masses:
                key = mp.nstr(l1 + l2, digits)
                if key in out:
                    out[key] = (out[key][0], out[key][1] + p1 * p2)
                else:
                    out[key] = (l1 + l2, p1 * p2)
        infinity = self.infinity + other.infinity - self.infinity * other.infinity
        return Atoms({l: p for l, p in out.values()}, infinity)

    def times(self, count):
        result, square = None, self
        while count:
            if count & 1:
                result = square if result is None else result.convolve(square)
            count >>= 1
            if count:
                square = square.convolve(square)
        return result

    def swapped(self):
        """The pair (Q, P); only for laws without mass at infinity."""
        assert self.infinity == 0
        return Atoms({-l: p * exp(-l) for l, p in self.masses})


def atom_rows(table, plan, relation, laws, source, epsilons=(), deltas=(), half_width=HALF_WIDTH):
    """Rows for the worst of several directions, each an Atoms law."""
    for eps in epsilons:
        delta = max(law.profile(mpf(eps)) for law in laws)
        if delta == 0 or delta >= mpf("1e-300"):
            table.exact(plan, relation, "epsilon", eps, delta, source, half_width)
    for delta in deltas:
        answers = [law.epsilon(delta) for law in laws]
        if None not in answers:
            table.exact(plan, relation, "delta", delta, max(answers), source, half_width)


def sound_epsilons(largest, fractions=(0, 0.1, 0.3, 0.5, 0.7, 0.9, 0.97)):
    """Round epsilons spread over [0, largest], never on a multiple of the largest loss."""
    return sorted({float(mp.nstr(mpf(f) * largest, 4)) for f in fractions})
