package io.sordino.engine.protocol;

import io.sordino.engine.Estimate;
import io.sordino.engine.Guard;
import io.sordino.engine.Release;
import io.sordino.engine.query.Contribution;
import io.sordino.engine.seal.Seal;
import io.sordino.mechanism.Mechanism;
import io.sordino.mechanism.RandomizedResponse;
import io.sordino.mechanism.Relation;
import io.sordino.mechanism.Shuffled;
import io.sordino.noise.RandomSource;
import io.sordino.noise.ResponseSampler;
import io.sordino.refusal.InvalidException;
import java.util.function.IntToDoubleFunction;
import java.util.function.LongConsumer;

/**
 * Sums of real numbers from one short report a client: the value is rounded at random to one of a few levels, without bias, and the level
 * goes through randomized response and a shuffler.
 *
 * <p>After Balle, Bell, Gascon and Nissim 2019 (arXiv:1903.02837), section 4.
 */
public final class SumProtocol {
    private static final int BITS = 40;

    private final Contribution contribution;
    private final int levels;
    private final RandomizedResponse law;
    private final ResponseSampler randomizer;

    /** Of values in [lower, upper], with levels 0 to {@code levels}. */
    public SumProtocol(double lower, double upper, int levels, double localEpsilon) {
        Guard.between("levels", 1, 1 << 16, levels);
        if (!(localEpsilon > 0)) throw new InvalidException("local epsilon must be above 0, was " + localEpsilon);
        contribution = Contribution.above(lower, upper, BITS);
        this.levels = levels;
        law = new RandomizedResponse(localEpsilon, levels + 1L);
        randomizer = new ResponseSampler(law);
    }

    /** What a client who holds this value sends. */
    public long report(double value, RandomSource random) {
        finite(value);
        long steps = Math.max(0, contribution.steps(value));
        long scaled = steps * levels;
        long level = scaled / contribution.cells();
        if (random.happens(scaled - level * contribution.cells(), contribution.cells())) level++;
        return randomizer.report(level, random);
    }

    /** What a run with so many clients is accounted for as. */
    public Mechanism plan(int clients) {
        return new Shuffled(clients, law);
    }

    /** The sum of all clients' values, with an interval that holds it with the given probability. */
    public Estimate analyze(ShuffledReports reports, double confidence) {
        Guard.confidence(confidence);
        double n = reports.size();
        long total = 0;
        for (int i = 0; i < reports.size(); i++) total += reports.report(i);
        // a report is the level with probability 1 - gamma, else uniform over all levels
        double gamma = (levels + 1) / (Math.exp(law.epsilon()) + levels);
        double sum = (total - n * gamma * levels / 2.0) / (1 - gamma);
        // at most 1/4 from rounding, that of a uniform level, and that between the two kinds of report
        double l = levels;
        double each = (1 - gamma) / 4 + gamma * l * (l + 2) / 12 + gamma * (1 - gamma) * l * l / 4;
        double error = ErrorBars.bernstein(n * Math.min(each, l * l / 4), l, 1 - confidence) / (1 - gamma);
        double unit = contribution.value((double) contribution.cells()) / levels;
        double offset = n * contribution.centre();
        double rounding = n * contribution.step();
        return Estimate.around(offset + sum * unit, error * unit + rounding, confidence);
    }

    /** All three parties in one process. */
    public Release<Estimate> run(double[] values, double confidence, RandomSource random) {
        return run(values.length, i -> values[i], confidence, random, done -> {});
    }

    /** As above, where client i holds {@code values(i)}; progress is told how many more clients have reported. */
    public Release<Estimate> run(
            int clients, IntToDoubleFunction values, double confidence, RandomSource random, LongConsumer progress) {
        Guard.confidence(confidence);
        Guard.clients(clients);
        for (int i = 0; i < clients; i++) finite(values.applyAsDouble(i));
        ShuffledReports shuffled =
                new Shuffler(random).collect(clients, i -> report(values.applyAsDouble(i), random), progress);
        return Release.of(analyze(shuffled, confidence), plan(clients), Relation.REPLACE_ONE, Seal.OURS);
    }

    private static void finite(double value) {
        if (!Double.isFinite(value)) throw new InvalidException("values must be finite numbers");
    }
}
