package io.sordino.account;

import io.sordino.mechanism.Allocated;
import io.sordino.mechanism.ApproximateDp;
import io.sordino.mechanism.BlanketHistogram;
import io.sordino.mechanism.Composed;
import io.sordino.mechanism.Counts;
import io.sordino.mechanism.DiscreteGaussian;
import io.sordino.mechanism.DiscreteLaplace;
import io.sordino.mechanism.Exponential;
import io.sordino.mechanism.FinitePair;
import io.sordino.mechanism.FloodedCount;
import io.sordino.mechanism.Gaussian;
import io.sordino.mechanism.GaussianDp;
import io.sordino.mechanism.GaussianMixture;
import io.sordino.mechanism.Group;
import io.sordino.mechanism.HadamardResponse;
import io.sordino.mechanism.KnownSample;
import io.sordino.mechanism.Laplace;
import io.sordino.mechanism.LastIterate;
import io.sordino.mechanism.LocalDp;
import io.sordino.mechanism.LocalHash;
import io.sordino.mechanism.LocalLaplace;
import io.sordino.mechanism.Mechanism;
import io.sordino.mechanism.Mixture;
import io.sordino.mechanism.Parallel;
import io.sordino.mechanism.PermuteAndFlip;
import io.sordino.mechanism.PoissonSampled;
import io.sordino.mechanism.ProfilePoints;
import io.sordino.mechanism.RandomizedResponse;
import io.sordino.mechanism.Rappor;
import io.sordino.mechanism.Relation;
import io.sordino.mechanism.RenyiBounded;
import io.sordino.mechanism.RenyiOrders;
import io.sordino.mechanism.RepeatAndSelect;
import io.sordino.mechanism.Repeated;
import io.sordino.mechanism.SampledByHits;
import io.sordino.mechanism.SampledResponse;
import io.sordino.mechanism.SampledWithReplacement;
import io.sordino.mechanism.SampledWithoutReplacement;
import io.sordino.mechanism.Schedule;
import io.sordino.mechanism.Shuffled;
import io.sordino.mechanism.ShuffledBatches;
import io.sordino.mechanism.SinhNormal;
import io.sordino.mechanism.SplitSum;
import io.sordino.mechanism.SubGaussian;
import io.sordino.mechanism.SubsetSelection;
import io.sordino.mechanism.TreeAggregation;
import io.sordino.mechanism.TruncatedConcentrated;
import io.sordino.mechanism.TruncatedGaussian;
import io.sordino.mechanism.TruncatedLaplace;
import io.sordino.mechanism.TruncatedPoissonSampled;
import io.sordino.mechanism.UnaryEncoding;
import io.sordino.mechanism.Unlinked;
import io.sordino.mechanism.Values;
import io.sordino.mechanism.ZeroConcentrated;
import java.math.BigDecimal;
import java.math.MathContext;
import java.util.ArrayList;
import java.util.List;
import java.util.SplittableRandom;

/** Random plans from the whole plan language with numbers that someone might use, so that nearly all of them are answered. */
final class UsualPlans {
    private static final MathContext FOUR = new MathContext(4);
    private static final long[] COUNTS = {2, 3, 4, 5, 7, 10, 20, 58, 100, 224};

    private final SplittableRandom random;

    UsualPlans(SplittableRandom random) {
        this.random = random;
    }

    /** Four digits, so that a plan that fails can be typed. */
    private double real(double low, double high) {
        return new BigDecimal(Effort.between(random, low, high)).round(FOUR).doubleValue();
    }

    private long count() {
        return COUNTS[random.nextInt(COUNTS.length)];
    }

    private boolean chance(double share) {
        return random.nextDouble() < share;
    }

    double delta() {
        return chance(0.05) ? 0 : chance(0.03) ? real(1e-60, 1e-12) : real(1e-12, 0.3);
    }

    /** Where, as a share of an epsilon, delta is asked for. */
    double share() {
        return chance(0.1) ? 0 : real(0.03, 1.2);
    }

    Relation relation(Mechanism plan) {
        Relation usual = Accountant.defaultRelation(plan);
        return usual == Relation.ADD_OR_REMOVE_ONE && chance(0.3) ? Relation.REPLACE_ONE : usual;
    }

    Mechanism next() {
        return switch (random.nextInt(26)) {
            case 0, 1, 2 -> scheme();
            case 3, 4 -> new Repeated(count(), scheme());
            case 5, 6 -> sum(2, true);
            // a law must be made for the base, which takes longer than all the rest
            case 7 -> new Repeated(count(), new PoissonSampled(rate(), sum(2, false)));
            case 8, 9, 10 -> new Repeated(count(), new PoissonSampled(rate(), leaf()));
            case 11, 12, 13, 14 -> sum(random.nextInt(2, 4), false);
            case 15, 16, 17, 18 -> new Repeated(count(), leaf());
            case 19, 20, 21, 22 -> leaf();
            case 23 -> new Shuffled(random.nextLong(10, 300), randomizer());
            case 24 -> severalMessages();
            default -> iteration();
        };
    }

    private Mechanism severalMessages() {
        return switch (random.nextInt(4)) {
            case 0 -> new BlanketHistogram(random.nextLong(20, 2000), real(0.02, 0.5));
            case 1 -> new FloodedCount(random.nextLong(20, 2000), real(0.05, 0.9), real(0.5, 5));
            case 2 -> new SplitSum(1000, random.nextLong(4, 20), 512_001, real(0.5, 4), 256);
            default ->
                new Unlinked(random.nextLong(10, 60), random.nextLong(2, 4), new RandomizedResponse(real(0.2, 2), 2));
        };
    }

    private Mechanism sum(int size, boolean schemes) {
        List<Mechanism> parts = new ArrayList<>();
        for (int i = 0; i < size; i++) {
            Mechanism part = schemes && i == 0 ? scheme() : leaf();
            parts.add(chance(0.4) ? new Repeated(random.nextLong(2, 12), part) : part);
        }
        return new Composed(parts);
    }

    private double rate() {
        return real(1e-3, 0.9);
    }

    private Mechanism leaf() {
        return switch (random.nextInt(22)) {
            case 14 -> new PermuteAndFlip(real(0.03, 2));
            case 15 -> new TreeAggregation(real(2, 30), Counts.of(random.nextLong(1, 40)));
            case 16 -> new GaussianMixture(real(0.7, 20), Values.of(0, 1, 2), Values.of(0.75, 0.1875, 0.0625));
            case 17 -> new ProfilePoints(Values.of(0.1, 1), Values.of(real(0.1, 0.3), real(1e-6, 1e-3)));
            case 18 -> new RenyiOrders(Values.of(2, 8), Values.of(real(0.01, 0.1), real(0.1, 1)));
            case 19 -> new FinitePair(Values.of(0.5, 0.375, 0.125), Values.of(0.25, 0.375, 0.375));
            case 20 -> new TruncatedGaussian(real(0.7, 10), real(1.2, 60));
            case 21 -> new SubGaussian(real(1e-4, 0.5), real(0.02, 1));
            case 0, 1 -> new Gaussian(real(0.5, 30));
            case 2, 3 -> new Laplace(real(0.5, 30));
            case 4 -> new DiscreteGaussian(real(0.7, 20));
            case 5 -> new DiscreteLaplace(real(0.7, 20));
            case 6 -> truncated();
            case 7 -> new SinhNormal(real(0.8, 8), real(0.8, 40));
            case 8 -> new RandomizedResponse(real(0.03, 3), random.nextLong(2, 7));
            case 9 -> new SampledResponse(rate(), real(0.03, 3), random.nextLong(2, 7));
            case 10 -> new Exponential(real(0.03, 2));
            case 11 -> new ApproximateDp(real(0.03, 2), chance(0.5) ? 0 : real(1e-9, 1e-2));
            default -> opaque();
        };
    }

    private Mechanism truncated() {
        double scale = real(0.7, 10);
        return new TruncatedLaplace(
                scale, new BigDecimal(scale * real(1.5, 20)).round(FOUR).doubleValue());
    }

    /** Known by a curve alone. */
    private Mechanism opaque() {
        return switch (random.nextInt(4)) {
            case 0 -> new ZeroConcentrated(real(1e-4, 0.5), chance(0.7) ? 0 : real(1e-3, 0.1));
            case 1 -> new TruncatedConcentrated(real(1e-4, 0.3), 1 + real(2, 50));
            case 2 -> new RenyiBounded(1 + real(0.5, 30), real(1e-3, 2));
            default -> new GaussianDp(real(0.02, 1.5));
        };
    }

    private Mechanism randomizer() {
        return switch (random.nextInt(8)) {
            case 0 -> new RandomizedResponse(real(0.3, 3), random.nextLong(2, 7));
            case 1 -> new LocalDp(real(0.3, 2.5));
            case 2 -> new LocalLaplace(real(0.3, 2.5));
            case 3 -> new SubsetSelection(real(0.3, 2.5), 12, random.nextLong(1, 5));
            case 4 -> new LocalHash(real(0.3, 2.5), random.nextLong(2, 7));
            case 5 -> new HadamardResponse(real(0.3, 2.5));
            case 6 -> new UnaryEncoding(real(0.3, 2.5));
            default -> new Rappor(real(0.3, 1));
        };
    }

    private Mechanism scheme() {
        return switch (random.nextInt(15)) {
            case 9 -> new TruncatedPoissonSampled(rate(), random.nextLong(1, 60), random.nextLong(60, 2000), leaf());
            case 10 ->
                new RepeatAndSelect(
                        1 + real(0.5, 20), chance(0.3) ? Double.POSITIVE_INFINITY : random.nextInt(3), leaf());
            case 11 -> new KnownSample(rate(), leaf());
            case 12 -> new Parallel(List.of(leaf(), leaf()));
            case 13 -> new Mixture(Values.of(0.25, 0.75), List.of(leaf(), leaf()));
            case 14 -> new SampledByHits(Values.of(real(0.01, 0.5), real(0.01, 0.3)), leaf());
            case 0, 1 -> new PoissonSampled(rate(), chance(0.8) ? leaf() : sum(2, false));
            case 2 -> new Group(random.nextLong(2, 7), chance(0.7) ? leaf() : sum(2, false));
            case 3 -> new SampledWithoutReplacement(random.nextLong(1, 60), random.nextLong(60, 2000), leaf());
            case 4 -> new SampledWithReplacement(random.nextLong(1, 60), random.nextLong(60, 2000), leaf());
            case 5 -> new Allocated(1, random.nextLong(2, 40), leaf());
            case 6 -> new ShuffledBatches(random.nextLong(2, 60), leaf());
            default -> new Shuffled(random.nextLong(10, 300), randomizer());
        };
    }

    private Mechanism iteration() {
        long steps = random.nextLong(2, 200);
        long size = random.nextLong(100, 2000);
        double smoothness = real(0.5, 4);
        return new LastIterate(
                steps,
                Schedule.constant(real(0.05, 0.9) / smoothness),
                Schedule.constant(real(0.01, 0.5)),
                real(0.5, 2),
                smoothness,
                chance(0.5) ? 0 : 0.3 * smoothness,
                chance(0.5) ? Double.POSITIVE_INFINITY : real(0.5, 5),
                size,
                chance(0.5) ? size : random.nextLong(1, size),
                LastIterate.Order.values()[random.nextInt(LastIterate.Order.values().length)],
                LastIterate.Position.WORST);
    }
}
