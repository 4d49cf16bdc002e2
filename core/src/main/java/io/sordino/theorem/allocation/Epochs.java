package io.sordino.theorem.allocation;

import io.sordino.loss.CountedPair;
import io.sordino.loss.Pair;
import io.sordino.loss.Profile;
import io.sordino.loss.Workspace;
import io.sordino.loss.allocation.PoissonReductionProfile;
import io.sordino.loss.composition.Composition;
import io.sordino.loss.primitive.GaussianPair;
import io.sordino.mechanism.Allocated;
import io.sordino.mechanism.Composed;
import io.sordino.mechanism.Direction;
import io.sordino.mechanism.Mechanism;
import io.sordino.mechanism.NormalForm;
import io.sordino.mechanism.PoissonSampled;
import io.sordino.mechanism.Repeated;
import io.sordino.theorem.Known;
import io.sordino.theorem.Theorem;
import io.sordino.theorem.Theorem.Inquiry;
import io.sordino.theorem.Theorem.Verdict;
import io.sordino.theorem.neighbours.Changes;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.function.DoubleUnaryOperator;

/** Epochs in each of which a record takes part in one of several steps, a fresh one every time. */
record Epochs(long count, Allocated one) {
    /** What is to be known of one epoch with Gaussian steps, for {@link PoissonReductionProfile}. */
    interface Rare {
        /** Empty where something that it stands on is not known. */
        Optional<DoubleUnaryOperator> logOf(Epochs epochs, GaussianPair step, Inquiry inquiry, List<Known> from);
    }

    static Optional<Epochs> of(Mechanism mechanism) {
        if (mechanism instanceof Allocated one) return Optional.of(new Epochs(1, one));
        if (!(mechanism instanceof Composed)) return Optional.empty();
        Map<Mechanism, Long> counts = NormalForm.of(mechanism).counts();
        Map.Entry<Mechanism, Long> only = counts.entrySet().iterator().next();
        return counts.size() == 1 && only.getKey() instanceof Allocated one
                ? Optional.of(new Epochs(only.getValue(), one))
                : Optional.empty();
    }

    /** So many sampled steps; nothing is remembered of them, since every rate is asked for once. */
    private static Optional<Profile> sampled(long steps, double rate, Mechanism base, Inquiry inquiry) {
        return inquiry.about(new PoissonSampled(rate, base))
                .dominatingPair()
                .map(step -> new Composition(
                        List.of(new CountedPair((Pair) step.loss(), steps)), inquiry.width(), new Workspace()));
    }

    Verdict reduced(Inquiry inquiry, Rare rare) {
        long steps = one.numSteps();
        if (one.numSelected() != 1 || steps < 2) return Theorem.silent("the bound is about one of several steps");
        if (inquiry.direction() == Direction.REPLACE) return Theorem.silent(RandomAllocation.REPLACED);
        if (!(steps * (double) count <= Repeated.MOST)) return Theorem.silent("there are more than 10^15 steps in all");
        Optional<Known> base = inquiry.about(one.base()).known().stream()
                .filter(k -> k.loss() instanceof GaussianPair pair && pair.continuous())
                .findFirst();
        if (base.isEmpty()) return Theorem.silent("the bound is stated for Gaussian steps");
        List<Known> from = new ArrayList<>(List.of(base.get()));
        Optional<DoubleUnaryOperator> logRare =
                rare.logOf(this, (GaussianPair) base.get().loss(), inquiry, from);
        if (logRare.isEmpty()
                || sampled(steps * count, 1.0 / steps, one.base(), inquiry).isEmpty())
            return Theorem.silent("nothing is known of the sampled steps");
        PoissonReductionProfile profile = new PoissonReductionProfile(
                steps,
                count,
                Changes.of(inquiry.direction()),
                logRare.get(),
                rate -> sampled(steps * count, rate, one.base(), inquiry).orElseThrow());
        return Theorem.above(profile, from.toArray(Known[]::new));
    }
}
