package io.sordino.theorem.sampling;

import io.sordino.loss.Change;
import io.sordino.loss.Pair;
import io.sordino.loss.sampling.BinnedReplacePair;
import io.sordino.loss.sampling.DiscreteReplacePair;
import io.sordino.loss.sampling.GaussianReplacePair;
import io.sordino.loss.sampling.LaplaceReplacePair;
import io.sordino.mechanism.Direction;
import io.sordino.mechanism.DiscreteGaussian;
import io.sordino.mechanism.DiscreteLaplace;
import io.sordino.mechanism.Gaussian;
import io.sordino.mechanism.Laplace;
import io.sordino.mechanism.Mechanism;
import io.sordino.mechanism.NormalForm;
import io.sordino.mechanism.PoissonSampled;
import io.sordino.mechanism.Relation;
import io.sordino.mechanism.SinhNormal;
import io.sordino.mechanism.TruncatedLaplace;
import io.sordino.numeric.Down;
import io.sordino.theorem.Citation;
import io.sordino.theorem.Knowledge;
import io.sordino.theorem.Known;
import io.sordino.theorem.Reach;
import io.sordino.theorem.Theorem;
import io.sordino.theorem.neighbours.Changes;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.OptionalDouble;

/**
 * Noise on a Poisson sample, one record of which moves from +1 to -1: (1-q) N(0) + q N(1) against (1-q) N(0) + q N(-1) is attained.
 * For noise on the integers, which is log-concave and whose query a record moves by -1, 0 or 1, it dominates as well. A record
 * that moves to a value that contributes nothing attains the pair of a removed one.
 *
 * <p>Derived on the theory page: docs/theory/PoissonNoiseReplaced.md
 */
public final class PoissonNoiseReplaced implements Theorem<PoissonSampled> {
    private static final double LARGEST_THETA = 100;
    private static final double LEAST_SIGMA = 0.1;

    @Override
    public Class<PoissonSampled> about() {
        return PoissonSampled.class;
    }

    @Override
    public Citation citation() {
        return Citation.of(PoissonNoiseReplaced.class, "derived on the theory page from monotone likelihood ratios");
    }

    @Override
    public Verdict apply(PoissonSampled plan, Inquiry inquiry) {
        if (inquiry.direction() != Direction.REPLACE) return Theorem.silent("stated for a replaced record");
        Optional<PoissonSampled> one = OneSample.below(plan);
        if (one.isEmpty()) return Theorem.silent("the rates multiply to less than " + Double.MIN_NORMAL);
        PoissonSampled m = one.get();
        boolean nested = !m.equals(plan);
        if (m.rate() == 1) return Theorem.silent("everyone is in the sample: the base says it all");
        if (!NoiseAlone.is(m.base())) return Theorem.silent(NoiseAlone.needed(m.base()));
        List<Holds> holds = new ArrayList<>();
        discrete(m).ifPresent(pair -> holds.add(new Holds(pair, nested ? Reach.BELOW : Reach.EXACT, List.of())));
        smooth(m).ifPresent(pair -> holds.add(new Holds(pair, Reach.BELOW, List.of())));
        OptionalDouble distance = gaussian(m.base());
        if (distance.isPresent() && distance.getAsDouble() <= GaussianReplacePair.FARTHEST)
            holds.add(new Holds(new GaussianReplacePair(m.rate(), distance.getAsDouble()), Reach.BELOW, List.of()));
        if (holds.isEmpty()) removed(m, inquiry, holds);
        return holds.isEmpty()
                ? Theorem.silent("the base has no pair that real neighbours attain")
                : new Several(holds);
    }

    private static Optional<Pair> discrete(PoissonSampled m) {
        if (m.base() instanceof DiscreteLaplace noise && 1 / noise.scale() <= LARGEST_THETA)
            return Optional.of(DiscreteReplacePair.laplace(m.rate(), noise.scale()));
        if (m.base() instanceof DiscreteGaussian noise
                && noise.sigma() >= LEAST_SIGMA
                && noise.sigma() <= DiscreteReplacePair.LARGEST_SIGMA)
            return Optional.of(DiscreteReplacePair.gaussian(m.rate(), noise.sigma()));
        return Optional.empty();
    }

    private static Optional<Pair> smooth(PoissonSampled m) {
        if (m.base() instanceof Laplace noise && 1 / noise.noiseMultiplier() <= LARGEST_THETA)
            return Optional.of(new LaplaceReplacePair(m.rate(), 1 / noise.noiseMultiplier()));
        if (m.base() instanceof TruncatedLaplace noise && noise.bound() < 1e6 && 1 / noise.scale() <= LARGEST_THETA)
            return Optional.of(BinnedReplacePair.truncatedLaplace(m.rate(), noise.scale(), noise.bound()));
        if (m.base() instanceof SinhNormal noise
                && noise.sigma() >= LEAST_SIGMA
                && noise.sigma() < 1e4
                && noise.a() >= 1) return Optional.of(BinnedReplacePair.sinhNormal(m.rate(), noise.sigma(), noise.a()));
        return Optional.empty();
    }

    /** Several Gaussian noises on one record are one noise at the root of the sum of their squared distances. */
    private static OptionalDouble gaussian(Mechanism base) {
        double squares = 0;
        for (Map.Entry<Mechanism, Long> part : NormalForm.of(base).counts().entrySet()) {
            if (!(part.getKey() instanceof Gaussian noise)) return OptionalDouble.empty();
            double mu = Down.div(1, noise.noiseMultiplier());
            squares = Down.add(squares, Down.mul((double) part.getValue(), Down.mul(mu, mu)));
        }
        return squares > 0 && squares < Double.POSITIVE_INFINITY
                ? OptionalDouble.of(Down.sqrt(squares))
                : OptionalDouble.empty();
    }

    private static void removed(PoissonSampled m, Inquiry inquiry, List<Holds> holds) {
        for (Direction direction : Relation.ADD_OR_REMOVE_ONE.directions()) {
            Change change = Changes.of(direction);
            Knowledge base = inquiry.about(m.base(), Relation.ADD_OR_REMOVE_ONE, direction);
            for (Known known : base.known()) {
                if (known.reach().boundsBelow()) holds.addAll(Sampled.of(m.rate(), change, known, Reach.BELOW));
            }
        }
    }
}
