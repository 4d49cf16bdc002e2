"""group(k, poisson(q, gaussian(s))): k records are added or removed together, and each is in the sample with probability q.

The law with them is the mixture of N(b, s^2) with b binomial, the one without N(0, s^2). The ratio rises with the output, so delta is the difference of two
tails at the output where it is e^eps, found by bisection.

Checks (run with --check): delta by quadrature of the positive part of the difference of the densities.
"""
import sys

from mpmath import mp, mpf, exp, log, ncdf, npdf, binomial, quad, sqrt, inf

from common import *

DIGITS = 50


class Mixture:
    def __init__(self, size, rate, sigma):
        q, self.s = mpf(rate), mpf(sigma)
        self.weights = [binomial(size, b) * q ** b * (1 - q) ** (size - b) for b in range(size + 1)]

    def ratio(self, x):
        return sum(w * exp((b * x - mpf(b * b) / 2) / self.s ** 2) for b, w in enumerate(self.weights))

    def output(self, level):
        """Where the ratio is the level; None below its least value."""
        if level <= self.weights[0]:
            return None
        return crossing(self.ratio, level)

    def tail(self, x):
        return sum(w * ncdf((b - x) / self.s) for b, w in enumerate(self.weights))

    def removed(self, eps):
        x = self.output(exp(eps))
        return self.tail(x) - exp(eps) * ncdf(-x / self.s)

    def added(self, eps):
        x = self.output(exp(-eps))
        if x is None:
            return mpf(0)
        return ncdf(x / self.s) - exp(eps) * sum(w * ncdf((x - b) / self.s) for b, w in enumerate(self.weights))

    def delta(self, eps):
        return max(self.removed(eps), self.added(eps))

    def by_quadrature(self, eps):
        """The positive parts, integrated as they are."""
        x = self.output(exp(eps))
        density = lambda z: sum(w * npdf(z, b, self.s) for b, w in enumerate(self.weights)) - exp(eps) * npdf(z, 0, self.s)
        cuts = [x] + [x + self.s * mpf(i) for i in (1, 2, 4, 8, 16)] + [x + len(self.weights) + 16 * self.s, inf]
        return quad(density, sorted(set(cuts)))


CASES = ((2, "0.5", 1), (3, "0.01", 1), (5, "0.01", 2), (10, "0.001", "0.7"), (20, "0.1", 5), (64, "0.02", 10))


def write():
    table = Table("GroupInSample.csv", "oracle/group_in_sample.py, difference of two tails, 50 digits")
    with mp.workdps(DIGITS):
        for size, rate, sigma in CASES:
            law = Mixture(size, rate, sigma)
            plan = f"group({size}, poisson({rate}, gaussian({sigma})))"
            table.profile(plan, ADD_REMOVE, law.delta, "difference of two tails", epsilons=(0.1, 1, 3), deltas=(1e-3, 1e-6, 1e-12, 1e-30), largest=mpf(2000))
    table.write()


def check():
    with mp.workdps(30):
        for size, rate, sigma in CASES[:4]:
            law = Mixture(size, rate, sigma)
            for eps in (mpf("0.1"), mpf(1), mpf(3)):
                one, other = law.removed(eps), law.by_quadrature(eps)
                assert abs(one - other) < mpf("1e-12") * one, (size, rate, sigma, eps, one, other)
    print("two tails and quadrature agree")


if __name__ == "__main__":
    check() if "--check" in sys.argv else write()
