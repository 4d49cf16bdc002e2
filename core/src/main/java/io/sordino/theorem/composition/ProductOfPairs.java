package io.sordino.theorem.composition;

import io.sordino.loss.CountedPair;
import io.sordino.loss.HasPair;
import io.sordino.loss.Pair;
import io.sordino.loss.RenyiCurve;
import io.sordino.loss.composition.Composition;
import io.sordino.loss.renyi.OneOrderCurve;
import io.sordino.loss.renyi.ReflectedRenyi;
import io.sordino.mechanism.Composed;
import io.sordino.mechanism.Mechanism;
import io.sordino.mechanism.NormalForm;
import io.sordino.theorem.Citation;
import io.sordino.theorem.Knowledge;
import io.sordino.theorem.Known;
import io.sordino.theorem.Reach;
import io.sordino.theorem.Theorem;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Optional;

/**
 * The product of pairs that dominate the parts dominates their adaptive composition, and the product of pairs that real
 * neighbours attain, the same ones in every part, is attained.
 *
 * <p>Zhu, Dong and Wang 2022 (arXiv:2106.08567v3), Theorem 10. Theory: docs/theory/ProductOfPairs.md
 */
public final class ProductOfPairs implements Theorem<Composed> {
    @Override
    public Class<Composed> about() {
        return Composed.class;
    }

    @Override
    public Citation citation() {
        return Citation.of(ProductOfPairs.class, "Zhu, Dong and Wang 2022, Theorem 10 (arXiv:2106.08567v3)");
    }

    /** As a part of something else, whose rare losses are made of rare ones of its own. */
    @Override
    public boolean looksToDepth() {
        return true;
    }

    @Override
    public Verdict apply(Composed composed, Inquiry inquiry) {
        List<CountedPair> upper = new ArrayList<>();
        List<CountedPair> lower = new ArrayList<>();
        List<Known> from = new ArrayList<>();
        Map<Mechanism, Long> counts = NormalForm.of(composed).counts();
        boolean exact = true;
        boolean curvesAlone = counts.keySet().stream().allMatch(part -> knownByCurve(inquiry.about(part)));
        for (Map.Entry<Mechanism, Long> entry : counts.entrySet()) {
            Knowledge knowledge = inquiry.about(entry.getKey());
            // curves add up as they are: made into pairs first, they would only lose
            Optional<Known> dominating = curvesAlone ? Optional.empty() : knowledge.dominatingPair();
            Optional<Known> attained = knowledge.attainedPair();
            if (dominating.isEmpty() && attained.isEmpty() && knowledge.known().isEmpty())
                return Theorem.silent(knowledge.why());
            dominating.ifPresent(known -> add(known, entry.getValue(), upper, from));
            attained.ifPresent(known -> add(known, entry.getValue(), lower, from));
            exact &= dominating.isPresent() && dominating.get().reach() == Reach.EXACT;
        }
        boolean dominates = upper.size() == counts.size();
        if (!dominates && lower.isEmpty())
            return Theorem.silent("a part has no known pair: only its Renyi curve is known");
        Reach reach = exact ? Reach.EXACT : dominates ? (lower.isEmpty() ? Reach.ABOVE : Reach.EXACT) : Reach.BELOW;
        HasPair whole =
                Composition.of(dominates ? upper : lower, lower, inquiry.width(), inquiry.depth(), inquiry.workspace());
        return new Holds(whole, reach, from.stream().distinct().toList());
    }

    /**
     * A curve made into a pair counts as a curve; a pair that was sampled on the way does not. One order alone adds up to far
     * more than its pair composes to, which knows of small losses as well.
     */
    private static boolean knownByCurve(Knowledge knowledge) {
        return knowledge.known().stream()
                        .anyMatch(
                                known -> known.loss() instanceof RenyiCurve && !(known.loss() instanceof OneOrderCurve))
                && knowledge.known().stream()
                        .noneMatch(known -> (known.loss() instanceof Pair || known.loss() instanceof HasPair)
                                && !(known.loss() instanceof ReflectedRenyi)
                                && known.reach().boundsAbove());
    }

    private static void add(Known known, long count, List<CountedPair> parts, List<Known> from) {
        parts.add(new CountedPair((Pair) known.loss(), count));
        from.add(known);
    }
}
