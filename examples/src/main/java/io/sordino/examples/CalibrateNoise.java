package io.sordino.examples;

import io.sordino.Privacy;
import io.sordino.account.Calibration;
import io.sordino.mechanism.Relation;
import io.sordino.plan.Plans;

/** The least noise, or the most steps, that keeps a promise: put a ? in place of one number. */
public final class CalibrateNoise {
    private CalibrateNoise() {}

    public static void main(String[] arguments) {
        double epsilon = 2;
        double delta = 1e-5;
        for (String open : new String[] {"1000 * gaussian(?)", "? * laplace(20)", "100 * poisson(?, gaussian(1))"}) {
            Calibration.Calibrated found = Privacy.calibrate(open, Relation.ADD_OR_REMOVE_ONE, epsilon, delta);
            System.out.printf(
                    "%s: the %s is in %s, where epsilon is at most %s%n",
                    open,
                    found.least() ? "least" : "most",
                    Plans.print(found.guarantee().mechanism()),
                    Outwards.up(found.guarantee().epsilon().upper()));
        }
    }
}
