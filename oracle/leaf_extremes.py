"""Natural logarithms of delta for single leaves at ordinary and extreme parameters, from their definitions.

Writes core/src/test/resources/leaves/extremes.csv: plan, relation, epsilon, log delta (30 digits; -inf where delta is 0).
Parameters and orders are doubles, taken as exact.
"""
from mpmath import asinh, atanh, erfc, exp, floor, log, mp, mpf, pi, sinh, sqrt, tanh

mp.dps = 80


def sf(x):
    return erfc(x / sqrt(mpf(2))) / 2


def with_more_digits(f, start=(700, 1750, 4500, 12000)):
    """Evaluates with more and more digits until two results agree; a zero must survive 1,000 digits.

    The first number of digits must suffice to see e^-1600, the smallest term that matters below."""
    previous = None
    for digits in start:
        mp.dps = digits
        try:
            value = f()
        except ZeroDivisionError:
            value = None
        agree = previous is not None and value is not None and abs(value - previous) <= abs(value) * mpf(10) ** -40
        if agree and (value != 0 or digits > 1000):
            mp.dps = 80
            return value
        previous = value
    raise ValueError("too few digits")


def gaussian(s, noise, eps):
    mu = s / mpf(noise)
    return sf(eps / mu - mu / 2) - exp(eps) * sf(eps / mu + mu / 2)


def laplace(s, noise, eps):
    theta = s / mpf(noise)
    if eps >= theta:
        return mpf(0)
    return 1 - exp((eps - theta) / 2) if eps >= -theta else 1 - exp(eps)


def truncated(s, b, bound, eps):
    """Integrates (p - e^eps q)+ piece by piece: the ratio is monotone, so the positive part is a half line."""
    b, bound, s = mpf(b), mpf(bound), mpf(s)
    norm = 2 * (1 - exp(-bound / b))

    def cdf(x):  # of the noise
        x = min(max(x, -bound), bound)
        return (exp(x / b) - exp(-bound / b)) / norm if x < 0 else 1 - (exp(-x / b) - exp(-bound / b)) / norm

    # candidates for the threshold: the ends of the pieces and the point where the ratio is e^eps
    points = [s - bound, bound, mpf(0), s, (eps * b + s) / 2, -bound, s + bound]
    return max((1 - cdf(x - s)) - exp(eps) * (1 - cdf(x)) for x in points)


def discrete_laplace(s, b, eps):
    r = exp(-1 / mpf(b))
    atoms = {1: [(1, 1 / (1 + r)), (-1, r / (1 + r))], 2: [(2, 1 / (1 + r)), (0, r * (1 - r) / (1 + r)), (-2, r * r / (1 + r))]}[s]
    return sum(p * max(mpf(0), 1 - exp(eps - l / mpf(b))) for l, p in atoms)


def discrete_gaussian(s, sigma, eps):
    sigma = mpf(sigma)
    reach = int(60 * sigma) + 20
    norm = 1 + 2 * sum(exp(-mpf(k) ** 2 / (2 * sigma ** 2)) for k in range(1, min(reach, 2000) + 1)) if sigma < 30 else sigma * sqrt(2 * pi)
    m = int(floor(eps * sigma ** 2 / s + mpf(s) / 2)) + 1
    total = mpf(0)
    k = m
    while True:
        p = exp(-mpf(k - s) ** 2 / (2 * sigma ** 2))
        loss = mpf(s) * (2 * k - s) / (2 * sigma ** 2)
        term = p * (1 - exp(eps - loss))
        total += term
        if k - s > 0 and p < total * mpf(10) ** -40:
            return total / norm
        k += 1


def sinh_normal(s, sigma, a, eps):
    sigma, a, s = mpf(sigma), mpf(a), mpf(s)
    v, alpha = s / (2 * a), a / sigma
    K = alpha ** 2 / 2 * sinh(2 * v)

    def loss(u):
        return K * sinh(2 * u) - 2 * atanh(tanh(u) * tanh(v))

    sign = 1 if eps >= 0 else -1
    target = abs(eps)
    low, high = mpf(0), asinh((target + 2 * v) / K) / 2 + mpf(10) ** -300
    for _ in range(int(mp.prec * 1.2) + 40):
        mid = (low + high) / 2
        if loss(mid) < target:
            low = mid
        else:
            high = mid
    u = sign * high
    return sf(alpha * sinh(u - v)) - exp(eps) * sf(alpha * sinh(u + v))


def randomized_response(eps0, k, eps):
    q = 1 / (exp(mpf(eps0)) + k - 1)
    p = exp(mpf(eps0)) * q
    return max(mpf(0), p - exp(eps) * q) + max(mpf(0), q - exp(eps) * p) + (k - 2) * q * max(mpf(0), 1 - exp(eps))


def exponential(eps0, eps):
    """Largest over the two-point pairs of the class, t on either side of the stationary point (a + eps)/2."""
    e = mpf(eps0)
    if eps >= e:
        return mpf(0)
    if eps <= -e:
        return 1 - exp(eps)
    t = (eps + e) / 2
    return (1 - exp(t - e)) / (1 - exp(-e)) * (1 - exp(eps - t))


def dp(eps0, delta, eps):
    e, d = mpf(eps0), mpf(delta)
    p, q = 1 / (1 + exp(-e)), 1 / (1 + exp(e))
    return d + (1 - d) * (max(mpf(0), p - exp(eps) * q) + max(mpf(0), q - exp(eps) * p))


def rows():
    both = [("add-remove", 1), ("replace-one", 2)]
    for noise in [1e-3, 0.3, 1.0, 7.0, 1e3, 1e7, 1e12]:
        for relation, s in both:
            mu = s / noise
            for x in [-40, -3, -0.5, 0, 0.1, 1, 3, 8, 20, 35]:
                eps = float(x * mu + mu * mu / 2 * (1 if x >= 0 else -1))
                yield f"gaussian({noise!r})", relation, eps, lambda: gaussian(s, noise, mpf(eps))
    for noise in [1e-300, 1e-3, 0.3, 1.0, 7.0, 1e3, 1e300]:
        for relation, s in both:
            theta = s / noise
            for x in [-3, -1, -0.7, -1e-9, 0, 1e-9, 0.4, 0.999, 1 - 1e-9, 1 - 1e-13, 1, 1.1]:
                eps = x * theta
                yield f"laplace({noise!r})", relation, eps, lambda: laplace(s, noise, mpf(eps))
    for b, bound in [(1, 10), (0.1, 0.6), (0.1, 0.9), (0.1, 1.7), (1e-3, 1.25), (5, 1), (5, 1.5), (1e6, 3), (1, 600), (0.3, 2.5), (1e-2, 0.4)]:
        for relation, s in both:
            theta = s / b
            for x in [-3, -1, -0.3, 0, 0.05, 0.2, 0.7, 0.99, 1.2]:
                eps = x * theta
                yield f"truncated_laplace({b!r}, {bound!r})", relation, eps, lambda: truncated(s, b, bound, mpf(eps))
    for b in [1e-3, 0.2, 1.0, 9.7, 1e4, 1e300]:
        for relation, s in both:
            for x in [-2, -0.7, 0, 0.3, 0.9, 1 - 1e-10, 1]:
                eps = x * s / b
                yield f"discrete_laplace({b!r})", relation, eps, lambda: discrete_laplace(s, b, mpf(eps))
    for sigma in [1e-3, 0.1, 0.7, 1.5, 4.3, 21.0, 22.5, 60.0, 120.3, 250.0, 251.0, 400.0, 3000.0]:
        for relation, s in both if sigma < 1000 else both[:1]:
            mu = s / sigma
            for x in [-30, -3, -0.1, 0, 0.01, 0.7, 2, 6, 15, 36, 60]:
                if sigma > 100 and x < -1:
                    continue
                eps = float(x * mu)
                if eps >= 0:
                    yield f"discrete_gaussian({sigma!r})", relation, eps, lambda: discrete_gaussian(s, sigma, mpf(eps))
                else:
                    yield f"discrete_gaussian({sigma!r})", relation, eps, lambda: 1 - exp(mpf(eps)) + exp(mpf(eps)) * discrete_gaussian(s, sigma, mpf(-eps))
    for sigma, a in [(1.0, 1.0), (1.0, 5.0), (0.5, 2.0), (5.0, 5.0), (10.0, 100.0), (0.05, 0.06), (200.0, 300.0), (2.0, 1e6), (1.0, 1e12), (3e4, 3e4)]:
        for relation, s in both:
            mu = s / sigma
            for x in [-5, -0.5, 0, 0.01, 0.5, 2, 5, 30, 200]:
                eps = float(x * mu)
                yield f"sinh_normal({sigma!r}, {a!r})", relation, eps, lambda: sinh_normal(s, sigma, a, mpf(eps))
    for eps0, k in [(1e-12, 2), (0.3, 2), (1.0, 3), (5.0, 1000), (40.0, 2), (700.0, 2), (1e4, 10), (30.0, 10**15)]:
        for x in [-1.5, -0.6, 0, 0.3, 0.9, 1 - 1e-12, 1]:
            eps = x * eps0
            yield f"randomized_response({eps0!r}, k={k})", "add-remove", eps, lambda: randomized_response(eps0, k, mpf(eps))
    for eps0 in [1e-200, 1e-9, 0.1, 1.0, 10.0, 700.0, 1e4]:
        for x in [-1.5, -0.6, 0, 0.3, 0.9, 1 - 1e-9, 1]:
            eps = x * eps0
            yield f"exponential({eps0!r})", "add-remove", eps, lambda: exponential(eps0, mpf(eps))
    for eps0, delta in [(0.0, 0.0), (0.0, 0.25), (1.0, 1e-5), (1.0, 1.0), (700.0, 1e-300), (1e-9, 1e-12), (1e4, 0.5)]:
        for x in [-1.5, -0.6, 0, 0.3, 0.9, 1]:
            eps = x * eps0
            yield f"dp({eps0!r}, {delta!r})", "add-remove", eps, lambda: dp(eps0, delta, mpf(eps))


def main():
    path = "core/src/test/resources/leaves/extremes.csv"
    with open(path, "w") as out:
        out.write("# source: oracle/leaf_extremes.py, definitions evaluated with as many digits as they need\n")
        out.write("plan,relation,epsilon,log_delta\n")
        for plan, relation, eps, value in rows():
            few = "discrete_gaussian" in plan or "sinh_normal" in plan
            delta = with_more_digits(value, (80, 120)) if few else with_more_digits(value)
            text = "-inf" if delta <= 0 else mp.nstr(log(delta), 30)
            out.write(f'"{plan}",{relation},{eps!r},{text}\n')


if __name__ == "__main__":
    main()
