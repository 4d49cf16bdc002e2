package io.sordino.account;

import io.sordino.mechanism.Allocated;
import io.sordino.mechanism.ApproximateDp;
import io.sordino.mechanism.Composed;
import io.sordino.mechanism.Counts;
import io.sordino.mechanism.DiscreteGaussian;
import io.sordino.mechanism.DiscreteLaplace;
import io.sordino.mechanism.Exponential;
import io.sordino.mechanism.FinitePair;
import io.sordino.mechanism.Gaussian;
import io.sordino.mechanism.GaussianDp;
import io.sordino.mechanism.GaussianMixture;
import io.sordino.mechanism.Group;
import io.sordino.mechanism.Laplace;
import io.sordino.mechanism.LocalDp;
import io.sordino.mechanism.Mechanism;
import io.sordino.mechanism.Mixture;
import io.sordino.mechanism.PermuteAndFlip;
import io.sordino.mechanism.PoissonSampled;
import io.sordino.mechanism.ProfilePoints;
import io.sordino.mechanism.RandomizedResponse;
import io.sordino.mechanism.RenyiBounded;
import io.sordino.mechanism.RenyiOrders;
import io.sordino.mechanism.RepeatAndSelect;
import io.sordino.mechanism.Repeated;
import io.sordino.mechanism.SampledByHits;
import io.sordino.mechanism.SampledWithReplacement;
import io.sordino.mechanism.SampledWithoutReplacement;
import io.sordino.mechanism.Shuffled;
import io.sordino.mechanism.ShuffledBatches;
import io.sordino.mechanism.SinhNormal;
import io.sordino.mechanism.SubGaussian;
import io.sordino.mechanism.TreeAggregation;
import io.sordino.mechanism.TruncatedConcentrated;
import io.sordino.mechanism.TruncatedGaussian;
import io.sordino.mechanism.TruncatedLaplace;
import io.sordino.mechanism.TruncatedPoissonSampled;
import io.sordino.mechanism.Values;
import io.sordino.mechanism.ZeroConcentrated;
import java.util.ArrayList;
import java.util.List;
import java.util.SplittableRandom;

/** Random plans with sensible and with absurd numbers, nested a few levels deep, now and then with a thousand parts. */
final class WildPlans {
    private static final double[] EXTREMES = {
        1e308,
        Double.MAX_VALUE,
        1e-308,
        Double.MIN_NORMAL,
        Double.MIN_VALUE,
        1e-300,
        1e300,
        1e-3,
        1e-9,
        1e4,
        1e15,
        0.5,
        1,
        2,
        600,
        700,
        745,
        Math.nextDown(1),
        Math.nextUp(1),
        1e-16,
        1e16,
        37,
        1e-5
    };
    private static final long[] COUNTS = {
        1, 2, 3, 4, 7, 10, 100, 1000, 10_000, 1_000_000, 1_000_000_000L, 1_000_000_000_000L, 1_000_000_000_000_000L
    };
    private static final double[] DELTAS = {
        0, 1e-300, Double.MIN_NORMAL, 1e-100, 1e-30, 1e-15, 1e-10, 1e-5, 1e-3, 0.1, 0.5, 0.999999, Math.nextDown(1)
    };
    private static final double[] EPSILONS = {
        0, Double.MIN_VALUE, 1e-300, 1e-12, 1e-6, 0.01, 0.1, 1, 3, 10, 100, 1e3, 1e6, 1e15, 1e300, Double.MAX_VALUE
    };
    private static final double[] WIDTHS = {1e-3, 1e-3, 1e-3, 1e-3, 1e-2, 0.1, 1, 1e-4, 1e-6, 1e-9, 1e-12};
    private static final int TRIES = 200;

    private final SplittableRandom random;

    WildPlans(SplittableRandom random) {
        this.random = random;
    }

    double delta() {
        return pick(DELTAS);
    }

    double epsilon() {
        return pick(EPSILONS);
    }

    Precision precision() {
        return new Precision(pick(WIDTHS));
    }

    boolean chance(double share) {
        return random.nextDouble() < share;
    }

    private double pick(double[] from) {
        return from[random.nextInt(from.length)];
    }

    /** Mostly a number that someone might use, sometimes one that nobody would. */
    private double real() {
        return switch (random.nextInt(8)) {
            case 0 -> pick(EXTREMES);
            case 1 -> Effort.between(random, 1e-12, 1e12);
            case 2 -> Effort.between(random, 1e-300, 1e300);
            default -> Effort.between(random, 1e-2, 1e2);
        };
    }

    private double rate() {
        return switch (random.nextInt(6)) {
            case 0 -> 1;
            case 1 -> Effort.between(random, 1e-300, 1);
            case 2 -> 1 - Effort.between(random, 1e-16, 1);
            case 3 -> 1e-9;
            default -> Effort.between(random, 1e-4, 1);
        };
    }

    private long count() {
        return random.nextInt(3) == 0
                ? 1 + (long) Effort.between(random, 1, 1e6)
                : COUNTS[random.nextInt(COUNTS.length)];
    }

    Mechanism next(int depth) {
        for (int i = 0; i < TRIES; i++) {
            try {
                return depth > 1 && random.nextInt(3) > 0 ? nested(depth) : leaf();
            } catch (IllegalArgumentException guard) {
                continue;
            }
        }
        return new Gaussian(1);
    }

    /** A sum of very many different parts. */
    Mechanism crowd(int size) {
        List<Mechanism> parts = new ArrayList<>();
        int kinds = random.nextInt(1, 5);
        for (int i = 0; i < size; i++) {
            Mechanism part = switch (random.nextInt(kinds)) {
                case 0 -> new RandomizedResponse(Effort.between(random, 1e-3, 2), random.nextLong(2, 9));
                case 1 -> new Laplace(Effort.between(random, 1, 1e3));
                case 2 -> new Gaussian(Effort.between(random, 1, 1e3));
                default ->
                    new PoissonSampled(Effort.between(random, 1e-4, 1), new Gaussian(Effort.between(random, 0.5, 10)));
            };
            parts.add(random.nextInt(4) == 0 ? new Repeated(count(), part) : part);
        }
        return new Composed(parts);
    }

    private Mechanism leaf() {
        return switch (random.nextInt(22)) {
            case 14 -> new PermuteAndFlip(real());
            case 15 -> new TreeAggregation(real(), Counts.of(count()));
            case 16 -> {
                double share = random.nextDouble();
                yield new GaussianMixture(real(), Values.of(0, real(), real()), Values.of(share, 0, 1 - share));
            }
            case 17 -> new ProfilePoints(Values.of(0, 1 + real()), Values.of(random.nextDouble(), delta()));
            case 18 -> new RenyiOrders(Values.of(2, 2 + real()), Values.of(real(), real()));
            case 19 -> {
                double p = random.nextDouble();
                double q = random.nextDouble();
                yield new FinitePair(Values.of(p, 1 - p, 0), Values.of(q, 0, 1 - q));
            }
            case 20 -> new TruncatedGaussian(real(), real());
            case 21 -> new SubGaussian(real(), real());
            case 0 -> new Gaussian(real());
            case 1 -> new Laplace(real());
            case 2 -> new DiscreteGaussian(real());
            case 3 -> new DiscreteLaplace(real());
            case 4 -> new TruncatedLaplace(real(), real());
            case 5 -> new SinhNormal(real(), real());
            case 6 -> new RandomizedResponse(real(), random.nextInt(5) == 0 ? 1 + count() : random.nextLong(2, 20));
            case 7 -> new Exponential(real());
            case 8 -> new ApproximateDp(real(), random.nextBoolean() ? 0 : delta());
            case 9 -> new ZeroConcentrated(real(), random.nextBoolean() ? 0 : real());
            case 10 -> new TruncatedConcentrated(real(), 1 + real());
            case 11 -> new RenyiBounded(1 + real(), real());
            case 12 -> new GaussianDp(real());
            default -> new LocalDp(real());
        };
    }

    private Mechanism nested(int depth) {
        return switch (random.nextInt(16)) {
            case 12 -> new TruncatedPoissonSampled(rate(), count(), count(), next(depth - 1));
            case 13 ->
                new RepeatAndSelect(
                        1 + real(), random.nextInt(3) == 0 ? Double.POSITIVE_INFINITY : real(), next(depth - 1));
            case 14 -> new SampledByHits(Values.of(rate() / 2, rate() / 3), next(depth - 1));
            case 15 -> {
                double share = random.nextDouble();
                yield new Mixture(Values.of(share, 1 - share), List.of(next(depth - 1), next(depth - 1)));
            }
            case 0, 1, 2 -> new PoissonSampled(rate(), next(depth - 1));
            case 3, 4, 5 -> new Repeated(count(), next(depth - 1));
            case 6, 7 -> {
                List<Mechanism> parts = new ArrayList<>();
                for (int i = random.nextInt(1, 5); i > 0; i--) parts.add(next(depth - 1));
                yield new Composed(parts);
            }
            case 8 -> new Group(random.nextInt(3) == 0 ? count() : random.nextLong(1, 10), next(depth - 1));
            case 9 -> new SampledWithoutReplacement(count(), count(), next(depth - 1));
            case 10 -> new SampledWithReplacement(count(), count(), next(depth - 1));
            default ->
                switch (random.nextInt(3)) {
                    case 0 -> new Allocated(count(), count(), next(depth - 1));
                    case 1 -> new Shuffled(count(), next(depth - 1));
                    default -> new ShuffledBatches(count(), next(depth - 1));
                };
        };
    }
}
