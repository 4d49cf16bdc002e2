package io.sordino.noise;

import io.sordino.mechanism.RandomizedResponse;
import io.sordino.refusal.InvalidException;
import java.math.BigDecimal;
import java.math.BigInteger;

/** k-ary randomized response: the truth with probability e^epsilon / (e^epsilon + k - 1), else any other answer alike. */
public final class ResponseSampler {
    private static final double LARGEST_EPSILON = 1000;

    private final long k;
    private final Coin truth;

    /** Prepares reports of this law. */
    public ResponseSampler(RandomizedResponse law) {
        if (!(law.epsilon() <= LARGEST_EPSILON && law.k() <= 1L << 60))
            throw new InvalidException("epsilon must be at most 1000 and k at most 2^60 to be drawn, were "
                    + law.epsilon() + " and " + law.k());
        k = law.k();
        truth = law.epsilon() == 0 ? new RationalCoin(1, k) : IrrationalCoin.of(bits -> truth(law, bits));
    }

    private static FixedPoint truth(RandomizedResponse law, int bits) {
        BigDecimal epsilon = new BigDecimal(law.epsilon());
        BigInteger below = BigInteger.TEN.pow(Math.max(0, epsilon.scale()));
        BigInteger above = epsilon.multiply(new BigDecimal(below)).toBigIntegerExact();
        int work = bits + 64;
        FixedPoint one = FixedPoint.exactly(1, work);
        FixedPoint others = FixedPoint.expMinus(above, below, work).times(BigInteger.valueOf(law.k() - 1));
        return one.over(one.plus(others)).rounded(bits);
    }

    /** The report of one who holds this value, from 0 to k - 1. */
    public long report(long value, RandomSource random) {
        if (!(value >= 0 && value < k)) throw new InvalidException("a value must be in [0, " + k + ")");
        if (truth.toss(random)) return value;
        if (k == 2) return 1 - value;
        long other = random.below(k - 1);
        return other < value ? other : other + 1;
    }
}
