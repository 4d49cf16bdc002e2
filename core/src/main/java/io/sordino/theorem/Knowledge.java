package io.sordino.theorem;

import io.sordino.loss.HasPair;
import io.sordino.loss.Pair;
import io.sordino.loss.Side;
import io.sordino.mechanism.Refusal;
import java.util.List;
import java.util.Optional;
import java.util.function.Predicate;

/** Everything the theorems say about one mechanism in one direction. */
public record Knowledge(List<Known> known, List<Silence> silences) {
    public Knowledge {
        known = List.copyOf(known);
        silences = List.copyOf(silences);
    }

    /** A pair that dominates: an exact one, else one made from a profile, else any, else one made as a last resort. */
    public Optional<Known> dominatingPair() {
        return pair(Reach::boundsAbove, Side.UPPER);
    }

    /** A pair that real neighbours attain. */
    public Optional<Known> attainedPair() {
        return pair(Reach::boundsBelow, Side.LOWER);
    }

    private Optional<Known> pair(Predicate<Reach> wanted, Side side) {
        Optional<Known> exact = first(reach -> reach == Reach.EXACT);
        if (exact.isPresent()) return exact;
        return made(wanted, side, false).or(() -> first(wanted)).or(() -> made(wanted, side, true));
    }

    private Optional<Known> made(Predicate<Reach> wanted, Side side, boolean lastResort) {
        return known.stream()
                .filter(k ->
                        k.loss() instanceof HasPair one && one.lastResort() == lastResort && wanted.test(k.reach()))
                .findFirst()
                .map(k -> new Known(((HasPair) k.loss()).pair(side), Reach.of(side), k.why()));
    }

    private Optional<Known> first(Predicate<Reach> wanted) {
        return known.stream()
                .filter(k -> k.loss() instanceof Pair && wanted.test(k.reach()))
                .findFirst();
    }

    /** The first reason why nothing is known. */
    public Refusal why() {
        return silences.isEmpty()
                ? Refusal.because("no theorem speaks of it")
                : silences.get(0).why();
    }
}
