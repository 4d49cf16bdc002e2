package io.sordino.theorem.sampling;

import io.sordino.loss.Change;
import io.sordino.loss.Pair;
import io.sordino.loss.Side;
import io.sordino.loss.sampling.GaussianMixturePair;
import io.sordino.loss.sampling.PoissonPair;
import io.sordino.mechanism.Direction;
import io.sordino.mechanism.Gaussian;
import io.sordino.mechanism.GaussianDp;
import io.sordino.mechanism.Group;
import io.sordino.mechanism.Mechanism;
import io.sordino.mechanism.PoissonSampled;
import io.sordino.mechanism.Relation;
import io.sordino.refusal.Refusal;
import io.sordino.theorem.Citation;
import io.sordino.theorem.Known;
import io.sordino.theorem.Reach;
import io.sordino.theorem.Theorem;
import io.sordino.theorem.neighbours.Changes;
import io.sordino.theorem.neighbours.OtherRecords;
import java.util.List;
import java.util.Optional;

/**
 * Of k records that are added or removed together a Poisson sample holds b with probability C(k,b) q^b (1-q)^(k-b). With Gaussian noise the
 * mixture of N(b mu, 1) against N(0, 1) dominates and is attained; with any other base the Poisson map at rate 1 - (1-q)^k of the base's laws
 * for groups of b, b told, dominates.
 *
 * <p>Ganesh 2024 (arXiv:2401.10294); Balle, Barthe and Gaboardi 2018 (arXiv:1807.01647v2), Theorem 11, for several records instead of
 * several draws. Theory: docs/theory/GroupInSample.md
 */
public final class GroupInSample implements Theorem<Group> {
    /** Up to here the mixture of normal laws is worked out. */
    private static final long MOST_RECORDS = 64;

    private static final double LEAST_MU = 1e-6;
    private static final double LARGEST_MU = 1e3;

    @Override
    public Class<Group> about() {
        return Group.class;
    }

    @Override
    public Citation citation() {
        return Citation.of(
                GroupInSample.class,
                "Ganesh 2024 (arXiv:2401.10294); Balle, Barthe and Gaboardi 2018, Theorem 11 (arXiv:1807.01647v2)");
    }

    @Override
    public Verdict apply(Group group, Inquiry inquiry) {
        if (!(group.base() instanceof PoissonSampled m))
            return Theorem.silent("stated for a group in a Poisson sample");
        if (inquiry.direction() == Direction.REPLACE)
            return Theorem.silent("stated for added or removed records", Relation.askUnder(Relation.ADD_OR_REMOVE_ONE));
        if (m.rate() == 1) return Theorem.silent("everyone is in the sample: the base says it all");
        Optional<Refusal> counted = OtherRecords.areCounted(m.base());
        if (counted.isPresent()) return Theorem.silent(counted.get());
        BinomialMixture hits = new BinomialMixture(group.size(), m.rate());
        if (!(hits.any() < 1)) return Theorem.silent("one of the group is almost surely in the sample");
        Change change = Changes.of(inquiry.direction());
        double mu = mu(m.base());
        if (group.size() <= MOST_RECORDS && mu >= LEAST_MU && mu <= LARGEST_MU) {
            Pair pair = GaussianMixturePair.ofGroup((int) group.size(), m.rate(), hits.any(), mu, change);
            List<Known> from = inquiry.about(m.base()).attainedPair().stream().toList();
            return new Several(List.of(
                    new Holds(new PoissonPair(hits.anyUp(), change, pair, Side.UPPER), Reach.ABOVE, from),
                    new Holds(new PoissonPair(hits.anyDown(), change, pair, Side.LOWER), Reach.BELOW, from)));
        }
        BinomialMixture.Mixtures mixtures =
                hits.mixtures(copies -> inquiry.about(of(copies, m.base())).dominatingPair());
        if (mixtures.found().isEmpty()) return Theorem.silent(mixtures.why());
        List<Holds> holds = mixtures.holds(mixture -> new PoissonPair(hits.anyUp(), change, mixture, Side.UPPER));
        if (NoiseAlone.is(m.base()))
            inquiry.about(m.base()).attainedPair().ifPresent(known -> holds.add(hits.below(known, change)));
        return new Several(holds);
    }

    /** How far one record moves Gaussian noise, in its standard deviations; NaN for any other base. */
    private static double mu(Mechanism base) {
        if (base instanceof Gaussian gaussian) return 1 / gaussian.noiseMultiplier();
        return base instanceof GaussianDp black ? black.mu() : Double.NaN;
    }

    private static Mechanism of(long copies, Mechanism base) {
        return copies == 1 ? base : new Group(copies, base);
    }
}
