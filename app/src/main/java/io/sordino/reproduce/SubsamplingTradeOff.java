package io.sordino.reproduce;

import io.sordino.mechanism.Relation;
import io.sordino.numeric.Bracket;
import io.sordino.plot.Axis;
import io.sordino.plot.Picture;
import io.sordino.plot.Point;
import io.sordino.plot.Series;
import io.sordino.reproduce.Reproduction.Row;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;

/** Steinke: what sampling buys, and what it cannot. */
final class SubsamplingTradeOff {
    private SubsamplingTradeOff() {}

    /** The epsilon that a sample may be answered with. */
    private static double within(double epsilon, double rate) {
        return Math.log1p(Math.expm1(epsilon) / rate);
    }

    static Reproduction of(Ask ask) {
        double[] rates = Ask.geometric(1e-4, 1, 41);
        List<Series> series = new ArrayList<>();
        for (double epsilon : new double[] {0.01, 0.1, 1, 4}) {
            List<Point> points = Arrays.stream(rates)
                    .mapToObj(rate -> Point.exactly(rate, epsilon / (within(epsilon, rate) * rate)))
                    .toList();
            series.add(Series.line("epsilon = " + epsilon, points));
        }
        Picture picture = new Picture(
                "What sampling costs in accuracy",
                "Laplace noise on the mean of a Poisson sample, calibrated to the same epsilon, relative to using all records",
                Axis.log("sampling rate"),
                Axis.log("noise").in("multiples of that without sampling"),
                series,
                List.of(),
                List.of());
        List<Row> rows = new ArrayList<>();
        for (double epsilon : new double[] {0.1, 1}) {
            for (double rate : new double[] {0.5, 0.01}) {
                double inner = within(epsilon, rate);
                Bracket found = ask.epsilon(
                        io.sordino.plan.Plans.parse("poisson(" + rate + ", dp(" + inner + "))"),
                        Relation.ADD_OR_REMOVE_ONE,
                        0);
                rows.add(new Row(
                        "pure epsilon of rate " + rate + " over dp("
                                + String.format(java.util.Locale.ROOT, "%.4f", inner) + ")",
                        "Theorem 1, inverted",
                        Reproduction.Origin.FORMULA,
                        epsilon,
                        found.lower() * (1 - 1e-12),
                        found.upper() * (1 + 1e-12)));
            }
        }
        return new Reproduction(
                "steinke",
                "Limits of amplification by sampling",
                "Steinke, Limits of Privacy Amplification by Subsampling (DifferentialPrivacy.org), Theorem 1 and the example after it",
                "For small epsilon the noise allowed by amplification makes up for the smaller sample: sampling buys time, not accuracy. Once the"
                        + " epsilon of the sample passes 1, the curve bends and sampling costs accuracy as well.",
                picture,
                rows);
    }
}
