package io.sordino.theorem.sampling;

import io.sordino.loss.Change;
import io.sordino.loss.Pair;
import io.sordino.loss.Side;
import io.sordino.loss.composition.SwitchingAttacker;
import io.sordino.loss.sampling.PoissonPair;
import io.sordino.mechanism.Composed;
import io.sordino.mechanism.Direction;
import io.sordino.mechanism.Mechanism;
import io.sordino.mechanism.NormalForm;
import io.sordino.mechanism.Relation;
import io.sordino.mechanism.SampledWithReplacement;
import io.sordino.mechanism.SampledWithoutReplacement;
import io.sordino.refusal.Refusal;
import io.sordino.theorem.Citation;
import io.sordino.theorem.Known;
import io.sordino.theorem.Theorem;
import io.sordino.theorem.neighbours.Sizes;
import java.util.Map;
import java.util.Optional;

/**
 * From below, several samples of fixed size with noise: all other records answer as the new value of the replaced one while the loss that is still wanted is positive, and as its
 * old value once it is negative. The attacker who chooses so, query by query, does better than with the same query every time.
 *
 * <p>Derived here. Theory: docs/theory/SwitchingQueries.md
 */
public final class SwitchingQueries implements Theorem<Composed> {
    @Override
    public Class<Composed> about() {
        return Composed.class;
    }

    @Override
    public Citation citation() {
        return Citation.of(
                SwitchingQueries.class, "an attacker who chooses each query after seeing the past; proof on its page");
    }

    /** One plan of fixed-size samples and how often it is run. */
    private record Rounds(Mechanism sampled, long count) {
        static Optional<Rounds> of(Composed composed) {
            Map<Mechanism, Long> counts = NormalForm.of(composed).counts();
            Map.Entry<Mechanism, Long> only = counts.entrySet().iterator().next();
            boolean fixed = only.getKey() instanceof SampledWithoutReplacement
                    || only.getKey() instanceof SampledWithReplacement;
            return counts.size() == 1 && fixed
                    ? Optional.of(new Rounds(only.getKey(), only.getValue()))
                    : Optional.empty();
        }
    }

    @Override
    public boolean concerns(Composed composed) {
        return Rounds.of(composed).isPresent();
    }

    @Override
    public Verdict apply(Composed composed, Inquiry inquiry) {
        Rounds rounds = Rounds.of(composed).orElseThrow();
        if (inquiry.direction() != Direction.REPLACE)
            return Theorem.silent(
                    "only a replaced record can be told from the others either way round",
                    Relation.askUnder(Relation.REPLACE_ONE));
        return rounds.sampled instanceof SampledWithoutReplacement m
                ? without(m, rounds.count, inquiry)
                : with((SampledWithReplacement) rounds.sampled, rounds.count, inquiry);
    }

    private static Verdict without(SampledWithoutReplacement m, long count, Inquiry inquiry) {
        Optional<Refusal> clash = Sizes.clash(m.sampleSize(), m.base());
        if (clash.isPresent()) return Theorem.silent(clash.get());
        if (m.sampleSize() == m.datasetSize())
            return Theorem.silent("everyone is in the sample: the base says it all", "use the plan inside");
        if (!NoiseAlone.isOnEveryRecord(m.base())) return Theorem.silent(NOISE);
        double rate = Math.nextDown(m.sampleSize() / (double) m.datasetSize());
        return attained(m.base(), inquiry)
                .map(base -> played(
                        new PoissonPair(rate, Change.REMOVED, (Pair) base.loss(), Side.LOWER), count, base, inquiry))
                .orElseGet(() -> Theorem.silent(NOISE));
    }

    private static Verdict with(SampledWithReplacement m, long count, Inquiry inquiry) {
        if (!NoiseAlone.isOnEveryRecord(m.base())) return Theorem.silent(NOISE);
        Optional<Known> base = HiddenHits.noise(m, inquiry);
        if (base.isEmpty() || HiddenHits.unmet(m).isPresent())
            return Theorem.silent("draws with replacement are played with Gaussian noise alone");
        BinomialMixture hits = HiddenHits.hits(m);
        return HiddenHits.hidden(hits, base.get())
                .map(hidden -> played(HiddenHits.attained(hits, hidden, Change.REMOVED), count, base.get(), inquiry))
                .orElseGet(() -> Theorem.silent("a record may be drawn too often to list all numbers of hits"));
    }

    private static final Refusal NOISE =
            Refusal.because("stated for noise on sums, to which every record contributes as the query says");

    private static Optional<Known> attained(Mechanism base, Inquiry inquiry) {
        return inquiry.about(base).attainedPair();
    }

    private static Verdict played(Pair step, long count, Known from, Inquiry inquiry) {
        return Theorem.below(new SwitchingAttacker(step, count, inquiry.workspace()), from);
    }
}
