package io.sordino.theorem.sampling;

import io.sordino.loss.primitive.GaussianPair;
import io.sordino.loss.sampling.DrawnPlaces;
import io.sordino.mechanism.Composed;
import io.sordino.mechanism.Gaussian;
import io.sordino.mechanism.Mechanism;
import io.sordino.mechanism.NormalForm;
import io.sordino.mechanism.Relation;
import io.sordino.mechanism.SampledWithReplacement;
import io.sordino.refusal.Refusal;
import io.sordino.theorem.Citation;
import io.sordino.theorem.Known;
import io.sordino.theorem.Theorem;
import java.util.Map;
import java.util.Optional;

/**
 * From above, several samples with replacement and Gaussian noise, one record replaced, each query chosen after the answers before it were seen: the value of the game
 * over all places of the records that a first hit concerns, further hits being anywhere.
 *
 * <p>Derived here. Theory: docs/theory/AllDraws.md
 */
public final class AllDraws implements Theorem<Composed> {
    /** So many hits that all steps together see them this much more rarely than any delta that is asked for count as infinite loss. */
    private static final double NEGLIGIBLE = 20;

    @Override
    public Class<Composed> about() {
        return Composed.class;
    }

    @Override
    public Citation citation() {
        return Citation.of(AllDraws.class, "the value of the game over all places of a first hit; proof on its page");
    }

    private record Rounds(SampledWithReplacement drawn, long count) {
        static Optional<Rounds> of(Composed composed) {
            Map<Mechanism, Long> counts = NormalForm.of(composed).counts();
            Map.Entry<Mechanism, Long> only = counts.entrySet().iterator().next();
            return counts.size() == 1 && only.getKey() instanceof SampledWithReplacement drawn
                    ? Optional.of(new Rounds(drawn, only.getValue()))
                    : Optional.empty();
        }
    }

    @Override
    public boolean concerns(Composed composed) {
        return Rounds.of(composed).isPresent();
    }

    @Override
    public boolean looksToDepth() {
        return true;
    }

    @Override
    public Verdict apply(Composed composed, Inquiry inquiry) {
        Rounds rounds = Rounds.of(composed).orElseThrow();
        SampledWithReplacement m = rounds.drawn;
        if (inquiry.relation() != Relation.REPLACE_ONE)
            return Theorem.silent("stated for a replaced record", Relation.askUnder(Relation.REPLACE_ONE));
        if (!(m.base() instanceof Gaussian))
            return Theorem.silent("stated for Gaussian noise on one sum: its order of laws has no other noise");
        Optional<Refusal> unmet = HiddenHits.unmet(m);
        if (unmet.isPresent()) return Theorem.silent(unmet.get());
        BinomialMixture hits = HiddenHits.hits(m);
        Optional<Known> noise = HiddenHits.noise(m, inquiry).filter(AllQueries::isPlayed);
        if (noise.isEmpty() || !(hits.any() >= AllQueries.LEAST_RATE)) return Theorem.silent(AllQueries.RANGE);
        Optional<BinomialMixture.Hidden> hidden = HiddenHits.hidden(hits, noise.get());
        if (hidden.isEmpty()) return Theorem.silent("a record may be drawn too often to list all numbers of hits");
        if (inquiry.width() > AllQueries.NARROW) return Theorem.silent(AllQueries.hasty(AllQueries.NARROW));
        DrawnPlaces places = DrawnPlaces.of(
                hidden.get().likely(),
                hidden.get().rest(),
                ((GaussianPair) noise.get().loss()).muUp(),
                HiddenHits.envelope(hits, hidden.get(), inquiry),
                Math.exp(inquiry.depth() - NEGLIGIBLE) / rounds.count);
        return Theorem.above(AllQueries.game(places, rounds.count, inquiry), noise.get());
    }
}
