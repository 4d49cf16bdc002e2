package io.sordino.engine.query;

import io.sordino.engine.Estimate;
import io.sordino.engine.Guard;
import io.sordino.engine.Release;
import io.sordino.engine.seal.Seal;
import io.sordino.mechanism.Laplace;
import io.sordino.mechanism.Mechanism;
import io.sordino.mechanism.Relation;
import io.sordino.noise.RandomSource;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.function.ToDoubleFunction;

/**
 * Any statistic, by computing it on disjoint blocks of records and releasing a private aggregate of the results. One record changes one
 * result, so nothing need be known of the statistic. Blocks are chosen without looking at the data, and a block on which the statistic
 * fails, or which is empty, has the default result.
 *
 * <p>Nissim, Raskhodnikova and Smith 2007 (STOC). No amplification is claimed for the partition.
 */
public final class SampleAndAggregate {
    private final double[] results;
    private final Relation relation;
    private final double lower;
    private final double upper;

    private SampleAndAggregate(double[] results, Relation relation, double lower, double upper) {
        this.results = results;
        this.relation = relation;
        this.lower = lower;
        this.upper = upper;
    }

    /** Records may be replaced: blocks are equal stretches of them. */
    public static SampleAndAggregate ofPublicSize(
            Values values, int blocks, double lower, double upper, ToDoubleFunction<double[]> statistic) {
        Guard.between("blocks", 1, values.size(), blocks);
        Contribution.bounds(lower, upper);
        double[] results = new double[blocks];
        for (int b = 0; b < blocks; b++) {
            int from = (int) ((long) values.size() * b / blocks);
            int to = (int) ((long) values.size() * (b + 1) / blocks);
            results[b] = result(values.block(from, to), statistic, lower, upper);
        }
        return new SampleAndAggregate(results, Relation.REPLACE_ONE, lower, upper);
    }

    /** Records may be added or removed: each goes to a block of its own choice. */
    public static SampleAndAggregate of(
            Values values,
            int blocks,
            double lower,
            double upper,
            ToDoubleFunction<double[]> statistic,
            RandomSource random) {
        Guard.between("blocks", 1, Values.MOST, blocks);
        Contribution.bounds(lower, upper);
        List<List<Double>> members = new ArrayList<>();
        for (int b = 0; b < blocks; b++) members.add(new ArrayList<>());
        for (int i = 0; i < values.size(); i++)
            members.get((int) random.below(blocks)).add(values.at(i));
        double[] results = new double[blocks];
        for (int b = 0; b < blocks; b++) {
            double[] block =
                    members.get(b).stream().mapToDouble(Double::doubleValue).toArray();
            results[b] = result(block, statistic, lower, upper);
        }
        return new SampleAndAggregate(results, Relation.ADD_OR_REMOVE_ONE, lower, upper);
    }

    private static double result(double[] block, ToDoubleFunction<double[]> statistic, double lower, double upper) {
        double middle = lower / 2 + upper / 2;
        if (block.length == 0) return middle;
        try {
            double result = statistic.applyAsDouble(block);
            return Double.isFinite(result) ? result : middle;
        } catch (Throwable theStatisticFailed) {
            // whatever it throws, errors and exhausted memory too, may depend on the data, so it must not leave the
            // room
            return middle;
        }
    }

    /** The mean of the results, clamped to the bounds, with Laplace noise in units of what one result can move. */
    public Release<Estimate> mean(Laplace noise, double confidence, RandomSource random) {
        Sums sums = new Sums(Values.of(results), confidence, random);
        Estimate mean = sums.meanOfPublicSize(lower, upper, replacing(noise)).value();
        return Release.of(mean, noise, relation, Seal.OURS);
    }

    /** Under add-remove one record still replaces one result, which is two contributions of half the range. */
    private Mechanism replacing(Laplace noise) {
        return relation == Relation.REPLACE_ONE ? noise : new Laplace(2 * noise.noiseMultiplier());
    }

    /** The median of the results where few blocks could move it far, else nothing; for an odd number of blocks. */
    public Release<Optional<Estimate>> median(
            double beta,
            double testEpsilon,
            double releaseEpsilon,
            double delta,
            double confidence,
            RandomSource random) {
        Release<Optional<Estimate>> release = new ProposeTestRelease(
                        Values.of(results), lower, upper, testEpsilon, releaseEpsilon, delta)
                .median(beta, confidence, random);
        return Release.of(release.value(), release.plan(), relation, Seal.OURS);
    }
}
