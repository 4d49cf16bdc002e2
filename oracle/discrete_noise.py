"""discrete_laplace(scale) and discrete_gaussian(sigma), alone and composed: exact sums over the integers.

The loss of the discrete Gaussian is affine in the output, so a composition is a sum of independent integers; the discrete
Laplace's loss is a clipped output. Integer laws are convolved in fixed point (2^-1600), so the masses are exact to 1e-480.

Checks (run with --check): single profiles against a direct sum of (P - e^eps Q)+ over the integers; discrete Laplace with
shift 1 against randomized response of the same epsilon; composed profiles against numpy Monte Carlo within 4 standard errors.
"""
import sys

import numpy as np
from mpmath import mp, mpf, exp, floor, ceil, sqrt

from common import *

mp.dps = 60
BITS = 1600
ONE = 1 << BITS


class IntegerLaw:
    """Masses of an integer variable in fixed point, mass of lowest + i at index i."""

    def __init__(self, lowest, masses):
        while len(masses) > 1 and masses[0] == 0:
            lowest, masses = lowest + 1, masses[1:]
        while len(masses) > 1 and masses[-1] == 0:
            masses = masses[:-1]
        self.lowest, self.masses = lowest, masses

    def plus(self, other):
        product = np.convolve(np.array(self.masses, dtype=object), np.array(other.masses, dtype=object))
        return IntegerLaw(self.lowest + other.lowest, [int(m) >> BITS for m in product])

    def times(self, count):
        result, square = None, self
        while count:
            if count & 1:
                result = square if result is None else result.plus(square)
            count >>= 1
            if count:
                square = square.plus(square)
        return result

    def atoms(self, loss):
        return Atoms({loss(self.lowest + i): mpf(m) / ONE for i, m in enumerate(self.masses) if m > 0})


def fixed_point(weights):
    with mp.workprec(BITS + 64):
        total = sum(weights)
        return [int(floor(w / total * ONE + mpf(1) / 2)) for w in weights]


def discrete_gaussian_law(sigma):
    with mp.workprec(BITS + 64):
        sigma = mpf(sigma)
        reach = int(ceil(sigma * 48))
        return IntegerLaw(-reach, fixed_point([exp(-z * z / (2 * sigma * sigma)) for z in range(-reach, reach + 1)]))


def discrete_gaussian(sigma, count, shift):
    sigma = mpf(sigma)
    law = discrete_gaussian_law(sigma).times(count)
    return law.atoms(lambda n: (count * shift * shift - 2 * shift * n) / (2 * sigma * sigma))


def discrete_laplace(scale, count, shift):
    """The output clipped to 0..shift has the same likelihood ratio: r = e^(-1/scale), loss (shift - 2z)/scale."""
    with mp.workprec(BITS + 64):
        scale = mpf(scale)
        r = exp(-1 / scale)
        weights = [1 / (1 - r)] + [r**z for z in range(1, shift)] + [r**shift / (1 - r)]
        law = IntegerLaw(0, fixed_point(weights)).times(count)
    return law.atoms(lambda n: (count * shift - 2 * n) / scale)


def name(leaf, parameter, count):
    return f"{leaf}({parameter})" if count == 1 else f"{count} * {leaf}({parameter})"


def write():
    table = Table("discrete_laplace.csv", "oracle/discrete_noise.py, exact sums, 60 digits")
    for scale, counts in ((0.2, (1,)), (0.5, (2,)), (1.3, (1, 5)), (4, (50,)), (20, (1, 7))):
        for relation in BOTH_RELATIONS:
            for count in counts:
                law = discrete_laplace(scale, count, sensitivity(relation))
                fractions = (0, 0.13, 0.47, 0.83) if count == 1 else (0, 0.13, 0.47)
                atom_rows(table, name("discrete_laplace", scale, count), relation, [law], "exact sum over the integers",
                          sound_epsilons(law.largest(), fractions), (1e-3, 1e-6, 1e-12, 1e-30) if count > 1 else (1e-3, 1e-8))
    table.write()
    table = Table("discrete_gaussian.csv", "oracle/discrete_noise.py, exact sums, 60 digits")
    for sigma, counts in ((0.2, (1,)), (0.5, (3,)), (1, (1, 10)), (2.5, (50,)), (4, (2, 17)), (30, (1,))):
        for relation in BOTH_RELATIONS:
            for count in counts:
                law = discrete_gaussian(sigma, count, sensitivity(relation))
                mu = sqrt(mpf(count)) * sensitivity(relation) / mpf(sigma)
                epsilons = [float(mp.nstr(mu * mu / 2 + z * mu, 3)) for z in (0.5, 10, 25)]
                atom_rows(table, name("discrete_gaussian", sigma, count), relation, [law], "exact sum over the integers",
                          [0.0] + epsilons, (1e-1, 1e-5, 1e-30, 1e-300) if count > 1 else (1e-5, 1e-12, 1e-200))
    table.write()


def check():
    for shift in (1, 2, 3):
        for eps in (0, 0.3, 1.1, 2.7):
            for sigma in (0.5, 1.7):
                norm = sum(exp(-mpf(z) ** 2 / (2 * mpf(sigma) ** 2)) for z in range(-100, 101))
                direct = sum(max(0, exp(-mpf(z) ** 2 / (2 * mpf(sigma) ** 2)) - exp(mpf(eps) - mpf(z - shift) ** 2 / (2 * mpf(sigma) ** 2)))
                             for z in range(-100, 101)) / norm
                assert abs(discrete_gaussian(sigma, 1, shift).profile(mpf(eps)) - direct) < mpf(10) ** -50
            for scale in (0.5, 2.2):
                r = exp(-1 / mpf(scale))
                direct = sum(max(0, r ** abs(z) - exp(mpf(eps)) * r ** abs(z - shift)) for z in range(-400, 401)) * (1 - r) / (1 + r)
                assert abs(discrete_laplace(scale, 1, shift).profile(mpf(eps)) - direct) < mpf(10) ** -50
    rng = np.random.default_rng(20240607)
    for leaf, parameter, count, shift in (("g", 1.0, 10, 1), ("g", 0.5, 3, 2), ("l", 1.3, 5, 2), ("l", 20, 50, 1)):
        z = np.arange(-400, 401)
        weights = np.exp(-z**2 / (2 * parameter**2)) if leaf == "g" else np.exp(-abs(z) / parameter)
        sample = rng.choice(z, size=(400000, count), p=weights / weights.sum())
        loss = ((sample - shift) ** 2 - sample**2) / (2 * parameter**2) if leaf == "g" else (abs(sample - shift) - abs(sample)) / parameter
        total = loss.sum(axis=1)
        law = (discrete_gaussian if leaf == "g" else discrete_laplace)(parameter, count, shift)
        for eps in (0.2, 1.0, 2.0):
            values = np.maximum(0, -np.expm1(eps - total))
            error = values.std() / 400000**0.5
            if (values > 0).sum() < 100:
                continue
            assert abs(values.mean() - float(law.profile(mpf(eps)))) < 4 * error, (leaf, parameter, eps)
    print("discrete noise: checks passed")


if __name__ == "__main__":
    check() if "--check" in sys.argv else write()
