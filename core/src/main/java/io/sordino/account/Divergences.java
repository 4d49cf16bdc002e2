package io.sordino.account;

import io.sordino.loss.Loss;
import io.sordino.loss.Pair;
import io.sordino.loss.RenyiCurve;
import io.sordino.loss.primitive.GaussianPair;
import io.sordino.loss.renyi.ConcentratedCurve;
import io.sordino.loss.renyi.PairMoments;
import io.sordino.loss.renyi.SubGaussianCurve;
import io.sordino.mechanism.Direction;
import io.sordino.mechanism.Mechanism;
import io.sordino.mechanism.NormalForm;
import io.sordino.mechanism.PoissonSampled;
import io.sordino.mechanism.Relation;
import io.sordino.numeric.Bracket;
import io.sordino.numeric.Down;
import io.sordino.numeric.Up;
import io.sordino.refusal.InvalidException;
import io.sordino.theorem.Derivation;
import io.sordino.theorem.Knowledge;
import io.sordino.theorem.Known;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;

/**
 * The Renyi divergences between neighbours, of every order. Those of the parts of a plan add up: the larger ones over dominating pairs and known curves, the smaller ones over
 * pairs that real neighbours attain.
 */
public final class Divergences {
    /** The mean of the loss is at most the divergence of any order above 1. */
    private static final double NEXT_TO_ONE = 1 + 5e-4;

    private static final double GROWTH = 1.03;
    private static final int PIECES = 24;
    /** Orders from here on are bounded all at once. */
    private static final double FAR = 64;

    private final Mechanism mechanism;
    private final Relation relation;
    private final Map<Direction, List<Part>> parts = new LinkedHashMap<>();
    private final List<Derivation> why = new ArrayList<>();

    /** What is known of one part of a plan in one direction. */
    private record Part(
            long count, List<RenyiCurve> curves, List<Pair> dominating, Optional<Pair> attained, Steepness steepness) {
        double curve(double alpha) {
            double least = Double.POSITIVE_INFINITY;
            for (RenyiCurve curve : curves) if (alpha <= curve.largestOrder()) least = Math.min(least, curve.at(alpha));
            for (Pair pair : dominating)
                if (pair instanceof GaussianPair noise)
                    least = Math.min(least, Up.mul(alpha, Up.mul(0.5, Up.mul(noise.muUp(), noise.muUp()))));
            return least;
        }

        double upper(double alpha) {
            double least = curve(alpha);
            for (Pair pair : dominating)
                if (!(pair instanceof GaussianPair))
                    least = Math.min(least, new PairMoments(pair, alpha).upper(this::curve));
            return least;
        }

        double lower(double alpha) {
            if (attained.isEmpty()) return 0;
            if (attained.get() instanceof GaussianPair noise)
                return Down.mul(alpha, Down.mul(0.5, Down.mul(noise.muDown(), noise.muDown())));
            return new PairMoments(attained.get(), alpha).lower();
        }
    }

    Divergences(Session session, Mechanism mechanism, Relation relation) {
        this.mechanism = mechanism;
        this.relation = relation;
        for (Direction direction : relation.directions()) {
            List<Part> all = new ArrayList<>();
            for (Map.Entry<Mechanism, Long> entry :
                    NormalForm.of(mechanism).counts().entrySet()) {
                Knowledge knowledge = session.about(entry.getKey(), relation, direction);
                if (knowledge.known().stream().noneMatch(known -> known.reach().boundsAbove()))
                    throw Accountant.refusal(session, mechanism, relation, direction, knowledge.silences());
                Steepness steepness = new Steepness(
                        flattest(session, entry.getKey(), relation, direction),
                        steepest(session, entry.getKey(), relation, direction));
                all.add(part(entry.getValue(), knowledge, steepness));
            }
            parts.put(direction, all);
        }
    }

    /**
     * Of the divergence over its order.
     *
     * @param limit no more than it tends to at large orders
     * @param most no less than it is at any order from {@link #FAR} on
     */
    private record Steepness(double limit, double most) {}

    /** A removed record that is sampled: the divergence is at least that of the base less alpha log(1/q) / (alpha - 1), which no large order feels. */
    private static double flattest(Session session, Mechanism part, Relation relation, Direction direction) {
        if (part instanceof PoissonSampled sampled && direction == Direction.REMOVE)
            return flattest(session, sampled.base(), relation, direction);
        return session.about(part, relation, direction)
                .attainedPair()
                .map(known -> known.loss() instanceof GaussianPair noise
                        ? Down.mul(0.5, Down.mul(noise.muDown(), noise.muDown()))
                        : 0.0)
                .orElse(0.0);
    }

    /**
     * At least the divergence over its order at every order from {@link #FAR} on; infinity where nothing is known. Sampling raises no divergence: it mixes into both laws the same
     * one, or one of them into the other, and divergences are quasi-convex.
     */
    private static double steepest(Session session, Mechanism part, Relation relation, Direction direction) {
        double least = Double.POSITIVE_INFINITY;
        for (Known known : session.about(part, relation, direction).known())
            if (known.reach().boundsAbove()) least = Math.min(least, steepest(known.loss()));
        return part instanceof PoissonSampled sampled
                ? Math.min(least, steepest(session, sampled.base(), relation, direction))
                : least;
    }

    private static double steepest(Loss loss) {
        if (loss instanceof GaussianPair noise) return Up.mul(0.5, Up.mul(noise.muUp(), noise.muUp()));
        if (loss instanceof ConcentratedCurve curve && curve.omega() == Double.POSITIVE_INFINITY)
            return Up.add(curve.rho(), Up.div(curve.xi(), FAR));
        if (loss instanceof SubGaussianCurve curve)
            return Up.add(SubGaussianCurve.halfSquareUp(curve.tau()), Up.div(curve.mean(), FAR));
        if (loss instanceof Pair pair && pair.infinity().upper() == 0 && pair.lossMax() < Double.POSITIVE_INFINITY) {
            // edges may be off, and no divergence is above the largest loss
            double most =
                    Up.add(Math.max(0, pair.lossMax()), pair.edgeError(pair.lossMax()) + Math.ulp(pair.lossMax()));
            return Up.div(most, FAR);
        }
        return Double.POSITIVE_INFINITY;
    }

    private Part part(long count, Knowledge knowledge, Steepness steepness) {
        List<RenyiCurve> curves = new ArrayList<>();
        List<Pair> dominating = new ArrayList<>();
        for (Known known : knowledge.known()) {
            if (!known.reach().boundsAbove()) continue;
            if (known.loss() instanceof RenyiCurve curve) curves.add(curve);
            else if (known.loss() instanceof Pair pair) dominating.add(pair);
            else continue;
            if (!why.contains(known.why())) why.add(known.why());
        }
        Optional<Known> attained = knowledge.attainedPair();
        attained.map(Known::why).filter(one -> !why.contains(one)).ifPresent(why::add);
        return new Part(count, curves, dominating, attained.map(known -> (Pair) known.loss()), steepness);
    }

    /** What was asked about. */
    public Mechanism mechanism() {
        return mechanism;
    }

    /** What neighbours are. */
    public Relation relation() {
        return relation;
    }

    /** What every bound stands on. */
    public List<Derivation> why() {
        return List.copyOf(why);
    }

    /** Of an order of at least 1; the order 1 is the mean of the loss. Infinity where nothing is known from above. */
    public Bracket at(double alpha) {
        if (!(alpha >= 1 && alpha < Double.POSITIVE_INFINITY))
            throw new InvalidException("the order must be at least 1 and finite, was " + alpha);
        double asked = alpha == 1 ? NEXT_TO_ONE : alpha;
        Bracket worst = Bracket.exactly(0);
        for (List<Part> one : parts.values()) {
            double lower = 0;
            double upper = 0;
            for (Part part : one) {
                lower = Down.add(lower, Down.mul((double) part.count, part.lower(alpha)));
                upper = Up.add(upper, Up.mul((double) part.count, part.upper(asked)));
            }
            worst = worst.max(Bracket.of(lower, upper));
        }
        return worst;
    }

    /**
     * The least rho with which the divergence of every order up to omega is at most rho times the order.
     *
     * @param omega above 1
     */
    public Bracket rho(double omega) {
        if (!(omega > 1 && omega < Double.POSITIVE_INFINITY))
            throw new InvalidException("omega must be above 1 and finite, was " + omega);
        double lower = at(1).lower();
        if (lower == Double.POSITIVE_INFINITY) return Bracket.exactly(lower);
        double upper = 0;
        double before = 1;
        double gBefore = 0;
        for (double alpha = NEXT_TO_ONE; before < omega; alpha = Math.min(omega, 1 + (alpha - 1) * steep(alpha))) {
            Bracket here = at(alpha);
            if (here.lower() == Double.POSITIVE_INFINITY) return Bracket.exactly(here.lower());
            lower = Math.max(lower, Down.div(here.lower(), alpha));
            if (here.upper() == Double.POSITIVE_INFINITY) return Bracket.of(lower, here.upper());
            double g = Up.mul(Up.sub(alpha, 1), here.upper());
            upper = Math.max(upper, largest(before, gBefore, alpha, g, here.upper()));
            before = alpha;
            gBefore = g;
        }
        return Bracket.of(lower, upper);
    }

    /** The least rho of zero-concentrated privacy: with which the divergence of every order above 1 is at most rho times the order. */
    public Bracket rho() {
        Bracket near = rho(FAR);
        if (near.lower() == Double.POSITIVE_INFINITY) return near;
        double lower = near.lower();
        double beyond = 0;
        for (List<Part> one : parts.values()) {
            double sum = 0;
            double limit = 0;
            for (Part part : one) {
                sum = Up.add(sum, Up.mul((double) part.count, part.steepness.most));
                limit = Down.add(limit, Down.mul((double) part.count, part.steepness.limit));
            }
            beyond = Math.max(beyond, sum);
            lower = Math.max(lower, limit);
        }
        return Bracket.of(lower, Math.max(near.upper(), beyond));
    }

    /** Orders next to 1 are asked for in larger strides. */
    private static double steep(double alpha) {
        return alpha < 1.2 ? 1.4 : GROWTH;
    }

    /**
     * The largest divergence over order between two orders a and b: (order - 1) times the divergence is convex, so it is below the chord, and the divergence itself is no more than at b.
     * On a piece of the chord c0 + c1 (order - 1) the two terms are taken at the ends where they are largest.
     */
    private static double largest(double a, double atA, double b, double atB, double divergence) {
        double slope = Up.div(Up.sub(atB, atA), Down.sub(b, a));
        // through (b, atB): what rounding leaves at a is above
        double base = Up.sub(atB, Down.mul(slope, Down.sub(b, 1)));
        double most = 0;
        for (int i = 0; i < PIECES; i++) {
            double from = a + (b - a) * i / PIECES;
            double to = i == PIECES - 1 ? b : a + (b - a) * (i + 1) / PIECES;
            double flat = Up.div(divergence, from);
            double rest = base <= 0
                    ? Up.div(base, Up.mul(to, Up.sub(to, 1)))
                    : from > 1 ? Up.div(base, Down.mul(from, Down.sub(from, 1))) : Double.POSITIVE_INFINITY;
            most = Math.max(most, Math.min(flat, Up.add(Up.div(slope, from), rest)));
        }
        return most;
    }

    /** The mu of Gaussian privacy, where every part of the plan is Gaussian noise or promises it. */
    public Optional<Bracket> mu() {
        Bracket worst = Bracket.exactly(0);
        for (List<Part> one : parts.values()) {
            double lower = 0;
            double upper = 0;
            for (Part part : one) {
                Optional<GaussianPair> noise = part.dominating.stream()
                        .filter(GaussianPair.class::isInstance)
                        .map(GaussianPair.class::cast)
                        .findFirst();
                if (noise.isEmpty()) return Optional.empty();
                upper = Up.add(
                        upper,
                        Up.mul(
                                (double) part.count,
                                Up.mul(noise.get().muUp(), noise.get().muUp())));
                if (part.attained.isPresent() && part.attained.get() instanceof GaussianPair attained)
                    lower = Down.add(
                            lower, Down.mul((double) part.count, Down.mul(attained.muDown(), attained.muDown())));
            }
            worst = worst.max(Bracket.of(Down.sqrt(lower), Up.sqrt(upper)));
        }
        return Optional.of(worst);
    }
}
