package io.sordino.report.curve;

import io.sordino.account.Accountant;
import io.sordino.account.LimitException;
import io.sordino.account.UnsupportedException;
import io.sordino.mechanism.Relation;
import io.sordino.numeric.Bracket;
import io.sordino.plan.PlanException;
import io.sordino.plot.Axis;
import io.sordino.plot.Mark;
import io.sordino.plot.Picture;
import io.sordino.plot.Point;
import io.sordino.plot.Series;
import io.sordino.report.Failure;
import io.sordino.report.TimeBudget;
import io.sordino.report.answer.Comparison;
import io.sordino.report.text.Decimals;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Optional;
import java.util.OptionalInt;
import java.util.Set;
import java.util.TreeMap;
import java.util.function.DoubleFunction;
import java.util.stream.Collectors;

/** A picture in the making. */
final class Sheet {
    /** A curve is no curve with fewer places than these, whatever the time. */
    private static final int FEWEST = 3;

    private final Curves curves;
    private final Accountant accountant;
    private final TimeBudget pace;
    private final List<Series> series = new ArrayList<>();
    private final List<Mark> marks = new ArrayList<>();
    private final Set<String> notes = new LinkedHashSet<>();
    private Optional<RuntimeException> refused = Optional.empty();
    private String title = "";
    private Axis x = Axis.linear("");
    private Axis y = Axis.linear("");
    private boolean cutShort;

    Sheet(Curves curves, Accountant accountant, TimeBudget pace) {
        this.curves = curves;
        this.accountant = accountant;
        this.pace = pace;
    }

    /** A curve that is still to be found: a bracket for every x, at the given places. */
    record Line(String name, Series.Kind kind, List<Double> places, DoubleFunction<Bracket> reading, OptionalInt plan) {
        static Line at(double[] places, String name, Series.Kind kind, DoubleFunction<Bracket> reading) {
            return new Line(name, kind, Arrays.stream(places).boxed().toList(), reading, OptionalInt.empty());
        }

        /** As the curve of one of the plans that were asked for. */
        Line of(int asked) {
            return new Line(name, kind, places, reading, OptionalInt.of(asked));
        }

        private Series through(List<Point> points) {
            return new Series(name, kind, points, plan);
        }
    }

    Curves curves() {
        return curves;
    }

    Accountant accountant() {
        return accountant;
    }

    TimeBudget pace() {
        return pace;
    }

    void axes(String newTitle, Axis newX, Axis newY) {
        title = newTitle;
        x = newX;
        y = newY;
    }

    /** Finds all lines from coarse to fine, so that each is whole when the time is over; true for those that are drawn. */
    List<Optional<Integer>> add(List<Line> lines) {
        List<TreeMap<Double, Point>> found = new ArrayList<>();
        for (int i = 0; i < lines.size(); i++) found.add(new TreeMap<>());
        int most = lines.stream().mapToInt(line -> line.places.size()).max().orElse(0);
        Set<Integer> silent = new LinkedHashSet<>();
        int round = 0;
        for (int index : coarseToFine(most)) {
            if (round++ >= FEWEST && !pace.more()) {
                cutShort = true;
                break;
            }
            for (int i = 0; i < lines.size(); i++)
                if (!silent.contains(i)
                        && index < lines.get(i).places.size()
                        && !look(lines.get(i), index, found.get(i)))
                    if (round > FEWEST && found.get(i).isEmpty()) silent.add(i);
        }
        List<Optional<Integer>> drawn = new ArrayList<>();
        for (int i = 0; i < lines.size(); i++) {
            List<Point> points = List.copyOf(found.get(i).values());
            drawn.add(points.isEmpty() ? Optional.empty() : Optional.of(series.size()));
            if (!points.isEmpty()) series.add(lines.get(i).through(points));
        }
        return drawn;
    }

    private boolean look(Line line, int index, TreeMap<Double, Point> found) {
        double place = line.places.get(index);
        Optional<Bracket> read = tried(line.name, () -> line.reading.apply(place));
        read.filter(bracket -> bracket.upper() < Double.POSITIVE_INFINITY)
                .ifPresent(bracket -> found.put(place, new Point(place, bracket.lower(), bracket.upper())));
        return read.isPresent();
    }

    /** A question inside a picture. */
    interface Asking<T> {
        T ask();
    }

    /** The answer; what is not covered is left out of the picture with a note. */
    <T> Optional<T> tried(String name, Asking<T> asking) {
        try {
            return Optional.of(asking.ask());
        } catch (UnsupportedException | LimitException e) {
            leftOut(name, e, Failure.of(e).why());
        } catch (PlanException outsideItsRange) {
            leftOut(name, outsideItsRange, String.valueOf(outsideItsRange.getMessage()));
        }
        return Optional.empty();
    }

    void leftOut(String name, RuntimeException e, String why) {
        if (refused.isEmpty()) refused = Optional.of(e);
        notes.add("left out where not covered: " + shortened(name) + ": " + why);
    }

    private static String shortened(String name) {
        return name.length() <= 40 ? name : name.substring(0, 37) + "...";
    }

    void note(String note) {
        notes.add(note);
    }

    int add(Series one) {
        series.add(one);
        return series.size() - 1;
    }

    void mark(Mark mark) {
        marks.add(mark);
    }

    List<Series> series() {
        return series;
    }

    /** 0, n-1, the middle, the quarters, ... */
    private static List<Integer> coarseToFine(int n) {
        Set<Integer> order = new LinkedHashSet<>();
        if (n == 0) return List.of();
        order.add(0);
        order.add(n - 1);
        for (int parts = 2; order.size() < n; parts *= 2)
            for (int k = 1; k < parts; k += 2) order.add((int) Math.round((double) k * (n - 1) / parts));
        return List.copyOf(order);
    }

    Picture picture() {
        if (series.stream().allMatch(one -> one.points().isEmpty() || one.kind() == Series.Kind.REFERENCE))
            throw refused.orElseGet(() -> new UnsupportedException(
                    "there is nothing to draw: no upper end is known at this delta",
                    "ask at another delta; without one, only a pure mechanism has a curve"));
        if (cutShort) notes.add("drawn with fewer points, since the time of a request was over");
        return new Picture(title, subtitle(), x, y, series, marks, List.copyOf(notes));
    }

    private String subtitle() {
        String relations = curves.training().isPresent()
                ? curves.relation().map(Relation::label).orElse("relation in the legend")
                : curves.entries().stream()
                        .map(entry -> entry.question().relation().label())
                        .distinct()
                        .collect(Collectors.joining(", "));
        return switch (curves.what()) {
            case PROFILE, RENYI -> relations + "; line: certified upper end, band: down to the lower end";
            case TRADEOFF -> relations + "; no attacker is below a line, and some reach into its band";
            case LOSS -> relations + "; dashed: epsilon at delta = " + Decimals.shortest(curves.delta());
            default ->
                "at delta = " + Decimals.shortest(curves.delta()) + ", " + relations
                        + "; line: certified upper end, band: down to the lower end";
        };
    }

    /** The plan's name on a picture, with its relation where several are shown. */
    String name(Comparison.Entry entry) {
        boolean several = curves.entries().stream()
                        .map(one -> one.question().relation())
                        .distinct()
                        .count()
                > 1;
        return entry.label() + (several ? ", " + entry.question().relation().label() : "");
    }
}
