"""The table of the bound by clones on a shuffled epoch of any base: golden/EpochOfAnyBase.csv.

Allocation of one of K steps of a pair of two or three atoms by counting outcomes, its mean over the number of clones, in doubles. Lower ends: every order of
a few records, or random allocation, which is what others attain that contribute nothing.
`--attack N` draws N adaptive datasets of two to four records with finite laws, and noise on a lattice in batches of one and two records, of equal and
unequal size, and holds every order, enumerated, against the bound at several b; a bound without kappa, or with all records for clones, must be beaten.
"""
import itertools
import math
import sys

import numpy as np
from scipy.stats import binom

from common import *

SCRIPT = "oracle/epoch_of_any_base.py"


class Finite:
    """Laws with the record and without it, on the same finitely many outcomes."""

    def __init__(self, there, back):
        self.there, self.back = np.array(there), np.array(back)

    def swapped(self):
        return Finite(self.back, self.there)

    def delta(self, x):
        return np.maximum(self.there - x * self.back, 0).sum()


def response(epsilon):
    p = math.exp(epsilon) / (1 + math.exp(epsilon))
    return Finite([p, 1 - p], [1 - p, p])


def with_delta(epsilon, delta):
    p = math.exp(epsilon) / (1 + math.exp(epsilon))
    return Finite([delta, (1 - delta) * p, (1 - delta) * (1 - p), 0], [0, (1 - delta) * (1 - p), (1 - delta) * p, delta])


def allocated(pair, steps, x, add):
    """The hockey stick of the mean of one law among `steps` and the other law alone, by outcomes enumerated or, of two, counted."""
    p, q = pair.there, pair.back
    if len(p) == 2:
        ones = np.arange(steps + 1)
        law = binom.pmf(ones, steps, q[0])
        mean = (ones * p[0] / q[0] + (steps - ones) * p[1] / q[1]) / steps
    else:
        law, seen = np.ones(1), np.zeros(1)
        for i in range(steps):
            # of step i the two laws, and of all before it the one without the record
            seen = np.outer(seen, q).ravel() + np.outer(law, p).ravel()
            law = np.outer(law, q).ravel()
        gain = law - x * seen / steps if add else seen / steps - x * law
        return np.maximum(gain, 0).sum()
    return (law * np.maximum(1 - x * mean if add else mean - x, 0)).sum()


def bound(pair, slots, x, b, add, kappa=True, clones=True):
    """The statement of the page for one b; `pair` has the record in `there`."""
    tau = pair.swapped().delta(math.exp(b))
    spilled = math.exp(-b) * tau
    gamma = math.exp(-b) / (1 + spilled) if clones else 1
    more = min(tau if add else min(math.exp(a) * tau + pair.delta(math.exp(a)) for a in np.linspace(0, 2 * b, 60)), (pair.swapped() if add else pair).delta(x))
    count = np.arange(1, slots + 1)
    weight = binom.pmf(count - 1, slots - 1, gamma)
    mean = sum(w * allocated(pair, int(k), x, add) for k, w in zip(count, weight) if w > 1e-14)
    return (1 + spilled) ** (slots - 1) * (mean + (more if kappa else 0))


def orders(records, sizes):
    """Every way to put the records into batches of these sizes."""
    def put(left, sizes):
        if not sizes:
            yield ()
            return
        for chosen in itertools.combinations(sorted(left), sizes[0]):
            for rest in put(left - set(chosen), sizes[1:]):
                yield (chosen,) + rest
    return list(put(frozenset(range(records)), tuple(sizes)))


class Adaptive:
    """One record a batch; every slot and past has laws of its own: row 0 the victim's, row 1 what stands in for it, the others'."""

    def __init__(self, random, slots, epsilon, replace):
        self.random, self.slots, self.epsilon, self.replace = random, slots, epsilon, replace
        self.outcomes = random.integers(2, 4)
        self.toward = random.random() < 0.5

    def laws(self):
        r, e, m = self.random, self.epsilon, self.outcomes
        if m == 2 and r.random() < 0.8:
            low, high = 1 / (1 + math.exp(e)), math.exp(e) / (1 + math.exp(e))
            ones = np.where(r.random(self.slots + 1) < 0.5, low, high)
            if r.random() < 0.6:
                ones[:] = low
                ones[0 if self.toward else slice(2, None)] = high
                ones[1] = low
            return np.stack([ones, 1 - ones], axis=1)
        base = r.dirichlet(np.ones(m) * r.choice([0.3, 1, 5]))
        spread = e / 2 if self.replace else e
        rows = base * np.exp(spread * np.where(r.random((self.slots + 1, m)) < 0.7, r.integers(0, 2, (self.slots + 1, m)), r.random((self.slots + 1, m))))
        if not self.replace:
            rows[1] = base
        return rows / rows.sum(axis=1, keepdims=True)

    def outputs(self):
        """The laws of all outputs with the victim and with what stands in for it."""
        arrangements = np.array(list(itertools.permutations(range(self.slots))))
        weights = [(np.ones(len(arrangements)), np.ones(len(arrangements)))]
        for t in range(self.slots):
            after = []
            for p, q in weights:
                laws = self.laws()
                who = arrangements[:, t]
                for y in range(self.outcomes):
                    after.append((p * laws[np.where(who == 0, 0, who + 1), y], q * laws[np.where(who == 0, 1, who + 1), y]))
            weights = after
        return np.array([p.mean() for p, q in weights]), np.array([q.mean() for p, q in weights])


def lattice(kind, scale, width=7):
    """Noise on integers, with the ends that were cut off put back, and its moves by -1, 0 and 1."""
    at = np.arange(-width - 1, width + 2)
    noise = np.exp(-np.abs(at) / scale) if kind == "laplace" else np.exp(-at * at / (2 * scale * scale))
    noise[np.abs(at) > width] = 0
    noise /= noise.sum()
    return {v: np.roll(noise, v) for v in (-2, -1, 0, 1, 2)}


def of_sums(noise, sizes, victim, other, values):
    """Outputs of sums with such noise, where a record's value and the batches' places are as given."""
    def shifted(total):
        return np.roll(noise[0], total)
    laws = []
    for first in (victim, other):
        all_values = (first,) + values
        law = 0
        for order in orders(len(all_values), sizes):
            one = np.ones(1)
            for batch in order:
                one = np.outer(one, shifted(sum(all_values[i] for i in batch))).ravel()
            law = law + one
        laws.append(law / len(orders(len(all_values), sizes)))
    return laws


def attack(count):
    random = np.random.default_rng(20261118)
    worst, asked, beaten = 0, 0, {"kappa": 0, "clones": 0}
    for _ in range(count):
        slots, epsilon, replace = int(random.integers(2, 5)), float(random.choice([0.1, 0.5, 1, 2, 4])), random.random() < 0.4
        p, q = Adaptive(random, slots, epsilon, replace).outputs()
        pair = response(epsilon)
        for eps in epsilon * np.array([0, 0.2, 0.5, 0.8]):
            x = math.exp(eps)
            seen = (np.maximum(p - x * q, 0).sum(), np.maximum(q - x * p, 0).sum())
            for add in (False,) if replace else (False, True):
                for share in (1, 0.7):
                    most = bound(pair, slots, x, share * epsilon, add)
                    asked += 1
                    if most > 1e-12:
                        worst = max(worst, seen[add] / most)
                    if seen[add] > most * (1 + 1e-12) + 1e-13:
                        sys.exit(f"beaten: {slots} {epsilon} {replace} {eps} {add} {share}: {seen[add]} > {most}")
                if seen[add] > bound(pair, slots, x, epsilon, add, clones=False) * (1 + 1e-9) + 1e-13:
                    beaten["clones"] += 1
    print(f"adaptive: {asked} bounds of {count} datasets, none beaten, nearest {worst:.4f}; every record for a clone: beaten {beaten['clones']} times")
    worst, asked = 0, 0
    for kind, scale in (("laplace", 1), ("laplace", 3), ("gaussian", 0.8), ("gaussian", 2)):
        noise = lattice(kind, scale)
        for sizes in ((1, 1, 1), (2, 2), (2, 2, 1), (1, 1)):
            slots = len(sizes) if len(set(sizes)) == 1 else len(sizes) - 1
            for values in itertools.product((-1, 0, 1), repeat=sum(sizes) - 1):
                if list(values) != sorted(values):
                    continue
                for victim, other in ((1, 0), (1, -1)):
                    p, q = of_sums(noise, sizes, victim, other, values)
                    # what stands in for the victim sits at 0, with its neighbours on either side
                    pair = Finite(noise[victim - other], noise[0])
                    for x in (1, 1.1, 1.5, 3, 8):
                        seen = (np.maximum(p - x * q, 0).sum(), np.maximum(q - x * p, 0).sum())
                        for add in (False, True) if other == 0 else (False,):
                            for b in (0.3, 1, 2.5, 5):
                                most = bound(pair, slots, x, b, add)
                                asked += 1
                                worst = max(worst, seen[add] / most)
                                if seen[add] > most * (1 + 1e-12):
                                    sys.exit(f"beaten: {kind} {scale} {sizes} {values} {x} {add} {b}: {seen[add]} > {most}")
                                bare = bound(pair, slots, x, b, add, kappa=False)
                                beaten["kappa"] += seen[add] > bare * (1 + 1e-9)
    print(f"noise on a lattice: {asked} bounds, none beaten, nearest {worst:.4f}; without kappa: beaten {beaten['kappa']} times")


def tables():
    table = Table("EpochOfAnyBase.csv", f"{SCRIPT}, outcomes counted in doubles, nine digits; lower: random allocation; upper: the statement, T one less")
    for steps, base, pair, b, epsilons in (
        (40, "randomized_response(0.5)", response(0.5), 0.5, (0.05, 0.15, 0.3)),
        (40, "dp(1)", response(1), 1, (0.2, 0.5)),
        (300, "randomized_response(2)", response(2), 2, (0.1, 0.4)),
        (5, "dp(0.5, 0.0001)", with_delta(0.5, 1e-4), 0.5, (0.1, 0.3)),
        # the two laws are not each other's mirror: b is a little above the largest loss that a record may show by its absence
        (101, "finite_pair([0.01, 0.99], [0.1, 0.9])", Finite([0.01, 0.99], [0.1, 0.9]), math.log(10) + 1e-9, (0.05, 0.1)),
        (101, "finite_pair([0.1, 0.9], [0.01, 0.99])", Finite([0.1, 0.9], [0.01, 0.99]), math.log(1.1) + 1e-9, (0.05, 0.1)),
    ):
        for eps in epsilons:
            for relation in ("remove", "add", REPLACE_ONE):
                if relation == REPLACE_ONE and base.startswith("finite_pair"):
                    continue
                add, x = relation == "add", math.exp(eps)
                low, best = allocated(pair, steps, x, add), bound(pair, steps - 1, x, b, add)
                table.row(f"shuffled_batches({steps}, {base})", relation, "epsilon", eps, mpf(low) * mpf("0.999999"), mpf(best) * mpf("1.05"), "bound", "lower: the others contribute nothing")
    table.write()


if __name__ == "__main__":
    if "--attack" in sys.argv:
        attack(int(sys.argv[sys.argv.index("--attack") + 1]))
    else:
        tables()
