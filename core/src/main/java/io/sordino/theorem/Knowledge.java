package io.sordino.theorem;

import io.sordino.loss.HasPair;
import io.sordino.loss.Pair;
import io.sordino.loss.Side;
import io.sordino.refusal.Refusal;
import java.util.List;
import java.util.Optional;
import java.util.function.Function;
import java.util.function.Predicate;

/** Everything the theorems say about one mechanism in one direction. */
public record Knowledge(List<Known> known, List<Silence> silences) {
    public Knowledge {
        known = List.copyOf(known);
        silences = List.copyOf(silences);
    }

    /** A pair that dominates: an exact one, else one made from a profile, else any, else one made as a last resort. */
    public Optional<Known> dominatingPair() {
        return pair(Reach::boundsAbove, Side.UPPER, has -> has.pair(Side.UPPER));
    }

    /** A pair that real neighbours attain. */
    public Optional<Known> attainedPair() {
        return pair(Reach::boundsBelow, Side.LOWER, has -> has.pair(Side.LOWER));
    }

    /** Such a pair for questions at epsilons of at least 0 and deltas of at least e^depth. */
    public Optional<Known> attainedTail(double depth) {
        return pair(Reach::boundsBelow, Side.LOWER, has -> has.tail(Side.LOWER, depth));
    }

    private Optional<Known> pair(Predicate<Reach> wanted, Side side, Function<HasPair, Pair> make) {
        Optional<Known> exact = first(reach -> reach == Reach.EXACT);
        if (exact.isPresent()) return exact;
        return made(wanted, side, make, false).or(() -> first(wanted)).or(() -> made(wanted, side, make, true));
    }

    private Optional<Known> made(Predicate<Reach> wanted, Side side, Function<HasPair, Pair> make, boolean lastResort) {
        for (Known one : known)
            if (one.loss() instanceof HasPair has && has.lastResort() == lastResort && wanted.test(one.reach()))
                return Optional.of(new Known(make.apply(has), Reach.of(side), one.why()));
        return Optional.empty();
    }

    private Optional<Known> first(Predicate<Reach> wanted) {
        for (Known one : known) if (one.loss() instanceof Pair && wanted.test(one.reach())) return Optional.of(one);
        return Optional.empty();
    }

    /** The first reason why nothing is known. */
    public Refusal why() {
        return silences.isEmpty()
                ? Refusal.because("no theorem speaks of it")
                : silences.get(0).why();
    }
}
