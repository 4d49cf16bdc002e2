package io.sordino.theorem;

import io.sordino.loss.Pair;
import java.util.List;
import java.util.Optional;
import java.util.function.Predicate;

/** Everything the theorems say about one mechanism in one direction. */
public record Knowledge(List<Known> known, List<Silence> silences) {
    public Knowledge {
        known = List.copyOf(known);
        silences = List.copyOf(silences);
    }

    /** A pair that dominates: an exact one if there is one, else the first. */
    public Optional<Known> dominatingPair() {
        return pair(Reach::boundsAbove);
    }

    /** A pair that real neighbours attain. */
    public Optional<Known> attainedPair() {
        return pair(Reach::boundsBelow);
    }

    private Optional<Known> pair(Predicate<Reach> wanted) {
        Optional<Known> exact = first(reach -> reach == Reach.EXACT);
        return exact.isPresent() ? exact : first(wanted);
    }

    private Optional<Known> first(Predicate<Reach> wanted) {
        return known.stream()
                .filter(k -> k.loss() instanceof Pair && wanted.test(k.reach()))
                .findFirst();
    }

    /** The first reason why nothing is known. */
    public String why() {
        return silences.isEmpty() ? "no theorem speaks of it" : silences.get(0).why();
    }
}
