package io.sordino.noise;

import io.sordino.mechanism.Exponential;
import io.sordino.refusal.InvalidException;
import java.math.BigInteger;
import java.util.Arrays;
import java.util.stream.IntStream;

/** The exponential mechanism: candidate i with probability in proportion to e^(epsilon score_i / 2). */
public final class ExponentialSampler {
    private final Exponential law;

    /** Prepares choices with this epsilon. */
    public ExponentialSampler(Exponential law) {
        this.law = law;
    }

    /** The index of a candidate. One record moves every score by at most {@code perRecord}. */
    public int choose(long[] scores, long perRecord, RandomSource random) {
        Scores candidates = new Scores(law, perRecord, scores);
        return new WeightedDraw(candidates::weights).draw(random);
    }

    /** As {@link #choose}, for many choices by the same scores. */
    public IntegerNoise prepared(long[] scores, long perRecord) {
        Scores candidates = new Scores(law, perRecord, scores);
        return new WeightedDraw(candidates::weights).prepared();
    }

    /** As {@link #choose}, where candidate i stands for {@code sizes[i]} equal ones. */
    public int chooseGroup(long[] scores, long[] sizes, long perRecord, RandomSource random) {
        if (!(scores.length == sizes.length)) throw new InvalidException("every score needs a size");
        long most = 0;
        for (long size : sizes) {
            if (!(size >= 0)) throw new InvalidException("a size must not be negative");
            most = Math.max(most, size);
        }
        if (!(most >= 1)) throw new InvalidException("there must be a candidate to choose");
        // the best of those that can be chosen has weight 1; next to one of no size all others might be too light to
        // tell apart
        int[] there = IntStream.range(0, sizes.length).filter(i -> sizes[i] > 0).toArray();
        Scores candidates = new Scores(
                law, perRecord, Arrays.stream(there).mapToLong(i -> scores[i]).toArray());
        int chosen = new WeightedDraw(bits -> {
                    FixedPoint[] weights = candidates.weights(bits);
                    for (int i = 0; i < weights.length; i++)
                        weights[i] = weights[i].times(BigInteger.valueOf(sizes[there[i]]));
                    return weights;
                })
                .draw(random);
        return there[chosen];
    }
}
