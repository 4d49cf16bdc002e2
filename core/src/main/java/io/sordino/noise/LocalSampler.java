package io.sordino.noise;

import io.sordino.mechanism.HadamardResponse;
import io.sordino.mechanism.LocalHash;
import io.sordino.mechanism.LocalLaplace;
import io.sordino.mechanism.Mechanism;
import io.sordino.mechanism.RandomizedResponse;
import io.sordino.mechanism.Rappor;
import io.sordino.mechanism.SubsetSelection;
import io.sordino.mechanism.UnaryEncoding;
import io.sordino.refusal.InvalidException;
import java.math.BigDecimal;
import java.math.BigInteger;

/** What one user sends under a local randomizer, as one integer, and how likely each value makes it. */
public interface LocalSampler {
    /** The report of one who holds this value, counted from 0. */
    long report(int value, RandomSource random);

    /** The logarithm of the probability of this report for this value, up to a number that is the same for all values. */
    double logLikelihood(int value, long report);

    /** For values 0 to {@code values - 1}; numbers in [0, 1] are so many, evenly spread. */
    static LocalSampler of(Mechanism law, int values) {
        if (!(values >= 2 && values <= MOST_VALUES))
            throw new InvalidException("values must be in [2, " + MOST_VALUES + "], was " + values);
        if (law instanceof RandomizedResponse response) return response(response, values);
        if (law instanceof LocalLaplace laplace) return laplace(laplace, values);
        if (law instanceof SubsetSelection subset) return subset(subset, values);
        if (law instanceof LocalHash hash) return hash(hash, values);
        if (law instanceof HadamardResponse hadamard) return hadamard(hadamard, values);
        if (law instanceof UnaryEncoding unary)
            return oneHot(
                    IrrationalCoin.of(bits -> inverseLogistic(unary.epsilon() / 2, 1, 1, bits)),
                    unary.epsilon() / 2,
                    values);
        if (law instanceof Rappor rappor) return rappor(rappor, values);
        throw new InvalidException(
                "reports are drawn of randomized_response, local_laplace, subset, local_hash, hadamard, unary and rappor, not of "
                        + law.getClass().getSimpleName());
    }

    /** A report of one bit a value must fit into a long. */
    int MOST_VALUES = 60;

    private static LocalSampler response(RandomizedResponse law, int values) {
        if (!(values <= law.k()))
            throw new InvalidException("values must be at most k = " + law.k() + ", was " + values);
        ResponseSampler sampler = new ResponseSampler(law);
        return new LocalSampler() {
            @Override
            public long report(int value, RandomSource random) {
                return sampler.report(value, random);
            }

            @Override
            public double logLikelihood(int value, long report) {
                return report == value ? law.epsilon() : 0;
            }
        };
    }

    private static LocalSampler laplace(LocalLaplace law, int values) {
        // the distance of two neighbouring values is a power of two
        long spacing = 1L << 20;
        long cells = spacing * (values - 1);
        GridNoise noise = GridNoise.of(GridNoise.covering(law), cells);
        double slope = law.epsilon() / cells;
        return new LocalSampler() {
            @Override
            public long report(int value, RandomSource random) {
                return value * spacing + noise.draw(random);
            }

            @Override
            public double logLikelihood(int value, long report) {
                return -slope * Math.abs(report - value * spacing);
            }
        };
    }

    /** Every value of d has a bit; a subset holds the true value with probability e^epsilon w / (e^epsilon w + d - w). */
    private static LocalSampler subset(SubsetSelection law, int values) {
        if (!(law.d() <= MOST_VALUES && values <= law.d()))
            throw new InvalidException(
                    "d must be in [" + values + ", " + MOST_VALUES + "] to be drawn, was " + law.d());
        int d = (int) law.d();
        int w = (int) law.w();
        Coin inside = law.epsilon() == 0
                ? new RationalCoin(w, d)
                : IrrationalCoin.of(bits -> logistic(law.epsilon(), d - w, w, bits));
        return new LocalSampler() {
            @Override
            public long report(int value, RandomSource random) {
                boolean in = inside.toss(random);
                long chosen = in ? 1L << value : 0;
                int wanted = in ? w - 1 : w;
                // a uniform subset of the other values, each taken with the share that is still wanted
                int left = d - 1;
                for (int v = 0; v < d && wanted > 0; v++) {
                    if (v == value) continue;
                    if (random.happens(wanted, left)) {
                        chosen |= 1L << v;
                        wanted--;
                    }
                    left--;
                }
                return chosen;
            }

            @Override
            public double logLikelihood(int value, long report) {
                return (report >>> value & 1) == 1 ? law.epsilon() : 0;
            }
        };
    }

    /** A uniformly random function, of which the images of all values are sent, and the response to one of them. */
    private static LocalSampler hash(LocalHash law, int values) {
        long l = law.l();
        if (!((values + 1) * (Math.log((double) l) / Math.log(2)) < RandomSource.MOST_BITS))
            throw new InvalidException(
                    "l must be small enough for a function of " + values + " values to fit a long, was " + l);
        ResponseSampler sampler = new ResponseSampler(new RandomizedResponse(law.epsilon(), l));
        return new LocalSampler() {
            @Override
            public long report(int value, RandomSource random) {
                long function = 0;
                long own = 0;
                for (int v = values - 1; v >= 0; v--) {
                    long image = random.below(l);
                    function = function * l + image;
                    if (v == value) own = image;
                }
                return function * l + sampler.report(own, random);
            }

            @Override
            public double logLikelihood(int value, long report) {
                long image = report / l;
                for (int v = 0; v < value; v++) image /= l;
                return image % l == report % l ? law.epsilon() : 0;
            }
        };
    }

    /** One entry of a row of a Hadamard matrix with a place for every value and one for the row of ones, which nobody has. */
    private static LocalSampler hadamard(HadamardResponse law, int values) {
        int bits = 32 - Integer.numberOfLeadingZeros(values);
        ResponseSampler sampler = new ResponseSampler(new RandomizedResponse(law.epsilon(), 2));
        return new LocalSampler() {
            @Override
            public long report(int value, RandomSource random) {
                long column = random.bits(bits);
                return 2 * column + sampler.report(entry(value, column), random);
            }

            @Override
            public double logLikelihood(int value, long report) {
                return entry(value, report >>> 1) == (report & 1) ? law.epsilon() : 0;
            }

            private long entry(int value, long column) {
                return Long.bitCount((value + 1) & column) & 1;
            }
        };
    }

    private static LocalSampler rappor(Rappor law, int values) {
        BigDecimal half = new BigDecimal(law.f()).divide(BigDecimal.valueOf(2));
        BigInteger below = BigInteger.TEN.pow(Math.max(0, half.scale()));
        BigInteger above = half.multiply(new BigDecimal(below)).toBigIntegerExact();
        double logOdds = Math.log1p(-law.f() / 2) - Math.log(law.f() / 2);
        return oneHot(IrrationalCoin.of(bits -> FixedPoint.ratio(above, below, bits)), logOdds, values);
    }

    /** A bit a value, the true one set, each flipped by itself. */
    private static LocalSampler oneHot(Coin flip, double logOdds, int values) {
        return new LocalSampler() {
            @Override
            public long report(int value, RandomSource random) {
                long bits = 1L << value;
                for (int v = 0; v < values; v++) if (flip.toss(random)) bits ^= 1L << v;
                return bits;
            }

            @Override
            public double logLikelihood(int value, long report) {
                // the bits of other values are set by chance alone, whoever reports: log odds of this one
                return (report >>> value & 1) == 1 ? 2 * logOdds : 0;
            }
        };
    }

    /** 1 / (1 + e^-x above / below). */
    private static FixedPoint logistic(double x, long above, long below, int bits) {
        FixedPoint one = FixedPoint.exactly(1, bits + 64);
        return one.over(one.plus(odds(x, above, below, bits + 64))).rounded(bits);
    }

    /** One minus that. */
    private static FixedPoint inverseLogistic(double x, long above, long below, int bits) {
        FixedPoint odds = odds(x, above, below, bits + 64);
        return odds.over(FixedPoint.exactly(1, bits + 64).plus(odds)).rounded(bits);
    }

    /** e^-x above / below. */
    private static FixedPoint odds(double x, long above, long below, int bits) {
        BigDecimal exact = new BigDecimal(x);
        BigInteger scale = BigInteger.TEN.pow(Math.max(0, exact.scale()));
        BigInteger exponent = exact.multiply(new BigDecimal(scale)).toBigIntegerExact();
        return FixedPoint.expMinus(exponent, scale, bits)
                .times(BigInteger.valueOf(above))
                .over(FixedPoint.exactly(below, bits));
    }
}
