package io.sordino.plot;

import io.sordino.plot.Canvas.Anchor;
import java.util.ArrayList;
import java.util.List;
import java.util.function.ToDoubleFunction;

/** Lays a picture out and draws it, the same way on every canvas. */
final class Drawing {
    static final int WIDTH = 800;

    private static final int PLOT_HEIGHT = 360;
    private static final int LEFT = 78;
    private static final int RIGHT = 26;
    private static final int BELOW = 54;
    private static final int LEGEND_ROW = 20;
    private static final int NOTE_ROW = 16;
    /** The mean width of a letter, in sizes; texts are never measured, so that all canvases agree. */
    private static final double LETTER = 0.56;

    private static final double LEGEND_SIZE = 12.5;
    private static final double SMALL = 11.5;
    /** What a label pays for every point it is away from what it is about, in places of a line that it would hide. */
    private static final double STRAY = 0.04;

    private final Picture picture;
    private final List<List<Legend>> legend;
    private final Ticks xTicks;
    private final Ticks yTicks;
    private final double top;

    /** Where lines run, so that labels can keep away. */
    private final List<double[]> inked = new ArrayList<>();

    private final List<Label> labels = new ArrayList<>();

    private record Label(double x, double y, String text) {}

    private record Legend(int series, String name, double x) {}

    Drawing(Picture picture) {
        this.picture = picture;
        legend = legend();
        top = 58 + LEGEND_ROW * legend.size() + 6;
        xTicks = ticks(picture.x(), false, Point::x, Point::x);
        yTicks = ticks(picture.y(), true, Point::lower, Point::upper);
    }

    int height() {
        return (int) top + PLOT_HEIGHT + BELOW + NOTE_ROW * picture.notes().size();
    }

    private List<List<Legend>> legend() {
        List<List<Legend>> rows = new ArrayList<>();
        double x = WIDTH;
        for (int i = 0; i < picture.series().size(); i++) {
            String name = fitted(picture.series().get(i).name(), WIDTH - LEFT - RIGHT - 40);
            double width = 34 + 18 + LETTER * LEGEND_SIZE * name.length();
            if (x + width > WIDTH - RIGHT) {
                rows.add(new ArrayList<>());
                x = LEFT;
            }
            rows.get(rows.size() - 1).add(new Legend(i, name, x));
            x += width;
        }
        return rows;
    }

    private static String fitted(String text, double width) {
        int most = (int) (width / (LETTER * LEGEND_SIZE));
        return text.length() <= most ? text : text.substring(0, most - 3) + "...";
    }

    private Ticks ticks(Axis axis, boolean vertical, ToDoubleFunction<Point> low, ToDoubleFunction<Point> high) {
        double least = Double.POSITIVE_INFINITY;
        double most = Double.NEGATIVE_INFINITY;
        for (Series series : picture.series()) {
            for (Point point : series.points()) {
                double upper = high.applyAsDouble(point);
                // a band that reaches down to nothing must not stretch a logarithmic axis
                double lower = axis.scale() == Axis.Scale.LOG ? upper : low.applyAsDouble(point);
                if (axis.holds(upper)) most = Math.max(most, upper);
                if (axis.holds(lower)) least = Math.min(least, lower);
            }
        }
        if (!(least <= most)) return Ticks.of(axis, 0.1, 1);
        if (!vertical) return Ticks.of(axis, least - beside(axis), most + beside(axis));
        if (axis.scale() == Axis.Scale.LINEAR) {
            if (least >= 0) least = 0;
            most += 0.04 * (most - least);
        } else most *= Math.pow(most / least, 0.03);
        return Ticks.of(axis, least, most);
    }

    /** Things that are numbered stand a unit apart, and the first and the last are seen whole. */
    private double beside(Axis axis) {
        return axis.scale() == Axis.Scale.LINEAR
                        && picture.series().stream().anyMatch(series -> series.kind() == Series.Kind.INTERVALS)
                ? 0.5
                : 0;
    }

    void on(Canvas canvas) {
        double[] whole = {0, WIDTH, WIDTH, 0};
        canvas.area(whole, new double[] {0, 0, height(), height()}, Ink.GROUND, 1);
        canvas.text(LEFT, 26, fitted(picture.title(), 860), Ink.TEXT, 16, Anchor.START, true);
        canvas.text(LEFT, 45, picture.subtitle(), Ink.FAINT, 12.5, Anchor.START, false);
        for (int row = 0; row < legend.size(); row++) legend(canvas, legend.get(row), 64 + row * LEGEND_ROW);
        grid(canvas);
        canvas.clip(LEFT, top, WIDTH - LEFT - RIGHT, PLOT_HEIGHT);
        // what others are compared with is dashed, so a line of the same numbers shows below it
        for (boolean reference : new boolean[] {false, true})
            for (int i = 0; i < picture.series().size(); i++)
                if ((picture.series().get(i).kind() == Series.Kind.REFERENCE) == reference)
                    series(canvas, picture.series().get(i), i);
        for (Mark mark : picture.marks()) if (mark.y().isEmpty()) upright(canvas, mark);
        canvas.unclip();
        for (Mark mark : picture.marks()) mark(canvas, mark);
        double y = top + PLOT_HEIGHT + BELOW + 2;
        for (String note : picture.notes()) {
            canvas.text(LEFT, y, note, Ink.FAINT, SMALL, Anchor.START, false);
            y += NOTE_ROW;
        }
    }

    private void legend(Canvas canvas, List<Legend> row, double y) {
        for (Legend entry : row) {
            double x = entry.x;
            canvas.line(
                    new double[] {x, x + 26}, new double[] {y - 4, y - 4}, ink(entry.series), 2.6, dash(entry.series));
            canvas.text(x + 34, y, entry.name, Ink.TEXT, LEGEND_SIZE, Anchor.START, false);
        }
    }

    private void grid(Canvas canvas) {
        double bottom = top + PLOT_HEIGHT;
        double right = WIDTH - RIGHT;
        for (double value : xTicks.values()) {
            double x = x(value);
            canvas.line(new double[] {x, x}, new double[] {top, bottom}, Ink.GRID, 1, 0);
            canvas.text(x, bottom + 18, Ticks.text(value), Ink.FAINT, SMALL, Anchor.MIDDLE, false);
        }
        for (double value : yTicks.values()) {
            double y = y(value);
            canvas.line(new double[] {LEFT, right}, new double[] {y, y}, Ink.GRID, 1, 0);
            canvas.text(LEFT - 8, y + 4, Ticks.text(value), Ink.FAINT, SMALL, Anchor.END, false);
        }
        canvas.line(new double[] {LEFT, LEFT, right}, new double[] {top, bottom, bottom}, Ink.AXIS, 1.2, 0);
        canvas.text((LEFT + right) / 2, bottom + 40, picture.x().label(), Ink.TEXT, 13, Anchor.MIDDLE, false);
        canvas.upright(20, top + PLOT_HEIGHT / 2.0, picture.y().label(), Ink.TEXT, 13);
    }

    private double x(double value) {
        return LEFT + (WIDTH - LEFT - RIGHT) * share(picture.x(), xTicks, value);
    }

    private double y(double value) {
        return top + PLOT_HEIGHT * (1 - share(picture.y(), yTicks, value));
    }

    private static double share(Axis axis, Ticks ticks, double value) {
        double from = axis.place(ticks.from());
        double to = axis.place(ticks.to());
        // what has no place is far below, and cut off there
        if (!axis.holds(value)) return value == Double.POSITIVE_INFINITY ? 2 : -1;
        return Math.max(-1, Math.min(2, (axis.place(value) - from) / (to - from)));
    }

    /** What others are compared with is grey and takes no colour from them. */
    private Ink ink(int index) {
        if (picture.series().get(index).kind() == Series.Kind.REFERENCE) return Ink.FAINT;
        long before = picture.series().subList(0, index).stream()
                .filter(one -> one.kind() != Series.Kind.REFERENCE)
                .count();
        return Ink.series((int) before);
    }

    /** References share one grey, so each has a dash of its own; a line along another leaves gaps, or nobody would see the other. */
    private int dash(int index) {
        Series one = picture.series().get(index);
        List<Series> before = picture.series().subList(0, index);
        if (one.kind() == Series.Kind.REFERENCE) {
            long references = before.stream()
                    .filter(other -> other.kind() == Series.Kind.REFERENCE)
                    .count();
            return 1 + (int) (references % (Canvas.OVER - 1));
        }
        return one.kind() == Series.Kind.LINE && before.stream().anyMatch(other -> runsAlong(one, other))
                ? Canvas.OVER
                : 0;
    }

    /** Whether most of a line is within a point and a half of another. */
    private boolean runsAlong(Series one, Series other) {
        if (other.kind() != Series.Kind.LINE || one.points().size() < 2) return false;
        long shared = one.points().stream()
                .filter(point -> other.points().stream()
                        .anyMatch(place -> Math.abs(x(place.x()) - x(point.x())) < 0.5
                                && Math.abs(y(place.upper()) - y(point.upper())) < 1.5))
                .count();
        return shared > 0.7 * one.points().size();
    }

    private void series(Canvas canvas, Series series, int index) {
        Ink ink = ink(index);
        List<Point> points =
                series.points().stream().filter(p -> picture.x().holds(p.x())).toList();
        if (points.isEmpty()) return;
        switch (series.kind()) {
            case LINE, FLOOR, MEAN, REFERENCE -> line(canvas, points, ink, series.kind(), dash(index));
            case BARS -> bars(canvas, points, ink);
            case STEMS -> stems(canvas, points, ink);
            case INTERVALS -> intervals(canvas, points, ink);
        }
    }

    private void line(Canvas canvas, List<Point> points, Ink ink, Series.Kind kind, int dash) {
        int n = points.size();
        double[] x = new double[n];
        double[] y = new double[n];
        for (int i = 0; i < n; i++) {
            Point point = points.get(i);
            x[i] = x(point.x());
            y[i] = y(
                    switch (kind) {
                        case FLOOR -> point.lower();
                        case MEAN -> (point.lower() + point.upper()) / 2;
                        default -> point.upper();
                    });
        }
        if (kind != Series.Kind.REFERENCE) band(canvas, points, ink);
        canvas.line(x, y, ink, 2.2, dash);
        if (n == 1) canvas.dot(x[0], y[0], 3.5, ink);
        for (int i = 0; i < n; i++) {
            if (i > 0)
                for (double t = 0; t < 1; t += 0.25)
                    inked.add(new double[] {x[i - 1] + t * (x[i] - x[i - 1]), y[i - 1] + t * (y[i] - y[i - 1])});
        }
    }

    /** Between the two ends, where something is known from below. */
    private void band(Canvas canvas, List<Point> points, Ink ink) {
        List<Point> known = points.stream()
                .filter(point -> point.lower() > 0 || point.lower() == point.upper())
                .toList();
        if (known.stream().noneMatch(point -> point.lower() < point.upper())) return;
        int n = known.size();
        double[] x = new double[2 * n];
        double[] y = new double[2 * n];
        for (int i = 0; i < n; i++) {
            Point point = known.get(i);
            x[i] = x(point.x());
            y[i] = y(point.upper());
            x[2 * n - 1 - i] = x[i];
            y[2 * n - 1 - i] = y(point.lower());
        }
        canvas.area(x, y, ink, 0.16);
    }

    private void bars(Canvas canvas, List<Point> points, Ink ink) {
        int n = points.size();
        double[] x = new double[2 * n];
        double[] y = new double[2 * n];
        for (int i = 0; i < n; i++) {
            x[2 * i] = x(points.get(i).x());
            x[2 * i + 1] = x(points.get(Math.min(n - 1, i + 1)).x());
            y[2 * i] = y(points.get(i).upper());
            y[2 * i + 1] = y[2 * i];
        }
        double[] closedX = java.util.Arrays.copyOf(x, 2 * n + 2);
        double[] closedY = java.util.Arrays.copyOf(y, 2 * n + 2);
        closedX[2 * n] = x[2 * n - 1];
        closedX[2 * n + 1] = x[0];
        closedY[2 * n] = top + PLOT_HEIGHT;
        closedY[2 * n + 1] = top + PLOT_HEIGHT;
        canvas.area(closedX, closedY, ink, 0.16);
        canvas.line(x, y, ink, 1.6, 0);
    }

    private void stems(Canvas canvas, List<Point> points, Ink ink) {
        for (Point point : points) {
            double x = x(point.x());
            double y = y(point.upper());
            canvas.line(new double[] {x, x}, new double[] {top + PLOT_HEIGHT, y}, ink, 2.2, 0);
            canvas.dot(x, y, points.size() > 60 ? 1.5 : 3, ink);
        }
    }

    private void intervals(Canvas canvas, List<Point> points, Ink ink) {
        double cap = points.size() > 60 ? 1 : 4;
        for (Point point : points) {
            double x = x(point.x());
            double[] ends = {y(point.lower()), y(point.upper())};
            canvas.line(new double[] {x, x}, ends, ink, 1.6, 0);
            for (double end : ends) canvas.line(new double[] {x - cap, x + cap}, new double[] {end, end}, ink, 1.6, 0);
            canvas.dot(x, y((point.lower() + point.upper()) / 2), points.size() > 60 ? 1.5 : 3, ink);
        }
    }

    private void upright(Canvas canvas, Mark mark) {
        double x = x(mark.x());
        canvas.line(new double[] {x, x}, new double[] {top, top + PLOT_HEIGHT}, ink(mark.series()), 1.4, 1);
    }

    private void mark(Canvas canvas, Mark mark) {
        if (!picture.x().holds(mark.x())) return;
        double x = x(mark.x());
        double y = mark.y().map(this::y).orElse(top + 26);
        if (mark.y().isPresent()) canvas.dot(x, y, 4.2, ink(mark.series()));
        if (mark.text().isEmpty()) return;
        Label best = new Label(x + 8, y - 8, mark.text());
        for (Label candidate : candidates(x, y, mark.text())) if (cost(candidate, y) < cost(best, y)) best = candidate;
        labels.add(best);
        canvas.text(best.x, best.y, mark.text(), ink(mark.series()), SMALL, Anchor.START, true);
    }

    private static List<Label> candidates(double x, double y, String text) {
        double width = LETTER * SMALL * text.length() * 1.05;
        List<Label> labels = new ArrayList<>();
        for (int row = 0; row < 8; row++) {
            for (double left : new double[] {x + 8, x - 8 - width}) {
                labels.add(new Label(left, y - 8 - 14 * row, text));
                labels.add(new Label(left, y + 16 + 14 * row, text));
            }
        }
        return labels;
    }

    /** How much a label would hide, and how far it strays. */
    private double cost(Label label, double about) {
        double width = LETTER * SMALL * label.text.length() * 1.05;
        double cost = STRAY * Math.abs(label.y - about);
        if (label.x < LEFT + 2 || label.x + width > WIDTH - 4) cost += 1000;
        if (label.y < top + 10 || label.y > top + PLOT_HEIGHT - 4) cost += 1000;
        for (Label other : labels) {
            double otherWidth = LETTER * SMALL * other.text.length() * 1.05;
            if (Math.abs(label.y - other.y) < 13 && label.x < other.x + otherWidth && other.x < label.x + width)
                cost += 200;
        }
        for (double[] place : inked)
            if (place[0] > label.x && place[0] < label.x + width && place[1] > label.y - 11 && place[1] < label.y + 3)
                cost += 1;
        return cost;
    }
}
