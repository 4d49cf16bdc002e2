package io.sordino.reproduce;

import io.sordino.numeric.Bracket;
import io.sordino.plot.Axis;
import io.sordino.plot.Picture;
import io.sordino.plot.Series;
import io.sordino.reproduce.Reproduction.Row;
import java.util.ArrayList;
import java.util.List;

/** Bok, Su and Altschuler 2024: the last iterate of noisy gradient descent stops costing privacy. */
final class LastIteratePlateau {
    private static final double DELTA = 1e-6;
    private static final double CONTRACTION = 0.99;

    private LastIteratePlateau() {}

    private static String plan(double steps) {
        return "last_iterate(steps=" + (long) steps
                + ", step_size=0.1, noise=2, lipschitz=1, smoothness=4, strong_convexity=0.1, dataset_size=1000)";
    }

    static Reproduction of(Ask ask) {
        double[] steps = Ask.geometric(1, 3000, 25);
        for (int i = 0; i < steps.length; i++) steps[i] = Math.rint(steps[i]);
        Ask composed = ask.only("CompositionOfSteps");
        Ask renyi = ask.only("LangevinDynamics");
        List<Series> series = List.of(
                new Series(
                        "composition of all steps",
                        Series.Kind.REFERENCE,
                        Ask.curve(steps, t -> composed.epsilon(plan(t), DELTA))),
                Series.line("Renyi, Ye and Shokri 2022", Ask.curve(steps, t -> renyi.epsilon(plan(t), DELTA))),
                Series.line(
                        "shifted interpolation, Bok, Su and Altschuler 2024",
                        Ask.curve(steps, t -> ask.epsilon(plan(t), DELTA))));
        Picture picture = new Picture(
                "The plateau of the last iterate",
                "full batches, strongly convex, contraction 0.99, delta = 1e-6, replace-one; line: certified upper end",
                Axis.log("steps"),
                Axis.log("epsilon"),
                series,
                List.of(),
                List.of());
        List<Row> rows = new ArrayList<>();
        for (long t : new long[] {1, 10, 100, 1000, 3000}) {
            double power = Math.pow(CONTRACTION, (double) t);
            // sensitivity 2, 1000 records, noise 2
            double mu =
                    2.0 / (1000 * 2.0) * Math.sqrt((1 - power) / (1 + power) * (1 + CONTRACTION) / (1 - CONTRACTION));
            double closed = ask.epsilon("gdp(" + mu + ")", DELTA).upper();
            Bracket found = ask.epsilon(plan((double) t), DELTA);
            rows.add(new Row(
                    "epsilon after " + t + " steps",
                    "closed form of NoisyGD",
                    Reproduction.Origin.FORMULA,
                    closed,
                    found.lower() * (1 - 1e-9),
                    found.upper() * (1 + 1e-9)));
        }
        return new Reproduction(
                "last-iterate",
                "The plateau of the last iterate",
                "Bok, Su and Altschuler 2024 (arXiv:2403.00278), noisy gradient descent on strongly convex losses; Altschuler and Talwar 2022 (arXiv:2205.13710)",
                "If every step were released, epsilon would grow with their number. Released alone, the last iterate reaches a plateau; the"
                        + " bound by Gaussian trade-offs is attained by quadratic losses, and the Renyi bound is about 60 % above it.",
                picture,
                rows);
    }
}
