package io.sordino.engine.sample;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.sordino.engine.query.VectorSum;
import io.sordino.mechanism.Allocated;
import io.sordino.mechanism.Gaussian;
import io.sordino.mechanism.PoissonSampled;
import io.sordino.mechanism.Repeated;
import io.sordino.mechanism.SampledWithReplacement;
import io.sordino.mechanism.SampledWithoutReplacement;
import io.sordino.mechanism.ShuffledBatches;
import io.sordino.noise.ChiSquare;
import io.sordino.noise.RandomSource;
import io.sordino.noise.Tapes;
import java.util.List;
import java.util.function.LongToDoubleFunction;
import java.util.function.ToLongFunction;
import org.junit.jupiter.api.Test;

/** Who takes part is drawn from the law that the sampler's plan names; seeds are fixed. */
class RecordSamplerTest {
    private static final long SEED = 20261116;
    private static final int SAMPLES = Boolean.getBoolean("sordino.slow") ? 2_000_000 : 200_000;
    private static final double UNLIKELY = 1e-3;
    private static final Gaussian BASE = new Gaussian(1.5);

    private static double fit(RecordSampler sampler, ToLongFunction<Batch> outcome, LongToDoubleFunction law) {
        Sampling sampling = sampler.start(Tapes.seeded(SEED));
        return ChiSquare.of(SAMPLES, () -> outcome.applyAsLong(sampling.next()), law);
    }

    private static long mask(Batch batch) {
        return batch.records().mapToLong(i -> 1L << i).reduce(0, (a, b) -> a | b);
    }

    @Test
    void poissonBatchesAreIndependentCoins() {
        for (double rate : new double[] {0.3, 0.01, 0.75, 0.5}) {
            LongToDoubleFunction coins =
                    set -> Math.pow(rate, Long.bitCount(set)) * Math.pow(1 - rate, 5 - Long.bitCount(set));
            // all 32 subsets of five records: marginals and joint inclusions at once
            assertThat(fit(new PoissonSampler(5, rate), RecordSamplerTest::mask, coins))
                    .isGreaterThan(UNLIKELY);
        }
    }

    @Test
    void sizesOfPoissonBatchesAreBinomial() {
        int n = 1000;
        double rate = 0.02;
        LongToDoubleFunction binomial = k -> {
            double log = k * Math.log(rate) + (n - k) * Math.log1p(-rate);
            for (long i = 0; i < k; i++) log += Math.log((n - i) / (double) (k - i));
            return Math.exp(log);
        };
        assertThat(fit(new PoissonSampler(n, rate), Batch::size, binomial)).isGreaterThan(UNLIKELY);
        assertThat(fit(new PoissonSampler(n, rate * 1.02), Batch::size, binomial))
                .as("a rate two percent off")
                .isLessThan(1e-6);
    }

    @Test
    void farRecordsJoinAsOftenAsNearOnes() {
        int n = 1 << 20;
        LongToDoubleFunction law = place -> 1.0 / 64;
        Sampling sampling = new PoissonSampler(n, 0.001).start(Tapes.seeded(SEED));
        java.util.Map<Long, Integer> counts = new java.util.TreeMap<>();
        int total = 0;
        for (int i = 0; i < 200; i++) {
            Batch batch = sampling.next();
            total += batch.size();
            batch.records().forEach(r -> counts.merge((long) (r >> 14), 1, Integer::sum));
        }
        assertThat(ChiSquare.of(counts, total, law)).isGreaterThan(UNLIKELY);
    }

    @Test
    void subsetsAreUniform() {
        assertThat(fit(new SubsetSampler(6, 3), RecordSamplerTest::mask, set -> 1.0 / 20))
                .isGreaterThan(UNLIKELY);
        assertThat(fit(new SubsetSampler(6, 5), RecordSamplerTest::mask, set -> 1.0 / 6))
                .isGreaterThan(UNLIKELY);
        assertThat(fit(
                        new PoissonSampler(6, 0.5),
                        RecordSamplerTest::mask,
                        set -> Long.bitCount(set) == 3 ? 1.0 / 20 : 0))
                .as("coins are not subsets")
                .isLessThan(1e-6);
    }

    @Test
    void drawsWithReplacementAreIndependent() {
        ToLongFunction<Batch> both = batch -> 7L * batch.record(0) + batch.record(1);
        assertThat(fit(new ReplacementSampler(7, 2), both, pair -> 1.0 / 49)).isGreaterThan(UNLIKELY);
    }

    @Test
    void allocationIsUniformOverChoicesOfSteps() {
        int t = 5;
        AllocationSampler sampler = new AllocationSampler(2, 2, t);
        RandomSource random = Tapes.seeded(SEED);
        // both records' sets of steps, jointly: uniform over C(5,2) x C(5,2)
        double fit = ChiSquare.of(
                SAMPLES,
                () -> {
                    Sampling sampling = sampler.start(random);
                    long sets = 0;
                    for (int step = 0; step < t; step++) {
                        int now = step;
                        sets |= sampling.next()
                                .records()
                                .mapToLong(r -> 1L << (now + 8 * r))
                                .sum();
                    }
                    return sets;
                },
                sets -> Long.bitCount(sets & 31) == 2 && Long.bitCount(sets >> 8) == 2 ? 0.01 : 0);
        assertThat(fit).isGreaterThan(UNLIKELY);
    }

    @Test
    void allocationToOneStepIsAChoiceOfEachRecord() {
        AllocationSampler sampler = new AllocationSampler(3, 1, 4);
        RandomSource random = Tapes.seeded(SEED);
        // the steps of three records, jointly: uniform over 4^3
        double fit = ChiSquare.of(
                SAMPLES,
                () -> {
                    Sampling sampling = sampler.start(random);
                    long steps = 0;
                    for (int step = 0; step < 4; step++) {
                        int now = step;
                        steps += sampling.next()
                                .records()
                                .mapToLong(r -> (long) now << (2 * r))
                                .sum();
                    }
                    return steps;
                },
                steps -> 1.0 / 64);
        assertThat(fit).isGreaterThan(UNLIKELY);
    }

    @Test
    void epochsAreUniformPermutations() {
        EpochSampler sampler = new EpochSampler(5, 2);
        RandomSource random = Tapes.seeded(SEED);
        double fit = ChiSquare.of(
                SAMPLES,
                () -> {
                    Sampling sampling = sampler.start(random);
                    Batch first = sampling.next();
                    assertThat(first.size()).isEqualTo(2);
                    long order = 0;
                    for (Batch batch : List.of(first, sampling.next()))
                        for (int i = 0; i < batch.size(); i++) order = 5 * order + batch.record(i);
                    return order;
                },
                order -> 1.0 / 120);
        assertThat(fit).isGreaterThan(UNLIKELY);
    }

    @Test
    void everyRecordIsInEachEpochOnce() {
        Sampling sampling = new EpochSampler(103, 10).start(Tapes.seeded(SEED));
        int[] seen = new int[103];
        for (int step = 0; step < 20; step++) sampling.next().records().forEach(r -> seen[r]++);
        assertThat(seen).containsOnly(2);
    }

    @Test
    void theSamplerOwnsItsPlan() {
        RandomSource random = Tapes.seeded(SEED);
        assertThat(run(new PoissonSampler(100, 0.1), 7, random))
                .isEqualTo(new Repeated(7, new PoissonSampled(0.1, BASE)));
        assertThat(run(new SubsetSampler(100, 10), 1, random)).isEqualTo(new SampledWithoutReplacement(10, 100, BASE));
        assertThat(run(new ReplacementSampler(100, 10), 2, random))
                .isEqualTo(new Repeated(2, new SampledWithReplacement(10, 100, BASE)));
        assertThat(run(new AllocationSampler(100, 1, 10), 30, random))
                .isEqualTo(new Repeated(3, new Allocated(1, 10, BASE)));
        assertThat(run(new EpochSampler(100, 10), 10, random)).isEqualTo(new ShuffledBatches(10, BASE));
    }

    @Test
    void aRoundThatWasBegunCountsWhole() {
        Sampling sampling = new AllocationSampler(100, 1, 10).start(Tapes.seeded(SEED));
        assertThatThrownBy(() -> sampling.plan(BASE)).isInstanceOf(IllegalStateException.class);
        for (int i = 0; i < 11; i++) sampling.next();
        assertThat(sampling.plan(BASE)).isEqualTo(new Repeated(2, new Allocated(1, 10, BASE)));
    }

    @Test
    void rateOneTakesEverybody() {
        assertThat(new PoissonSampler(10, 1)
                        .start(Tapes.seeded(SEED))
                        .next()
                        .records()
                        .toArray())
                .isEqualTo(java.util.stream.IntStream.range(0, 10).toArray());
    }

    @Test
    void wrongSizesAreRefused() {
        assertThatThrownBy(() -> new PoissonSampler(10, Double.NaN)).hasMessageContaining("rate must be in (0, 1]");
        assertThatThrownBy(() -> new PoissonSampler(0, 0.5)).hasMessageContaining("records");
        assertThatThrownBy(() -> new SubsetSampler(10, 11)).hasMessageContaining("size");
        assertThatThrownBy(() -> new AllocationSampler(10, 3, 2)).hasMessageContaining("selected");
        assertThatThrownBy(() -> new EpochSampler(10, 11)).hasMessageContaining("steps");
        assertThatThrownBy(() -> new ReplacementSampler(10, 0)).hasMessageContaining("size");
        // one record may be all of the batch: 2^26 contributions of 2^26 steps are an exact double, more are not
        assertThatThrownBy(() -> new ReplacementSampler(10, (1 << 26) + 1)).hasMessageContaining("size");
    }

    private static Object run(RecordSampler sampler, long steps, RandomSource random) {
        return sampler.start(random)
                .run(steps, batch -> new VectorSum(1, 1).release(BASE, random))
                .plan();
    }
}
