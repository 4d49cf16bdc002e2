package io.sordino.theorem.allocation;

import io.sordino.loss.Change;
import io.sordino.loss.Profile;
import io.sordino.loss.allocation.DecomposedProfile;
import io.sordino.loss.allocation.RateTailBounds;
import io.sordino.mechanism.Allocated;
import io.sordino.mechanism.Composed;
import io.sordino.mechanism.Direction;
import io.sordino.mechanism.Mechanism;
import io.sordino.mechanism.PoissonSampled;
import io.sordino.mechanism.Repeated;
import io.sordino.theorem.Citation;
import io.sordino.theorem.Known;
import java.util.List;
import java.util.Optional;
import java.util.function.DoubleUnaryOperator;

/**
 * Random allocation as Poisson sampling at a rate a little above 1/t: given what was released, the next step holds the record with
 * a chance above e^(2 e)/t only where an added record's loss is large, which delta(e) of one epoch says is rare; that in turn is
 * bounded by {@link PoissonDecomposition}.
 *
 * <p>Feldman and Shenfeld 2025 (NeurIPS 2025, arXiv:2502.08202), Theorem 4.1, second part. Theory:
 * docs/theory/RecursiveReduction.md
 */
public final class RecursiveReduction<M extends Mechanism> extends SamplingReduction<M> {
    private RecursiveReduction(Class<M> about) {
        super(about, (all, step, i, from) -> added(all.one(), i, from));
    }

    public static RecursiveReduction<Allocated> ofOneEpoch() {
        return new RecursiveReduction<>(Allocated.class);
    }

    public static RecursiveReduction<Composed> ofEpochs() {
        return new RecursiveReduction<>(Composed.class);
    }

    @Override
    public Citation citation() {
        return Citation.of(
                RecursiveReduction.class, "Feldman and Shenfeld 2025, Theorem 4.1, second part (NeurIPS 2025)");
    }

    private static Optional<DoubleUnaryOperator> added(Allocated one, Inquiry inquiry, List<Known> from) {
        long steps = one.numSteps();
        Repeated all = new Repeated(steps, new PoissonSampled(1.0 / steps, one.base()));
        Optional<Known> sampled = inquiry.about(all, inquiry.relation(), Direction.ADD).known().stream()
                .filter(k -> k.reach().boundsAbove() && k.loss() instanceof Profile)
                .findFirst();
        sampled.ifPresent(from::add);
        return sampled.map(
                known -> RateTailBounds.ofAdded(new DecomposedProfile((Profile) known.loss(), steps, Change.ADDED)));
    }
}
