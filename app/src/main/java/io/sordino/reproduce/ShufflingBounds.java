package io.sordino.reproduce;

import io.sordino.numeric.Bracket;
import io.sordino.plot.Axis;
import io.sordino.plot.Picture;
import io.sordino.plot.Series;
import io.sordino.reproduce.Reproduction.Origin;
import io.sordino.reproduce.Reproduction.Row;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;

/** Clones against blanket against the exact law, for binary randomized response. */
final class ShufflingBounds {
    private static final double DELTA = 1e-6;

    private ShufflingBounds() {}

    static Reproduction of(Ask ask) {
        double[] reports = Ask.geometric(300, 10_000, 13);
        for (int i = 0; i < reports.length; i++) reports[i] = Math.rint(reports[i]);
        List<Series> series = new ArrayList<>();
        Map<String, String> theorems = Map.of(
                "Clones2021ClosedForm", "1 clones 2021, closed form (Theorem 3.1)",
                "Clones2021", "2 clones 2021, numerical (Theorem 3.2)",
                "BlanketHoeffding", "3 blanket 2019, Hoeffding",
                "BlanketBennett", "4 blanket 2019, Bennett",
                "ShuffledBlanket", "5 blanket and general clones, exact sum",
                "ShuffledBinaryResponse", "6 exact law, over all datasets");
        theorems.entrySet().stream().sorted(Map.Entry.comparingByValue()).forEach(entry -> {
            Ask one = ask.only(entry.getKey());
            series.add(Series.line(
                    entry.getValue().substring(2),
                    Ask.curve(reports, n -> one.epsilon("shuffled(" + (long) n + ", randomized_response(3))", DELTA))));
        });
        Picture picture = new Picture(
                "Shuffled randomized response, local epsilon 3",
                "delta = 1e-6, replace-one; line: upper end of each theorem",
                Axis.log("reports"),
                Axis.log("epsilon"),
                series.stream().filter(one -> !one.points().isEmpty()).toList(),
                List.of(),
                List.of("a curve begins or ends where its theorem has no finite bound beyond"));
        Bracket exact = ask.epsilon("shuffled(10000, randomized_response(3))", DELTA);
        Bracket any = ask.epsilon("shuffled(1000000, local(2))", DELTA);
        List<Row> rows = List.of(
                row("shuffled(10000, randomized_response(3))", "exact law", Origin.OTHERWISE, 0.169230, exact),
                row(
                        "shuffled(10000, randomized_response(3))",
                        "clones 2021 (arXiv:2012.12803)",
                        Origin.PROGRAM,
                        0.333,
                        exact),
                row(
                        "shuffled(10000, randomized_response(3))",
                        "variation ratio (VLDB 2024)",
                        Origin.PROGRAM,
                        0.226,
                        exact),
                row(
                        "shuffled(1000000, local(2))",
                        "stronger clones (arXiv:2208.04591)",
                        Origin.FORMULA,
                        0.009517,
                        any));
        return new Reproduction(
                "shuffling",
                "Clones against blanket against exact",
                "Feldman, McMillan and Talwar 2021 (arXiv:2012.12803) and Balle, Bell, Gascon and Nissim 2019 (arXiv:1903.02837), comparisons of bounds",
                "For randomized response every published bound is above the exact value, and the gap does not close as reports arrive."
                        + " A distance above 0 says by how much a published upper bound exceeds what is certified here.",
                picture,
                rows);
    }

    private static Row row(String plan, String source, Origin origin, double value, Bracket found) {
        // known to so many digits
        double slack = 5e-7;
        return new Row(plan, source, origin, value, found.lower() - slack, found.upper() + slack);
    }
}
