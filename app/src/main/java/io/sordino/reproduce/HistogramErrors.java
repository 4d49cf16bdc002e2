package io.sordino.reproduce;

import io.sordino.account.Calibration;
import io.sordino.account.Precision;
import io.sordino.mechanism.Relation;
import io.sordino.numeric.Normal;
import io.sordino.plan.PlanTemplate;
import io.sordino.plot.Axis;
import io.sordino.plot.Picture;
import io.sordino.plot.Point;
import io.sordino.plot.Series;
import io.sordino.reproduce.Reproduction.Row;
import java.util.Arrays;
import java.util.List;
import java.util.function.DoubleUnaryOperator;

/** Dwork: the largest error of a histogram with k cells under the four notions. */
final class HistogramErrors {
    private static final double EPSILON = 1;
    private static final double DELTA = 1e-6;
    /** The sinh-normal's A, in multiples of its sigma: between normal tails and bounded ones. */
    private static final double BEND = 2;

    private HistogramErrors() {}

    static Reproduction of(Ask ask) {
        double gaussian = calibrated(ask, "gaussian(?)");
        double sinh = calibrated(ask, BEND);
        double bound = calibrated(ask, "truncated_laplace(1, ?)");
        DoubleUnaryOperator laplace = tail -> -Math.log(tail);
        DoubleUnaryOperator truncated = tail -> truncatedQuantile(tail, bound);
        DoubleUnaryOperator normal = tail -> gaussian * normalQuantile(tail / 2);
        DoubleUnaryOperator bent = tail -> BEND * sinh * asinh(normalQuantile(tail / 2) / BEND);
        double[] cells = Ask.geometric(10, 1e9, 33);
        List<Series> series = List.of(
                curve("pure: Laplace", cells, laplace),
                curve("(epsilon, delta): truncated Laplace", cells, truncated),
                curve("zCDP: Gaussian", cells, normal),
                curve("tCDP: sinh-normal", cells, bent));
        Picture picture = new Picture(
                "Largest error of a histogram",
                "median over the noise; every noise calibrated to epsilon = 1 (the last three at delta = 1e-6), add-remove",
                Axis.log("cells k"),
                Axis.linear("largest error").in("counts"),
                series,
                List.of(),
                List.of());
        List<Row> rows = List.of(
                growth("pure: log k", laplace, 2),
                growth("(epsilon, delta): no growth beyond log(1/delta)", truncated, 1),
                growth("zCDP: sqrt(log k)", normal, Math.sqrt(2)),
                growth("tCDP: log log k", bent, Math.log(Math.log(1e18)) / Math.log(Math.log(1e9))));
        return new Reproduction(
                "histogram",
                "Histogram errors under four notions",
                "Dwork, Differential privacy: getting more for less (ICM 2022), section 4",
                "A record changes one cell by 1. With the same promise to that record, noise with lighter tails makes the largest of many errors"
                        + " grow more slowly with the number of cells. The survey prints orders of growth: the rows compare the error at 10^18 cells"
                        + " with that at 10^9, and the printed order predicts the ratio only up to lower-order terms.",
                picture,
                rows);
    }

    private static Row growth(String what, DoubleUnaryOperator error, double order) {
        double ratio = largest(error, 1e18) / largest(error, 1e9);
        return new Row(what + ": ratio of errors", "order of growth", Reproduction.Origin.FORMULA, order, ratio, ratio);
    }

    private static Series curve(String name, double[] cells, DoubleUnaryOperator error) {
        return Series.line(
                name,
                Arrays.stream(cells)
                        .mapToObj(k -> Point.exactly(k, largest(error, k)))
                        .toList());
    }

    /** The median of the largest of k absolute errors: each is below it with probability 2^(-1/k). */
    private static double largest(DoubleUnaryOperator error, double k) {
        return error.applyAsDouble(-Math.expm1(-Math.log(2) / k));
    }

    private static double calibrated(Ask ask, String template) {
        ask.working().run();
        PlanTemplate plan = PlanTemplate.parse(template);
        return new Calibration(
                        ask.accountant(),
                        plan::at,
                        plan.integral(),
                        Relation.ADD_OR_REMOVE_ONE,
                        EPSILON,
                        DELTA,
                        Precision.DEFAULT)
                .solve()
                .value();
    }

    /** The least sigma of a sinh-normal whose A is a fixed multiple of it. */
    private static double calibrated(Ask ask, double bend) {
        double low = 0.1;
        double high = 100;
        for (int i = 0; i < 30 && high / low > 1.0005; i++) {
            double middle = Math.sqrt(low * high);
            boolean kept = ask.epsilon("sinh_normal(" + middle + ", " + bend * middle + ")", DELTA)
                            .upper()
                    <= EPSILON;
            if (kept) high = middle;
            else low = middle;
        }
        return high;
    }

    /** Of |Z| with density proportional to e^-z up to the bound. */
    private static double truncatedQuantile(double tail, double bound) {
        double cut = Math.exp(-bound);
        return -Math.log(tail * (1 - cut) + cut);
    }

    private static double asinh(double x) {
        return Math.log(x + Math.sqrt(x * x + 1));
    }

    /** Where the upper tail of the standard normal is this. */
    private static double normalQuantile(double tail) {
        return Normal.quantileFromLogSf(Math.log(tail));
    }
}
