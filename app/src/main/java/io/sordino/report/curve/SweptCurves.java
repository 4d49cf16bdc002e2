package io.sordino.report.curve;

import io.sordino.account.Accountant;
import io.sordino.account.Precision;
import io.sordino.account.UnsupportedException;
import io.sordino.mechanism.LastIterate;
import io.sordino.mechanism.Mechanism;
import io.sordino.mechanism.Schedule;
import io.sordino.numeric.Bracket;
import io.sordino.plan.Plans;
import io.sordino.plot.Axis;
import io.sordino.plot.Mark;
import io.sordino.plot.Point;
import io.sordino.plot.Series;
import io.sordino.report.Question;
import io.sordino.report.answer.Comparison;
import io.sordino.report.text.Decimals;
import io.sordino.theorem.iteration.CompositionOfSteps;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.Optional;
import java.util.function.DoubleFunction;

/** Epsilon as one number of the plan varies. */
final class SweptCurves {
    private static final double FASTEST_GAIN = 0.98;
    private static final double FLAT = 0.99;
    private static final double MOST_ON_LINEAR = 8;

    private final Sheet sheet;
    private final Curves curves;
    private final Accountant stepwise;

    SweptCurves(Sheet sheet) {
        this.sheet = sheet;
        curves = sheet.curves();
        stepwise = new Accountant(sheet.accountant().theorems().stream()
                .filter(theorem -> theorem instanceof CompositionOfSteps)
                .toList());
    }

    void draw() {
        Axis epsilon = Axis.linear("epsilon");
        switch (curves.what()) {
            case EPSILON_VS_STEPS ->
                sheet.axes(
                        "Epsilon against steps",
                        curves.training().isPresent() ? Axis.linear("epochs") : stepsAxis(),
                        epsilon);
            case EPSILON_VS_NOISE ->
                sheet.axes("Epsilon against noise", Axis.log("noise").in(noiseUnit()), Axis.log("epsilon"));
            case EPSILON_VS_N ->
                sheet.axes("Epsilon against size", Axis.log("n").in("records or reports"), Axis.log("epsilon"));
            default ->
                sheet.axes(
                        "Epsilon by a record's place in one pass",
                        Axis.linear("step that uses the record").in("1 is the first"),
                        Axis.log("epsilon"));
        }
        curves.training().ifPresent(training -> new TrainingCurves(sheet).draw(training));
        for (int plan = 0; plan < curves.entries().size(); plan++) {
            if (curves.what() == Curves.What.POSITION) position(curves.entries().get(plan), plan);
            else swept(curves.entries().get(plan), plan);
        }
    }

    /** Runs of very different lengths share no linear axis: the short one would be a stroke at its left end. */
    private Axis stepsAxis() {
        double[] counts = curves.entries().stream()
                .flatMap(entry -> Sweep.ofSteps(entry.question().plan()).stream())
                .mapToDouble(Sweep::end)
                .sorted()
                .toArray();
        boolean alike = counts.length < 2 || counts[counts.length - 1] <= MOST_ON_LINEAR * counts[0];
        return alike ? Axis.linear("steps T") : Axis.log("steps T");
    }

    private String noiseUnit() {
        boolean iterate = curves.entries().stream()
                .anyMatch(entry -> Plans.print(entry.question().plan()).contains("last_iterate"));
        return iterate ? "standard deviation" : "multiples of one record's contribution";
    }

    private void swept(Comparison.Entry entry, int asked) {
        Mechanism plan = entry.question().plan();
        Optional<Sweep> found = switch (curves.what()) {
            case EPSILON_VS_STEPS -> Sweep.ofSteps(plan);
            case EPSILON_VS_NOISE -> Sweep.ofNoise(plan);
            default -> Sweep.ofSize(plan);
        };
        if (found.isEmpty()) {
            UnsupportedException none = new UnsupportedException(
                    "no theorem is asked: the plan has no number that "
                            + curves.what().label() + " could vary",
                    "draw another curve, or write the part with a noise or a size of its own");
            sheet.leftOut(entry.label(), none, "it has no such number");
            return;
        }
        Sweep sweep = found.get();
        double[] places = places(sweep);
        String name = entry.name().orElse(shortened(sweep.name()));
        DoubleFunction<Mechanism> at = value -> sweep.template().at(value);
        List<Sheet.Line> lines = new ArrayList<>();
        lines.add(line(sheet.accountant(), name, entry, at, places).of(asked));
        boolean iterate = plan instanceof LastIterate;
        if (iterate) lines.add(line(stepwise, everyStep(entry), entry, at, places));
        List<Optional<Integer>> drawn = sheet.add(lines);
        if (iterate && curves.what() == Curves.What.EPSILON_VS_STEPS) landmarks(drawn.get(0), drawn.get(1));
        else drawn.get(0).ifPresent(index -> here(index, name, sweep.value(), entry));
    }

    private double[] places(Sweep sweep) {
        double value = sweep.value();
        double from = curves.from().orElse(curves.what() == Curves.What.EPSILON_VS_STEPS ? 1 : value / 4);
        double to = curves.to().orElse(curves.what() == Curves.What.EPSILON_VS_STEPS ? sweep.end() : 4 * value);
        if (curves.what() == Curves.What.EPSILON_VS_N) {
            from = curves.from().orElse(Math.max(2, Math.ceil(value / 100)));
            to = curves.to().orElse(Math.max(4, Math.min(1e15, 10 * value)));
        }
        if (!(to > from)) to = 2 * from;
        if (curves.what() == Curves.What.EPSILON_VS_STEPS)
            return Spacing.wholes(Math.max(1, from), Math.max(2, to), curves.points());
        return sweep.template().integral()
                ? Spacing.wholeGeometric(from, to, curves.points())
                : Spacing.geometric(from, to, curves.points());
    }

    private Sheet.Line line(
            Accountant accountant, String name, Comparison.Entry entry, DoubleFunction<Mechanism> at, double[] places) {
        Question question = entry.question();
        boolean reference = accountant.equals(stepwise);
        return Sheet.Line.at(
                places,
                name,
                reference ? Series.Kind.REFERENCE : Series.Kind.LINE,
                value -> accountant
                        .epsilon(at.apply(value), question.relation(), curves.delta(), question.wanted())
                        .epsilon());
    }

    private static String shortened(String text) {
        return text.length() <= 90 ? text : text.substring(0, 87) + "...";
    }

    /** The value that the plan has. */
    private void here(int index, String name, double value, Comparison.Entry entry) {
        List<Point> points = sheet.series().get(index).points();
        if (value < points.get(0).x() || value > points.get(points.size() - 1).x()) return;
        // a number that is read needs the width of an answer, not that of a line
        sheet.tried(name, () -> read(sheet.accountant(), entry.question().withWidth(Precision.DEFAULT), curves.delta()))
                .filter(bracket -> bracket.upper() < Double.POSITIVE_INFINITY)
                .ifPresent(bracket -> sheet.mark(
                        Mark.dot(value, bracket.upper(), "epsilon = " + Decimals.up(bracket.upper(), 4), index)));
    }

    /** Where hiding the path begins to help, and where more steps cost nothing more. */
    private void landmarks(Optional<Integer> last, Optional<Integer> every) {
        if (last.isEmpty() || every.isEmpty()) return;
        List<Point> points = sheet.series().get(last.get()).points();
        List<Point> composed = sheet.series().get(every.get()).points();
        Point end = points.get(points.size() - 1);
        points.stream()
                .filter(point -> composed.stream()
                        .anyMatch(other -> other.x() == point.x() && point.upper() < FASTEST_GAIN * other.upper()))
                .findFirst()
                .ifPresent(point -> sheet.mark(Mark.dot(
                        point.x(),
                        point.upper(),
                        "the last iterate gains from T = " + Decimals.shortest(point.x()),
                        last.get())));
        points.stream()
                .filter(point -> point.upper() >= FLAT * end.upper() && point.x() <= 0.6 * end.x())
                .findFirst()
                .ifPresent(point -> sheet.mark(
                        Mark.dot(end.x(), end.upper(), "stays at " + Decimals.up(end.upper(), 4), last.get())));
    }

    private void position(Comparison.Entry entry, int asked) {
        if (!(entry.question().plan() instanceof LastIterate plan && plan.order() == LastIterate.Order.ONE_PASS)) {
            UnsupportedException other = new UnsupportedException(
                    "no theorem is asked: position is about a last_iterate with order=one_pass",
                    "give such a plan, for example last_iterate(steps=100, step_size=0.1, noise=1, lipschitz=1, smoothness=1,"
                            + " dataset_size=100, batch_size=1, order=one_pass)");
            sheet.leftOut(entry.label(), other, "position is about a last_iterate with order=one_pass");
            return;
        }
        double last = (double) plan.steps();
        double from = Math.max(1, curves.from().orElse(1.0));
        double to = Math.min(last, curves.to().orElse(last));
        // closer together towards the last record, whose epsilon rises steeply
        double[] places = Arrays.stream(Spacing.wholes(1, to - from + 1, curves.points()))
                .map(place -> to + 1 - place)
                .toArray();
        DoubleFunction<Mechanism> at = place -> usedFirst(plan, (long) place - 1);
        sheet.add(List.of(
                line(sheet.accountant(), entry.label(), entry, at, places).of(asked),
                line(stepwise, everyStep(entry), entry, at, places)));
    }

    private String everyStep(Comparison.Entry entry) {
        int number = curves.entries().indexOf(entry) + 1;
        return "if every step were released" + (curves.entries().size() > 1 ? " (" + number + ")" : "");
    }

    /**
     * The run as a record of a later batch sees it: what comes before its batch has the same law with and without it, so it is
     * the first record of the rest.
     */
    private static LastIterate usedFirst(LastIterate plan, long skipped) {
        long steps = plan.steps() - skipped;
        return new LastIterate(
                steps,
                rest(plan.stepSize(), skipped),
                rest(plan.noise(), skipped),
                plan.lipschitz(),
                plan.smoothness(),
                plan.strongConvexity(),
                plan.diameter(),
                plan.datasetSize(),
                plan.batchSize(),
                plan.order(),
                LastIterate.Position.FIRST);
    }

    private static Schedule rest(Schedule schedule, long skipped) {
        if (schedule.isConstant()) return schedule;
        return new Schedule(
                schedule.values().subList((int) skipped, schedule.values().size()));
    }

    static Bracket read(Accountant accountant, Question question, double delta) {
        return accountant
                .epsilon(question.plan(), question.relation(), delta, question.wanted())
                .epsilon();
    }
}
