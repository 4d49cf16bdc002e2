package io.sordino.engine.protocol;

import io.sordino.engine.Estimate;
import io.sordino.engine.Guard;
import io.sordino.engine.Release;
import io.sordino.engine.seal.Seal;
import io.sordino.mechanism.Mechanism;
import io.sordino.mechanism.RandomizedResponse;
import io.sordino.mechanism.Relation;
import io.sordino.mechanism.Shuffled;
import io.sordino.noise.RandomSource;
import io.sordino.noise.ResponseSampler;
import io.sordino.refusal.InvalidException;
import java.util.ArrayList;
import java.util.List;
import java.util.function.IntUnaryOperator;
import java.util.function.LongConsumer;

/**
 * Shuffled randomized response over k values: each client reports by itself, a shuffler permutes the reports, an analyzer counts them and
 * takes the bias out. With k = 2 and a small chance to answer by a fair coin it is the counting protocol of Cheu et al. 2019.
 */
public final class ResponseProtocol {
    private final RandomizedResponse law;
    private final ResponseSampler randomizer;
    /** The probabilities of the truth and of each other answer. */
    private final double p;

    private final double q;

    /** Where every client answers by this law. */
    public ResponseProtocol(RandomizedResponse law) {
        if (!(law.epsilon() > 0)) throw new InvalidException("epsilon must be above 0, or reports tell nothing");
        Guard.between("k", 2, Integer.MAX_VALUE - 8, law.k());
        this.law = law;
        randomizer = new ResponseSampler(law);
        q = 1 / (Math.exp(law.epsilon()) + (law.k() - 1));
        p = 1 - q * (law.k() - 1);
    }

    /**
     * The counting protocol of Cheu et al. 2019 (arXiv:1808.01394): on average {@code noiseMakers} of the clients answer by a fair
     * coin, the others truthfully.
     */
    public static ResponseProtocol counting(int clients, double noiseMakers) {
        if (!(noiseMakers > 0 && noiseMakers < clients))
            throw new InvalidException(
                    "noise makers must be above 0 and fewer than the " + clients + " clients, were " + noiseMakers);
        return new ResponseProtocol(new RandomizedResponse(Math.log(2 * (clients / noiseMakers) - 1), 2));
    }

    /** How a client answers. */
    public RandomizedResponse law() {
        return law;
    }

    /** What a client who holds this value sends. */
    public long report(long value, RandomSource random) {
        return randomizer.report(value, random);
    }

    /** What a run with so many clients is accounted for as. */
    public Mechanism plan(int clients) {
        return new Shuffled(clients, law);
    }

    /**
     * How many clients hold each value; with the given probability all intervals hold at once. A report that is no value is that of a client who
     * keeps to no protocol: it is left out, as if nobody had sent it, so that one client cannot keep the answer from the others.
     *
     * <p>Intervals are Bernstein's, which hold for every number of clients and for all values at once, each with the variance of a value that
     * everybody holds: a width that depended on the reports would be one more thing to reason about. Beside a normal approximation for one value
     * they are 1.4 times as wide for two values at a confidence of 0.95, and four times or more for rare ones of many.
     */
    public List<Estimate> analyze(ShuffledReports reports, double confidence) {
        Guard.confidence(confidence);
        int k = (int) law.k();
        long[] counts = new long[k];
        long heard = 0;
        for (int i = 0; i < reports.size(); i++) {
            long report = reports.report(i);
            if (!(report >= 0 && report < k)) continue;
            counts[(int) report]++;
            heard++;
        }
        double n = (double) heard;
        double variance = n * Math.max(p * (1 - p), q * (1 - q));
        int together = k == 2 ? 1 : k;
        double error = ErrorBars.bernstein(variance, 1, (1 - confidence) / together) / (p - q);
        List<Estimate> estimates = new ArrayList<>(k);
        for (long count : counts) estimates.add(Estimate.around((count - n * q) / (p - q), error, confidence));
        return estimates;
    }

    /** All three parties in one process. */
    public Release<List<Estimate>> run(int[] values, double confidence, RandomSource random) {
        return run(values.length, i -> values[i], confidence, random, done -> {});
    }

    /** As above, where client i holds {@code values(i)}; progress is told how many more clients have reported. */
    public Release<List<Estimate>> run(
            int clients, IntUnaryOperator values, double confidence, RandomSource random, LongConsumer progress) {
        Guard.confidence(confidence);
        Guard.clients(clients);
        for (int i = 0; i < clients; i++) {
            int value = values.applyAsInt(i);
            if (!(value >= 0 && value < law.k()))
                throw new InvalidException("every value must be in [0, " + law.k() + ")");
        }
        ShuffledReports shuffled =
                new Shuffler(random).collect(clients, i -> report(values.applyAsInt(i), random), progress);
        return Release.of(analyze(shuffled, confidence), plan(clients), Relation.REPLACE_ONE, Seal.OURS);
    }
}
