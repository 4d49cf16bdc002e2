"""TruncatedGaussianNoise, SubGaussianLoss and GroupStepByStep, by other ways than the library's.

TruncatedGaussianNoise. The integral of (p - e^eps q)+ over the real line, split where the ratio crosses e^eps, by quadrature of the two densities.

SubGaussianLoss. The optimal conversion of the line m + (alpha - 1) tau^2/2, m = min(mu, tau^2/2), at many orders, by golden section; Gaussian noise below.

GroupStepByStep. The steps as they are stated, at many orders, in 30 digits; and exponential laws with rates in a geometric row, whose groups are known in closed form.
"""
from mpmath import mp, mpf, exp, log, sqrt, quad, pi, erfc

from common import *
from own_mechanisms import conversion

mp.dps = 40


def truncated_profile(sigma, bound, shift, eps):
    """(p - e^eps q)+ by quadrature; p is moved by shift."""
    sigma, bound, shift = mpf(sigma), mpf(bound), mpf(shift)
    density = lambda x: exp(-(x / sigma) ** 2 / 2)
    norm = quad(density, [-bound, 0, bound])
    x = exp(mpf(eps))
    inside = lambda y: abs(y) <= bound
    # the ratio rises with the output: it is e^eps here, or the supports end before
    cross = mpf(eps) * sigma ** 2 / shift + shift / 2
    low = max(cross, shift - bound)
    total = mpf(0)
    if low < bound:
        nodes = [low + (bound - low) * i / 8 for i in range(9)]
        total += quad(lambda y: density(y - shift) - x * density(y), nodes)
    start = max(bound, shift - bound)
    nodes = [start + (shift + bound - start) * i / 8 for i in range(9)]
    total += quad(lambda y: density(y - shift), nodes)
    return total / norm


def truncated_gaussian_noise():
    table = Table("TruncatedGaussianNoise.csv", "oracle/further_leaves.py, quadrature of the densities, 30 digits")
    for sigma, bound in ((1, 5), (1, 1.25), (2, 9), (0.5, 0.75), (10, 60), (4, 3), (1, 8)):
        for relation in BOTH_RELATIONS:
            shift = sensitivity(relation)
            if 2 * bound <= shift:
                continue
            end = mpf(shift) * (2 * mpf(bound) - shift) / (2 * mpf(sigma) ** 2)
            for part in (0, 0.1, 0.5, 0.9, 1.5):
                eps = float(mp.nstr(part * end, 5))
                table.exact(f"truncated_gaussian({sigma}, {bound})", relation, "epsilon", eps, truncated_profile(sigma, bound, shift, eps), "quadrature", half_width=1e-12)
    table.write()


def sub_gaussian_loss():
    mp.dps = 22
    table = Table("SubGaussianLoss.csv", "oracle/further_leaves.py, conversion at many orders, three digits")
    for mu, tau, places in ((0.1, 0.5, (0.5, 1.0, 2.0)), (0.02, 0.2, (0.1, 0.3, 0.6)), (0.5, 1.0, (0.5, 2.0, 4.0)), (0.05, 1.0, (1.0, 3.0))):
        mean = min(mpf(mu), mpf(tau) ** 2 / 2)
        for eps in places:
            curve = lambda t: conversion(1 + exp(t), mean + exp(t) * mpf(tau) ** 2 / 2, eps)
            best = min((curve(mpf(t) / 4), mpf(t) / 4) for t in range(-12, 24))[1]
            value = min(curve(best + mpf(i) / 40) for i in range(-10, 11))
            below = gaussian(min(mpf(tau), sqrt(2 * mpf(mu))), eps)
            table.row(f"cdp({mu}, {tau})", ADD_REMOVE, "epsilon", eps, below, value * (1 + mpf("1e-3")), "bound", "optimal conversion, Gaussian noise below")
    table.write()


def gaussian(mu, eps):
    """The profile of Gaussian noise."""
    mu, eps = mpf(mu), mpf(eps)
    tail = lambda x: erfc(x / sqrt(2)) / 2
    return tail(eps / mu - mu / 2) - exp(eps) * tail(eps / mu + mu / 2)


def stepped(curve, orders, k, delta):
    """The epsilon of k records, each term delta / k."""
    total = mpf(0)
    term = log(mpf(delta) / k)
    for _ in range(k):
        total += max(mpf(0), min(r + log(1 - 1 / a) - (term - total + log(a)) / (a - 1) for a, r in ((a, curve(a)) for a in orders)))
    return total


def group_step_by_step():
    mp.dps = 30
    table = Table("GroupStepByStep.csv", "oracle/further_leaves.py, steps at many orders and exponential laws, 30 digits")
    for k, rho, omega in ((30, 0.001, 20), (20, 0.001, 20), (3, 0.01, 5), (8, 0.01, 5), (50, 1e-4, 10)):
        orders = [1 + (mpf(omega) - 1) * mpf(10) ** (-mpf(3) * i / 400) for i in range(401)]
        for delta in (1e-3, 1e-6, 1e-9):
            value = stepped(lambda a: mpf(rho) * a, orders, k, delta)
            table.row(f"group({k}, tcdp({rho}, {omega}))", ADD_REMOVE, "delta", delta, 0, value * (1 + mpf("5e-3")), "bound", "steps")
    for ratio, part in ((mpf("1.25"), mpf("0.8")), (mpf("1.1"), mpf("0.9"))):
        omega = float(part * ratio / (ratio - 1))
        divergence = lambda a, b, alpha: (alpha * log(a) + (1 - alpha) * log(b) - log(alpha * a + (1 - alpha) * b)) / (alpha - 1)
        places = [1 + (mpf(omega) - 1) * i / 2000 for i in range(1, 2001)]
        rho = max(max(divergence(mpf(1), ratio, a), divergence(ratio, mpf(1), a)) / a for a in places)
        rho = float(mp.nstr(rho * mpf("1.0001"), 12))
        for k in (4, 12, 24):
            power = ratio ** -k
            for eps in (1.0, 5.0):
                q = min(mpf(1), exp((log(power) - mpf(eps)) / (1 - power)))
                table.realised(f"group({k}, tcdp({rho}, {omega}))", ADD_REMOVE, "epsilon", eps, q ** power - exp(mpf(eps)) * q, "exponential laws")
    table.write()


if __name__ == "__main__":
    truncated_gaussian_noise()
    sub_gaussian_loss()
    group_step_by_step()
