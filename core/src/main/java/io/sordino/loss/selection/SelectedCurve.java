package io.sordino.loss.selection;

import io.sordino.loss.Pair;
import io.sordino.loss.RenyiCurve;
import io.sordino.numeric.Down;
import io.sordino.numeric.Ulp;
import io.sordino.numeric.Up;
import java.util.Optional;
import java.util.function.DoubleUnaryOperator;

/**
 * The Renyi curve of the best of a random number of runs: with B at least every f'(1-u)^a f'(1-w)^(1-a) over the places of an output, the moment
 * is at most that of one run times B, and the probability of no run. B is the published one and, where one run is known as a pair, also the
 * largest over all cells of places.
 */
public final class SelectedCurve implements RenyiCurve {
    private static final int ORDERS = 160;
    private static final double LARGEST_ORDER = 1e5;
    private static final double LEAST_ABOVE_ONE = 1e-3;

    private final RunLaw law;
    private final RenyiCurve run;
    private final Optional<Runs> runs;
    /** At least log delta of the other direction. */
    private final Optional<DoubleUnaryOperator> profile;
    /** Orders at which the other direction is asked, and what it says there. */
    private final double[] orders = new double[ORDERS + 1];

    private final double[] divergences = new double[ORDERS + 1];
    private final double growth;

    private SelectedCurve(
            RunLaw law, RenyiCurve run, RenyiCurve back, Optional<Runs> runs, Optional<DoubleUnaryOperator> profile) {
        this.profile = profile;
        this.law = law;
        this.run = run;
        this.runs = runs;
        for (int i = 0; i <= ORDERS; i++) {
            double m = LEAST_ABOVE_ONE * Math.pow(LARGEST_ORDER / LEAST_ABOVE_ONE, (double) i / ORDERS);
            orders[i] = Math.min(back.largestOrder(), 1 + m);
            divergences[i] = back.at(orders[i]);
        }
        double pure = back.largestOrder() == Double.POSITIVE_INFINITY
                ? Math.max(0, back.at(Double.POSITIVE_INFINITY))
                : Double.POSITIVE_INFINITY;
        this.growth = law.isPoisson() ? Double.POSITIVE_INFINITY : growth(pure);
    }

    /**
     * @param run the curve of one run
     * @param back the same with the roles of the two neighbours swapped
     */
    public static SelectedCurve of(RunLaw law, RenyiCurve run, RenyiCurve back) {
        return new SelectedCurve(law, run, back, Optional.empty(), Optional.empty());
    }

    /**
     * @param here a pair that dominates one run
     * @param other the same with the roles of the two neighbours swapped
     */
    public static SelectedCurve of(RunLaw law, RenyiCurve run, RenyiCurve back, Pair here, Pair other) {
        double corner = Math.max(here.lossMax(), other.lossMax());
        DoubleUnaryOperator profile = Runs.above(other);
        Runs runs = new Runs(law, Runs.above(here), profile, corner);
        return new SelectedCurve(law, run, back, Optional.of(runs), Optional.of(profile));
    }

    /** The published one: (1 + shape) times the least (1 - 1/b) r(b) + log(1/gamma) / b over all orders b. */
    private double growth(double pure) {
        double least = Math.min(law.logStopsUp(), pure);
        for (int i = 0; i <= ORDERS; i++) {
            double share = Up.div(law.logStopsUp(), orders[i]);
            double value = Up.add(Up.mul(Up.sub(1, Down.div(1, orders[i])), divergences[i]), share);
            if (value < least) least = value;
        }
        return Up.mul(Up.add(1, law.shape()), least);
    }

    @Override
    public double largestOrder() {
        return run.largestOrder();
    }

    @Override
    public double at(double alpha) {
        if (!(alpha <= largestOrder())) return Double.POSITIVE_INFINITY;
        if (alpha == Double.POSITIVE_INFINITY)
            return Up.add(
                    run.at(alpha), Math.min(growth, runs.map(this::mostRatio).orElse(alpha)));
        double one = run.at(alpha);
        if (one == Double.POSITIVE_INFINITY) return one;
        double places = Math.min(
                published(alpha), runs.map(known -> logPlaces(known, alpha)).orElse(Double.POSITIVE_INFINITY));
        double log = Up.add(Up.mul(Up.sub(alpha, 1), one), places);
        double none = law.noneUp();
        // the outcome that nothing is released has the same probability under both
        if (none > 0) log = log > 40 ? Up.add(log, none) : Up.log(Up.add(Up.exp(log), none));
        return log > 0 ? Up.div(log, Down.sub(alpha, 1)) : 0;
    }

    private double logPlaces(Runs known, double alpha) {
        double most = Double.NEGATIVE_INFINITY;
        for (int i = 0; i < known.logP.length; i++)
            most = Math.max(most, known.logP[i] + (alpha - 1) * (known.logP[i] - known.logQ[i]));
        double terms = alpha * (1 + law.range() + Math.abs(Math.log(law.mean())));
        return most + 8 * Ulp.ONE * (1 + Math.abs(most) + terms);
    }

    private double published(double alpha) {
        double most = Up.log(law.mean());
        double m = Up.sub(alpha, 1);
        if (!law.isPoisson()) return Up.add(most, Up.mul(m, growth));
        return Up.add(most, Up.mul(m, Up.mul(law.mean(), deltaBack(Down.log1p(Down.div(1, m))))));
    }

    /** Of the profile where it is known, else by the simple conversion at the best order: e^((b-1)(r - eps)) (1 - 1/b)^(b-1) / b. */
    private double deltaBack(double epsilon) {
        if (profile.isPresent()) return Up.exp(Math.min(0, profile.get().applyAsDouble(epsilon)));
        double least = 0;
        for (int i = 0; i <= ORDERS; i++) {
            double b = orders[i];
            double m = b - 1;
            double log = m * (divergences[i] - epsilon + Math.log1p(-1 / b)) - Math.log(b);
            double error = 16 * Ulp.ONE * (1 + b * (1 + Math.abs(divergences[i]) + epsilon) + Math.abs(log));
            if (log + error < least) least = log + error;
        }
        return Up.exp(least);
    }

    private double mostRatio(Runs known) {
        double most = 0;
        for (int i = 0; i < known.logP.length; i++) most = Math.max(most, known.logP[i] - known.logQ[i]);
        return Up.mul(most, 1 + 8 * Ulp.ONE);
    }
}
