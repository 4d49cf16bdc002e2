package io.sordino.audit;

import io.sordino.mechanism.Allocated;
import io.sordino.mechanism.Composed;
import io.sordino.mechanism.DiscreteGaussian;
import io.sordino.mechanism.DiscreteLaplace;
import io.sordino.mechanism.Exponential;
import io.sordino.mechanism.Gaussian;
import io.sordino.mechanism.Group;
import io.sordino.mechanism.Laplace;
import io.sordino.mechanism.Mechanism;
import io.sordino.mechanism.PoissonSampled;
import io.sordino.mechanism.RandomizedResponse;
import io.sordino.mechanism.Relation;
import io.sordino.mechanism.Repeated;
import io.sordino.mechanism.SampledWithReplacement;
import io.sordino.mechanism.SampledWithoutReplacement;
import io.sordino.mechanism.Shuffled;
import io.sordino.mechanism.ShuffledBatches;
import io.sordino.mechanism.SinhNormal;
import io.sordino.mechanism.TruncatedLaplace;
import io.sordino.noise.RandomSource;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.function.BiFunction;

/** How the mechanisms of a plan are run. A new one that can be run is one line here. */
final class Runners {
    private static final long MOST_REPETITIONS = 1_000_000;

    private static final Map<Class<?>, BiFunction<Mechanism, Relation, Runner>> MAKERS = Map.ofEntries(
            Map.entry(Laplace.class, Leaves::laplace),
            Map.entry(Gaussian.class, Leaves::gaussian),
            Map.entry(DiscreteLaplace.class, Leaves::discreteLaplace),
            Map.entry(DiscreteGaussian.class, Leaves::discreteGaussian),
            Map.entry(TruncatedLaplace.class, Leaves::truncatedLaplace),
            Map.entry(SinhNormal.class, Leaves::sinhNormal),
            Map.entry(RandomizedResponse.class, Leaves::response),
            Map.entry(Exponential.class, Leaves::exponential),
            Map.entry(PoissonSampled.class, (m, r) -> {
                PoissonSampled sampled = (PoissonSampled) m;
                return Schemes.poisson(sampled, of(sampled.base(), r));
            }),
            Map.entry(SampledWithoutReplacement.class, (m, r) -> {
                SampledWithoutReplacement sampled = (SampledWithoutReplacement) m;
                return Schemes.withoutReplacement(sampled, of(sampled.base(), r));
            }),
            Map.entry(SampledWithReplacement.class, (m, r) -> {
                SampledWithReplacement sampled = (SampledWithReplacement) m;
                return Schemes.withReplacement(sampled, of(sampled.base(), r));
            }),
            Map.entry(Allocated.class, (m, r) -> Schemes.allocated((Allocated) m, of(((Allocated) m).base(), r))),
            Map.entry(
                    ShuffledBatches.class,
                    (m, r) -> Schemes.shuffledBatches((ShuffledBatches) m, of(((ShuffledBatches) m).base(), r))),
            Map.entry(Shuffled.class, (m, r) -> Schemes.shuffled((Shuffled) m)),
            Map.entry(Group.class, (m, r) -> group((Group) m, of(((Group) m).base(), r))),
            Map.entry(Repeated.class, (m, r) -> repeated((Repeated) m, of(((Repeated) m).base(), r))),
            Map.entry(Composed.class, (m, r) -> composed((Composed) m, r)));

    private Runners() {}

    static Runner of(Mechanism mechanism, Relation relation) {
        return Optional.ofNullable(MAKERS.get(mechanism.getClass()))
                .orElseThrow(
                        () -> new IllegalArgumentException(
                                "there is no way to run " + Schemes.name(mechanism)
                                        + "; audits run noises, randomized_response, exponential, the samplers of records and shuffled responses"))
                .apply(mechanism, relation);
    }

    private static Runner group(Group m, Runner base) {
        if (!(m.size() <= 1_000_000))
            throw new IllegalArgumentException("size must be at most 10^6 to be run, was " + m.size());
        int size = (int) m.size();
        return new Runner() {
            @Override
            public double run(int times, RandomSource random) {
                return base.run(times * size, random);
            }

            @Override
            public double cost() {
                return base.cost();
            }
        };
    }

    private static Runner repeated(Repeated m, Runner base) {
        if (!(m.count() <= MOST_REPETITIONS))
            throw new IllegalArgumentException("count must be at most 10^6 to be run, was " + m.count());
        return new Runner() {
            @Override
            public double run(int times, RandomSource random) {
                double sum = 0;
                for (long i = 0; i < m.count(); i++) sum += base.run(times, random);
                return sum;
            }

            @Override
            public double cost() {
                return m.count() * base.cost();
            }
        };
    }

    private static Runner composed(Composed m, Relation relation) {
        List<Runner> parts = m.parts().stream().map(part -> of(part, relation)).toList();
        return new Runner() {
            @Override
            public double run(int times, RandomSource random) {
                double sum = 0;
                for (Runner part : parts) sum += part.run(times, random);
                return sum;
            }

            @Override
            public double cost() {
                return parts.stream().mapToDouble(Runner::cost).sum();
            }
        };
    }
}
