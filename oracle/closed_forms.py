"""The tables whose truth is a closed form or a finite sum: each row's number is worked out anew in 60 digits or more.

    python3 oracle/closed_forms.py            # rewrite the ends of every row from its question
    python3 oracle/closed_forms.py --check    # every number lies between the ends that are there, and they are close; exits 1 otherwise

Tables: gaussian, gaussian_composed, laplace, randomized_response, composition_pure, and the exact rows of last_iterate_full (attained by
quadratics). A table's questions (plan, relation, what is given) are its own; the two ends are this script's.
"""

import bisect
import csv
import functools
import re
import sys
from pathlib import Path

import mpmath as mp

mp.mp.dps = 80
FOLDER = Path(__file__).resolve().parent.parent / "core/src/test/resources/golden"
TABLES = ["gaussian", "gaussian_composed", "laplace", "randomized_response", "composition_pure", "last_iterate_full"]
TABLES = [name for name in TABLES if name in sys.argv] or TABLES
CLOSE = mp.mpf("1e-11")
WIDEST = mp.mpf("1e-8")


def gaussian_delta(mu, eps):
    """Balle and Wang 2018: sensitivity over sigma is mu."""
    return mp.ncdf(mu / 2 - eps / mu) - mp.exp(eps) * mp.ncdf(-mu / 2 - eps / mu)


def root(falling, target, high):
    """The least epsilon at which a falling curve is at most the target."""
    if falling(mp.mpf(0)) <= target:
        return mp.mpf(0)
    low = mp.mpf(0)
    for _ in range(150):
        mid = (low + high) / 2
        if falling(mid) > target:
            low = mid
        else:
            high = mid
    return high


def pure_profile(parts, deltas):
    """Independent binary responses of these epsilons, each outcome's loss a signed sum (Kairouz, Oh and Viswanath 2015)."""
    kept = mp.mpf(1)
    for delta, count in deltas:
        kept *= (1 - delta) ** count
    laws = [(mp.mpf(0), mp.mpf(1))]
    for e, count in parts:
        up = mp.exp(e) / (1 + mp.exp(e))
        terms, term = [], (1 - up) ** count
        for k in range(count + 1):
            terms.append(((2 * k - count) * e, term))
            term *= mp.exp(e) * (count - k) / (k + 1)
        laws = [(loss + more, mass * term) for loss, mass in laws for more, term in terms]
    laws.sort()
    losses = [loss for loss, _ in laws]
    # masses of all losses from here on, under both laws: 80 digits leave room for the difference
    above, below = [mp.mpf(0)], [mp.mpf(0)]
    for loss, mass in reversed(laws):
        above.append(above[-1] + mass)
        below.append(below[-1] + mass * mp.exp(-loss))
    above.reverse()
    below.reverse()

    def curve(eps):
        i = bisect.bisect_right(losses, eps)
        return 1 - kept + kept * (above[i] - mp.exp(eps) * below[i])

    return curve


@functools.lru_cache(maxsize=4)
def profile(plan):
    """The curve delta(eps) of a plan, and a number that no epsilon of its rows exceeds."""
    if m := re.fullmatch(r"(?:(\d+) \* )?gaussian\(([\d.e+-]+)\)", plan):
        mu = mp.sqrt(int(m[1] or 1)) / mp.mpf(m[2])
        return lambda eps: gaussian_delta(mu, eps), mu * mu + 200 * mu + 10
    if m := re.fullmatch(r"laplace\(([\d.e+-]+)\)", plan):
        theta = 1 / mp.mpf(m[1])
        return lambda eps: max(mp.mpf(0), -mp.expm1((eps - theta) / 2)), theta
    if m := re.fullmatch(r"randomized_response\(([\d.e+-]+), k=(\d+)\)", plan):
        e0, k = mp.mpf(m[1]), int(m[2])
        total = mp.exp(e0) + k - 1
        return lambda eps: max(mp.mpf(0), (mp.exp(e0) - mp.exp(eps)) / total), e0
    if m := re.fullmatch(r"last_iterate\((.*)\)", plan):
        return last_iterate(dict(part.split("=") for part in m[1].split(", ")))
    parts, deltas = [], []
    for term in plan.split(" + "):
        m = re.fullmatch(r"(?:(\d+) \* )?dp\(([\d.e+-]+)(?:, ([\d.e+-]+))?\)", term)
        if not m:
            return None
        parts.append((mp.mpf(m[2]), int(m[1] or 1)))
        if m[3]:
            deltas.append((mp.mpf(m[3]), int(m[1] or 1)))
    return pure_profile(parts, deltas), mp.fsum(e * n for e, n in parts)


def last_iterate(given):
    """Full batches of quadratics: the last iterate is Gaussian around means that a replaced record has moved apart."""
    if given.get("order") != "full" or "strong_convexity" not in given:
        return None
    value = {k: mp.mpf(v) for k, v in given.items() if k != "order"}
    if value["smoothness"] != value["strong_convexity"]:
        return None
    steps, eta, sigma = int(value["steps"]), value["step_size"], value["noise"]
    c = 1 - eta * value["strong_convexity"]
    shift = eta * 2 * value["lipschitz"] / value["dataset_size"]
    moved = shift * mp.fsum(c**t for t in range(steps))
    spread = eta * sigma * mp.sqrt(mp.fsum(c ** (2 * t) for t in range(steps)))
    mu = moved / spread
    return lambda eps: gaussian_delta(mu, eps), mu * mu + 200 * mu + 10


def truth(row):
    found = profile(row["plan"])
    if found is None:
        return None
    curve, high = found
    at = mp.mpf(row["at"])
    return curve(at) if row["given"] == "epsilon" else root(curve, at, high)


def main():
    check = "--check" in sys.argv
    wrong = 0
    for name in TABLES:
        path = FOLDER / f"{name}.csv"
        lines = path.read_text().splitlines()
        notes = [line for line in lines if line.startswith("#")]
        rows = list(csv.DictReader(line for line in lines if not line.startswith("#")))
        made = 0
        for row in rows:
            value = truth(row) if row["kind"] == "exact" else None
            if value is None:
                continue
            made += 1
            low, high = mp.mpf(row["lower"]), mp.mpf(row["upper"])
            if check:
                close = high - low <= WIDEST * abs(value) + mp.mpf("1e-12")
                if not (low <= value <= high and close):
                    wrong += 1
                    print(f"{name}: {row['plan']} at {row['at']}: {mp.nstr(value, 20)} not in [{row['lower']}, {row['upper']}]")
            else:
                row["lower"], row["upper"] = (repr(float(value * (1 - CLOSE))), repr(float(value * (1 + CLOSE))))
        print(f"{name}: {made} of {len(rows)} rows made again")
        if not check:
            with path.open("w", newline="") as out:
                out.write("\n".join(notes) + "\n")
                writer = csv.DictWriter(out, rows[0].keys(), lineterminator="\n")
                writer.writeheader()
                writer.writerows(rows)
    sys.exit(1 if wrong else 0)


if __name__ == "__main__":
    main()
