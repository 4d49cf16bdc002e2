package io.sordino.audit;

import io.sordino.engine.sample.AllocationSampler;
import io.sordino.engine.sample.Batch;
import io.sordino.engine.sample.EpochSampler;
import io.sordino.engine.sample.PoissonSampler;
import io.sordino.engine.sample.RecordSampler;
import io.sordino.engine.sample.ReplacementSampler;
import io.sordino.engine.sample.Sampling;
import io.sordino.engine.sample.SubsetSampler;
import io.sordino.mechanism.Allocated;
import io.sordino.mechanism.KnownSample;
import io.sordino.mechanism.PoissonSampled;
import io.sordino.mechanism.SampledByHits;
import io.sordino.mechanism.SampledWithReplacement;
import io.sordino.mechanism.SampledWithoutReplacement;
import io.sordino.mechanism.ShuffledBatches;
import io.sordino.mechanism.TruncatedPoissonSampled;
import io.sordino.noise.RandomSource;
import io.sordino.refusal.InvalidException;
import java.util.Arrays;
import java.util.function.ToDoubleFunction;

/** Mechanisms that run others on batches, through the samplers of the engine. Records 0, 1, ... are those whose presence is asked about. */
final class SchemeRunners {
    private static final int A_FEW = 4;

    /** Above so many sums of products, steps count as if the record joined each of them by a coin. */
    private static final long MOST_PRODUCTS = 20_000;

    private SchemeRunners() {}

    static Runner poisson(PoissonSampled m, int victims, Runner base) {
        int records = Math.max(A_FEW, victims);
        return oneBatch(new PoissonSampler(records, m.rate()), victims, m.rate(), base, records);
    }

    /** Each of the records is drawn as often as its own lot says. */
    static Runner byHits(SampledByHits m, int victims, Runner base) {
        double[] weights = new double[m.hits().values().size() + 1];
        for (int k = 1; k < weights.length; k++) weights[k] = m.hits().values().get(k - 1);
        double any = Arrays.stream(weights).sum();
        weights[0] = Math.max(0, 1 - any);
        Lot lot = new Lot(weights);
        return new Runner() {
            @Override
            public Evidence run(int copies, boolean first, RandomSource random) {
                int drawn = 0;
                for (int i = 0; i < victims; i++) drawn += lot.draw(random);
                return base.run(copies * drawn, first, random).seenAtRate(Math.min(1, any));
            }

            @Override
            public double cost() {
                return victims + base.cost();
            }
        };
    }

    /** Who is drawn is seen too: what the base says counts in full, and nothing else where the record is not drawn. */
    static Runner known(KnownSample m, int victims, Runner base) {
        int records = Math.max(A_FEW, victims);
        RecordSampler sampler = new PoissonSampler(records, m.rate());
        return new Runner() {
            @Override
            public Evidence run(int copies, boolean first, RandomSource random) {
                int drawn = count(sampler.start(random).next(), victims);
                return drawn == 0 ? Evidence.NONE : base.run(copies * drawn, first, random);
            }

            @Override
            public double cost() {
                return records + base.cost();
            }
        };
    }

    /** Who is cut off a sample that is too large is drawn for the records in question alone: others contribute nothing. */
    static Runner truncated(TruncatedPoissonSampled m, int victims, Runner base) {
        int n = size("dataset_size", m.datasetSize());
        long most = m.truncatedBatchSize();
        RecordSampler sampler = new PoissonSampler(n, m.rate());
        return new Runner() {
            @Override
            public Evidence run(int copies, boolean first, RandomSource random) {
                Batch batch = sampler.start(random).next();
                int drawn = kept(count(batch, victims), batch.size(), most, random);
                return base.run(copies * drawn, first, random).seenAtRate(Math.min(m.rate(), (double) most / n));
            }

            @Override
            public double cost() {
                return 1 + n * m.rate() + base.cost();
            }
        };
    }

    /** How many of so many records are in a uniformly random subset of {@code most} of all that joined. */
    private static int kept(int records, int joined, long most, RandomSource random) {
        if (joined <= most) return records;
        int kept = 0;
        for (int i = 0; i < records; i++) if (random.below(joined - i) < most - kept) kept++;
        return kept;
    }

    static Runner withoutReplacement(SampledWithoutReplacement m, int victims, Runner base) {
        int n = size("dataset_size", m.datasetSize());
        int size = size("sample_size", m.sampleSize());
        return oneBatch(new SubsetSampler(n, size), victims, size / (double) n, base, size);
    }

    static Runner withReplacement(SampledWithReplacement m, int victims, Runner base) {
        int n = size("dataset_size", m.datasetSize());
        int size = size("sample_size", m.sampleSize());
        double hit = -Math.expm1(size * Math.log1p(-1.0 / n));
        return oneBatch(new ReplacementSampler(n, size), victims, hit, base, size);
    }

    private static Runner oneBatch(RecordSampler sampler, int victims, double rate, Runner base, double cost) {
        return new Runner() {
            @Override
            public Evidence run(int copies, boolean first, RandomSource random) {
                int drawn = count(sampler.start(random).next(), victims);
                return base.run(copies * drawn, first, random).seenAtRate(rate);
            }

            @Override
            public double cost() {
                return cost + base.cost();
            }
        };
    }

    private static int count(Batch batch, int victims) {
        int count = 0;
        for (int i = 0; i < batch.size(); i++) if (batch.record(i) < victims) count++;
        return count;
    }

    static Runner allocated(Allocated m, int victims, Runner base) {
        int selected = size("num_selected", m.numSelected());
        return round(
                new AllocationSampler(victims, selected, size("num_steps", m.numSteps())), victims, selected, base);
    }

    static Runner shuffledBatches(ShuffledBatches m, int victims, Runner base) {
        int steps = size("num_steps", m.numSteps());
        int each = (victims + steps - 1) / steps;
        return round(new EpochSampler(each * steps, steps), victims, 1, base);
    }

    /** All batches of a round: the likelihood ratio is a mean over the choices of {@code selected} steps. */
    private static Runner round(RecordSampler sampler, int victims, int selected, Runner base) {
        int steps = sampler.stepsPerRound();
        return new Runner() {
            @Override
            public Evidence run(int copies, boolean first, RandomSource random) {
                Sampling sampling = sampler.start(random);
                Evidence[] each = new Evidence[steps];
                for (int i = 0; i < steps; i++)
                    each[i] = base.run(copies * count(sampling.next(), victims), first, random);
                return new Evidence(
                        overChoices(each, selected, Evidence::first), overChoices(each, selected, Evidence::second));
            }

            @Override
            public double cost() {
                return steps * (2 + Math.min(selected, MOST_PRODUCTS / steps) / 20.0 + base.cost());
            }
        };
    }

    private static double overChoices(Evidence[] steps, int selected, ToDoubleFunction<Evidence> log) {
        double most = Double.NEGATIVE_INFINITY;
        boolean silent = true;
        for (Evidence step : steps) {
            double value = log.applyAsDouble(step);
            most = Math.max(most, value);
            silent &= value == 0;
        }
        if (silent) return 0;
        if (selected > 1 && (long) selected * steps.length > MOST_PRODUCTS) {
            double rate = selected / (double) steps.length;
            double sum = 0;
            for (Evidence step : steps) sum += log.applyAsDouble(step.seenAtRate(rate));
            return sum;
        }
        // mean over the choices of j of the first i steps: the last of them is chosen with probability j / i
        double[] means = new double[selected + 1];
        means[0] = 1;
        for (int i = 1; i <= steps.length; i++) {
            double ratio = Math.exp(log.applyAsDouble(steps[i - 1]) - most);
            for (int j = Math.min(selected, i); j >= 1; j--)
                means[j] += (ratio * means[j - 1] - means[j]) * ((double) j / i);
        }
        return selected * most + Math.log(Math.max(Double.MIN_NORMAL, means[selected]));
    }

    static int size(String name, long value) {
        if (!(value <= 10_000_000)) throw new InvalidException(name + " must be at most 10^7 to be run, was " + value);
        return (int) value;
    }
}
