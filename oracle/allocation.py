"""allocated(1, t, base): one uniformly chosen step of t holds the record.

With M the mean of t independent likelihood ratios V under the law without the record, delta is E (M - e^eps)+ where a record is removed and
E (1 - e^eps M)+ where one is added; epsilon is the larger of the two.

Gaussian noise, sigma = 1/a: log V is N(-a^2/2, a^2) and put(K) = E (K - M)+ is the integral of e^(sK) phi(s/t)^t / s^2 over 2 pi i, phi(s) = E e^(-sV). On
the ray of angle theta, u -> u - i theta makes s V real:

    phi(s) = integral of exp(-|s| e^u - (u - i theta + a^2/2)^2 / (2 a^2)) du / (a sqrt(2 pi)).

For e^eps below 3 the path is a vertical line, for more the parabola m (1 + iv)^2. E (M - K)+ = put(K) + 1 - K. Randomized response: a binomial sum. Laplace noise,
t = 2 and 3: the last ratio in closed form, the others by quadrature.

Checks (run with --check): two steps of Gaussian noise by the contour and by quadrature; each path against one with other nodes; binomial sums against
every outcome; Laplace noise by the same nested integral at other digits.
"""
import itertools
import sys

from mpmath import mp, mpf, mpc, exp, log, sqrt, pi, quad, ncdf, cos, sin, atan2, ceil, floor

from common import *

DIGITS = 32


class TwoGaussians:
    """Two steps of Gaussian noise: the excess of one ratio in closed form, the other one by quadrature."""

    def __init__(self, sigma):
        self.a = 1 / mpf(sigma)

    def one(self, v):
        a = self.a
        return ncdf(-log(v) / a + a / 2) - v * ncdf(-log(v) / a - a / 2) if v > 0 else 1 - v

    def below(self, v):
        a = self.a
        return v * ncdf(log(v) / a + a / 2) - ncdf(log(v) / a - a / 2) if v > 0 else mpf(0)

    def over(self, inner, edge):
        a = self.a
        at = (log(edge) + a * a / 2) / a
        far = sqrt(2 * (mp.dps + 5) * log(mpf(10)))
        cuts = [-far, -far / 2, -2, 2, at - 1, at, at + 1, at + far]
        density = lambda z: inner(edge - exp(a * z - a * a / 2)) * exp(-z * z / 2) / sqrt(2 * pi)
        return quad(density, sorted(cuts)) / 2

    def removed(self, eps):
        return self.over(self.one, 2 * exp(eps))

    def added(self, eps):
        return exp(eps) * self.over(self.below, 2 * exp(-eps))


class Gaussian:
    """E (M - K)+ and E (K - M)+ for t ratios of Gaussian noise."""

    def __init__(self, sigma, steps, finer=1):
        self.a, self.steps, self.finer = 1 / mpf(sigma), steps, finer
        self.lines = {}
        a = self.a
        reach = sqrt(2 * (mp.dps + 5) * log(mpf(10)))
        self.h = min(mpf("0.09"), a / 4) / finer
        low, high = -a * a / 2 - reach * a, -a * a / 2 + reach * a
        count = int(ceil((high - low) / self.h))
        self.u = [low + self.h * i for i in range(count + 1)]
        self.power = [exp(u) for u in self.u]
        self.weight = [exp(-(u + a * a / 2) ** 2 / (2 * a * a)) * self.h / (a * sqrt(2 * pi)) for u in self.u]

    def phi(self, s):
        a, r, theta = self.a, abs(s), atan2(s.imag, s.real)
        turn = mpc(cos(theta * self.h / a ** 2), sin(theta * self.h / a ** 2))
        first = self.u[0] + a * a / 2
        phase = mpc(cos(theta * first / a ** 2), sin(theta * first / a ** 2))
        cut = (mp.dps + 10) * log(mpf(10))
        total = mpc(0)
        for power, weight in zip(self.power, self.weight):
            if r * power > cut:
                break
            total += phase * (weight * exp(-r * power))
            phase *= turn
        return total * exp(theta ** 2 / (2 * a ** 2))

    def line(self, period):
        """Values of phi(s/t)^t / s^2 on a vertical line, good for every K up to a quarter of the period."""
        if period not in self.lines:
            c, h = (mp.dps + 5) * log(mpf(10)) / period, 2 * pi / period
            nodes, n, small = [], 0, mpf(10) ** (-mp.dps)
            while True:
                s = mpc(c, n * h)
                value = self.phi(s / self.steps) ** self.steps / s ** 2
                nodes.append((s, value / 2 if n == 0 else value))
                n += 1
                if abs(value) < small:
                    break
            self.lines[period] = (nodes, h)
        return self.lines[period]

    def on_line(self, k):
        nodes, h = self.line(mpf(6 if k < 1.5 else 12) * self.finer)
        return sum((exp(s * k) * value).real for s, value in nodes) * h / pi

    def on_parabola(self, k):
        """The path crosses the real axis at m and ends on the left; h and m after Weideman and Trefethen."""
        count = int(60 * self.finer)
        h, m = mpf(3) / count, pi * count / (12 * k)
        total = mpf(0)
        for n in range(count + count // 2):
            z = mpc(1, n * h)
            s = m * z * z
            term = exp(s * k) * self.phi(s / self.steps) ** self.steps / s ** 2 * 2 * m * z
            total += (term / 2 if n == 0 else term).real
        return total * h / pi

    def put(self, k):
        return self.on_line(k) if k < 3 else self.on_parabola(k)

    def removed(self, eps):
        k = exp(eps)
        # less than the digits can tell is nothing, but a search divides by it
        return max(self.put(k) + 1 - k, mpf("1e-40"))

    def added(self, eps):
        return exp(eps) * self.on_line(exp(-eps))


def response(epsilon, steps):
    """Deltas of one step in t of binary randomized response, by the number of answers that speak for the record."""
    e = mpf(epsilon)
    q = 1 / (1 + exp(e))

    def delta(eps, adding):
        x = exp(mpf(eps))
        # M = (j e^e + (t - j) e^-e) / t with j binomial
        edge = (1 / x if adding else x) * steps
        j = (edge - steps * exp(-e)) / (exp(e) - exp(-e))
        at, way = (int(floor(j)), -1) if adding else (int(ceil(j)), 1)
        at = min(max(at, 0), steps)
        weight = exp(mp.loggamma(steps + 1) - mp.loggamma(at + 1) - mp.loggamma(steps - at + 1) + at * log(q) + (steps - at) * log(1 - q))
        total = mpf(0)
        while 0 <= at <= steps:
            m = (at * exp(e) + (steps - at) * exp(-e)) / steps
            term = weight * ((1 - x * m) if adding else (m - x))
            total += max(mpf(0), term)
            if 0 < term < total * mpf(10) ** (-mp.dps):
                break
            weight *= (mpf(steps - at) / (at + 1) * q / (1 - q)) if way > 0 else (mpf(at) / (steps - at + 1) * (1 - q) / q)
            at += way
        return total

    return lambda eps: max(delta(eps, False), delta(eps, True))


class Laplace:
    """E (V_1 + .. + V_t - v)+ for the ratio of Laplace noise: atoms at both ends of [e^-theta, e^theta], density (1/4) e^(-(l + theta)/2) of l = log V."""

    def __init__(self, noise):
        self.theta = 1 / mpf(noise)

    def one(self, v):
        th = self.theta
        if v <= exp(-th):
            return 1 - v
        if v >= exp(th):
            return mpf(0)
        l = log(v)
        inner = (2 * (exp(th / 2) - exp(l / 2)) - 2 * v * (exp(-l / 2) - exp(-th / 2))) * exp(-th / 2) / 4
        return (exp(th) - v) * exp(-th) / 2 + inner

    def excess(self, count, v):
        if count == 1:
            return self.one(v)
        th = self.theta
        if v <= count * exp(-th):
            return count - v
        if v >= count * exp(th):
            return mpf(0)
        rest = lambda ratio: self.excess(count - 1, v - ratio)
        total = rest(exp(th)) * exp(-th) / 2 + rest(exp(-th)) / 2
        # kinks of the rest: where v - e^l is a sum of end points
        ends = {-th, th}
        for j in range(count):
            edge = v - j * exp(th) - (count - 1 - j) * exp(-th)
            if edge > exp(-th) and edge < exp(th):
                ends.add(log(edge))
        return total + quad(lambda l: rest(exp(l)) * exp(-(l + th) / 2) / 4, sorted(ends))

    def profile(self, steps):
        def delta(eps):
            x = exp(mpf(eps))
            removed = self.excess(steps, steps * x) / steps
            # E (1 - x M)+ = 1 - x + x E (M - 1/x)+
            added = 1 - x + x * self.excess(steps, steps / x) / steps
            return max(removed, added)

        return delta


def gaussian_rows(table, sigma, steps, deltas, digits):
    with mp.workdps(digits):
        law = TwoGaussians(sigma) if steps == 2 else Gaussian(sigma, steps)
        for delta in deltas:
            eps = find_epsilon(law.removed, mpf(delta), tolerance=mpf(10) ** -13)
            assert law.added(eps) <= mpf(delta), (sigma, steps, delta)
            table.exact(f"allocated(1, {steps}, gaussian({sigma}))", ADD_REMOVE, "delta", delta, eps, "contour integral" if steps > 2 else "quadrature", 1e-10)


def write():
    table = Table("allocated.csv", "oracle/allocation.py, contour integrals, binomial sums and quadrature, 20 to 55 digits")
    gaussian_rows(table, 1, 2, (1e-6, 1e-12, 1e-18), DIGITS)
    gaussian_rows(table, 0.5, 100, (1e-6, 1e-12), DIGITS)
    # delta is the difference of two numbers of a million: 32 digits do not tell it
    gaussian_rows(table, 0.5, 100, (1e-18,), 55)
    gaussian_rows(table, 1, 1000, (1e-3, 1e-6, 1e-12, 1e-18), DIGITS)
    gaussian_rows(table, 2, 20, (1e-6, 1e-12), DIGITS)
    gaussian_rows(table, 0.7, 10, (1e-12,), DIGITS)
    gaussian_rows(table, 5, 1000, (1e-3, 1e-6, 1e-12, 1e-18), 55)
    for epsilon, steps in ((2, 3), (2, 100), (1, 1000), (0.1, 50), (2, 1000000)):
        with mp.workdps(DIGITS):
            profile = response(epsilon, steps)
            plan = f"allocated(1, {steps}, randomized_response({epsilon}))"
            table.profile(plan, ADD_REMOVE, profile, "binomial sum", deltas=(1e-3, 1e-6, 1e-12, 1e-30), largest=epsilon)
    for noise, steps in ((1, 2), (0.3, 2), (4, 2), (1, 3)):
        with mp.workdps(20):
            plan = f"allocated(1, {steps}, laplace({noise}))"
            epsilons = sound_epsilons(1 / mpf(noise), (0.1, 0.4, 0.8))
            table.profile(plan, ADD_REMOVE, Laplace(noise).profile(steps), "nested quadrature", epsilons=epsilons, half_width=1e-10)
    table.write()


def check():
    mp.dps = DIGITS
    for sigma, eps in ((mpf(1), mpf(2)), (mpf(1), mpf(5)), (mpf("0.5"), mpf(8))):
        contour, direct = Gaussian(sigma, 2).removed(eps), TwoGaussians(sigma).removed(eps)
        assert abs(contour / direct - 1) < mpf(10) ** -14, (sigma, eps, contour, direct)
    for sigma, steps, eps in ((1, 1000, "0.17"), (mpf("0.5"), 100, "6.4"), (5, 1000, "0.03"), (2, 20, "0.8")):
        mp.dps = 55 if sigma == 5 else DIGITS
        one, two = Gaussian(sigma, steps).removed(mpf(eps)), Gaussian(sigma, steps, mpf("1.3")).removed(mpf(eps))
        assert abs(one / two - 1) < mpf(10) ** -12, (sigma, steps, one, two)
    mp.dps = 40
    for epsilon, steps in ((mpf(1), 5), (mpf(2), 3)):
        q = 1 / (1 + exp(epsilon))
        for eps in (mpf("0.05"), mpf("0.3"), mpf("0.8")):
            best = mpf(0)
            for sign in (False, True):
                total = mpf(0)
                for outcome in itertools.product((0, 1), repeat=steps):
                    j = sum(outcome)
                    without = q ** j * (1 - q) ** (steps - j)
                    with_it = without * (j * exp(epsilon) + (steps - j) * exp(-epsilon)) / steps
                    total += max(mpf(0), without - exp(eps) * with_it if sign else with_it - exp(eps) * without)
                best = max(best, total)
            assert abs(response(epsilon, steps)(eps) - best) < mpf(10) ** -35
    for eps in (mpf("0.1"), mpf("0.6")):
        mp.dps = 20
        one = Laplace(1).profile(2)(eps)
        mp.dps = 35
        two = Laplace(1).profile(2)(eps)
        assert abs(one / two - 1) < mpf(10) ** -14
    print("allocation: checks passed")


if __name__ == "__main__":
    check() if "--check" in sys.argv else write()
