package io.sordino.engine.query;

import io.sordino.engine.Estimate;
import io.sordino.engine.Guard;
import io.sordino.engine.Release;
import io.sordino.engine.seal.Seal;
import io.sordino.mechanism.Composed;
import io.sordino.mechanism.Gaussian;
import io.sordino.mechanism.Laplace;
import io.sordino.mechanism.Mechanism;
import io.sordino.mechanism.Relation;
import io.sordino.noise.GridNoise;
import io.sordino.noise.NoiseStock;
import io.sordino.noise.RandomSource;
import io.sordino.refusal.InvalidException;
import java.util.List;
import java.util.function.DoublePredicate;

/**
 * Counts, sums and means over values in memory. Contributions are added as integers, so the order of the records does not matter and one
 * record moves a sum by what it contributes and no more.
 */
public final class Sums {
    private static final int FINEST = 36;
    private static final int COARSEST = 16;

    private final Values values;
    private final Draws draws;
    private final double confidence;

    /** Intervals will hold with this probability. */
    public Sums(Values values, double confidence, RandomSource random) {
        this(values, confidence, Draws.from(random));
    }

    /** As above, with noise that was drawn ahead, so that the time of an answer says nothing of it. */
    public Sums(Values values, double confidence, NoiseStock stock) {
        this(values, confidence, Draws.from(stock));
    }

    private Sums(Values values, double confidence, Draws draws) {
        Guard.confidence(confidence);
        this.values = values;
        this.confidence = confidence;
        this.draws = draws;
    }

    /**
     * How many values satisfy a condition; the noise is discrete_laplace or discrete_gaussian. A value that the condition fails on, with
     * whatever exception, does not satisfy it.
     */
    public Release<Estimate> count(DoublePredicate condition, Mechanism noise) {
        if (!GridNoise.isDiscrete(noise))
            throw new InvalidException("a count takes discrete_laplace or discrete_gaussian noise");
        GridNoise drawn = draws.of(noise, 1);
        long count = 0;
        for (int i = 0; i < values.size(); i++) if (holds(condition, values.at(i))) count++;
        double value = (double) (count + draws.take(drawn));
        return Release.of(
                Estimate.around(value, drawn.reach(confidence), confidence),
                noise,
                Relation.ADD_OR_REMOVE_ONE,
                Seal.OURS);
    }

    private static boolean holds(DoublePredicate condition, double value) {
        try {
            return condition.test(value);
        } catch (Throwable theConditionFailed) {
            // it may depend on the value, so it must not leave the room
            return false;
        }
    }

    /** The sum of the values, clamped to the bounds; the noise is laplace or gaussian, in units of the larger bound. */
    public Release<Estimate> sum(double lower, double upper, Mechanism noise) {
        int bits = bits(noise);
        Contribution contribution = Contribution.of(lower, upper, bits);
        return Release.of(sum(contribution, noise, confidence), noise, Relation.ADD_OR_REMOVE_ONE, Seal.OURS);
    }

    /** The mean where the number of records is public: noise in units of half the range, on the sum. */
    public Release<Estimate> meanOfPublicSize(double lower, double upper, Mechanism noise) {
        Contribution contribution = Contribution.centred(lower, upper, bits(noise));
        if (values.isEmpty())
            throw new InvalidException("the mean of no records is not defined", "give at least one record");
        Estimate sum = sum(contribution, noise, confidence);
        double n = values.size();
        double centre = contribution.centre();
        Estimate mean =
                new Estimate(centre + sum.value() / n, centre + sum.lower() / n, centre + sum.upper() / n, confidence);
        return Release.of(mean.within(lower, upper), noise, Relation.REPLACE_ONE, Seal.OURS);
    }

    /** The mean where the number of records is private too: a noisy sum over a noisy count, two releases. */
    public Release<Estimate> mean(double lower, double upper, Mechanism sumNoise, Mechanism countNoise) {
        Contribution contribution = Contribution.centred(lower, upper, bits(sumNoise));
        GridNoise count = draws.of(countNoise, 1);
        double each = (1 + confidence) / 2;
        Estimate sum = sum(contribution, sumNoise, each);
        double n = Math.max(1, (double) (values.size() + draws.take(count)));
        double error = count.reach(each);
        double fewest = Math.max(1, n - error);
        double low = Math.min(sum.lower() / fewest, sum.lower() / (n + error));
        double high = Math.max(sum.upper() / fewest, sum.upper() / (n + error));
        double centre = contribution.centre();
        Estimate mean = new Estimate(centre + sum.value() / n, centre + low, centre + high, confidence);
        return Release.of(
                mean.within(lower, upper),
                new Composed(List.of(sumNoise, countNoise)),
                Relation.ADD_OR_REMOVE_ONE,
                Seal.OURS);
    }

    private Estimate sum(Contribution contribution, Mechanism noise, double wanted) {
        GridNoise drawn = draws.of(noise, contribution.cells());
        long sum = 0;
        for (int i = 0; i < values.size(); i++) sum = Math.addExact(sum, contribution.steps(values.at(i)));
        double value = contribution.value((double) Math.addExact(sum, draws.take(drawn)));
        double error = contribution.value(drawn.reach(wanted)) + contribution.rounding() + Math.ulp(value);
        return Estimate.around(value, error, wanted);
    }

    /** As fine a grid as the noise can be drawn on. */
    static int bits(Mechanism noise) {
        if (!(noise instanceof Laplace || noise instanceof Gaussian))
            throw new InvalidException("a sum takes laplace or gaussian noise");
        double multiplier =
                noise instanceof Laplace laplace ? laplace.noiseMultiplier() : ((Gaussian) noise).noiseMultiplier();
        int room = 50 - Math.max(0, Math.getExponent(multiplier));
        if (!(room >= COARSEST))
            throw new InvalidException("noise_multiplier must be below 2^34 to be drawn, was " + multiplier);
        return Math.min(FINEST, room);
    }
}
