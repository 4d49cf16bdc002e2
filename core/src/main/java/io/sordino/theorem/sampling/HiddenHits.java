package io.sordino.theorem.sampling;

import io.sordino.loss.Change;
import io.sordino.loss.Pair;
import io.sordino.loss.Side;
import io.sordino.loss.primitive.GaussianPair;
import io.sordino.loss.sampling.HitsEnvelope;
import io.sordino.loss.sampling.PoissonPair;
import io.sordino.mechanism.Direction;
import io.sordino.mechanism.Gaussian;
import io.sordino.mechanism.GaussianDp;
import io.sordino.mechanism.Mechanism;
import io.sordino.mechanism.NormalForm;
import io.sordino.mechanism.Relation;
import io.sordino.mechanism.SampledWithReplacement;
import io.sordino.refusal.Refusal;
import io.sordino.theorem.Citation;
import io.sordino.theorem.Known;
import io.sordino.theorem.Reach;
import io.sordino.theorem.Theorem;
import io.sordino.theorem.neighbours.Changes;
import io.sordino.theorem.neighbours.OtherRecords;
import io.sordino.theorem.neighbours.Sizes;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;

/**
 * m draws with replacement and Gaussian noise: how often a record was drawn is not told. Added or removed record: the mixture of N(k mu, 1), k binomial, against
 * N(0, 1) dominates and is attained. Replaced record: with eta = 1 - B_0, x' = 1 + (x-1)/eta, beta = x/x',
 * H_x is at most (1-beta) H_x(mixture || N(0, 1)) + beta sum B_k H_x'(N(k mu, 1) || N(0, 1)) for x of at least 1, reflected below; from below, the mixture.
 *
 * <p>Derived here. Theory: docs/theory/HiddenHits.md
 */
public final class HiddenHits implements Theorem<SampledWithReplacement> {
    static final String NOISE = "stated for Gaussian noise with a deviation from 1e-3 to 1e6 contributions";

    private static final double LEAST_MU = 1e-6;
    private static final double LARGEST_MU = 1e3;
    /** A pair gives up so much less than the smallest delta that is asked for. */
    private static final double BELOW_DEPTH = 50;

    @Override
    public Class<SampledWithReplacement> about() {
        return SampledWithReplacement.class;
    }

    @Override
    public Citation citation() {
        return Citation.of(HiddenHits.class, "how often a record was drawn is hidden; proof on its page");
    }

    /** Of other noise another theorem tells what is missing. */
    @Override
    public boolean concerns(SampledWithReplacement m) {
        return NormalForm.of(m.base()).counts().keySet().stream()
                .allMatch(part -> part instanceof Gaussian || part instanceof GaussianDp);
    }

    @Override
    public boolean looksToDepth() {
        return true;
    }

    @Override
    public Verdict apply(SampledWithReplacement m, Inquiry inquiry) {
        Optional<Refusal> unmet = unmet(m);
        if (unmet.isPresent()) return Theorem.silent(unmet.get());
        Optional<Known> base = noise(m, inquiry);
        if (base.isEmpty()) return Theorem.silent(NOISE);
        return verdict(hits(m), base.get(), m.base(), inquiry);
    }

    /** What holds of draws that are so often hit. */
    static Verdict verdict(BinomialMixture hits, Known noise, Mechanism base, Inquiry inquiry) {
        Optional<BinomialMixture.Hidden> found = hidden(hits, noise);
        if (found.isEmpty()) return Theorem.silent("a record may be drawn too often to list all numbers of hits");
        BinomialMixture.Hidden hidden = found.get();
        boolean replaced = inquiry.relation() != Relation.ADD_OR_REMOVE_ONE;
        List<Known> from = List.of(noise);
        List<Holds> holds = new ArrayList<>();
        holds.add(new Holds(
                replaced ? envelope(hits, hidden, inquiry) : above(hits, hidden, inquiry), Reach.ABOVE, from));
        boolean attained = noise.reach().boundsBelow() && OtherRecords.mayHoldEither(base);
        if (attained && inquiry.relation() != Relation.REPLACE_SPECIAL)
            for (Change change : replaced ? Change.values() : new Change[] {Changes.of(inquiry.direction())})
                holds.add(new Holds(attained(hits, hidden, change), Reach.BELOW, from));
        return new Several(holds);
    }

    static Optional<Refusal> unmet(SampledWithReplacement m) {
        if (m.datasetSize() < 2)
            return Optional.of(Refusal.of("a dataset of one record is always drawn", "use the plan inside"));
        if (!(hits(m).any() < 1))
            return Optional.of(Refusal.of("every record is drawn almost surely", "use group(...) for many copies"));
        return Sizes.clash(m.sampleSize(), m.base());
    }

    static BinomialMixture hits(SampledWithReplacement m) {
        return new BinomialMixture(m.sampleSize(), 1.0 / m.datasetSize());
    }

    /** What is known of a base with Gaussian noise. */
    static Optional<Known> noise(SampledWithReplacement m, Inquiry inquiry) {
        return inquiry.about(m.base(), Relation.REPLACE_ONE, Direction.REPLACE).known().stream()
                .filter(known -> known.reach().boundsAbove()
                        && known.loss() instanceof GaussianPair pair
                        && pair.mu() >= LEAST_MU
                        && pair.mu() <= LARGEST_MU)
                .findFirst();
    }

    static Optional<BinomialMixture.Hidden> hidden(BinomialMixture hits, Known base) {
        return hits.hidden(((GaussianPair) base.loss()).mu());
    }

    static HitsEnvelope envelope(BinomialMixture hits, BinomialMixture.Hidden hidden, Inquiry inquiry) {
        return new HitsEnvelope(
                hidden.dominating(Change.REMOVED),
                hidden.told(),
                hits.anyUp(),
                Math.min(1, hidden.mu()),
                inquiry.depth() - BELOW_DEPTH,
                inquiry.workspace());
    }

    private static Pair above(BinomialMixture hits, BinomialMixture.Hidden hidden, Inquiry inquiry) {
        Change change = Changes.of(inquiry.direction());
        return new PoissonPair(hits.anyUp(), change, hidden.dominating(change), Side.UPPER);
    }

    /** All other records hold the new value of the replaced one. */
    static Pair attained(BinomialMixture hits, BinomialMixture.Hidden hidden, Change change) {
        return new PoissonPair(hits.anyDown(), change, hidden.attained(change), Side.LOWER);
    }
}
