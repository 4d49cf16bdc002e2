package io.sordino.train;

import io.sordino.account.Accountant;
import io.sordino.account.Calibration;
import io.sordino.account.Guarantee;
import io.sordino.account.Precision;
import io.sordino.account.UnsupportedException;
import io.sordino.mechanism.Composed;
import io.sordino.mechanism.Mechanism;
import io.sordino.numeric.Up;
import java.util.ArrayList;
import java.util.List;
import java.util.function.DoubleFunction;

/**
 * The variant with the least noise that keeps a promise, given its shape.
 *
 * @param before what else is charged to the same budget, such as bounds found from the data
 * @param guarantee of everything together
 * @param calibratedDelta the delta that the guarantee is for; the rest of the promised one covers rounding
 */
public record Fitting(Variant variant, List<Mechanism> before, Guarantee guarantee, double calibratedDelta) {
    /** The share of delta that rounding may take. */
    private static final double MOST_ROUNDING = 0.1;

    public Fitting {
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
    public static Fitting of(
            Accountant accountant,
            DoubleFunction<? extends Variant> shape,
            List<Mechanism> before,
            double epsilon,
            double delta,
            Precision wanted) {
        if (!(delta > 0 && delta < 1))
            throw new IllegalArgumentException("delta must be in (0, 1), was " + delta + "; Gaussian noise needs one");
        if (!(epsilon > 0 && epsilon < Double.POSITIVE_INFINITY))
            throw new IllegalArgumentException("epsilon must be above 0 and finite, was " + epsilon);
        double charge = charge(shape.apply(1), epsilon);
        for (int attempt = 0; attempt < 4; attempt++) {
            if (!(charge <= MOST_ROUNDING * delta))
                throw new UnsupportedException(
                        "rounding to doubles would take " + charge + " of delta = " + delta,
                        "take fewer steps, a smaller batch, a smaller radius or a larger delta");
            double left = charge == 0 ? delta : (delta - charge) * (1 - 1e-15);
            Calibration.Calibrated found = new Calibration(
                            accountant,
                            multiplier -> whole(before, shape.apply(multiplier).plan()),
                            false,
                            shape.apply(1).relation(),
                            epsilon,
                            left,
                            wanted)
                    .solve();
            Variant variant = shape.apply(found.value());
            double needed = charge(variant, epsilon);
            if (needed <= charge) return new Fitting(variant, before, found.guarantee(), left);
            charge = 1.1 * needed;
        }
        throw new UnsupportedException(
                "what rounding takes of delta does not settle", "take fewer steps or a larger delta");
    }

    /** What rounding adds to delta. */
    static double charge(Variant variant, double epsilon) {
        return Up.mul(Up.add(1, Up.exp(epsilon)), variant.rounding());
    }
}
