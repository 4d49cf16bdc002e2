"""ChosenAtRandom and NaturalSampling, by closed forms and quadrature in 30 digits.

ChosenAtRandom. Weighted sums of the closed forms of Gaussian and Laplace noise, of randomized response and of dp(eps, delta).

NaturalSampling. The law with the record is a mixture over the number of its copies. Gaussian noise: the integral of (P - x Q)+ between the points where the ratio crosses x,
which rises, by tails. Laplace noise: the same two integrals from below, and from above the bound that tells how often the record was drawn.
"""
from mpmath import mp, mpf, exp, log, sqrt, erfc, expm1

from common import *

mp.dps = 30


def tail(x):
    return erfc(x / sqrt(mpf(2))) / 2


def gaussian(noise, eps):
    mu, eps = 1 / mpf(noise), mpf(eps)
    return tail(eps / mu - mu / 2) - exp(eps) * tail(eps / mu + mu / 2)


def laplace(noise, eps):
    """At any real eps."""
    theta, eps = 1 / mpf(noise), mpf(eps)
    if eps >= theta:
        return mpf(0)
    if eps < -theta:
        return 1 - exp(eps)
    return 1 - exp((eps - theta) / 2) if eps >= 0 else 1 - exp(eps) + exp(eps) * laplace(noise, -eps)


def response(eps0, eps):
    e = exp(mpf(eps0))
    return max(mpf(0), (e - exp(mpf(eps))) / (1 + e))


def chosen_at_random():
    table = Table("ChosenAtRandom.csv", "oracle/chosen_and_sampled.py, sums of closed forms, 30 digits")
    for a, b in ((0.25, 0.75), (0.5, 0.5), (0.0625, 0.9375)):
        for eps in (0.0, 0.1, 0.4, 0.9, 2.0):
            parts = (
                ("gaussian(1), laplace(2)", gaussian(1, eps), laplace(2, eps)),
                ("gaussian(2), gaussian(5)", gaussian(2, eps), gaussian(5, eps)),
                ("randomized_response(1), laplace(1)", response(1, eps), laplace(1, eps)),
            )
            for text, one, two in parts:
                value = mpf(a) * one + mpf(b) * two
                table.exact(f"mixture([{a}, {b}], [{text}])", ADD_REMOVE, "epsilon", eps, value, "weighted sum", half_width=1e-11)
    table.write()


def poisson(rate, profile, eps, removing):
    """The exact forms for an added or a removed record."""
    q, x = mpf(rate), exp(mpf(eps))
    if removing:
        e = 1 + (x - 1) / q
        return q * profile(log(e)) if e > 0 else 1 - x
    c = 1 - x * (1 - q)
    return c * profile(log(q * x / c)) if c > 0 else mpf(0)


def gaussian_copies(noise, hits, eps, removing):
    """Both integrals by tails: the ratio of the mixture to N(0) rises with the output."""
    sigma, x = mpf(noise), exp(mpf(eps))
    chances = [1 - sum(mpf(p) for p in hits)] + [mpf(p) for p in hits]
    ratio = lambda y: sum(p * exp((2 * k * y - k * k) / (2 * sigma ** 2)) for k, p in enumerate(chances))
    level = x if removing else 1 / x
    if level <= chances[0]:
        return mpf(0) if not removing else 1 - x
    y = crossing(ratio, level)
    if removing:
        return sum(p * tail((y - k) / sigma) for k, p in enumerate(chances)) - x * tail(y / sigma)
    return tail(-y / sigma) - x * sum(p * tail(-(y - k) / sigma) for k, p in enumerate(chances))


def laplace_copies(noise, hits, eps, removing):
    """The ratio of the mixture to the law without the record rises between 0 and the largest number of copies, and is constant outside."""
    b, x = mpf(noise), exp(mpf(eps))
    chances = [1 - sum(mpf(p) for p in hits)] + [mpf(p) for p in hits]
    ratio = lambda y: sum(p * exp((abs(y) - abs(y - k)) / b) for k, p in enumerate(chances))
    above = lambda y: exp(-y / b) / 2 if y > 0 else 1 - exp(y / b) / 2
    level, most = (x if removing else 1 / x), mpf(len(hits))
    low, high = mpf(0), most
    if removing and ratio(most) <= level or not removing and ratio(mpf(0)) >= level:
        return mpf(0)
    if not (ratio(low) < level < ratio(high)):
        raise ValueError("take an epsilon between the least and the largest loss")
    for _ in range(120):
        middle = (low + high) / 2
        low, high = (middle, high) if ratio(middle) < level else (low, middle)
    y = low
    if removing:
        return sum(p * above(y - k) for k, p in enumerate(chances)) - x * above(y)
    return above(-y) - x * sum(p * above(-(y - k)) for k, p in enumerate(chances))


def natural_sampling():
    table = Table("NaturalSampling.csv", "oracle/chosen_and_sampled.py, tails of mixtures and closed forms, 30 digits")
    for rate in (0.1, 0.5):
        for eps in (0.0, 0.2, 0.6):
            for removing, relation in ((True, "remove"), (False, "add")):
                value = poisson(rate, lambda t: gaussian(1, t) if t >= 0 else 1 - exp(t) + exp(t) * gaussian(1, -t), eps, removing)
                table.exact(f"sampled([{rate}], gaussian(1))", relation, "epsilon", eps, value, "closed form", half_width=1e-10)
    for hits in ((0.2, 0.05), (0.05, 0.02, 0.01)):
        plan = "[" + ", ".join(repr(p) for p in hits) + "]"
        for eps in (0.05, 0.3):
            for removing, relation in ((True, "remove"), (False, "add")):
                if not removing and exp(-mpf(eps)) <= 1 - sum(map(mpf, hits)):
                    continue
                for noise in (1, 3):
                    table.exact(f"sampled({plan}, gaussian({noise}))", relation, "epsilon", eps, gaussian_copies(noise, hits, eps, removing), "tails of a mixture", half_width=1e-9)
                any_ = sum(mpf(p) for p in hits)
                told = lambda t: sum(mpf(p) / any_ * laplace(mpf(2) / (k + 1), t) for k, p in enumerate(hits))
                if eps < 0.1:
                    table.row(f"sampled({plan}, laplace(2))", relation, "epsilon", eps, laplace_copies(2, hits, eps, removing), poisson(any_, told, eps, removing) * (1 + mpf("1e-9")), "bound", "tails, and hits that are told")
            exact = max(poisson(sum(mpf(p) for p in hits), lambda t: response(1, t) if t >= 0 else 1 - exp(t) + exp(t) * response(1, -t), eps, removing) for removing in (True, False))
            table.exact(f"sampled({plan}, randomized_response(1))", ADD_REMOVE, "epsilon", eps, exact, "closed form", half_width=1e-10)
    table.write()


if __name__ == "__main__":
    chosen_at_random()
    natural_sampling()
