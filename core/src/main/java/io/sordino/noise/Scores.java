package io.sordino.noise;

import io.sordino.mechanism.Exponential;
import io.sordino.refusal.InvalidException;
import java.math.BigDecimal;
import java.math.BigInteger;
import java.util.Map;
import java.util.concurrent.ConcurrentHashMap;

/**
 * Whole scores of candidates, of which {@code perRecord} steps are what one record can move. One step of score is worth
 * epsilon / (2 perRecord) in the exponent.
 */
final class Scores {
    private final BigInteger above;
    private final BigInteger below;
    private final long[] gaps;
    private final Map<Long, IrrationalCoin> kept = new ConcurrentHashMap<>();

    Scores(Exponential law, long perRecord, long[] scores) {
        if (!(scores.length >= 1)) throw new InvalidException("there must be a candidate to choose");
        if (!(perRecord >= 1)) throw new InvalidException("a record must move scores by at least one step");
        long best = scores[0];
        for (long score : scores) best = Math.max(best, score);
        gaps = new long[scores.length];
        for (int i = 0; i < gaps.length; i++) gaps[i] = gap(best, scores[i]);
        BigDecimal epsilon = new BigDecimal(law.epsilon());
        BigInteger scale = BigInteger.TEN.pow(Math.max(0, epsilon.scale()));
        above = epsilon.multiply(new BigDecimal(scale)).toBigIntegerExact();
        below = scale.multiply(BigInteger.valueOf(perRecord)).shiftLeft(1);
    }

    /**
     * A score that is 2^63 or more below the best counts as 2^63 - 1 below it. A record moves that as little as it moves the best, and nobody
     * sees from a refusal how far apart scores are.
     */
    private static long gap(long best, long score) {
        long gap = best - score;
        return gap >= 0 ? gap : Long.MAX_VALUE;
    }

    int size() {
        return gaps.length;
    }

    /** e^-(epsilon gap / 2 perRecord) of every candidate, where gap is its distance from the best. */
    FixedPoint[] weights(int bits) {
        ExpPowers powers = new ExpPowers(above, below, bits);
        FixedPoint[] weights = new FixedPoint[gaps.length];
        for (int i = 0; i < gaps.length; i++) weights[i] = powers.at(gaps[i]);
        return weights;
    }

    /** True with the weight of a candidate as its probability. */
    boolean kept(int candidate, RandomSource random) {
        if (gaps[candidate] == 0 || above.signum() == 0) return true;
        return kept.computeIfAbsent(gaps[candidate], this::chance).toss(random);
    }

    private IrrationalCoin chance(long gap) {
        BigInteger exponent = above.multiply(BigInteger.valueOf(gap));
        return IrrationalCoin.of(bits -> FixedPoint.expMinus(exponent, below, bits));
    }
}
