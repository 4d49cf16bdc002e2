"""Very many steps at a very small rate: T * poisson(q, gaussian(sigma)) with T q^2 about 1.

With X = e^(mu z - mu^2/2) - 1 and z standard normal, mu = 1/sigma, the moment of one step's loss is E (1 + q X)^(s+1) where the record is removed and
E (1 + q X)^(-s) where it is added. Both are 1 plus the mean of what is left after two terms, since E X = 0; that mean is a trapezoidal sum over z in 50
digits (the rule is exact to far below them for so smooth a function), and its T-th power goes into the contour integral.
"""
from mpmath import mp, mpf, exp, log, sqrt, pi, log1p

from common import ADD_REMOVE, Table
from contour import profile

STEP, FROM, TO = mpf(1) / 12, -15, 26
SOURCE = "moment of one step by a trapezoidal sum in 50 digits, T-th power, contour integral"


def nodes(mu):
    for i in range(int((TO - FROM) / STEP) + 1):
        z = FROM + i * STEP
        yield STEP * exp(-z * z / 2) / sqrt(2 * pi), exp(mu * z - mu * mu / 2) - 1


def log_transform(steps, rate, mu, power):
    points = [(w, log1p(rate * x), rate * x) for w, x in nodes(mu)]

    def value(s):
        a = power(s)
        return steps * log1p(sum(w * (exp(a * loss) - 1 - a * x) for w, loss, x in points))

    return value


def delta(steps, rate, sigma, eps):
    mu = 1 / mpf(sigma)
    removed = log_transform(steps, mpf(rate), mu, lambda s: s + 1)
    added = log_transform(steps, mpf(rate), mu, lambda s: -s)
    return max(profile(removed, eps), profile(added, eps))


def main():
    mp.dps = 30
    table = Table("huge_compositions.csv", "mpmath, 30 digits, oracle/huge_compositions.py")
    for exponent, rate, sigma, epsilons in (
        (7, 3e-4, 2, (1, 2.4)),
        (9, 3e-5, 2, (1, 2.4, 5)),
        (9, 1e-5, 1, (0.5, 2)),
        (11, 3e-6, 2, (2.4,)),
        (12, 1e-6, 2, (1, 2.4, 5)),
        (13, 3e-7, 1.5, (2.4,)),
        (15, 3.162277660168379e-08, 2, (0.5, 2.4179, 6)),
        (15, 1e-8, 0.8, (1, 3)),
    ):
        plan = f"{10 ** exponent} * poisson({rate!r}, gaussian({sigma}))"
        for eps in epsilons:
            with mp.workdps(50):
                truth = delta(10**exponent, rate, sigma, eps)
            table.exact(plan, ADD_REMOVE, "epsilon", eps, truth, SOURCE, half_width=1e-10)
            print(plan, eps, mp.nstr(truth, 12), flush=True)
    table.write()


if __name__ == "__main__":
    main()
