package io.sordino.reproduce;

import io.sordino.mechanism.Relation;
import io.sordino.numeric.Bracket;
import io.sordino.numeric.Normal;
import io.sordino.plot.Axis;
import io.sordino.plot.Picture;
import io.sordino.plot.Series;
import io.sordino.reproduce.Reproduction.Row;
import java.util.ArrayList;
import java.util.List;
import java.util.function.DoubleBinaryOperator;

/** Balle, Barthe and Gaboardi 2018: Gaussian noise and draws with replacement, with what a group of copies costs known or bounded. */
final class DrawsWithReplacement {
    private static final int DRAWS = 10;
    private static final int RECORDS = 100;
    /** Between neighbours of the relation that is asked about, in deviations. */
    private static final double MU = 0.5;

    private static final String DRAWN = "with_replacement(10, 100, gaussian(4))";

    private DrawsWithReplacement() {}

    static Reproduction of(Ask ask) {
        Ask told = ask.only("WithReplacement", "GaussianNoise", "GroupWhiteBox");
        Ask blackBox = ask.only("WithReplacement", "GaussianNoise", "GroupBlackBox");
        double[] places = Ask.even(0, 0.8, 33);
        List<Series> series = List.of(
                ask.profile("gaussian(2), no sampling, add-remove", places, "gaussian(2)", Relation.ADD_OR_REMOVE_ONE),
                ask.profile(
                        "Poisson, rate 0.1, add-remove (Theorem 8)",
                        places,
                        "poisson(0.1, gaussian(2))",
                        Relation.ADD_OR_REMOVE_ONE),
                ask.profile(
                        "without replacement, 10 of 100, replace-one (Theorem 9)",
                        places,
                        "without_replacement(10, 100, gaussian(4))",
                        Relation.REPLACE_ONE),
                blackBox.profile(
                        "with replacement, copies by a general bound (Theorem 10)",
                        places,
                        DRAWN,
                        Relation.REPLACE_ONE),
                told.profile("with replacement, copies known (Theorem 10)", places, DRAWN, Relation.REPLACE_ONE),
                ask.profile("with replacement, how often stays hidden", places, DRAWN, Relation.REPLACE_ONE));
        Picture picture = new Picture(
                "Privacy profiles of sampled Gaussian noise",
                "the base is mu = 0.5 apart between the neighbours of its relation; line: certified upper end",
                Axis.linear("epsilon"),
                Axis.log("delta"),
                series,
                List.of(),
                List.of("a curve ends where its delta falls below 1e-12; dashes let a curve of the same numbers show"));
        List<Row> rows = new ArrayList<>();
        for (double epsilon : new double[] {0.05, 0.1, 0.3}) {
            double known = formula(epsilon, (eps, k) -> gaussian(k * MU, eps));
            double bound = formula(epsilon, DrawsWithReplacement::bounded);
            rows.add(row(
                    "replace-one, copies known",
                    "Theorem 10",
                    epsilon,
                    known,
                    told.delta(DRAWN, Relation.REPLACE_ONE, epsilon)));
            rows.add(row(
                    "replace-one, copies bounded",
                    "Theorem 10",
                    epsilon,
                    bound,
                    blackBox.delta(DRAWN, Relation.REPLACE_ONE, epsilon)));
            rows.add(row(
                    "add-remove, copies known",
                    "Theorem 11",
                    epsilon,
                    known,
                    told.delta(DRAWN, Relation.ADD_OR_REMOVE_ONE, epsilon)));
            rows.add(row(
                    "replace-one, hits hidden",
                    "Theorem 10",
                    epsilon,
                    known,
                    ask.delta(DRAWN, Relation.REPLACE_ONE, epsilon)));
        }
        return new Reproduction(
                "with-replacement",
                "Draws with replacement, and what copies cost",
                "Balle, Barthe and Gaboardi 2018 (arXiv:1807.01647v2), Figure 1 of the supplement and Theorems 10 and 11",
                "A record may be drawn several times, and the group profiles of the base say what that costs. Known for Gaussian noise they are better than the bound that holds for anything. Not telling"
                        + " how often the record was drawn is better again: the last rows are smaller than the formula. The figure prints no numbers; its formula is delta' = sum over k of B_k delta_k(eps) at"
                        + " eps' = log(1 + eta (e^eps - 1)), B_k binomial and eta = 1 - B_0.",
                picture,
                rows);
    }

    /** The sum of Theorem 10 for the profiles delta_k(eps). */
    private static double formula(double epsilon, DoubleBinaryOperator copies) {
        double hit = 1.0 / RECORDS;
        double any = -Math.expm1(DRAWS * Math.log1p(-hit));
        double order = Math.log1p(Math.expm1(epsilon) / any);
        double sum = 0;
        double mass = Math.pow(1 - hit, DRAWS);
        for (int k = 1; k <= DRAWS; k++) {
            mass *= (DRAWS - k + 1.0) / k * hit / (1 - hit);
            sum += mass * Math.min(1, copies.applyAsDouble(order, k));
        }
        return sum;
    }

    private static double gaussian(double mu, double epsilon) {
        return Normal.sf(epsilon / mu - mu / 2) - Math.exp(epsilon) * Normal.sf(epsilon / mu + mu / 2);
    }

    /** The group profile that holds for any mechanism. */
    private static double bounded(double epsilon, double k) {
        return Math.expm1(epsilon) / Math.expm1(epsilon / k) * gaussian(MU, epsilon / k);
    }

    private static Row row(String what, String source, double epsilon, double formula, Bracket found) {
        // a formula evaluated in doubles is no better than this
        double slack = 1e-11;
        return new Row(
                what + ", delta at epsilon = " + epsilon,
                source,
                Reproduction.Origin.FORMULA,
                formula,
                found.lower() * (1 - slack),
                found.upper() * (1 + slack));
    }
}
