"""How much a request is above coupons, over all orders, in each direction: the smallest slack of an exchange.

Shares no code with the library: laws of the loss on a lattice in doubles, composed by a transform, losses split between two lattice points so that both masses, P's and Q's, are kept (a loss between two points becomes the mixture of
the two that has its mean of e^-loss): the profile is then a little too large between lattice points, by less than the square of the step.
The step is halved, and both answers must agree to the digits that are printed.

    python3 oracle/exchange.py > ledger/src/test/resources/golden/Exchange.csv   (table Exchange)
"""

import numpy as np
from scipy.special import ndtr

RATE, SIGMA = 0.01, 1.0


def gaussian(mu, losses):
    """log-free H_x of a Gaussian pair, the same in both directions."""
    return ndtr(mu / 2 - losses / mu) - np.exp(losses) * ndtr(-mu / 2 - losses / mu)


def laplace(b, losses):
    eps = 1 / b
    return np.where(losses <= -eps, -np.expm1(losses), np.where(losses >= eps, 0, -np.expm1((losses - eps) / 2)))


def sampled(direction, step, low, high):
    """Masses under the first law of a pair for poisson(RATE, gaussian(SIGMA)), on multiples of the step."""
    n = int(round((high - low) / step))
    edges = low + step * np.arange(n + 1)
    # remove: the loss log(1 - q + q e^(y - 1/2)) under (1 - q) N(0, 1) + q N(1, 1); add: minus that, under N(0, 1)
    losses = edges if direction == "REMOVE" else -edges[::-1]
    with np.errstate(invalid="ignore", divide="ignore"):
        y = np.log((np.exp(losses) - (1 - RATE)) / RATE) + 0.5
    y[np.exp(losses) <= 1 - RATE] = -np.inf

    def masses(shift):
        upper = ndtr(-(y - shift))
        lower = ndtr(y - shift)
        return np.where(y[:-1] - shift > 0, upper[:-1] - upper[1:], lower[1:] - lower[:-1])

    zero, one = masses(0), masses(1)
    mixed = (1 - RATE) * zero + RATE * one
    p, q = (mixed, zero) if direction == "REMOVE" else (zero[::-1], mixed[::-1])
    # a cell from a to b with masses p, q: w at b and p - w at a, so that w e^-b + (p - w) e^-a = q
    a = edges[:-1]
    w = (p - q * np.exp(a)) / -np.expm1(-step)
    w = np.clip(w, 0, p)
    law = np.zeros(n + 1)
    law[1:] += w
    law[:-1] += p - w
    return edges, law


def profile(direction, count, step, asked):
    # the range of one loss; the lattice begins at its least value
    low, high = (np.log1p(-RATE), 3.5) if direction == "REMOVE" else (-3.5, -np.log1p(-RATE))
    high = low + np.ceil((high - low) / step) * step
    _, law = sampled(direction, step, low, high)
    # sums of more than eight times the range have no mass that a double sees
    size = 1 << int(np.ceil(np.log2(len(law) * min(count, 8))))
    total = np.fft.irfft(np.fft.rfft(law, size) ** count, size)
    losses = low * count + step * np.arange(size)
    if direction == "ADD":
        # the largest sums are the ones of interest, and the least wrap around onto nothing
        top = high * count
        losses = top - step * np.arange(size)[::-1]
        total = np.roll(total, -(int(round((losses[0] - low * count) / step)) % size))
    p_above = np.cumsum(total[::-1])[::-1]
    q_above = np.cumsum((total * np.exp(-losses))[::-1])[::-1]
    at = np.clip(np.searchsorted(losses, asked, side="right"), 0, size - 1)
    return p_above[at] - np.exp(asked) * q_above[at]


def slack(request, count, step):
    asked = np.linspace(1e-4, 0.6, 6000)
    found = {}
    # orders above 1 of both directions say all: what is missing below 1 is the mirror of what is missing above
    for direction in ("REMOVE", "ADD"):
        difference = request(asked) - profile(direction, count, step, asked)
        found[direction] = (difference.max(), (difference * np.exp(-asked)).max())
    return (
        max(found["REMOVE"][0], found["ADD"][1]),
        max(found["ADD"][0], found["REMOVE"][1]),
    )


def main():
    print("# source: oracle/exchange.py, four digits; the smallest slack in the directions remove and add")
    for count in (15, 25, 40):
        coarse = slack(lambda e: gaussian(1 / 20, e), count, 4e-5)
        fine = slack(lambda e: gaussian(1 / 20, e), count, 2e-5)
        if not np.allclose(coarse, fine, rtol=2e-3):
            raise SystemExit(f"not settled at {count}: {coarse} {fine}")
        print(f"gaussian(20); {count} * poisson(0.01, gaussian(1)); {fine[0]:.4g}; {fine[1]:.4g}")
    asked = np.linspace(-1, 1, 2_000_001)
    difference = laplace(24, asked) - gaussian(1 / 20, asked)
    print(f"laplace(24); gaussian(20); {difference.max():.4g}; {difference.max():.4g}")


main()
