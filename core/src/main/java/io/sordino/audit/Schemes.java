package io.sordino.audit;

import io.sordino.engine.AllocationSampler;
import io.sordino.engine.Batch;
import io.sordino.engine.EpochSampler;
import io.sordino.engine.PoissonSampler;
import io.sordino.engine.RecordSampler;
import io.sordino.engine.ReplacementSampler;
import io.sordino.engine.ResponseProtocol;
import io.sordino.engine.Sampling;
import io.sordino.engine.ShuffledReports;
import io.sordino.engine.Shuffler;
import io.sordino.engine.SubsetSampler;
import io.sordino.mechanism.Allocated;
import io.sordino.mechanism.Mechanism;
import io.sordino.mechanism.PoissonSampled;
import io.sordino.mechanism.RandomizedResponse;
import io.sordino.mechanism.SampledWithReplacement;
import io.sordino.mechanism.SampledWithoutReplacement;
import io.sordino.mechanism.Shuffled;
import io.sordino.mechanism.ShuffledBatches;
import io.sordino.noise.RandomSource;

/** Mechanisms that run others on batches or on shuffled reports, through the samplers and protocols of the engine. */
final class Schemes {
    /** The record whose presence is asked about. */
    private static final int VICTIM = 0;

    private static final int A_FEW = 4;

    private Schemes() {}

    static Runner poisson(PoissonSampled m, Runner base) {
        return oneBatch(new PoissonSampler(A_FEW, m.rate()), m.rate(), base, A_FEW);
    }

    static Runner withoutReplacement(SampledWithoutReplacement m, Runner base) {
        int n = size("dataset_size", m.datasetSize());
        int size = size("sample_size", m.sampleSize());
        return oneBatch(new SubsetSampler(n, size), size / (double) n, base, size);
    }

    static Runner withReplacement(SampledWithReplacement m, Runner base) {
        int n = size("dataset_size", m.datasetSize());
        int size = size("sample_size", m.sampleSize());
        return oneBatch(new ReplacementSampler(n, size), -Math.expm1(size * Math.log1p(-1.0 / n)), base, size);
    }

    private static Runner oneBatch(RecordSampler sampler, double rate, Runner base, double cost) {
        return new Runner() {
            @Override
            public double run(int times, RandomSource random) {
                int drawn = count(sampler.start(random).next());
                return Math.log1p(rate * Math.expm1(base.run(times * drawn, random)));
            }

            @Override
            public double cost() {
                return cost + base.cost();
            }
        };
    }

    private static int count(Batch batch) {
        int count = 0;
        for (int i = 0; i < batch.size(); i++) if (batch.record(i) == VICTIM) count++;
        return count;
    }

    static Runner allocated(Allocated m, Runner base) {
        return round(
                new AllocationSampler(1, size("num_selected", m.numSelected()), size("num_steps", m.numSteps())), base);
    }

    static Runner shuffledBatches(ShuffledBatches m, Runner base) {
        int steps = size("num_steps", m.numSteps());
        return round(new EpochSampler(steps, steps), base);
    }

    /** All batches of a round; the likelihood ratio is about the mean of those of the steps. */
    private static Runner round(RecordSampler sampler, Runner base) {
        int steps = sampler.stepsPerRound();
        return new Runner() {
            @Override
            public double run(int times, RandomSource random) {
                Sampling sampling = sampler.start(random);
                double sum = 0;
                for (int i = 0; i < steps; i++) sum += Math.exp(base.run(times * count(sampling.next()), random));
                return Math.log(sum / steps);
            }

            @Override
            public double cost() {
                return steps * (2 + base.cost());
            }
        };
    }

    /** All others hold one value, which is the second one of a pair and a third one where there is one. */
    static Runner shuffled(Shuffled m) {
        if (!(m.randomizer() instanceof RandomizedResponse law))
            throw new IllegalArgumentException("shuffled reports are run of randomized_response, not of "
                    + m.randomizer().getClass().getSimpleName());
        int n = size("reports", m.reports());
        ResponseProtocol protocol = new ResponseProtocol(law);
        int others = law.k() == 2 ? 0 : 2;
        return new Runner() {
            @Override
            public double run(int times, RandomSource random) {
                long[] reports = new long[n];
                reports[VICTIM] = protocol.report(times > 0 ? 1 : 0, random);
                for (int i = 1; i < n; i++) reports[i] = protocol.report(others, random);
                ShuffledReports shuffled = new Shuffler(random).shuffle(reports);
                int balance = 0;
                for (int i = 0; i < n; i++) balance += shuffled.report(i) == 1 ? 1 : shuffled.report(i) == 0 ? -1 : 0;
                return balance;
            }

            @Override
            public double cost() {
                return 3.0 * n;
            }
        };
    }

    private static int size(String name, long value) {
        if (!(value <= 10_000_000))
            throw new IllegalArgumentException(name + " must be at most 10^7 to be run, was " + value);
        return (int) value;
    }

    /** For messages. */
    static String name(Mechanism mechanism) {
        return mechanism.getClass().getSimpleName();
    }
}
