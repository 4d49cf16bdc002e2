package io.sordino.report.planning;

import io.sordino.account.Accountant;
import io.sordino.account.Precision;
import io.sordino.account.UnsupportedException;
import io.sordino.plot.Axis;
import io.sordino.plot.Mark;
import io.sordino.plot.Picture;
import io.sordino.plot.Point;
import io.sordino.plot.Series;
import io.sordino.refusal.InvalidException;
import io.sordino.report.caveat.CorruptClients;
import io.sordino.report.text.Decimals;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;

/** What counting costs by the number of users: the error of the share, with a shuffler, with a curator and with neither. */
public final class CountingPicture {
    private static final int POINTS = 13;
    private static final double REACH = 100;

    private CountingPicture() {}

    public static Picture of(
            Accountant accountant,
            CorruptClients honest,
            long reports,
            double epsilon,
            double delta,
            Precision wanted) {
        Map<String, List<Point>> points = new LinkedHashMap<>();
        List<String> notes = new ArrayList<>();
        List<Long> counts = counts(reports);
        for (long n : counts) {
            try {
                for (CountingPlan.Way way : CountingPlan.of(accountant, honest, n, epsilon, delta, wanted)
                        .ways())
                    points.computeIfAbsent(way.name(), name -> new ArrayList<>())
                            .add(Point.exactly((double) n, way.deviation() / n));
            } catch (UnsupportedException | InvalidException e) {
                notes.add("left out: " + n + " users, " + e.getMessage());
            }
        }
        List<Series> series = new ArrayList<>();
        points.forEach((name, line) -> series.add(
                new Series(name, name.startsWith("shuffled") ? Series.Kind.LINE : Series.Kind.REFERENCE, line)));
        List<Mark> marks = new ArrayList<>();
        points.getOrDefault("shuffled", List.of()).stream()
                .filter(point -> point.x() == reports)
                .findFirst()
                .ifPresent(
                        point -> marks.add(Mark.dot(point.x(), point.upper(), Decimals.nearest(point.upper(), 3), 0)));
        return new Picture(
                "Counting with and without a shuffler",
                "epsilon <= " + Decimals.shortest(epsilon) + " at delta = " + Decimals.shortest(delta)
                        + ", replace-one",
                Axis.log("users"),
                Axis.log("standard deviation of the estimated share"),
                series,
                marks,
                notes);
    }

    /** Evenly spaced in logarithm, the number asked about among them. */
    private static List<Long> counts(long reports) {
        List<Long> counts = new ArrayList<>();
        for (int i = 0; i < POINTS; i++) {
            double factor = Math.pow(REACH, 2.0 * i / (POINTS - 1) - 1);
            long n = 2 * i == POINTS - 1 ? reports : Math.round(reports * factor);
            if (n >= 2 && n <= 1_000_000_000_000L && !counts.contains(n)) counts.add(n);
        }
        return counts;
    }
}
