"""Sums of different leaves: gaussian, laplace, randomized_response, discrete_laplace, dp, exponential.

With a Gaussian part: contour integral of the product of the moment generating functions, which are all in closed form.
Without one: residues for the flat losses and a sum over the atoms (flat_loss.py).

Checks (run with --check): gaussian + laplace + randomized_response against nested quadrature of the Gaussian profile over the loss of the
rest, down to delta = 1e-28; the first and second kind against each other with a Gaussian part of vanishing size; two rows of the acceptance table
mixed_composition.csv reproduced to 1e-11.
"""
import sys

from mpmath import mp, mpf, exp, log, quad, sqrt

import contour
from black_boxes import gaussian_profile
from common import *
from discrete_noise import discrete_laplace
from finite_laws import randomized_response, dp, repeated
from flat_loss import laplace, exponential, product_profile

mp.dps = 25


class Sum:
    """A composition: total Gaussian mu, flat parts [(law, count)], one Atoms law."""

    def __init__(self, mu, flats, atoms):
        self.mu, self.flats, self.atoms = mpf(mu), flats, atoms

    def infinity(self):
        return self.atoms.infinity if self.atoms else mpf(0)

    def log_transform(self, s):
        value = self.mu ** 2 * (s * s + s) / 2
        for law, count in self.flats:
            value += count * log(law.transform(s))
        if self.atoms:
            value += log(sum(p * exp(s * l) for l, p in self.atoms.masses))
        return value

    def profile(self, eps):
        if self.mu == 0:
            return product_profile(self.flats, eps, self.atoms)
        return contour.profile(self.log_transform, eps, self.infinity())


def atoms_of(parts):
    result = None
    for law in parts:
        result = law if result is None else result.convolve(law)
    return result


def cases(relation):
    d = sensitivity(relation)
    mu = lambda *parts: sqrt(sum(count * (d / mpf(s)) ** 2 for s, count in parts))
    yield "gaussian(5) + laplace(2)", Sum(mu((5, 1)), [(laplace(2, d), 1)], None)
    yield ("3 * gaussian(4) + 2 * laplace(3) + 4 * randomized_response(0.5) + discrete_laplace(2)",
           Sum(mu((4, 3)), [(laplace(3, d), 2)], atoms_of([repeated(randomized_response(0.5), 4), discrete_laplace(2, 1, d)])))
    yield ("gaussian(1) + 5 * discrete_laplace(1.5) + randomized_response(2, 4)",
           Sum(mu((1, 1)), [], atoms_of([discrete_laplace(1.5, 5, d), randomized_response(2, 4)])))
    yield ("gaussian(20) + 10 * laplace(10) + exponential(0.3)", Sum(mu((20, 1)), [(laplace(10, d), 10), (exponential(0.3), 1)], None))
    yield ("2 * gaussian(3) + dp(0.5, 1e-8) + laplace(4)", Sum(mu((3, 2)), [(laplace(4, d), 1)], dp(0.5, 1e-8)))
    yield ("laplace(2) + randomized_response(0.4) + discrete_laplace(3)",
           Sum(0, [(laplace(2, d), 1)], atoms_of([randomized_response(0.4), discrete_laplace(3, 1, d)])))
    yield ("2 * laplace(2) + 3 * laplace(5) + dp(0.2, 1e-12)", Sum(0, [(laplace(2, d), 2), (laplace(5, d), 3)], dp(0.2, 1e-12)))


def write():
    table = Table("mixed_sums.csv", "oracle/mixed_sums.py, contour integral or residues, 25 digits")
    for relation in BOTH_RELATIONS:
        for plan, law in cases(relation):
            source = "residues" if law.mu == 0 else "contour integral, mpmath"
            largest = None if law.mu > 0 else sum(c * f.reach() for f, c in law.flats) + law.atoms.largest()
            deltas = [delta for delta in (1e-3, 1e-6, 1e-12, 1e-30) if delta > law.infinity()]
            table.profile(plan, relation, law.profile, source, (0.25, 1.5), deltas, largest)
    table.write()


def check():
    law = Sum(mpf(1) / 5, [(laplace(2, 1), 1)], randomized_response(1))
    gauss = gaussian_profile(mpf(1) / 5)
    for eps in (mpf("0.3"), mpf("1.4"), mpf("2.2"), mpf("3.8")):
        half = mpf(1) / 2

        def rest(e):
            edges = (half, 1 / mpf(2)), (-half, exp(-half) / 2)
            # quad's tolerance is absolute, so the integrand is brought to the size of 1.
            size = gauss(e - half)
            inner = size * quad(lambda l: exp((l - half) / 2) / 4 * gauss(e - l) / size, [-half, 0, half / 2, half])
            return inner + sum(p * gauss(e - l) for l, p in edges)

        with mp.workdps(20):
            nested = sum(p * rest(eps - l) for l, p in law.atoms.masses)
        print("nested quadrature at eps", eps, "delta", mp.nstr(nested, 5), "relative gap", mp.nstr(law.profile(eps) / nested - 1, 3))
        assert abs(law.profile(eps) / nested - 1) < mpf(10) ** -15, (eps, law.profile(eps), nested)
    for delta, lower, upper in ((1e-5, "2.1748822212501944", "2.174882221250213"), (1e-12, "2.7946478084918573", "2.794647808491875")):
        eps = find_epsilon(law.profile, mpf(delta))
        assert mpf(lower) * (1 - mpf("1e-11")) < eps < mpf(upper) * (1 + mpf("1e-11")), eps
    flats, atoms = [(laplace(2, 1), 1), (laplace(5, 1), 3)], randomized_response(0.4)
    for eps in (0.2, 0.9):
        with_gauss, without = Sum(mpf("0.01"), flats, atoms).profile(eps), Sum(0, flats, atoms).profile(eps)
        assert abs(with_gauss - without) < 1e-4, (with_gauss, without)
    print("mixed sums: checks passed")


if __name__ == "__main__":
    check() if "--check" in sys.argv else write()
