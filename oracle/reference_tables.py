"""The tables that were handed down without a script, worked out anew by other means than those their rows name.

    python3 oracle/reference_tables.py            # checks every row of all of them; exits 1 where one does not hold
    python3 oracle/reference_tables.py zcdp       # of one table

Sampled and mixed sums: the moment generating function of the loss by quadrature, then the integral over a vertical line through the saddle point,
in doubles (contour.py says why it is exact up to negligible terms). Shuffled reports: every dataset counted out, or the sum over coins in closed form
of binomial tails, over all counts within ten deviations. Allocation: oracle/allocation.py, in 32 digits; composed, from the density of a mean of ratios by its characteristic function. Concentrated bounds: oracle/black_boxes.py. Last iterates: the printed formula.

An exact row holds when delta at its two ends lies on either side of the one that is given, or the number found lies between its ends, up to TOLERANCE of doubles; a bracket when
what two datasets or pairs attain lies below its upper end and what is certainly enough above its lower one, and a blanket's upper end is the one that is found; a bound when the formula gives its upper end.
"""

import csv
import re
import sys
from pathlib import Path

import numpy as np
from scipy.optimize import brentq
from scipy.special import log_ndtr
from scipy.stats import binom

FOLDER = Path(__file__).resolve().parent.parent / "core/src/test/resources/golden"
TOLERANCE = 3e-8
np.seterr(all="ignore")

# --- sums of losses by their moment generating function -------------------------------------------------------------


def legendre(low, high, count):
    x, w = np.polynomial.legendre.leggauss(count)
    return (high - low) / 2 * x + (high + low) / 2, (high - low) / 2 * w


class Loss:
    """log M(s) = log of the mean of e^(sL) under P, from nodes: masses of Q, log(P/Q)."""

    def __init__(self, log_q, loss):
        self.q, self.loss = np.exp(log_q), loss

    def __call__(self, s):
        s = np.atleast_1d(np.asarray(s, dtype=complex))
        out = np.empty(s.shape, dtype=complex)
        for k in range(0, len(s), 256):
            part = s[k : k + 256, None]
            out[k : k + 256] = np.log1p(np.expm1((part + 1) * self.loss[None, :]) @ self.q)
        return out


def sampled_gaussian(q, sigma, relation):
    """Both directions of one sampled step; the mass of Q is 1 on the nodes to the last digit."""
    mu = 1 / sigma
    h = min(0.05, 0.05 / mu)
    x = np.arange(-14 - (mu if relation == "replace-one" else 0), 14 + mu, h)
    density = -x * x / 2 - np.log(2 * np.pi) / 2 + np.log(h)
    up = np.log1p(q * np.expm1(mu * x - mu * mu / 2)) if q < 1 else mu * x - mu * mu / 2
    if relation == "add-remove":
        return [Loss(density, up), Loss(density + up, -up)]
    down = np.log1p(q * np.expm1(-mu * x - mu * mu / 2)) if q < 1 else -mu * x - mu * mu / 2
    return [Loss(density + down, up - down)]


def sampled_laplace(q, b):
    theta = 1 / b
    x, w = legendre(0, 1, 80)
    q_in = np.exp(-x * theta) * w * theta / 2
    masses = np.concatenate([[0.5], q_in, [np.exp(-theta) / 2]])
    loss = np.concatenate([[-theta], (2 * x - 1) * theta, [theta]])
    up = np.log1p(q * np.expm1(loss))
    return [Loss(np.log(masses), up), Loss(np.log(masses) + up, -up)]


def gaussian(mu):
    return lambda s: s * (s + 1) * mu * mu / 2


def laplace(theta):
    return lambda s: np.log(((s + 1) * np.exp(s * theta) + s * np.exp(-(s + 1) * theta)) / (2 * s + 1))


def response(e):
    return lambda s: np.log((np.exp((s + 1) * e) + np.exp(-s * e)) / (1 + np.exp(e)))


def delta(log_m, eps):
    """contour.py, in doubles; returned as a logarithm."""
    real = lambda c: float(np.real(np.atleast_1d(log_m(np.array([c + 0j])))[0]))
    value = lambda t: real(np.exp(t)) - np.exp(t) * eps - t - np.log1p(np.exp(t))
    low, high = -14.0, 1.0
    while high < 9 and value(high + 1) < value(high):
        high += 1
    high += 1
    for _ in range(60):
        a, b = low + (high - low) / 3, high - (high - low) / 3
        low, high = (low, b) if value(a) < value(b) else (a, high)
    c = np.exp((low + high) / 2)
    wanted = 42.0
    if not np.isfinite(real(2 * c)) or (low + high) / 2 > 8:
        # no loss is as large as this: nothing is left
        return -1e4
    above = min((wanted + real(c + d) - real(c) - d * eps) / d for d in (c * 2.0**k for k in range(-8, 9)) if np.isfinite(real(c + d)))
    step = 2 * np.pi / max(wanted / c, above)
    peak = real(c) - c * eps
    total, n, quiet = 0.0, 0, 0
    while quiet < 3 and n < 2**22:
        s = c + 1j * step * np.arange(n, n + 128)
        terms = np.real(np.exp(log_m(s) - s * eps - peak) / (s * (s + 1)))
        if n == 0:
            terms[0] /= 2
        total += terms.sum()
        quiet = quiet + 1 if np.abs(terms).max() < 1e-13 * abs(total) else 0
        n += 128
    return peak + np.log(total * step / np.pi)


def composed(parts):
    """parts: (count, [log M of each direction]); the transform of the sum in each direction."""
    ways = max(len(d) for _, d in parts)
    return [lambda s, k=k: sum(count * d[k % len(d)](s) for count, d in parts) for k in range(ways)]


def sum_delta(directions, eps):
    return max(delta(m, eps) for m in directions)


def sum_between(directions, row):
    """Whether epsilon lies between the ends of the row: delta is asked at these alone."""
    low, high = float(row["lower"]) * (1 - TOLERANCE), float(row["upper"]) * (1 + TOLERANCE)
    return sum_delta(directions, high) <= np.log(float(row["at"])) <= sum_delta(directions, low)


def sum_epsilon(directions, target):
    high = 1e-3
    while sum_delta(directions, high) > np.log(target):
        high *= 2
    return brentq(lambda e: sum_delta(directions, e) - np.log(target), high / 2 if high > 1e-3 else 1e-9, high, xtol=1e-13, rtol=1e-12)


def leaf(text, relation):
    number = [float(x) for x in re.findall(r"\d[\d.]*(?:e-?\d+)?", text.split("(", 1)[1])]
    far = 2 if relation == "replace-one" else 1
    if text.startswith("poisson"):
        inner = re.search(r"(gaussian|laplace)\(([^)]*)\)", text)
        q, scale = number[0], float(inner.group(2))
        return sampled_gaussian(q, scale, relation) if inner.group(1) == "gaussian" else sampled_laplace(q, scale)
    if text.startswith("gaussian"):
        return [gaussian(far / number[0])]
    if text.startswith("laplace"):
        return [laplace(far / number[0])]
    if text.startswith("randomized_response"):
        return [response(number[0])]
    raise ValueError(text)


def sums(row):
    parts = []
    for term in re.split(r" \+ (?=\d+ \*)", row["plan"]):
        count, text = term.split(" * ", 1)
        parts.append((int(count), leaf(text, row["relation"])))
    if len(parts) == 1 and parts[0][0] == 1 and "laplace" in row["plan"]:
        return single_laplace(row)
    if len(parts) == 1 and parts[0][0] == 1 and row["relation"] == "add-remove" and row["given"] == "epsilon":
        return single_gaussian(row)
    directions = composed(parts)
    if row["given"] == "delta":
        return sum_between(directions, row)
    return np.exp(sum_delta(directions, float(row["at"])))


def single_laplace(row):
    """One sampled Laplace step in closed form: the profile of the base at log(1 + (e^eps - 1)/q), times q; removing is the worse of both."""
    q, b = [float(x) for x in re.findall(r"\(([\d.]+)", row["plan"])]
    return brentq(lambda e: q * -np.expm1((np.log1p(np.expm1(e) / q) - 1 / b) / 2) - float(row["at"]), 1e-12, np.log1p(q * np.expm1(1 / b)) - 1e-12, xtol=1e-15)


def single_gaussian(row):
    """One sampled Gaussian step in closed form, both ways: the contour of a single step falls slowly and loses digits."""
    q, sigma = [float(x) for x in re.findall(r"\(([\d.]+)", row["plan"])]
    x = np.exp(float(row["at"]))
    removed = q * np.exp(gaussian_log_delta(1 / sigma, np.log1p((x - 1) / q)))
    rest = 1 - x * (1 - q)
    return max(removed, rest * np.exp(gaussian_log_delta(1 / sigma, np.log(x * q / rest))) if rest > 0 else 0.0)


def without_replacement(row):
    """Below: a record that moves by one, sampled or not, both ways. Above: by two, against nothing, both ways, which envelopes it."""
    count, m, n, sigma = [float(x) for x in re.findall(r"[\d.]+", row["plan"])]
    q = m / n
    lower = sum_epsilon([lambda s, d=d: count * d(s) for d in sampled_gaussian(q, sigma, "replace-one")], float(row["at"]))
    upper = sum_epsilon([lambda s, d=d: count * d(s) for d in sampled_gaussian(q, sigma / 2, "add-remove")], float(row["at"]))
    return lower, upper


# --- shuffled reports ---------------------------------------------------------------------------------------------


def epsilon_of(profile, target, top):
    return brentq(lambda e: np.log(max(profile(e), 1e-300)) - np.log(target), 1e-6, top * (1 - 1e-12), xtol=1e-14, rtol=1e-12)


def parts_of(plan):
    n = int(re.search(r"\((\d+)", plan).group(1))
    e0 = float(re.search(r"(?:response|local)\(([\d.]+)", plan).group(1))
    k = re.search(r"k=(\d+)", plan)
    return n, e0, int(k.group(1)) if k else (0 if "local" in plan else 2)


def binary(n, e0):
    """Every number of ones among the others."""
    q = 1 / (np.exp(e0) + 1)
    pairs = []
    for m in range(n):
        base = np.convolve(binom.pmf(np.arange(m + 1), m, 1 - q), binom.pmf(np.arange(n - m), n - 1 - m, q))
        zero = np.convolve(base, [1 - q, q])
        one = np.convolve(base, [q, 1 - q])
        pairs.append((zero, one))
    a = np.array([p for p, _ in pairs])
    b = np.array([p for _, p in pairs])
    positive = lambda x, y, e: np.maximum(x - np.exp(e) * y, 0).sum(axis=1).max()
    return lambda e: max(positive(a, b, e), positive(b, a, e))


def coins(n, mass, f, g):
    """(1/n) E (sum)+ of reports worth f - xg and g - xf, of this mass each, and 0: given how many, the heads are binomial."""
    mean, spread = n * 2 * mass, np.sqrt(n * 2 * mass * (1 - 2 * mass))
    s = np.arange(max(1, int(mean - 12 * spread - 20)), min(n, int(mean + 12 * spread + 20)) + 1)
    weight = binom.pmf(s, n, 2 * mass)

    def profile(e):
        x = np.exp(e)
        up, down = f - x * g, g - x * f
        least = np.ceil(-s * down / (up - down))
        heads = (up - down) * s / 2 * binom.sf(least - 2, s - 1, 0.5) + s * down * binom.sf(least - 1, s, 0.5)
        return float((weight * heads).sum()) / n

    return profile


def blanket(n, k, e0):
    """As above with reports worth 1 - x besides: how many speak at all, how many of them of the two answers, who of them for the first."""
    if k == 2:
        return coins(n, 1 / (np.exp(e0) + 1), np.exp(e0), 1.0)
    q = 1 / (np.exp(e0) + k - 1)

    def window(count, p):
        """The numbers that are within ten deviations."""
        mean, spread = count * p, np.sqrt(count * p * (1 - p))
        at = np.arange(max(0, int(mean - 10 * spread - 20)), min(count, int(mean + 10 * spread + 20)) + 1)
        return at, binom.pmf(at, count, p)

    speaking, weights = window(n, k * q)
    inner = [window(c, 2 / k) for c in speaking]

    def profile(e):
        x = np.exp(e)
        up, down = np.exp(e0) - x, 1 - x * np.exp(e0)
        total = 0.0
        for c, weight, (s, masses) in zip(speaking, weights, inner):
            rest = (c - s) * (1 - x)
            least = np.ceil(-(s * down + rest) / (up - down))
            # of no reports of the two answers none is the first
            heads = np.nan_to_num((up - down) * s / 2 * binom.sf(least - 2, s - 1, 0.5)) + (s * down + rest) * binom.sf(least - 1, s, 0.5)
            total += weight * float((masses * np.maximum(heads, 0)).sum())
        return total / n

    return profile


def bennett(n, k, e0):
    """Balle, Bell, Gascon and Nissim 2019 with Bennett's inequality, as on the page of BlanketBennett."""
    e = np.exp(e0)
    gamma = k / (e + k - 1) if k else 1 / e

    def profile(eps):
        x = np.exp(eps)
        a = x - 1
        if k:
            b, c = gamma * (1 - x) + (1 - gamma) * k, gamma * (2 - gamma) * a * a + (1 - gamma) ** 2 * k * (x * x + 1)
        else:
            b, c = e - x / e, e * (x * x + 1) - 2 * x / e
        u = a * b / c
        rate = c / b**2 * ((1 + u) * np.log1p(u) - u)
        return min(1.0, b / (gamma * n * np.log1p(u)) * np.exp(n * np.log1p(gamma * np.expm1(-rate))))

    return profile


def dataset(n, k, e0, third):
    """The others all say the third answer, or all say the victim's: what tells is how many reports are of the two answers, and of them of the first."""
    e = np.exp(e0)
    q = 1 / (e + k - 1)
    # of the others' reports, those that are of the two answers; each of them is the first with this probability
    speak, first = (2 * q, 0.5) if third else (e * q + q, e / (e + 1))
    mean, spread = (n - 1) * speak, np.sqrt((n - 1) * speak * (1 - speak))
    s = np.arange(max(0, int(mean - 10 * spread - 10)), min(n - 1, int(mean + 10 * spread + 10)) + 1)
    cells = []
    for c in s:
        # c + 1 reports are of the two answers: c of the others' and the victim's, or c + 1 of the others'
        around = 10 * np.sqrt(c * first * (1 - first)) + 20
        heads = np.arange(max(0, int(c * first - around)), min(c + 1, int(c * first + around)) + 1)
        with_first, with_second = binom.pmf(heads - 1, c, first), binom.pmf(heads, c, first)
        neither = (k - 2) * q * binom.pmf(c + 1, n - 1, speak) * binom.pmf(heads, c + 1, first)
        mass = binom.pmf(c, n - 1, speak)
        p = mass * (e * q * with_first + q * with_second) + neither
        r = mass * (q * with_first + e * q * with_second) + neither
        cells.append((p, r))
    p, r = (np.concatenate(side) for side in zip(*cells))

    def profile(eps):
        x = np.exp(eps)
        return max(np.maximum(p - x * r, 0).sum(), np.maximum(r - x * p, 0).sum())

    return profile


# --- the tables ---------------------------------------------------------------------------------------------------


def shuffled_bound(row):
    n, e0, k = parts_of(row["plan"])
    if row["source"].startswith("general"):
        profile = coins(n, 1 / (np.exp(e0) + 1), np.exp(e0), 1.0)
    elif row["source"].startswith("blanket"):
        profile = blanket(n, k, e0)
    else:
        profile = bennett(n, k, e0)
    if not profile(e0 * (1 - 1e-12)) <= float(row["at"]):
        return e0
    return epsilon_of(profile, float(row["at"]), e0)


def shuffled_krr(row):
    n, e0, k = parts_of(row["plan"])
    target = float(row["at"])
    top = epsilon_of(blanket(n, k, e0), target, e0) if blanket(n, k, e0)(e0 * (1 - 1e-12)) < target else e0
    attained = 0.0
    for third in (True, False):
        profile = dataset(n, k, e0, third)
        if profile(1e-9) > target:
            attained = max(attained, epsilon_of(profile, target, e0) if profile(e0 * (1 - 1e-12)) < target else e0)
    return attained, top


def shuffled_rr2(row, made={}):
    n, e0, _ = parts_of(row["plan"])
    profile = made.setdefault((n, e0), None) or binary(n, e0)
    made[(n, e0)] = profile
    return epsilon_of(profile, float(row["at"]), e0)


def gaussian_log_delta(mu, eps):
    a, b = log_ndtr(mu / 2 - eps / mu), eps + log_ndtr(-mu / 2 - eps / mu)
    return a + np.log(-np.expm1(b - a))


def gaussian_epsilon(mu, target):
    high = mu * mu + 60 * mu
    return brentq(lambda e: gaussian_log_delta(mu, e) - np.log(target), 0, high, xtol=1e-14, rtol=1e-13)


def last_iterate(row):
    field = lambda name, default=None: float((re.search(name + r"=([\d.e-]+)", row["plan"]) or [0, default])[1])
    steps, eta, sigma = int(field("steps")), field("step_size"), field("noise")
    distance, diameter, n = 2 * field("lipschitz"), field("diameter"), field("dataset_size")
    mu = min([(diameter / eta + k * distance / n) / (sigma * np.sqrt(k)) for k in range(1, steps + 1)] + [distance * np.sqrt(steps) / (n * sigma)])
    return gaussian_epsilon(mu, float(row["at"]))


def zcdp(row):
    import black_boxes

    rho = float(re.search(r"\(([\d.e-]+)", row["plan"]).group(1)) * (int(row["plan"].split(" * ")[0]) if " * " in row["plan"] else 1)
    lower = gaussian_epsilon(np.sqrt(2 * rho), float(row["at"]))
    return lower, float(black_boxes.upper_epsilon(lambda a: black_boxes.mpf(rho) * a, float(row["at"])))


def allocated(row, made={}):
    import allocation
    from mpmath import mp, mpf

    mp.dps = 32
    many = re.match(r"(?:(\d+) \* )?allocated\(1, (\d+), gaussian\(([\d.]+)\)\)", row["plan"])
    steps, sigma = int(many.group(2)), float(many.group(3))
    if many.group(1):
        return allocated_often(int(many.group(1)), steps, sigma, row)
    law = allocation.TwoGaussians(sigma) if steps == 2 else allocation.Gaussian(sigma, steps)
    f = lambda e: float(mp.log(max(law.removed(mpf(e)), law.added(mpf(e))) / mpf(row["at"])))
    middle = (float(row["lower"]) + float(row["upper"])) / 2
    return brentq(f, 0.99 * middle, 1.01 * middle, xtol=1e-9, rtol=1e-9)


def allocated_often(count, steps, sigma, row):
    """The density of the mean of the ratios, from its characteristic function."""
    mu, far, highest = 1 / sigma, 64.0, 250.0
    x = np.arange(-12, 12 + mu, 0.01)
    ratios, masses = np.exp(mu * x - mu * mu / 2) / steps, np.exp(-x * x / 2) * 0.01 / np.sqrt(2 * np.pi)
    t = np.arange(0, highest, 2 * np.pi / far)
    waves = (np.exp(1j * np.outer(t, ratios)) @ masses) ** steps
    assert abs(waves[-1]) < 1e-14
    waves[0] /= 2
    # the loss on a grid, its law by the transform: untilted, but delta is far above the last digits of doubles
    step = 5e-4
    loss = np.arange(-3, np.log(far), step)
    density = np.concatenate([np.real(np.exp(-1j * np.outer(part, t)) @ waves) for part in np.array_split(np.exp(loss), 40)]) * 2 / far
    size = 1 << int(np.ceil(np.log2(count * len(loss))))
    with_record, without = (np.fft.irfft(np.fft.rfft(density * step * np.exp(k * loss), size) ** count, size) for k in (2, 1))
    at = count * loss[0] + step * np.arange(size)

    def delta_at(eps):
        return max((with_record * np.maximum(0, -np.expm1(np.minimum(0, eps - at)))).sum(), (without * np.maximum(0, -np.expm1(np.minimum(0, eps + at)))).sum())

    return delta_at(float(row["upper"])) <= float(row["at"]) <= delta_at(float(row["lower"]))


TABLES = {
    "poisson_gaussian": sums,
    "mixed_composition": sums,
    "poisson_laplace": sums,
    "without_replacement_gaussian": without_replacement,
    "shuffled_rr2": shuffled_rr2,
    "shuffled_bounds": shuffled_bound,
    "shuffled_krr": shuffled_krr,
    "last_iterate_full": last_iterate,
    "zcdp": zcdp,
    "allocated_gaussian": allocated,
}


def holds(row, found):
    lower, upper = float(row["lower"]), float(row["upper"])
    if isinstance(found, (bool, np.bool_)):
        return bool(found)
    if isinstance(found, tuple):
        blanket_is_it = "exact blanket" not in row["source"] or abs(found[1] / upper - 1) <= TOLERANCE
        return found[0] <= upper * (1 + TOLERANCE) and found[1] >= lower * (1 - TOLERANCE) and found[1] >= found[0] * (1 - TOLERANCE) and blanket_is_it
    if row["kind"] == "bound":
        return abs(found / upper - 1) <= (TOLERANCE if row["source"].startswith("blanket") else 1e-5)
    slack = TOLERANCE * max(abs(lower), abs(upper))
    return lower - slack <= found <= upper + slack


def main():
    wrong = asked = 0
    for name in [n for n in TABLES if n in sys.argv] or TABLES:
        with open(FOLDER / (name + ".csv")) as file:
            rows = list(csv.DictReader(line for line in file if not line.startswith("#")))
        rows = [row for row in rows if not (name == "last_iterate_full" and row["kind"] == "exact")]
        bad = 0
        for row in rows:
            found = TABLES[name](row)
            asked += 1
            if found is None or not holds(row, found):
                bad += 1
                print("  ", row["plan"], row["relation"], row["given"], row["at"], row["lower"], row["upper"], row["kind"], "found", found)
        wrong += bad
        print(f"{name}: {len(rows)} rows, {bad} do not hold")
    print(f"{asked} rows, {wrong} do not hold")
    sys.exit(1 if wrong else 0)


if __name__ == "__main__":
    main()
