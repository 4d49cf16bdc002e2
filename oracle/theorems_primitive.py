"""Tables of the theorems on leaves: golden/<Theorem>.csv, from the definitions of the laws and of the promises.

Noise: the positive part of p - e^eps q, summed or integrated (leaf_extremes.py). Concentrated boxes: the optimal conversion of each order
(black_boxes.py); their lower end is Gaussian noise that keeps the promise. Numbers have 30 digits or more.
"""
from mpmath import mp, mpf, exp, sqrt

import leaf_extremes as leaf
from black_boxes import gaussian_profile, upper_epsilon
from common import *

mp.dps = 60


def noise(name, cases, law, source="definition of the law"):
    """A table of exact rows: cases are (plan, parameters, largest epsilon or None)."""
    table = Table(name + ".csv", f"oracle/theorems_primitive.py, {source}, 60 digits")
    for plan, parameters, largest in cases:
        for relation in BOTH_RELATIONS:
            shift = sensitivity(relation)
            profile = lambda eps: law(shift, *parameters, eps)
            unit = largest * shift if largest else shift / mpf(parameters[0])
            table.profile(plan, relation, profile, source, [0.0, float(mp.nstr(unit / 3, 3))])
            table.profile(plan, relation, profile, source, deltas=(1e-6,), largest=largest and largest * shift)
    table.write()


def promise(name, cases, law, source):
    """The same for promises, which no relation doubles."""
    table = Table(name + ".csv", f"oracle/theorems_primitive.py, {source}, 60 digits")
    for plan, relation, parameters, epsilons, deltas, largest in cases:
        table.profile(plan, relation, lambda eps: law(*parameters, eps), source, epsilons, deltas, largest)
    table.write()


def write_noise():
    noise("GaussianNoise", [("gaussian(0.5)", (0.5,), None), ("gaussian(3)", (3.0,), None)], leaf.gaussian, "two normal tails")
    noise("LaplaceNoise", [("laplace(0.5)", (0.5,), mpf(2)), ("laplace(4)", (4.0,), mpf(1) / 4)], leaf.laplace, "closed form")
    noise("DiscreteGaussianNoise", [("discrete_gaussian(0.6)", (0.6,), None), ("discrete_gaussian(7)", (7.0,), None)], leaf.discrete_gaussian, "sum over the integers")
    noise("DiscreteLaplaceNoise", [("discrete_laplace(0.7)", (0.7,), 1 / mpf(0.7)), ("discrete_laplace(5)", (5.0,), mpf(1) / 5)], leaf.discrete_laplace, "sum over the integers")
    noise("TruncatedLaplaceNoise", [("truncated_laplace(1, 20)", (1.0, 20.0), mpf(1)), ("truncated_laplace(3, 60)", (3.0, 60.0), mpf(1) / 3)], leaf.truncated, "best threshold")
    noise("SinhNormalNoise", [("sinh_normal(1, 1.5)", (1.0, 1.5), None), ("sinh_normal(3, 20)", (3.0, 20.0), None)], leaf.sinh_normal, "two normal tails at the root of the loss")


def write_promises():
    promise("RandomizedResponsePair", [
        ("randomized_response(0.7)", REPLACE_ONE, (0.7, 2), (0.0, 0.5), (1e-3,), 0.7),
        ("randomized_response(3, k=10)", ADD_REMOVE, (3.0, 10), (0.0, 2.5), (1e-6,), 3),
        ("randomized_response(0.01, k=3)", REPLACE_ONE, (0.01, 3), (0.0, 0.004), (1e-9,), 0.01)], leaf.randomized_response, "sum over the answers")
    for name in ("ExponentialEnvelope", "ExponentialAttained"):
        promise(name, [
            ("exponential(0.4)", ADD_REMOVE, (0.4,), (0.0, 0.1), (1e-6,), 0.4),
            ("exponential(3)", REPLACE_ONE, (3.0,), (0.0, 1.0), (1e-3, 1e-12), 3)], leaf.exponential, "the best two-point pair of bounded range")
    two = lambda epsilon, eps: leaf.randomized_response(mpf(epsilon) / 2, 2, eps)
    promise("ExponentialOfTwo", [
        ("exponential(0.4)", ADD_REMOVE, (0.4,), (0.0, 0.1), (1e-6,), 0.2),
        ("exponential(3)", REPLACE_ONE, (3.0,), (0.0, 1.0), (1e-3,), 1.5)], two, "two candidates counted out")
    promise("ApproximateDpPair", [
        ("dp(0.8)", ADD_REMOVE, (0.8, 0.0), (0.0, 0.5), (1e-6,), 0.8),
        ("dp(1.5, delta=0.001)", REPLACE_ONE, (1.5, 0.001), (0.0, 1.0, 2.0), (0.01,), 1.5)], leaf.dp, "the pair that attains the promise")
    promise("LocalDpPair", [
        ("local(0.8)", REPLACE_ONE, (0.8, 0.0), (0.0, 0.5), (1e-6,), 0.8),
        ("local(4)", REPLACE_ONE, (4.0, 0.0), (0.0, 3.0), (1e-3,), 4)], leaf.dp, "binary response")
    gdp = lambda mu, eps: leaf.gaussian(mpf(mu), 1, eps)
    promise("GaussianDpPair", [
        ("gdp(0.3)", ADD_REMOVE, (0.3,), (0.0, 0.5), (1e-6,), None),
        ("gdp(2)", REPLACE_ONE, (2.0,), (0.0, 4.0), (1e-3, 1e-12), None)], gdp, "two normal tails")


ZERO = [("zcdp(0.02)", 0.02, 0, math.inf), ("zcdp(0.5)", 0.5, 0, math.inf), ("zcdp(0.1, xi=0.2)", 0.1, 0.2, math.inf)]
TRUNCATED = [("tcdp(0.02, 8)", 0.02, 0, 8), ("tcdp(0.5, 40)", 0.5, 0, 40)]
ONE = [("rdp(2, 0.5)", 2, 0.5), ("rdp(16, 0.3)", 16, 0.3)]


def curve(rho, xi):
    return lambda a: mpf(xi) + mpf(rho) * a


def conversion(name, cases, above, source):
    """Upper ends: the optimal conversion at the best order that is known."""
    table = Table(name + ".csv", f"oracle/theorems_primitive.py, {source}, 30 digits")
    for case in cases:
        for delta in (1e-2, 1e-6):
            if case[0].startswith("rdp"):
                value = upper_epsilon(lambda a: mpf(case[2]), delta, only=case[1])
            else:
                value = upper_epsilon(curve(case[1], case[2]), delta, case[3])
            table.formula(case[0], ADD_REMOVE, "delta", delta, value, source, above)
    table.write()


def write_boxes():
    with mp.workdps(30):
        conversion("ZeroConcentratedCurve", ZERO, 1e-6, "optimal conversion of the best order")
        conversion("TruncatedConcentratedCurve", TRUNCATED, 1e-6, "optimal conversion of the best order up to omega")
        conversion("RenyiAtOneOrder", ONE, 1e-6, "optimal conversion of the order")
        # connecting 257 dots costs up to a hundredth
        conversion("RenyiAsPair", ZERO + TRUNCATED + ONE, 1e-2, "optimal conversion, which the dots of the pair lie on")
        source = "Gaussian noise that keeps the promise"
        table = Table("ConcentratedByGaussian.csv", f"oracle/theorems_primitive.py, {source}, 30 digits")
        for plan, rho in [(case[0], case[1]) for case in ZERO + TRUNCATED] + [(case[0], mpf(case[2]) / case[1]) for case in ONE]:
            table.formula(plan, REPLACE_ONE, "delta", 1e-6, find_epsilon(gaussian_profile(sqrt(2 * mpf(rho))), mpf(1e-6)), source)
            table.formula(plan, REPLACE_ONE, "epsilon", 0.1, gaussian_profile(sqrt(2 * mpf(rho)))(mpf(0.1)), source)
        table.write()


if __name__ == "__main__":
    write_noise()
    write_promises()
    write_boxes()
