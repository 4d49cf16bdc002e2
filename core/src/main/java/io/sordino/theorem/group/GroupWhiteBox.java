package io.sordino.theorem.group;

import io.sordino.loss.Atom;
import io.sordino.loss.Pair;
import io.sordino.loss.pair.AtomicPair;
import io.sordino.loss.primitive.DiscreteGaussianPair;
import io.sordino.loss.primitive.GaussianPair;
import io.sordino.loss.primitive.LaplacePair;
import io.sordino.loss.primitive.SinhNormalPair;
import io.sordino.mechanism.Composed;
import io.sordino.mechanism.DiscreteGaussian;
import io.sordino.mechanism.DiscreteLaplace;
import io.sordino.mechanism.Exponential;
import io.sordino.mechanism.Gaussian;
import io.sordino.mechanism.GaussianDp;
import io.sordino.mechanism.Group;
import io.sordino.mechanism.Laplace;
import io.sordino.mechanism.Mechanism;
import io.sordino.mechanism.Mixture;
import io.sordino.mechanism.RandomizedResponse;
import io.sordino.mechanism.Repeated;
import io.sordino.mechanism.SinhNormal;
import io.sordino.mechanism.TruncatedGaussian;
import io.sordino.mechanism.TruncatedLaplace;
import io.sordino.numeric.Bracket;
import io.sordino.numeric.Down;
import io.sordino.numeric.Twofold;
import io.sordino.numeric.Ulp;
import io.sordino.numeric.Up;
import io.sordino.refusal.Refusal;
import io.sordino.theorem.Citation;
import io.sordino.theorem.Knowledge;
import io.sordino.theorem.Reach;
import io.sordino.theorem.Theorem;
import io.sordino.theorem.primitive.TruncatedGaussianNoise;
import java.util.ArrayList;
import java.util.List;

/**
 * A group of k records that change together moves an additive query k times as far, so the pair of the noise at k times the
 * distance is exact; it moves a score k times as far, so the exponential mechanism has k epsilon; one answer to randomized
 * response it moves no further than one record does. Groups pass through compositions part by part.
 *
 * <p>Dwork and Roth 2014, Theorem 2.2, read for each noise; Dong, Roth and Su 2022 (arXiv:1905.02383v3), Theorem 2.14, for
 * Gaussian differential privacy. Theory: docs/theory/GroupWhiteBox.md
 */
public final class GroupWhiteBox implements Theorem<Group> {
    /** Up to here the exact law of geometric noise has few enough atoms. */
    static final long MOST_ATOMS = 10_000;

    /** Up to here rounding an exponent costs a mass little. */
    static final double LARGEST_LOSS = 1e6;

    private static final double LARGEST_SHIFT = 1e6;

    @Override
    public Class<Group> about() {
        return Group.class;
    }

    @Override
    public Citation citation() {
        return Citation.of(
                GroupWhiteBox.class,
                "Dwork and Roth 2014, Theorem 2.2; Dong, Roth and Su 2022, Theorem 2.14 (arXiv:1905.02383v3)");
    }

    @Override
    public Verdict apply(Group group, Inquiry inquiry) {
        Mechanism base = group.base();
        if (group.size() == 1) return same(inquiry.about(base));
        double shift = (double) group.size() * inquiry.relation().contributions();
        if (base instanceof Gaussian m) return Theorem.exact(GaussianPair.of(shift / m.noiseMultiplier()));
        if (base instanceof GaussianDp m) return Theorem.exact(GaussianPair.of((double) group.size() * m.mu()));
        if (base instanceof Laplace m) return Theorem.exact(LaplacePair.noise(shift, m.noiseMultiplier()));
        if (base instanceof TruncatedLaplace m)
            return Theorem.exact(LaplacePair.truncatedNoise(shift, m.scale(), m.bound()));
        if (base instanceof TruncatedGaussian m) return TruncatedGaussianNoise.of(m, shift);
        if (base instanceof DiscreteGaussian m) return discreteGaussian(m, shift);
        if (base instanceof DiscreteLaplace m) return discreteLaplace(m, shift);
        if (base instanceof SinhNormal m) return sinhNormal(m, shift);
        if (base instanceof Exponential m) return exponential(m, group.size(), inquiry);
        if (base instanceof RandomizedResponse) return same(inquiry.about(base));
        if (base instanceof Group inner) return nested(group, inner, inquiry);
        if (base instanceof Composed || base instanceof Repeated || base instanceof Mixture)
            return same(inquiry.about(distributed(group.size(), base)));
        return Theorem.silent(GroupBlackBox.obstacle(group)
                .orElse(Refusal.because(
                        "how far a group moves it is known of noises, scores and answers, not of this mechanism")));
    }

    private static Verdict discreteGaussian(DiscreteGaussian m, double shift) {
        if (!(shift <= LARGEST_SHIFT))
            return Theorem.silent("the exact law is summed for a shift of at most 10^6, was " + shift);
        return Theorem.exact(DiscreteGaussianPair.of(m.sigma(), (int) shift));
    }

    private static Verdict discreteLaplace(DiscreteLaplace m, double shift) {
        if (!(shift <= MOST_ATOMS && shift / m.scale() <= LARGEST_LOSS))
            return Theorem.silent("the exact law is summed for a shift of at most " + MOST_ATOMS + ", was " + shift);
        return Theorem.exact(geometric(Twofold.quotient(1, m.scale()), (long) shift));
    }

    /**
     * Two-sided geometric noise with ratio r = e^-step, shifted by k: loss (k - 2j) step with P-mass 1/(1+r) for j = 0,
     * r^j (1-r)/(1+r) between and r^k/(1+r) for j = k.
     */
    static Pair geometric(Twofold step, long k) {
        if (step.high() == 0) return AtomicPair.equal();
        double ratio = step.exp(-1);
        double top = 1 / (1 + ratio);
        double gap = -Math.expm1(-step.high());
        List<Atom> atoms = new ArrayList<>();
        for (long j = 0; j <= k; j++) {
            double multiple = (double) (k - 2 * j);
            double loss = multiple * step.high();
            double rest = Math.fma(multiple, step.high(), -loss) + multiple * step.low();
            double power = Math.exp(-(double) j * step.high()) * (1 - j * step.low());
            double mass = j == 0 ? top : power * top * (j == k ? 1 : gap);
            atoms.add(new Atom(loss, mass, Math.abs(rest) <= Math.ulp(loss) ? rest : 0));
        }
        // an exponent of j step is off by half an ulp of itself
        double massError = Ulp.ONE * (16 + (double) k * step.high());
        return new AtomicPair(atoms, Bracket.exactly(0), massError, 4 * Ulp.ONE);
    }

    private static Verdict sinhNormal(SinhNormal m, double shift) {
        boolean certified =
                m.a() >= m.sigma() && SinhNormalPair.slope(m.sigma(), m.a(), shift) < Double.POSITIVE_INFINITY;
        return certified
                ? Theorem.exact(new SinhNormalPair(m.sigma(), m.a(), shift))
                : Theorem.silent(
                        "needs A >= sigma and losses that a double can hold", "raise A or lower the group's size");
    }

    /** Rounded up for the upper end, down for the lower one. */
    private static Verdict exponential(Exponential m, long size, Inquiry inquiry) {
        Knowledge above = inquiry.about(new Exponential(Up.mul((double) size, m.epsilon())));
        Knowledge below = inquiry.about(new Exponential(Down.mul((double) size, m.epsilon())));
        List<Holds> holds = new ArrayList<>();
        above.known().stream()
                .filter(k -> k.reach().boundsAbove())
                .forEach(k -> holds.add(new Holds(k.loss(), Reach.ABOVE, List.of(k))));
        below.known().stream()
                .filter(k -> k.reach().boundsBelow())
                .forEach(k -> holds.add(new Holds(k.loss(), Reach.BELOW, List.of(k))));
        return holds.isEmpty() ? Theorem.silent(above.why()) : new Several(holds);
    }

    private static Verdict nested(Group group, Group inner, Inquiry inquiry) {
        if (Math.multiplyHigh(group.size(), inner.size()) != 0 || group.size() * inner.size() < 0)
            return Theorem.silent("the sizes of the nested groups multiply beyond 2^63");
        return same(inquiry.about(new Group(group.size() * inner.size(), inner.base())));
    }

    private static Mechanism distributed(long size, Mechanism mechanism) {
        if (mechanism instanceof Composed composed)
            return new Composed(composed.parts().stream()
                    .map(part -> distributed(size, part))
                    .toList());
        if (mechanism instanceof Repeated repeated)
            return new Repeated(repeated.count(), distributed(size, repeated.base()));
        if (mechanism instanceof Mixture mixture)
            return new Mixture(
                    mixture.weights(),
                    mixture.plans().stream()
                            .map(part -> distributed(size, part))
                            .toList());
        return new Group(size, mechanism);
    }

    private static Verdict same(Knowledge knowledge) {
        if (knowledge.known().isEmpty()) return Theorem.silent(knowledge.why());
        return new Several(knowledge.known().stream()
                .map(known -> new Holds(known.loss(), known.reach(), List.of(known)))
                .toList());
    }
}
