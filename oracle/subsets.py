"""with_replacement and without_replacement, one release, replace-one (Balle, Barthe and Gaboardi 2018, Theorems 9 and 10).

without_replacement(m, n, base): g = m/n, e^eps' = 1 + g (e^eps - 1), delta'(eps') = g delta(eps), delta the base's profile under
replace-one. Additive noise reaches it (the record at +C against -C, all others at -C: the sampled REMOVE pair at distance 2C), and so does dp
by randomized membership, so the rows are exact.
with_replacement(m, n, base): eta = 1 - (1-1/n)^m, delta' = sum over k of C(m,k) n^-k (1-1/n)^(m-k) delta_k(eps), delta_k the profile of k changed
records (white box at distance 2kC for noise). Its rows are intervals: lower is a real pair (for noise, the mixture over k of noise at 2kC
against noise at 0, both ways round; for dp, randomized membership, eta delta(eps)); upper is the theorem. For dp upper takes the smaller of the two
group bounds of groups.py for each k.

Checks (run with --check): lower <= upper; m = 1 of n is the same with and without replacement; without replacement against direct quadrature of the
mixture pair; with replacement, lower end against Monte Carlo of the two mixtures.
"""
import sys

import numpy as np
from mpmath import mp, mpf, exp, log, log1p, expm1, binomial, erfc, sqrt, quad

import flat_loss
from black_boxes import gaussian_profile, bound
from common import *
from finite_laws import dp
from groups import dp_upper

mp.dps = 30


def base_order(eps, rate):
    """The eps of the base that eps of the sampled mechanism asks for."""
    return log1p(expm1(eps) / rate)


def without(base, rate):
    return lambda eps: rate * base(base_order(eps, rate))


class Noise:
    """gaussian or laplace noise of a given multiplier: profile at a distance, distribution function, log density ratio."""

    def __init__(self, kind, multiplier):
        self.kind, self.scale = kind, mpf(multiplier)

    def profile(self, distance):
        if self.kind == "gaussian":
            return gaussian_profile(distance / self.scale)
        theta = distance / self.scale
        return lambda eps: -expm1((eps - theta) / 2) if eps < theta else mpf(0)

    def above(self, x):
        """P(noise > x)."""
        if self.kind == "gaussian":
            return erfc(x / (self.scale * sqrt(mpf(2)))) / 2
        return exp(-x / self.scale) / 2 if x >= 0 else 1 - exp(x / self.scale) / 2

    def log_ratio(self, x, distance):
        """log of the density at x of noise moved by `distance`, over that of noise at 0."""
        if self.kind == "gaussian":
            return (2 * x * distance - distance * distance) / (2 * self.scale**2)
        return (abs(x) - abs(x - distance)) / self.scale


def counts(m, n):
    """Probabilities of k = 0..m draws of one record, cut where they are below 1e-60."""
    n = mpf(n)
    return [w for w in (binomial(m, k) * n**-k * (1 - 1 / n) ** (m - k) for k in range(min(m, 60) + 1)) if w > mpf(10) ** -60]


def theorem(weights, profiles):
    """Upper end: weights[k] and profiles[k] for k >= 1."""
    rate = 1 - weights[0]

    def profile(eps):
        order = base_order(eps, rate)
        return sum(w * p(order) for w, p in zip(weights[1:], profiles))

    return profile


def mixture(noise, weights):
    """Lower end: the worse direction of sum_k weights[k] noise(2k) against noise(0); the ratio rises with x, so one threshold decides."""

    def log_ratio(x):
        return log(sum(w * exp(noise.log_ratio(x, 2 * k)) for k, w in enumerate(weights)))

    def threshold(level):
        low, high = mpf(-1), mpf(1)
        while log_ratio(high) < level:
            high *= 2
            if high > 10**6:
                return None
        while log_ratio(low) > level:
            low *= 2
            if low < -10**6:
                return None
        for _ in range(120):
            middle = (low + high) / 2
            low, high = (middle, high) if log_ratio(middle) < level else (low, middle)
        return low

    def profile(eps):
        top, bottom = threshold(eps), threshold(-eps)
        remove = add = mpf(0)
        if top is not None:
            remove = sum(w * noise.above(top - 2 * k) for k, w in enumerate(weights)) - exp(eps) * noise.above(top)
        if bottom is not None:
            add = noise.above(-bottom) - exp(eps) * sum(w * noise.above(2 * k - bottom) for k, w in enumerate(weights))
        return max(remove, add, mpf(0))

    return profile


def write_without():
    table = Table("without_replacement_single.csv", "oracle/subsets.py, Theorem 9 of Balle et al., attained")
    for m, n, name, base, top in (
        (10, 1000, "gaussian(1)", gaussian_profile(mpf(2)), None), (500, 50000, "gaussian(2)", gaussian_profile(mpf(1)), None),
        (1, 2, "gaussian(4)", gaussian_profile(mpf(1) / 2), None), (100, 100, "gaussian(1)", gaussian_profile(mpf(2)), None),
        (10, 1000, "laplace(1)", Noise("laplace", 1).profile(2), mpf(2)), (3, 4, "laplace(5)", Noise("laplace", 5).profile(2), 2 / mpf(5)),
        (1, 100, "laplace(0.25)", Noise("laplace", 0.25).profile(2), mpf(8)),
        (10, 1000, "dp(1)", dp(1).profile, mpf(1)), (1, 10, "dp(2, 1e-06)", dp(2, 1e-6).profile, mpf(2)), (50, 60, "dp(0.5, 1e-09)", dp(0.5, 1e-9).profile, mpf(0.5)),
    ):
        rate = mpf(m) / n
        largest = None if top is None else log1p(rate * expm1(top))
        epsilons = (0.0, 0.01, 0.3) if top is None else sound_epsilons(largest, (0, 0.31, 0.83))
        deltas = [d for d in (1e-3, 1e-6, 1e-12) if top is None or without(base, rate)(largest) <= d]
        table.profile(f"without_replacement({m}, {n}, {name})", REPLACE_ONE, without(base, rate), "Theorem 9 of Balle et al., attained", epsilons, deltas, largest)
    table.write()


def with_cases():
    for m, n, kind, multiplier in ((10, 1000, "gaussian", 1), (500, 50000, "gaussian", 2), (1, 20, "gaussian", 1), (5, 5, "gaussian", 8),
                                   (10, 1000, "laplace", 1), (1, 20, "laplace", 4), (20, 100, "laplace", 10)):
        noise, weights = Noise(kind, multiplier), counts(m, n)
        upper = theorem(weights, [noise.profile(mpf(2 * k)) for k in range(1, len(weights))])
        yield f"with_replacement({m}, {n}, {kind}({multiplier}))", mixture(noise, weights), upper
    for m, n, epsilon, delta in ((10, 1000, 1, 0), (3, 10, 0.5, 1e-6), (1, 50, 2, 1e-8)):
        weights = counts(m, n)
        rate = 1 - weights[0]
        one = dp(epsilon, delta)
        name = f"dp({epsilon})" if delta == 0 else f"dp({epsilon}, {delta:g})"
        lower = lambda eps, rate=rate, one=one: rate * one.profile(base_order(eps, rate))
        yield f"with_replacement({m}, {n}, {name})", lower, theorem(weights, [dp_upper(epsilon, delta, k)[0] for k in range(1, len(weights))])


def write_with():
    table = Table("with_replacement_single.csv", "oracle/subsets.py, Theorem 10 of Balle et al.; lower: a real pair")
    source = "lower: a real pair; upper: Theorem 10 of Balle et al."
    for plan, lower, upper in with_cases():
        for eps in (0.0, 0.01, 0.1, 0.5):
            bound(table, plan, REPLACE_ONE, "epsilon", eps, lower(mpf(eps)), upper(mpf(eps)), source)
        for delta in (1e-3, 1e-6):
            ends = [find_epsilon(p, mpf(delta), tolerance=mpf(10) ** -15) for p in (lower, upper)]
            if None not in ends:
                bound(table, plan, REPLACE_ONE, "delta", delta, *ends, source)
    table.write()


def check():
    for plan, lower, upper in with_cases():
        for eps in (0, 0.02, 0.2, 0.7):
            low, high = lower(mpf(eps)), upper(mpf(eps))
            assert low <= high * (1 + mpf(10) ** -20), (plan, eps, low, high)
            if "(1, " in plan:
                assert abs(low - high) <= mpf(10) ** -20, (plan, eps, low, high)
    g = mpf("0.3")
    for noise in (Noise("gaussian", 2), Noise("laplace", 3)):
        for eps in (mpf("0.05"), mpf("0.15")):
            density = lambda x: exp(-(x**2) / (2 * noise.scale**2)) / sqrt(2 * mp.pi) / noise.scale if noise.kind == "gaussian" else exp(-abs(x) / noise.scale) / 2 / noise.scale
            positive = lambda x: max(mpf(0), density(x) * ((1 - g) + g * exp(noise.log_ratio(x, 2)) - exp(eps)))
            with mp.workdps(15):
                direct = quad(positive, [mpf(i) / 4 for i in range(-200, 241)])
            assert abs(direct / without(noise.profile(mpf(2)), g)(eps) - 1) < 1e-4, (noise.kind, eps)
    rng = np.random.default_rng(3)
    for kind, scale in (("gaussian", 8), ("laplace", 10)):
        noise, weights = Noise(kind, scale), counts(5, 5)
        w = np.array([float(x) for x in weights])
        lower = mixture(noise, weights)
        draw = (lambda size: rng.normal(0, scale, size)) if kind == "gaussian" else (lambda size: rng.laplace(0, scale, size))
        ratio = lambda x: sum(w[k] * np.exp((4 * k * x - 4 * k * k) / (2 * scale**2) if kind == "gaussian" else (abs(x) - abs(x - 2 * k)) / scale) for k in range(len(w)))
        x = draw(1000000) + 2 * rng.choice(len(w), 1000000, p=w / w.sum())
        y = draw(1000000)
        for eps in (0.05, 0.2):
            remove, add = np.maximum(0, 1 - np.exp(eps) / ratio(x)), np.maximum(0, 1 - np.exp(eps) * ratio(y))
            best = max((remove.mean(), remove.std()), (add.mean(), add.std()))
            assert abs(best[0] - float(lower(mpf(eps)))) < 4 * best[1] / 1000, (kind, eps, best, lower(mpf(eps)))
    print("subsets: checks passed")


if __name__ == "__main__":
    if "--check" in sys.argv:
        check()
    else:
        write_without()
        write_with()
