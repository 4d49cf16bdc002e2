package io.sordino.report.curve;

import io.sordino.account.Precision;
import io.sordino.loss.Atom;
import io.sordino.loss.Pair;
import io.sordino.numeric.Bracket;
import io.sordino.numeric.Down;
import io.sordino.numeric.Up;
import io.sordino.plot.Axis;
import io.sordino.plot.Mark;
import io.sordino.plot.Point;
import io.sordino.plot.Series;
import io.sordino.report.Question;
import io.sordino.report.answer.Comparison;
import io.sordino.report.text.Decimals;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.Optional;
import java.util.OptionalInt;
import java.util.stream.DoubleStream;

/** The faces of one loss: delta by epsilon, the attacker's errors, how the loss is spread, and its Renyi divergences. */
final class LossCurves {
    private static final double DEEPEST = 1e-300;
    private static final double DEPTH = 1e-4;
    private static final double USUAL_DELTA = 1e-8;
    private static final double FEW = 0.01;
    private static final double RARE = 1e-5;
    private static final int MOST_STEMS = 200;
    private static final int SKETCH_PLACES = 97;
    private static final double STEEPEST = 12;
    private static final double FIRST_ORDER = 1.25;
    private static final double LAST_ORDER = 64;
    private static final Precision ROUGH = new Precision(0.03);

    private final Sheet sheet;
    private final Curves curves;

    /** A plan and what is known of it. */
    private record Subject(int plan, String name, Question question, Evidence evidence) {}

    LossCurves(Sheet sheet) {
        this.sheet = sheet;
        curves = sheet.curves();
    }

    void draw() {
        if (curves.what() == Curves.What.RENYI) {
            divergences();
            return;
        }
        List<Subject> subjects = new ArrayList<>();
        for (int i = 0; i < curves.entries().size(); i++) {
            int plan = i;
            Comparison.Entry entry = curves.entries().get(i);
            String name = sheet.name(entry);
            sheet.tried(name, () -> new Evidence(sheet.accountant(), entry.question(), curves.delta()))
                    .ifPresent(evidence -> subjects.add(new Subject(plan, name, entry.question(), evidence)));
        }
        switch (curves.what()) {
            case PROFILE -> profile(subjects);
            case TRADEOFF -> tradeOff(subjects);
            default -> losses(subjects);
        }
    }

    private void divergences() {
        sheet.axes("Renyi divergence", Axis.log("order"), Axis.log("divergence"));
        double[] places =
                Spacing.geometric(curves.from().orElse(FIRST_ORDER), curves.to().orElse(LAST_ORDER), curves.points());
        List<Sheet.Line> lines = new ArrayList<>();
        for (int i = 0; i < curves.entries().size(); i++) {
            int plan = i;
            Question question = curves.entries().get(i).question();
            String name = sheet.name(curves.entries().get(i));
            sheet.tried(
                            name,
                            () -> sheet.accountant()
                                    .divergences(question.plan(), question.relation(), question.wanted()))
                    .ifPresent(found -> lines.add(Sheet.Line.at(places, name, Series.Kind.LINE, found::at)
                            .of(plan)));
        }
        sheet.add(lines);
    }

    private void profile(List<Subject> subjects) {
        sheet.axes("Privacy profile", Axis.linear("epsilon"), Axis.log("delta"));
        double deepest = Math.max(DEEPEST, DEPTH * (curves.delta() > 0 ? curves.delta() : USUAL_DELTA));
        double[] reaches = subjects.stream()
                .mapToDouble(subject -> reach(subject, deepest))
                .toArray();
        double most = Arrays.stream(reaches).max().orElse(0);
        double from = curves.from().orElse(0.0);
        double to = curves.to().orElse(most > 0 ? most : 1);
        List<Sheet.Line> lines = new ArrayList<>();
        for (int i = 0; i < subjects.size(); i++) {
            Subject subject = subjects.get(i);
            // as many places for a plan that ends soon as for one that goes on: with shared ones it could be a single
            // dot
            double end = curves.to().isEmpty() && reaches[i] > from ? reaches[i] : to;
            lines.add(Sheet.Line.at(
                            Spacing.even(from, end, curves.points()),
                            subject.name,
                            Series.Kind.LINE,
                            epsilon -> delta(subject.evidence, epsilon, deepest))
                    .of(subject.plan));
        }
        List<Optional<Integer>> drawn = sheet.add(lines);
        for (int i = 0; i < lines.size(); i++) {
            double epsilon = subjects.get(i).evidence.epsilon().upper();
            if (drawn.get(i).isPresent() && curves.delta() > 0 && epsilon <= to)
                sheet.mark(Mark.dot(
                        epsilon,
                        curves.delta(),
                        "epsilon = " + Decimals.up(epsilon, 4),
                        drawn.get(i).get()));
        }
    }

    /** Up to which epsilon the picture of a plan should go. */
    private double reach(Subject subject, double deepest) {
        double upper = sheet.tried(
                        subject.name,
                        () -> sheet.accountant()
                                .epsilon(subject.question.plan(), subject.question.relation(), deepest, ROUGH)
                                .epsilon()
                                .upper())
                .orElse(Double.POSITIVE_INFINITY);
        double here = subject.evidence.epsilon().upper();
        return upper < Double.POSITIVE_INFINITY ? upper : here < Double.POSITIVE_INFINITY ? 1.5 * here : 0;
    }

    /** What is below the picture has no upper end there, and is not drawn. */
    private static Bracket delta(Evidence evidence, double epsilon, double deepest) {
        Bracket log = evidence.logDelta(epsilon);
        if (log.upper() < Math.log(deepest) - 1e-3) return Bracket.of(0, Double.POSITIVE_INFINITY);
        return Bracket.of(Down.exp(log.lower()), Math.min(1, Up.exp(log.upper())));
    }

    private void tradeOff(List<Subject> subjects) {
        sheet.axes(
                "Trade-off of the attacker's two errors",
                Axis.linear("false accusations").in("type I error"),
                Axis.linear("missed members").in("type II error"));
        double[] places = Spacing.towardsEnds(curves.points());
        sheet.add(
                new Series("no information", Series.Kind.REFERENCE, List.of(Point.exactly(0, 1), Point.exactly(1, 0))));
        List<TradeOffSketch> sketches = new ArrayList<>();
        for (Subject subject : subjects)
            sketches.add(new TradeOffSketch(subject.evidence, span(subject), SKETCH_PLACES, sheet.pace()));
        List<Sheet.Line> lines = new ArrayList<>();
        for (int i = 0; i < subjects.size(); i++) {
            TradeOffSketch sketch = sketches.get(i);
            double[] all = DoubleStream.concat(Arrays.stream(places), Arrays.stream(sketch.corners()))
                    .sorted()
                    .distinct()
                    .toArray();
            lines.add(Sheet.Line.at(all, subjects.get(i).name, Series.Kind.FLOOR, sketch::missed)
                    .of(subjects.get(i).plan));
        }
        List<Optional<Integer>> drawn = sheet.add(lines);
        for (int i = 0; i < lines.size(); i++) {
            if (drawn.get(i).isEmpty()) continue;
            double rate = 1 - sketches.get(i).missed(FEW).lower();
            sheet.mark(Mark.dot(FEW, 1 - rate, "", drawn.get(i).get()));
            sheet.note("at 1 % false accusations (dot) at most " + Decimals.up(100 * rate, 3)
                    + " % of members are detected: " + subjects.get(i).name);
        }
    }

    /** Slopes steeper than this have no room in the picture. */
    private static double span(Subject subject) {
        double epsilon = subject.evidence.epsilon().upper();
        return Math.min(STEEPEST, epsilon < Double.POSITIVE_INFINITY ? 1.02 * epsilon + 0.01 : STEEPEST);
    }

    private void losses(List<Subject> subjects) {
        List<Pair> pairs = new ArrayList<>();
        List<Subject> shown = new ArrayList<>();
        for (Subject subject : subjects) {
            Optional<Pair> pair =
                    sheet.tried(subject.name, subject.evidence::pair).flatMap(found -> found);
            if (pair.isPresent()) {
                pairs.add(pair.get());
                shown.add(subject);
            } else
                sheet.note("left out: " + subject.name
                        + ": only a bound on its curve is known, not how its loss is spread");
        }
        double low = Double.POSITIVE_INFINITY;
        double high = Double.NEGATIVE_INFINITY;
        for (Pair pair : pairs) {
            double[] ends = LossLaw.range(pair, RARE);
            low = Math.min(low, ends[0]);
            high = Math.max(high, ends[1]);
        }
        for (Subject subject : shown) {
            double epsilon = subject.evidence.epsilon().upper();
            if (epsilon < low + 3 * (high - low)) high = Math.max(high, 1.03 * epsilon);
        }
        if (!(low <= high)) return;
        if (!(low < high)) {
            low -= 0.5;
            high += 0.5;
        }
        double[] edges = Spacing.even(low, high, 2 * curves.points() + 1);
        String width = Decimals.down(edges[1] - edges[0], 2);
        sheet.axes(
                "How the privacy loss is spread",
                Axis.linear("privacy loss log(P/Q)"),
                Axis.linear("probability").in("in bins of " + width + "; stems: of one value"));
        for (int i = 0; i < shown.size(); i++) {
            Subject subject = shown.get(i);
            Pair pair = pairs.get(i);
            int index = law(subject, pair, edges);
            double epsilon = subject.evidence.epsilon().upper();
            if (epsilon <= high) sheet.mark(Mark.line(epsilon, "epsilon = " + Decimals.up(epsilon, 4), index));
            double infinite = pair.infinity().upper();
            if (infinite > 1e-9)
                sheet.note(subject.name + ": probability " + Decimals.up(infinite, 3) + " of an infinite loss");
        }
    }

    private int law(Subject subject, Pair pair, double[] edges) {
        List<Atom> atoms =
                pair.atoms().stream().filter(atom -> atom.mass() > 1e-12).toList();
        if (!pair.continuous() && atoms.size() <= MOST_STEMS) {
            List<Point> stems = new ArrayList<>();
            for (Atom atom : atoms)
                if (atom.loss() >= edges[0] && atom.loss() <= edges[edges.length - 1])
                    stems.add(Point.exactly(atom.loss(), atom.mass()));
            return sheet.add(new Series(subject.name, Series.Kind.STEMS, stems, OptionalInt.of(subject.plan)));
        }
        double[] masses = LossLaw.masses(pair, edges);
        List<Point> bars = new ArrayList<>();
        for (int i = 0; i < masses.length; i++) bars.add(Point.exactly(edges[i], masses[i]));
        bars.add(Point.exactly(edges[masses.length], 0));
        return sheet.add(new Series(subject.name, Series.Kind.BARS, bars, OptionalInt.of(subject.plan)));
    }
}
