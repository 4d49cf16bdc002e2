package io.sordino.theorem.sampling;

import io.sordino.mechanism.ApproximateDp;
import io.sordino.mechanism.Gaussian;
import io.sordino.mechanism.GaussianMixture;
import io.sordino.mechanism.Group;
import io.sordino.mechanism.Mechanism;
import io.sordino.mechanism.Mixture;
import io.sordino.mechanism.PoissonSampled;
import io.sordino.mechanism.RandomizedResponse;
import io.sordino.mechanism.Relation;
import io.sordino.mechanism.SampledByHits;
import io.sordino.mechanism.Values;
import io.sordino.numeric.Down;
import io.sordino.numeric.Up;
import io.sordino.theorem.Citation;
import io.sordino.theorem.Knowledge;
import io.sordino.theorem.Known;
import io.sordino.theorem.Reach;
import io.sordino.theorem.Theorem;
import java.util.ArrayList;
import java.util.List;

/**
 * A sample in which a record is k times with probability p_k, whatever else is drawn: it is no worse than a Poisson sample of rate eta = p_1 + p_2 + ..., in
 * which k is drawn with probability p_k / eta and told, of what a group of k records sees. Exact where a record is drawn once at most, and for Gaussian
 * noise; where the base looks at whether the record is there and not how often, eta alone counts and is attained.
 *
 * <p>Balle, Barthe and Gaboardi 2018 (arXiv:1807.01647v2), section 4 and Lemma 12. Theory: docs/theory/NaturalSampling.md
 */
public final class NaturalSampling implements Theorem<SampledByHits> {
    @Override
    public Class<SampledByHits> about() {
        return SampledByHits.class;
    }

    @Override
    public Citation citation() {
        return Citation.of(
                NaturalSampling.class, "Balle, Barthe and Gaboardi 2018, section 4 and Lemma 12 (arXiv:1807.01647v2)");
    }

    @Override
    public Verdict apply(SampledByHits m, Inquiry inquiry) {
        if (m.hits().values().size() == 1)
            return same(inquiry.about(new PoissonSampled(m.hits().values().get(0), m.base())));
        if (m.base() instanceof Gaussian noise && inquiry.relation() == Relation.ADD_OR_REMOVE_ONE)
            return same(inquiry.about(hidden(m, noise)));
        Knowledge told = inquiry.about(told(m));
        List<Holds> holds = new ArrayList<>();
        for (Known known : told.known())
            if (known.reach().boundsAbove()) holds.add(new Holds(known.loss(), Reach.ABOVE, List.of(known)));
        if (holds.isEmpty()) return Theorem.silent(told.why());
        if (looksAtPresence(m.base()))
            for (Known known :
                    inquiry.about(new PoissonSampled(anyDown(m), m.base())).known())
                if (known.reach().boundsBelow()) holds.add(new Holds(known.loss(), Reach.BELOW, List.of(known)));
        return new Several(holds);
    }

    private static Verdict same(Knowledge knowledge) {
        if (knowledge.known().isEmpty()) return Theorem.silent(knowledge.why());
        return new Several(knowledge.known().stream()
                .map(known -> new Holds(known.loss(), known.reach(), List.of(known)))
                .toList());
    }

    /** How often the record was drawn is told to whoever sees the release. */
    private static Mechanism told(SampledByHits m) {
        List<Double> weights = new ArrayList<>();
        List<Mechanism> groups = new ArrayList<>();
        double sum = m.hits().values().stream().mapToDouble(p -> p).sum();
        for (int k = 1; k <= m.hits().values().size(); k++) {
            double p = m.hits().values().get(k - 1);
            if (p == 0) continue;
            weights.add(p / sum);
            groups.add(k == 1 ? m.base() : new Group(k, m.base()));
        }
        Mechanism drawn = groups.size() == 1 ? groups.get(0) : new Mixture(new Values(weights), groups);
        return new PoissonSampled(Math.min(1, anyUp(m)), drawn);
    }

    /** Gaussian noise on a sum that the record moves by as many contributions as it was drawn. */
    private static GaussianMixture hidden(SampledByHits m, Gaussian noise) {
        List<Double> moves = new ArrayList<>();
        List<Double> chances = new ArrayList<>();
        moves.add(0.0);
        chances.add(Math.max(0, 1 - anyUp(m)));
        for (int k = 1; k <= m.hits().values().size(); k++) {
            moves.add((double) k);
            chances.add(m.hits().values().get(k - 1));
        }
        return new GaussianMixture(noise.noiseMultiplier(), new Values(moves), new Values(chances));
    }

    /** Whether how often the record is there changes nothing: an answer about its presence, or a promise that one keeps. */
    private static boolean looksAtPresence(Mechanism base) {
        return base instanceof RandomizedResponse || base instanceof ApproximateDp;
    }

    private static double anyUp(SampledByHits m) {
        double sum = 0;
        for (double p : m.hits().values()) sum = Up.add(sum, p);
        return sum;
    }

    private static double anyDown(SampledByHits m) {
        double sum = 0;
        for (double p : m.hits().values()) sum = Down.add(sum, p);
        return sum;
    }
}
