package io.sordino.loss.sampling;

import io.sordino.loss.HasPair;
import io.sordino.loss.Inversion;
import io.sordino.loss.Pair;
import io.sordino.loss.Profile;
import io.sordino.loss.Side;
import io.sordino.loss.pair.AtomicPair;
import io.sordino.loss.pair.AtomicProfile;
import io.sordino.loss.pair.ConnectTheDots;
import io.sordino.loss.pair.ReflectedProfile;
import io.sordino.numeric.Bracket;
import io.sordino.numeric.BrentMinimum;
import io.sordino.numeric.Ulp;
import io.sordino.numeric.Up;
import java.util.Optional;
import java.util.function.DoubleUnaryOperator;

/**
 * A bound on the profile of a mechanism on a Poisson sample, one record of which is replaced, from its base's profiles for a
 * removed and for a replaced record: for epsilon of at least 0 and x = e^epsilon,
 * H_x <= q (s H_(a/s)(removed) + (1 - s) H_(x/(1-s))(replaced)), a = (1-q)(x-1)/q, for every share s; reflected below 0.
 */
public final class ReplacedInSample implements HasPair {
    /*
     * Any share proves the bound, so the search for the best one may be careless. The best is convex in x, being the least of a
     * jointly convex function over s; what the search found is made so by the lower convex hull of dots, which are even in the
     * loss t of the base, e^t = 1 + (x-1)/q.
     */
    private static final double STEP = 0.01;
    private static final int LEAST_DOTS = 400;
    private static final int MOST_DOTS = 2000;
    private static final double LOG_TAIL = -110;
    private static final double FAR = 60;
    private static final double FARTHEST = 1e6;
    private static final double COARSE = 1e-3;
    private static final int MANY_ATOMS = 16;

    private final double rate;
    private final Profile removed;
    private final Profile replaced;
    private Optional<Above> bound = Optional.empty();
    private Optional<Pair> pair = Optional.empty();

    public ReplacedInSample(double rate, Profile removed, Profile replaced) {
        if (!(rate > 0 && rate < 1)) throw new IllegalArgumentException("rate must be in (0, 1), was " + rate);
        this.rate = rate;
        this.removed = removed;
        this.replaced = replaced;
    }

    @Override
    public Bracket logDelta(double epsilon) {
        if (epsilon < 0) return ReflectedProfile.logDelta(this, epsilon);
        return Bracket.of(Double.NEGATIVE_INFINITY, above().at(epsilon));
    }

    private Above above() {
        if (bound.isEmpty()) bound = Optional.of(new Above(rate, upper(asPair(removed)), upper(asPair(replaced))));
        return bound.get();
    }

    private static Profile asPair(Profile profile) {
        return profile instanceof HasPair pairable ? pairable.pair(Side.UPPER) : profile;
    }

    private static DoubleUnaryOperator upper(Profile profile) {
        if (profile instanceof AtomicPair atomic && atomic.atoms().size() > MANY_ATOMS)
            return new AtomicProfile(atomic)::logDelta;
        return epsilon -> profile.logDelta(epsilon).upper();
    }

    /** The bound from 0 on, by the upper ends of the two profiles. */
    private record Above(double rate, DoubleUnaryOperator removed, DoubleUnaryOperator replaced) {
        double at(double epsilon) {
            // a sample whose record counts at all is seen by q at most
            double whole = Up.log(rate);
            if (!(epsilon > 0)) return Math.min(whole, Up.add(whole, replaced.applyAsDouble(0)));
            double logA = Math.log1p(-rate) - Math.log(rate) + (epsilon > 30 ? epsilon : Math.log(Math.expm1(epsilon)));
            double best = BrentMinimum.lowest(-FAR, FAR, COARSE, logit -> bound(epsilon, logA, logit));
            double plain = -Math.log(rate + (1 - rate) * Math.exp(-PoissonPair.inverse(rate, epsilon)));
            // the share 1 - beta of the plain form
            double usual = Math.log(Math.expm1(Math.max(Double.MIN_NORMAL, plain)));
            double least = Math.min(bound(epsilon, logA, best), bound(epsilon, logA, usual));
            return Math.min(whole, least);
        }

        /** Log of the bound with the share 1 / (1 + e^-logit), rounded up. */
        private double bound(double epsilon, double logA, double logit) {
            double logShare = -softplus(-logit);
            double logRest = -softplus(logit);
            double doubt = 32 * Ulp.ONE * (1 + Math.abs(logA) + Math.abs(logit) + epsilon - Math.log(rate));
            double first = logShare + removed.applyAsDouble(logA - logShare - doubt);
            double second = logRest + replaced.applyAsDouble(epsilon - logRest - doubt);
            double top = Math.max(first, second);
            if (top == Double.NEGATIVE_INFINITY) return top;
            double sum = top + Math.log1p(Math.exp(Math.min(first, second) - top)) + Math.log(rate);
            return Math.min(0, sum + 16 * Ulp.ONE * (2 + Math.abs(sum) + Math.abs(top)));
        }

        private static double softplus(double y) {
            return y > 0 ? y + Math.log1p(Math.exp(-y)) : Math.log1p(Math.exp(y));
        }
    }

    @Override
    public Pair pair(Side side) {
        if (!(side == Side.UPPER)) throw new IllegalArgumentException("a joint convexity bounds from above only");
        if (pair.isEmpty()) pair = Optional.of(made());
        return pair.get();
    }

    private Pair made() {
        double reach = reach(asPair(removed), asPair(replaced));
        int dots = (int) Math.max(LEAST_DOTS, Math.min(MOST_DOTS, reach / STEP));
        double[] epsilon = new double[dots + 1];
        double[] height = new double[dots + 1];
        for (int i = 0; i <= dots; i++) {
            epsilon[i] = PoissonPair.log(rate, reach * i / dots);
            height[i] = Up.exp(above().at(epsilon[i]));
        }
        return ConnectTheDots.symmetric(epsilon, height);
    }

    /** A loss of the base beyond which the bound says nothing, or next to nothing. */
    private double reach(Profile removing, Profile replacing) {
        double lost = Math.max(infinity(removing), infinity(replacing));
        double target = Math.max(LOG_TAIL, Math.log(2 * lost * rate));
        double seen = Inversion.holds(above()::at, target);
        if (!(seen < Double.POSITIVE_INFINITY)) seen = FARTHEST;
        return Math.max(PoissonPair.inverse(rate, seen), Double.MIN_NORMAL) * (1 + 8 * Ulp.ONE);
    }

    private static double infinity(Profile profile) {
        return profile instanceof Pair pair
                ? pair.infinity().upper()
                : Up.exp(profile.logDelta(FARTHEST).upper());
    }
}
