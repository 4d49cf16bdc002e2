package io.sordino.reproduce;

import io.sordino.mechanism.Gaussian;
import io.sordino.mechanism.LocalDp;
import io.sordino.mechanism.Relation;
import io.sordino.mechanism.Shuffled;
import io.sordino.numeric.Bracket;
import io.sordino.plot.Axis;
import io.sordino.plot.Picture;
import io.sordino.plot.Series;
import io.sordino.reproduce.Reproduction.Origin;
import io.sordino.reproduce.Reproduction.Row;
import java.util.ArrayList;
import java.util.List;

/** Feldman and Shenfeld 2025: one of t steps, chosen at random, against Poisson sampling and against shuffling. */
final class RandomAllocations {
    private static final double DELTA = 1e-6;
    private static final long STEPS = 100;

    private RandomAllocations() {}

    static Reproduction of(Ask ask) {
        double[] noises = Ask.geometric(0.5, 4, 13);
        List<Series> series = new ArrayList<>();
        series.add(new Series(
                "no amplification",
                Series.Kind.REFERENCE,
                Ask.curve(noises, s -> ask.epsilon("gaussian(" + s + ")", DELTA))));
        series.add(
                Series.line("by shuffling (clones, general randomizers)", Ask.curve(noises, s -> byShuffling(ask, s))));
        series.add(Series.line(
                "Poisson sampling at rate 1/t",
                Ask.curve(
                        noises, s -> ask.epsilon(STEPS + " * poisson(1/" + STEPS + ", gaussian(" + s + "))", DELTA))));
        series.add(Series.line(
                "random allocation",
                Ask.curve(noises, s -> ask.epsilon("allocated(1, " + STEPS + ", gaussian(" + s + "))", DELTA))));
        Picture picture = new Picture(
                "Random allocation against Poisson sampling and shuffling",
                "t = " + STEPS + " steps, delta = 1e-6; line: certified upper end, band: down to the lower end",
                Axis.log("noise multiplier"),
                Axis.log("epsilon"),
                series.stream().filter(one -> !one.points().isEmpty()).toList(),
                List.of(),
                List.of("a curve begins or ends where its theorem has no finite bound beyond"));
        List<Row> rows = new ArrayList<>();
        row(
                ask,
                rows,
                "allocated(1, 1000, gaussian(1))",
                "exact value by Laplace inversion",
                Origin.OTHERWISE,
                0.171729);
        row(
                ask,
                rows,
                "allocated(1, 1000, gaussian(1))",
                "random_allocation 1.0.4, 'combined'",
                Origin.PROGRAM,
                0.2908);
        row(ask, rows, "10 * allocated(1, 100, gaussian(1))", "exact value", Origin.OTHERWISE, 1.9643);
        row(
                ask,
                rows,
                "10 * allocated(1, 100, gaussian(1))",
                "random_allocation 1.0.4, 'combined'",
                Origin.PROGRAM,
                2.308);
        return new Reproduction(
                "allocation",
                "Random allocation",
                "Feldman and Shenfeld 2025 (arXiv:2502.08202), comparison of bounds; Balle et al. 2020 and Chua et al. 2024 before it",
                "Allocation is about as private as Poisson sampling at the same mean rate, and far more than an analysis by shuffling"
                        + " shows. A distance above 0 says by how much a published upper bound exceeds what is certified here.",
                picture,
                rows);
    }

    private static void row(Ask ask, List<Row> rows, String plan, String source, Origin origin, double value) {
        Ask.curve(new double[] {1}, one -> ask.epsilon(plan, DELTA))
                .forEach(point -> rows.add(new Row(plan, source, origin, value, point.lower(), point.upper())));
    }

    /**
     * Of t steps one has the record and the others have not, or none has: reports of a yes/no question, shuffled. A step is
     * (eps0, delta0)-private as a local randomizer; Feldman, McMillan and Talwar 2021, Theorem 3.8, adds
     * (e^eps + 1)(1 + e^-eps0 / 2) t delta0 to the delta of the pure case.
     */
    private static Bracket byShuffling(Ask ask, double noise) {
        double best = Double.POSITIVE_INFINITY;
        for (double share : new double[] {1e-3, 1e-5, 1e-8}) {
            double delta0 = DELTA * share / STEPS;
            double local = ask.epsilon(new Gaussian(noise), Relation.ADD_OR_REMOVE_ONE, delta0)
                    .upper();
            if (!(local < 40)) continue;
            double epsilon = ask.epsilon(new Shuffled(STEPS, new LocalDp(local)), Relation.REPLACE_ONE, DELTA / 2)
                    .upper();
            double extra = (Math.exp(epsilon) + 1) * (1 + Math.exp(-local) / 2) * STEPS * delta0;
            if (extra <= DELTA / 2) best = Math.min(best, epsilon);
        }
        return Bracket.of(0, best);
    }
}
