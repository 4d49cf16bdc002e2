"""Tables of the theorems on composition and on groups: golden/<Theorem>.csv.

KairouzOhViswanath, ProductOfPairs: the laws of the sums of losses, counted out or by residues. RenyiAdds: sums of closed-form curves, then the optimal
conversion of the best order. The classical theorems: their printed formulas. Groups: the law of the noise at k times the distance; of promises
the printed formulas.
"""
from mpmath import mp, mpf, binomial, exp, expm1, log, log1p, sqrt, tanh

import flat_loss
import leaf_extremes as leaf
from black_boxes import gaussian_profile, upper_epsilon
from common import *
from discrete_noise import discrete_laplace
from finite_laws import composed, dp, randomized_response
from poisson_finite import directions
from subsets import without

mp.dps = 40
SCRIPT = "oracle/theorems_composition.py"


def printed(count, epsilon, delta, i):
    """Kairouz, Oh and Viswanath 2015, Theorem 3.3: epsilon and delta number i."""
    e, d = mpf(epsilon), mpf(delta)
    lost = sum(binomial(count, l) * (exp((count - l) * e) - exp((count - 2 * i + l) * e)) for l in range(i)) / (1 + exp(e)) ** count
    return (count - 2 * i) * e, 1 - (1 - d) ** count * (1 - lost)


def write_optimal():
    table = Table("KairouzOhViswanath.csv", f"{SCRIPT}, printed formula and the binomial law, 40 digits")
    for plan, count, epsilon, delta, chosen in (("20 * dp(0.5, delta=1e-6)", 20, 0.5, 1e-6, (3, 8)), ("7 * local(1)", 7, 1, 0, (1, 2)), ("100 * randomized_response(0.25)", 100, 0.25, 0, (30, 45))):
        for i in chosen:
            eps, value = printed(count, epsilon, delta, i)
            # the epsilons of the theorem are exact doubles here
            assert mpf(float(eps)) == eps
            table.exact(plan, REPLACE_ONE, "epsilon", eps, value, "Theorem 3.3 as printed")
        law = composed([(dp(epsilon, delta), count)])
        for at in (1e-3, 1e-5):
            if law.epsilon(at) is not None:
                table.exact(plan, ADD_REMOVE, "delta", at, law.epsilon(at), "binomial law")
    table.write()


def write_products():
    table = Table("ProductOfPairs.csv", f"{SCRIPT}, laws of sums of losses, 40 digits")
    law = composed([(dp(0.5, 1e-6), 2), (randomized_response(1, 3), 3)])
    atom_rows(table, "2 * dp(0.5, delta=1e-6) + 3 * randomized_response(1, k=3)", ADD_REMOVE, [law], "counted out", (0.0, 1.25), (1e-3,))
    atom_rows(table, "6 * poisson(0.2, randomized_response(1))", ADD_REMOVE, directions(randomized_response(1), 0.2, 6), "counted out", (0.0, 0.4), (1e-3,))
    mu = sqrt(4 / mpf(4) + mpf(0.5) ** 2)
    table.profile("4 * gaussian(2) + gdp(0.5)", ADD_REMOVE, gaussian_profile(mu), "squares add", (1.0,), (1e-6, 1e-20))
    three = flat_loss.laplace(2, 1)
    table.profile("3 * laplace(2)", ADD_REMOVE, lambda eps: three.profile(eps, 3), "residues", (0.0, 0.7), (1e-6,), 1.5)
    table.write()


def laplace_curve(theta):
    theta = mpf(theta)
    return lambda a: log(a / (2 * a - 1) * exp((a - 1) * theta) + (a - 1) / (2 * a - 1) * exp(-a * theta)) / (a - 1)


def pure_curve(epsilon):
    p = 1 / (1 + exp(-mpf(epsilon)))
    return lambda a: log(p**a * (1 - p) ** (1 - a) + (1 - p) ** a * p ** (1 - a)) / (a - 1)


def write_renyi():
    table = Table("RenyiAdds.csv", f"{SCRIPT}, closed-form curves and the optimal conversion of the best order, 30 digits")
    source = "sum of the curves, optimal conversion"
    with mp.workdps(30):
        cases = [("2 * gaussian(2) + zcdp(0.1)", lambda a: (2 * mpf(1) / 8 + mpf(0.1)) * a, math.inf, 1e-6),
                 ("50 * laplace(10)", lambda a: 50 * laplace_curve(0.1)(a), math.inf, 1e-4),
                 ("100 * dp(0.1)", lambda a: 100 * pure_curve(0.1)(a), math.inf, 1e-4)]
        for plan, curve, top, above in cases:
            for delta in (1e-3, 1e-6):
                table.formula(plan, ADD_REMOVE, "delta", delta, upper_epsilon(curve, delta, top), source, above)
        for delta in (1e-3, 1e-6):
            table.formula("3 * rdp(8, 0.25)", REPLACE_ONE, "delta", delta, upper_epsilon(lambda a: mpf(0.75), delta, only=8), source, 1e-6)
            law = composed([(dp(0.1), 100)])
            table.realised("100 * dp(0.1)", ADD_REMOVE, "delta", delta, law.epsilon(delta), "randomized response, binomial law")
    table.write()


PARTS = [("100 * dp(0.1, delta=1e-9)", [(0.1, 1e-9, 100)]), ("5 * laplace(2) + 2 * randomized_response(1, k=4)", [(0.5, 0, 5), (1, 0, 2)]), ("3 * exponential(0.25) + dp(1, delta=1e-4)", [(0.25, 0, 3), (1, 1e-4, 1)])]


def write_classics():
    means = {"AdvancedComposition": lambda e: e * expm1(e), "ImprovedAdvancedComposition": lambda e: e * tanh(e / 2)}
    for name, mean in means.items():
        table = Table(name + ".csv", f"{SCRIPT}, printed formula, 40 digits")
        for plan, parts in PARTS:
            squares = sum(n * mpf(e) ** 2 for e, _, n in parts)
            middle = sum(n * mean(mpf(e)) for e, _, n in parts)
            lost = -expm1(sum(n * log1p(-mpf(d)) for _, d, n in parts))
            for delta in (1e-3, 1e-6):
                if delta > lost:
                    table.formula(plan, ADD_REMOVE, "delta", delta, middle + sqrt(2 * squares * log(1 / (mpf(delta) - lost))), "printed formula")
            eps = float(mp.nstr(middle + 3 * sqrt(squares), 3))
            table.formula(plan, ADD_REMOVE, "epsilon", eps, lost + exp(-((mpf(eps) - middle) ** 2) / (2 * squares)), "printed formula")
        table.realised(PARTS[0][0], ADD_REMOVE, "delta", 1e-6, composed([(dp(0.1, 1e-9), 100)]).epsilon(1e-6), "binomial law")
        table.write()
    table = Table("BasicComposition.csv", f"{SCRIPT}, printed formula, 40 digits")
    for plan, parts in PARTS:
        whole, lost = sum(n * mpf(e) for e, _, n in parts), sum(n * mpf(d) for _, d, n in parts)
        table.formula(plan, ADD_REMOVE, "delta", 1e-3, whole, "epsilons add")
        if lost > 0:
            table.formula(plan, ADD_REMOVE, "epsilon", float(whole) * 1.125, lost, "deltas add")
    table.realised(PARTS[0][0], ADD_REMOVE, "delta", 1e-6, composed([(dp(0.1, 1e-9), 100)]).epsilon(1e-6), "binomial law")
    table.write()


def write_white():
    table = Table("GroupWhiteBox.csv", f"{SCRIPT}, the law of the noise at k times the distance, 40 digits")
    with mp.workdps(60):
        for plan, law, size, largest in (
            ("group(3, gaussian(2))", lambda s, eps: leaf.gaussian(s, 2, eps), 3, None),
            ("group(3, laplace(5))", lambda s, eps: leaf.laplace(s, 5, eps), 3, 0.6),
            ("group(7, discrete_gaussian(1.5))", lambda s, eps: leaf.discrete_gaussian(s, 1.5, eps), 7, None),
            ("group(2, truncated_laplace(4, 60))", lambda s, eps: leaf.truncated(s, 4, 60, eps), 2, 0.5),
            ("group(4, sinh_normal(5, 8))", lambda s, eps: leaf.sinh_normal(s, 5, 8, eps), 4, None),
        ):
            for relation in BOTH_RELATIONS:
                shift = size * sensitivity(relation)
                table.profile(plan, relation, lambda eps: law(shift, eps), "distance times the size", (0.25,), (1e-4,) if relation == ADD_REMOVE else (), largest)
        atom_rows(table, "group(5, discrete_laplace(6))", ADD_REMOVE, [discrete_laplace(6, 1, 5)], "counted out", (0.0, 0.25), (1e-3,))
        table.profile("group(4, exponential(0.2))", ADD_REMOVE, lambda eps: leaf.exponential(mpf(4) * mpf(0.2), eps), "scores move by the size", (0.25,))
        table.profile("group(3, randomized_response(1, k=3))", REPLACE_ONE, lambda eps: leaf.randomized_response(1, 3, eps), "one answer", (0.25,))
    table.write()


def write_black():
    table = Table("GroupBlackBox.csv", f"{SCRIPT}, printed formulas, 30 digits or more")
    atom_rows(table, "group(3, dp(0.5))", ADD_REMOVE, [discrete_laplace(2, 1, 3)], "shifted geometric noise", (0.0, 0.75), (1e-2,))
    e, d = mpf(0.5), mpf(1e-6)
    box = dp(3 * e, d * expm1(3 * e) / expm1(e))
    for eps in (0.0, 1.0, 2.0):
        table.formula("group(3, dp(0.5, delta=1e-6))", ADD_REMOVE, "epsilon", eps, box.profile(mpf(eps)), "k epsilon and the geometric series of deltas")
    # a chain that reaches the distance with a promise that is kept
    with mp.workdps(30):
        for delta in (1e-3, 1e-6):
            value = upper_epsilon(lambda a: 9 * mpf(0.02) * a + mpf(0.01) * 3 * (1 + mpf(1) / 2 + mpf(1) / 3), delta)
            low = find_epsilon(gaussian_profile(3 * sqrt(2 * mpf(0.02))), mpf(delta))
            table.row("group(3, zcdp(0.02, xi=0.01))", REPLACE_ONE, "delta", delta, low * (1 - mpf("1e-9")), value * (1 + mpf("1e-6")), "bound", "lower: Gaussian noise; upper: (xi k H_k, k^2 rho)")
            value = upper_epsilon(lambda a: 4 * mpf(0.02) * a, delta, 10)
            low = find_epsilon(gaussian_profile(2 * sqrt(2 * mpf(0.02))), mpf(delta))
            table.row("group(2, tcdp(0.02, 20))", ADD_REMOVE, "delta", delta, low * (1 - mpf("1e-9")), value * (1 + mpf("1e-6")), "bound", "lower: Gaussian noise; upper: (k^2 rho, omega/k)")
            value = upper_epsilon(lambda a: mpf(0.1) * 16 * (mpf(1) / 16 + mpf(1) / 15), delta, only=8)
            low = find_epsilon(gaussian_profile(2 * sqrt(2 * mpf(0.1) / 16)), mpf(delta))
            table.row("group(2, rdp(16, 0.1))", ADD_REMOVE, "delta", delta, low * (1 - mpf("1e-9")), value * (1 + mpf("1e-6")), "bound", "lower: Gaussian noise; upper: order alpha/k")
    base = without(gaussian_profile(2 / mpf(2)), mpf(1) / 10)
    any_profile = lambda eps: expm1(eps) / expm1(eps / 2) * base(eps / 2)
    for eps in (0.5, 1.5):
        low = base(mpf(eps))
        table.row("group(2, without_replacement(10, 100, gaussian(2)))", REPLACE_ONE, "epsilon", eps, low * (1 - mpf("1e-9")), any_profile(mpf(eps)) * (1 + mpf("1e-9")), "bound", "lower: one record; upper: the chained profile")
    table.write()


if __name__ == "__main__":
    write_optimal()
    write_products()
    write_renyi()
    write_classics()
    write_white()
    write_black()
