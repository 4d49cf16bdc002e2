package io.sordino.train;

import io.sordino.account.Accountant;
import io.sordino.account.Calibration;
import io.sordino.account.Guarantee;
import io.sordino.account.Precision;
import io.sordino.account.UnsupportedException;
import io.sordino.mechanism.Composed;
import io.sordino.mechanism.Mechanism;
import io.sordino.numeric.Down;
import io.sordino.numeric.Up;
import io.sordino.refusal.InvalidException;
import java.util.ArrayList;
import java.util.List;
import java.util.function.DoubleFunction;

/**
 * The variant with the least noise that keeps a promise, given its shape.
 *
 * @param before what else is charged to the same budget, such as bounds found from the data
 * @param guarantee of everything together
 * @param calibratedDelta the delta that the guarantee is for; it and its epsilon leave room for rounding
 */
public record CalibratedTraining(
        Training variant, List<Mechanism> before, Guarantee guarantee, double calibratedDelta) {
    /** What rounding must leave of a promise. */
    private static final double LEAST_LEFT = 0.99;

    /*
     * With P and Q the runs in real numbers on two neighbours, and P', Q' as computed, P' against P and Q against Q' are mu-Gaussian, so
     * (14 mu, 1e-43)-private for mu <= 1: the normal tail beyond 14 - mu / 2 is below 1e-40. Passing from P' over P and Q to Q' adds up to
     * epsilon + 28 mu, and to e^(14 mu) delta + 1e-40 (1 + e^(epsilon + 14 mu)).
     */
    private static final double DEVIATIONS = 14;
    private static final double BEYOND = 1e-40;

    public CalibratedTraining {
        before = List.copyOf(before);
    }

    /** The plan of everything together. */
    public static Mechanism whole(List<Mechanism> before, Mechanism training) {
        if (before.isEmpty()) return training;
        List<Mechanism> parts = new ArrayList<>(before);
        parts.add(training);
        return new Composed(parts);
    }

    /** @param shape the variant for a noise multiplier */
    public static CalibratedTraining of(
            Accountant accountant,
            DoubleFunction<? extends Training> shape,
            List<Mechanism> before,
            double epsilon,
            double delta,
            Precision wanted) {
        if (!(delta > 0 && delta < 1))
            throw new InvalidException("delta must be in (0, 1), was " + delta, "Gaussian noise needs one");
        if (!(epsilon > 0 && epsilon < Double.POSITIVE_INFINITY))
            throw new InvalidException("epsilon must be above 0 and finite, was " + epsilon);
        double mu = shape.apply(1).rounding();
        for (int attempt = 0; attempt < 4; attempt++) {
            double leftEpsilon = epsilonLeft(epsilon, mu);
            double leftDelta = deltaLeft(epsilon, delta, mu);
            if (!(leftEpsilon >= LEAST_LEFT * epsilon && leftDelta >= LEAST_LEFT * delta))
                throw new UnsupportedException(
                        "rounding to doubles would take too much of epsilon = " + epsilon,
                        "take fewer steps, a smaller batch, a smaller radius, or a larger epsilon that stays below 70");
            Calibration.Calibrated found = new Calibration(
                            accountant,
                            multiplier -> whole(before, shape.apply(multiplier).plan()),
                            false,
                            shape.apply(1).relation(),
                            leftEpsilon,
                            leftDelta,
                            wanted)
                    .solve();
            Training variant = shape.apply(found.value());
            if (variant.rounding() <= mu) return new CalibratedTraining(variant, before, found.guarantee(), leftDelta);
            mu = 1.1 * variant.rounding();
        }
        throw new UnsupportedException(
                "what rounding takes of epsilon does not settle", "take fewer steps or a larger epsilon");
    }

    static double epsilonLeft(double epsilon, double mu) {
        return mu == 0 ? epsilon : Down.sub(epsilon, 2 * DEVIATIONS * mu * (1 + 1e-12));
    }

    static double deltaLeft(double epsilon, double delta, double mu) {
        if (mu == 0) return delta;
        if (!(mu <= 0.1)) return 0;
        double beyond = Up.mul(BEYOND, Up.add(1, Up.exp(Up.add(epsilon, 2 * DEVIATIONS * mu))));
        return Math.max(0, Down.mul(Down.sub(delta, beyond), Down.exp(-DEVIATIONS * mu * (1 + 1e-12))));
    }
}
