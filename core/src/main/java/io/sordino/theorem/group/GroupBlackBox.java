package io.sordino.theorem.group;

import io.sordino.loss.Loss;
import io.sordino.loss.RenyiCurve;
import io.sordino.loss.pair.AtomicPair;
import io.sordino.loss.pair.GroupProfile;
import io.sordino.loss.primitive.GaussianPair;
import io.sordino.loss.renyi.ConcentratedCurve;
import io.sordino.loss.renyi.OneOrderCurve;
import io.sordino.loss.renyi.ReflectedRenyi;
import io.sordino.loss.renyi.SubGaussianCurve;
import io.sordino.mechanism.ApproximateDp;
import io.sordino.mechanism.Direction;
import io.sordino.mechanism.Group;
import io.sordino.mechanism.Mechanism;
import io.sordino.mechanism.Relation;
import io.sordino.mechanism.RenyiBounded;
import io.sordino.mechanism.SampledWithReplacement;
import io.sordino.mechanism.SubGaussian;
import io.sordino.mechanism.TruncatedConcentrated;
import io.sordino.mechanism.ZeroConcentrated;
import io.sordino.numeric.Down;
import io.sordino.numeric.Twofold;
import io.sordino.numeric.Up;
import io.sordino.refusal.Refusal;
import io.sordino.theorem.Citation;
import io.sordino.theorem.Knowledge;
import io.sordino.theorem.Known;
import io.sordino.theorem.Reach;
import io.sordino.theorem.Theorem;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;

/**
 * What a group of k records gets from a promise made to one.
 *
 * <p>Pure epsilon: the pair of geometric noise shifted by k, exactly. (epsilon, delta): (k epsilon, delta (e^(k epsilon) - 1) /
 * (e^epsilon - 1)). (xi, rho)-zero-concentrated: (xi k H_k, k^2 rho), H_k the harmonic number. (rho, omega)-truncated:
 * (k^2 rho, omega / k) for k below omega. Order alpha with divergence r: order alpha / k with r alpha (1/alpha + ... +
 * 1/(alpha-k+1)) for k below alpha. Any profile: (e^eps - 1) / (e^(eps/k) - 1) delta(eps/k), which
 * composes once it is reflected below 0, and no less than one record.
 *
 * <p>Dwork and Roth 2014, Theorem 2.2; Dong, Roth and Su 2022 (arXiv:1905.02383v3), Theorem 2.14; Bun and Steinke 2016
 * (arXiv:1605.02065v1), section 5; Bun et al. 2018 (STOC). Theory: docs/theory/GroupBlackBox.md
 */
public final class GroupBlackBox implements Theorem<Group> {
    private static final long MOST_HARMONIC = 1_000_000;

    @Override
    public Class<Group> about() {
        return Group.class;
    }

    @Override
    public Citation citation() {
        return Citation.of(
                GroupBlackBox.class,
                "Dong, Roth and Su 2022, Theorem 2.14 (arXiv:1905.02383v3); Bun and Steinke 2016, section 5 (arXiv:1605.02065v1)");
    }

    @Override
    public Verdict apply(Group group, Inquiry inquiry) {
        long k = group.size();
        Mechanism base = group.base();
        if (base instanceof ApproximateDp m) return approximate(m, k, inquiry);
        Optional<Refusal> obstacle = obstacle(group);
        if (obstacle.isPresent()) return withoutOrders(base, k, inquiry, obstacle.get());
        if (base instanceof ZeroConcentrated m) return concentrated(m.rho(), k, zero(m, k));
        if (base instanceof SubGaussian m) return subGaussian(m, k);
        if (base instanceof TruncatedConcentrated m) {
            double rho = Up.mul(square(k), m.rho());
            return concentrated(m.rho(), k, new ConcentratedCurve(rho, 0, Down.div(m.omega(), (double) k)));
        }
        if (base instanceof RenyiBounded m) return concentrated(rho(m), k, oneOrder(m, k));
        if (base instanceof SampledWithReplacement m && inquiry.relation() == Relation.ADD_OR_REMOVE_ONE)
            return shrinking(m, k, inquiry);
        return anyProfile(base, k, inquiry);
    }

    /** Without an order left there is still the profile, which says something where k times the total variation is below 1. */
    private static Verdict withoutOrders(Mechanism base, long k, Inquiry inquiry, Refusal why) {
        Verdict verdict = anyProfile(base, k, inquiry);
        boolean bounded = verdict instanceof Several several
                && several.holds().stream()
                        .anyMatch(holds -> holds.reach().boundsAbove()
                                && holds.loss().logDelta(0).upper() < 0);
        if (!bounded) return Theorem.silent(why);
        List<Holds> holds = new ArrayList<>(((Several) verdict).holds());
        holds.add(gaussian(base instanceof TruncatedConcentrated m ? m.rho() : rho((RenyiBounded) base), k));
        return new Several(holds);
    }

    /** Why the curve says nothing of so many records: each of them costs one order, and none is left. */
    static Optional<Refusal> obstacle(Group group) {
        long k = group.size();
        if (group.base() instanceof TruncatedConcentrated m && !(k < m.omega()))
            return Optional.of(tooMany("needs a group smaller than omega = " + m.omega() + ", was " + k));
        if (group.base() instanceof RenyiBounded m && !(k < m.alpha()))
            return Optional.of(tooMany("needs a group smaller than alpha = " + m.alpha() + ", was " + k));
        if (group.base() instanceof RenyiBounded && k > MOST_HARMONIC)
            return Optional.of(tooMany("needs a group of at most " + MOST_HARMONIC + ", was " + k));
        return Optional.empty();
    }

    private static Refusal tooMany(String reason) {
        return Refusal.of(reason, "take a smaller group");
    }

    /** Records that leave one by one make the dataset smaller, and those that stay are drawn more often: the last step counts. */
    private static Verdict shrinking(SampledWithReplacement m, long k, Inquiry inquiry) {
        long smallest = m.datasetSize() - k + 1;
        if (!(smallest >= 2))
            return Theorem.silent(
                    "draws from fewer than one record: a group of " + k + " of " + m.datasetSize(),
                    "take a smaller group");
        return anyProfile(new SampledWithReplacement(m.sampleSize(), smallest, m.base()), k, inquiry);
    }

    private static Verdict approximate(ApproximateDp m, long k, Inquiry inquiry) {
        boolean few = k <= GroupWhiteBox.MOST_ATOMS && (double) k * m.epsilon() <= GroupWhiteBox.LARGEST_LOSS;
        if (m.delta() == 0 && few) return Theorem.exact(GroupWhiteBox.geometric(Twofold.of(m.epsilon()), k));
        double epsilon = Up.mul((double) k, m.epsilon());
        if (epsilon == Double.POSITIVE_INFINITY) return Theorem.silent("k epsilon is beyond every double");
        double delta = Math.min(1, groupDelta(m.epsilon(), m.delta(), k));
        Knowledge knowledge = inquiry.about(new ApproximateDp(epsilon, delta));
        List<Holds> holds = knowledge.known().stream()
                .filter(known -> known.reach().boundsAbove())
                .map(known -> new Holds(known.loss(), Reach.ABOVE, List.of(known)))
                .toList();
        return holds.isEmpty() ? Theorem.silent(knowledge.why()) : new Several(holds);
    }

    /** delta (e^(k epsilon) - 1) / (e^epsilon - 1), rounded up; k delta for epsilon 0. */
    static double groupDelta(double epsilon, double delta, long k) {
        if (delta == 0) return 0;
        if (epsilon == 0) return Up.mul((double) k, delta);
        double factor = Up.div(Up.expm1(Up.mul((double) k, epsilon)), Down.expm1(epsilon));
        return Up.mul(delta, factor);
    }

    private static double square(long k) {
        return Up.mul((double) k, (double) k);
    }

    private static RenyiCurve zero(ZeroConcentrated m, long k) {
        double offset = m.xi() == 0 ? 0 : Up.mul(m.xi(), Up.mul((double) k, harmonicUp(k)));
        return ConcentratedCurve.zero(Up.mul(square(k), m.rho()), offset);
    }

    /** Its curve is below that of zero-concentrated privacy with rho = tau^2/2. */
    private static Verdict subGaussian(SubGaussian m, long k) {
        double rho = SubGaussianCurve.halfSquareUp(m.tau());
        RenyiCurve curve = ConcentratedCurve.zero(Up.mul(square(k), rho), 0);
        return concentrated(Math.min(Down.mul(0.5, Down.mul(m.tau(), m.tau())), m.mu()), k, curve);
    }

    /** 1 + 1/2 + ... + 1/k, rounded up. */
    private static double harmonicUp(long k) {
        double sum = 0;
        for (long i = Math.min(k, MOST_HARMONIC); i >= 1; i--) sum = Up.add(sum, Up.div(1, (double) i));
        // the rest is below the integral of 1/x
        return k <= MOST_HARMONIC ? sum : Up.add(sum, Up.log(Up.div((double) k, (double) MOST_HARMONIC)));
    }

    /*
     * D_b(P||Q) <= (k b / (k b - 1)) D_((kb-1)/(k-1))(P||R) + D_(kb)(R||Q) for every R (Bun and Steinke, section 5). With R one
     * record away from Q and x = k b, the bound e_k(x) of order x / k obeys e_k(x) = x / (x-1) e_(k-1)(x-1) + r, so that
     * e_k(x) = r x (1/x + 1/(x-1) + ... + 1/(x-k+1)).
     */
    private static RenyiCurve oneOrder(RenyiBounded m, long k) {
        double sum = 0;
        for (long i = 0; i < k; i++) sum = Up.add(sum, Up.div(1, Down.sub(m.alpha(), (double) i)));
        double order = Down.div(m.alpha(), (double) k);
        double divergence = Up.mul(Up.mul(m.epsilon(), m.alpha()), sum);
        return order > 1 ? new OneOrderCurve(order, divergence) : new OneOrderCurve(2, Double.POSITIVE_INFINITY);
    }

    /** The curve from above, alone and as a pair to compose, and from below the Gaussian noise of the same rho seen by the group. */
    private static Verdict concentrated(double rho, long k, RenyiCurve curve) {
        return new Several(List.of(
                new Holds(curve, Reach.ABOVE, List.of()),
                new Holds(new ReflectedRenyi(curve), Reach.ABOVE, List.of()),
                gaussian(rho, k)));
    }

    private static Holds gaussian(double rho, long k) {
        double mu = Down.mul((double) k, Down.sqrt(Down.mul(2, rho)));
        return new Holds(GaussianPair.of(mu), Reach.BELOW, List.of());
    }

    /** Of the Gaussian noise that has this divergence at this order. */
    private static double rho(RenyiBounded m) {
        return Down.div(m.epsilon(), m.alpha());
    }

    private static Verdict anyProfile(Mechanism base, long k, Inquiry inquiry) {
        Knowledge knowledge = inquiry.about(base);
        List<Holds> holds = new ArrayList<>();
        for (Known known : knowledge.known()) {
            if (known.reach().boundsAbove()) {
                boolean symmetric = inquiry.direction() == Direction.REPLACE;
                Loss mirror = symmetric ? known.loss() : otherDirection(base, inquiry);
                holds.add(new Holds(new GroupProfile(k, known.loss(), mirror), Reach.ABOVE, List.of(known)));
            }
            // the other members may hold nothing
            if (known.reach().boundsBelow()) holds.add(new Holds(known.loss(), Reach.BELOW, List.of(known)));
        }
        return holds.isEmpty() ? Theorem.silent(knowledge.why()) : new Several(holds);
    }

    private static Loss otherDirection(Mechanism base, Inquiry inquiry) {
        Direction other = inquiry.direction() == Direction.ADD ? Direction.REMOVE : Direction.ADD;
        return inquiry.about(base, inquiry.relation(), other).known().stream()
                .filter(known -> known.reach().boundsAbove())
                .map(Known::loss)
                .findFirst()
                .orElseGet(AtomicPair::certain);
    }
}
