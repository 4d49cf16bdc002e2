package io.sordino.reproduce;

import io.sordino.mechanism.Relation;
import io.sordino.numeric.Bracket;
import io.sordino.plot.Axis;
import io.sordino.plot.Picture;
import io.sordino.plot.Series;
import io.sordino.reproduce.Reproduction.Row;
import java.util.ArrayList;
import java.util.List;

/** Balle, Barthe and Gaboardi 2018: one base mechanism under three ways of sampling. */
final class SamplingSchemes {
    private static final double RATE = 0.1;
    private static final double THETA = 2;

    private SamplingSchemes() {}

    static Reproduction of(Ask ask) {
        double[] places = Ask.even(0, 1.2, 41);
        List<Series> series = List.of(
                ask.profile(
                        "laplace(0.5), no sampling, add-remove", places, "laplace(0.5)", Relation.ADD_OR_REMOVE_ONE),
                ask.profile(
                        "Poisson, rate 0.1, add-remove (Theorem 8)",
                        places,
                        "poisson(0.1, laplace(0.5))",
                        Relation.ADD_OR_REMOVE_ONE),
                ask.profile(
                        "without replacement, 10 of 100, replace-one (Theorem 9)",
                        places,
                        "without_replacement(10, 100, laplace(1))",
                        Relation.REPLACE_ONE),
                ask.profile(
                        "with replacement, 10 of 100, replace-one (Theorem 10)",
                        places,
                        "with_replacement(10, 100, laplace(1))",
                        Relation.REPLACE_ONE));
        Picture picture = new Picture(
                "Privacy profiles of a sampled Laplace mechanism",
                "the base has loss at most 2 between the neighbours of its relation; line: certified upper end",
                Axis.linear("epsilon"),
                Axis.log("delta"),
                series,
                List.of(),
                List.of("a curve ends where its delta falls below 1e-12; dashes let a curve of the same numbers show"));
        List<Row> rows = new ArrayList<>();
        for (double epsilon : new double[] {0.05, 0.1, 0.3}) {
            rows.add(row(
                    ask, "Poisson", "Theorem 8", epsilon, "poisson(0.1, laplace(0.5))", Relation.ADD_OR_REMOVE_ONE));
            rows.add(row(
                    ask,
                    "without replacement",
                    "Theorem 9",
                    epsilon,
                    "without_replacement(10, 100, laplace(1))",
                    Relation.REPLACE_ONE));
        }
        return new Reproduction(
                "sampling",
                "Bounds by sampling scheme",
                "Balle, Barthe and Gaboardi 2018 (arXiv:1807.01647v2), Figure 1 and Theorems 8 to 10",
                "The profile of a sampled mechanism lies far below that of its base, and with replacement a record may be drawn more than"
                        + " once, which costs a little. Poisson sampling and sampling without replacement share one curve. The figure prints no numbers; its formula is"
                        + " delta' = q delta(eps) at eps' = log(1 + q (e^eps - 1)).",
                picture,
                rows);
    }

    private static Row row(Ask ask, String scheme, String source, double epsilon, String plan, Relation relation) {
        double order = Math.log1p(Math.expm1(epsilon) / RATE);
        // the profile of Laplace noise, with the sign that the paper's Theorem 3 has wrong
        double formula = RATE * Math.max(0, -Math.expm1((order - THETA) / 2));
        Bracket found = ask.delta(plan, relation, epsilon);
        // a formula evaluated in doubles is no better than this
        double slack = 4e-16 / Math.max(1e-300, found.upper());
        return new Row(
                scheme + ", delta at epsilon = " + epsilon,
                source,
                Reproduction.Origin.FORMULA,
                formula,
                found.lower() * (1 - slack),
                found.upper() * (1 + slack));
    }
}
