package io.sordino.theorem.sampling;

import io.sordino.loss.Loss;
import io.sordino.loss.composition.CoveredBlocks;
import io.sordino.loss.composition.CoveredGame;
import io.sordino.loss.primitive.GaussianPair;
import io.sordino.loss.sampling.Places;
import io.sordino.loss.sampling.SubsetPlaces;
import io.sordino.mechanism.Composed;
import io.sordino.mechanism.Gaussian;
import io.sordino.mechanism.Mechanism;
import io.sordino.mechanism.NormalForm;
import io.sordino.mechanism.Relation;
import io.sordino.mechanism.SampledWithoutReplacement;
import io.sordino.refusal.Refusal;
import io.sordino.theorem.Citation;
import io.sordino.theorem.Known;
import io.sordino.theorem.Theorem;
import io.sordino.theorem.neighbours.Sizes;
import java.util.Map;
import java.util.Optional;

/**
 * From above, several samples without replacement and Gaussian noise, one record replaced: in each step a record, its replacement and another one may be anywhere in the
 * ball of contributions, and the value of the game in which all three places are chosen after the past was seen bounds every attacker.
 *
 * <p>Derived here. Theory: docs/theory/AllQueries.md
 */
public final class AllQueries implements Theorem<Composed> {
    private static final double LEAST_MU = 0.02;
    /** With less noise places inside the ball beat the corner at every state. */
    private static final double LARGEST_MU = 2.05;

    static final double LEAST_RATE = 1e-6;
    /** So many steps take less than a second, which is worth an answer and not each of a calibration's coarse looks. */
    private static final long AT_ONCE = 100;

    static final Refusal RANGE = Refusal.because(
            "worked out for a deviation from 1 to 100 contributions and samples of at least one record in 1e6");

    private static final double USUAL = 1e-3;

    /** More than these are taken in blocks. */
    private static final long ONE_BY_ONE = 20_000;

    private static final long BLOCK = 4_000;
    /** Whoever asks for so narrow an answer waits. */
    static final double NARROW = 5e-4;

    @Override
    public Class<Composed> about() {
        return Composed.class;
    }

    @Override
    public Citation citation() {
        return Citation.of(
                AllQueries.class, "the value of the game over all places of three records; proof on its page");
    }

    private record Rounds(SampledWithoutReplacement sampled, long count) {
        static Optional<Rounds> of(Composed composed) {
            Map<Mechanism, Long> counts = NormalForm.of(composed).counts();
            Map.Entry<Mechanism, Long> only = counts.entrySet().iterator().next();
            return counts.size() == 1 && only.getKey() instanceof SampledWithoutReplacement sampled
                    ? Optional.of(new Rounds(sampled, only.getValue()))
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
        SampledWithoutReplacement m = rounds.sampled;
        if (inquiry.relation() != Relation.REPLACE_ONE)
            return Theorem.silent("stated for a replaced record", Relation.askUnder(Relation.REPLACE_ONE));
        Optional<Refusal> clash = Sizes.clash(m.sampleSize(), m.base());
        if (clash.isPresent()) return Theorem.silent(clash.get());
        if (m.sampleSize() == m.datasetSize())
            return Theorem.silent("everyone is in the sample: the base says it all", "use the plan inside");
        if (!(m.base() instanceof Gaussian))
            return Theorem.silent("stated for Gaussian noise on one sum: its order of laws has no other noise");
        double rate = Math.nextUp(m.sampleSize() / (double) m.datasetSize());
        Optional<Known> noise = noise(m.base(), inquiry);
        if (noise.isEmpty() || !(rate >= LEAST_RATE)) return Theorem.silent(RANGE);
        double coarsest = rounds.count <= AT_ONCE ? USUAL : NARROW;
        if (inquiry.width() > coarsest) return Theorem.silent(hasty(coarsest));
        double mu = ((GaussianPair) noise.get().loss()).muUp();
        return Theorem.above(game(new SubsetPlaces(rate, mu), rounds.count, inquiry), noise.get());
    }

    /** Why an answer that takes long is not worked out for who wants one at once. */
    static Refusal hasty(double coarsest) {
        return Refusal.of(
                "so many steps take up to a second, or to minutes, which are spent where a narrower answer is asked for",
                "ask for a width of " + coarsest);
    }

    static Loss game(Places places, long count, Inquiry inquiry) {
        return count <= ONE_BY_ONE
                ? new CoveredGame(places, count, inquiry.workspace())
                : new CoveredBlocks(places, count, BLOCK, inquiry.width(), inquiry.workspace());
    }

    private static Optional<Known> noise(Mechanism base, Inquiry inquiry) {
        return inquiry.about(base).known().stream().filter(AllQueries::isPlayed).findFirst();
    }

    static boolean isPlayed(Known noise) {
        return noise.reach().boundsAbove()
                && noise.loss() instanceof GaussianPair pair
                && pair.mu() >= LEAST_MU
                && pair.mu() <= LARGEST_MU;
    }
}
