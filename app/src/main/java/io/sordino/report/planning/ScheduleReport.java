package io.sordino.report.planning;

import com.fasterxml.jackson.databind.node.ArrayNode;
import com.fasterxml.jackson.databind.node.ObjectNode;
import io.sordino.account.Accountant;
import io.sordino.account.Calibration;
import io.sordino.account.Guarantee;
import io.sordino.account.NoiseSchedule;
import io.sordino.account.Precision;
import io.sordino.mechanism.GaussianDp;
import io.sordino.mechanism.LastIterate;
import io.sordino.mechanism.LastIterate.Position;
import io.sordino.mechanism.Relation;
import io.sordino.mechanism.Schedule;
import io.sordino.plan.Plans;
import io.sordino.plot.Axis;
import io.sordino.plot.Picture;
import io.sordino.plot.Point;
import io.sordino.plot.Series;
import io.sordino.refusal.InvalidException;
import io.sordino.report.Report;
import io.sordino.report.answer.Proofs;
import io.sordino.report.text.Decimals;
import io.sordino.report.text.Json;
import io.sordino.report.text.Style;
import io.sordino.report.text.Table;
import java.util.ArrayList;
import java.util.List;

/** The noise of a one-pass run that keeps a promise for every record with the least energy, next to constant noise. */
public final class ScheduleReport implements Report {
    private static final int SHOWN = 12;
    private static final int DRAWN = 400;
    private static final int LONGEST_PLAN = 40;

    private final LastIterate run;
    private final double epsilon;
    private final double delta;
    private final NoiseSchedule found;
    private final Guarantee guarantee;

    private ScheduleReport(LastIterate run, double epsilon, double delta, NoiseSchedule found, Guarantee guarantee) {
        this.run = run;
        this.epsilon = epsilon;
        this.delta = delta;
        this.found = found;
        this.guarantee = guarantee;
    }

    public static ScheduleReport of(
            Accountant accountant, LastIterate run, double epsilon, double delta, double floor, Precision wanted) {
        if (!(delta > 0 && delta < 1)) throw new InvalidException("delta must be in (0, 1), was " + delta);
        if (!run.position().equals(LastIterate.Position.WORST))
            throw new InvalidException(
                    "a schedule keeps its promise for every record, and the plan has a position",
                    "leave out position; epsilon of the plan with the noise that is found says what holds for one record");
        // every record's last iterates are Gaussians this far apart
        double mu = new Calibration(
                        accountant, GaussianDp::new, false, Relation.REPLACE_ONE, epsilon, delta, new Precision(1e-9))
                .solve()
                .value();
        NoiseSchedule found = NoiseSchedule.least(run, mu, floor);
        Guarantee guarantee = accountant.epsilon(with(run, found.noise()), Relation.REPLACE_ONE, delta, wanted);
        return new ScheduleReport(run, epsilon, delta, found, guarantee);
    }

    private static LastIterate with(LastIterate run, Schedule noise) {
        return new LastIterate(
                run.steps(),
                run.stepSize(),
                noise,
                run.lipschitz(),
                run.smoothness(),
                run.strongConvexity(),
                run.diameter(),
                run.datasetSize(),
                run.batchSize(),
                run.order(),
                Position.WORST);
    }

    public NoiseSchedule found() {
        return found;
    }

    @Override
    public ObjectNode json(double seconds) {
        ObjectNode json = Json.object();
        json.put("steps", run.steps());
        json.put("relation", Relation.REPLACE_ONE.name());
        ObjectNode target = json.putObject("target");
        target.set("epsilon", Json.number(epsilon));
        target.set("delta", Json.number(delta));
        json.set("epsilon", Json.bracket(guarantee.epsilon()));
        json.set("energy", Json.number(found.energy()));
        ObjectNode constant = json.putObject("constant");
        constant.set("noise", Json.number(found.constantNoise()));
        constant.set("energy", Json.number(found.constantEnergy()));
        json.set("saving", Json.number(found.saving()));
        ArrayNode noise = json.putArray("noise");
        found.noise().values().forEach(sigma -> noise.add(Json.number(sigma)));
        json.set("seconds", Json.number(seconds));
        json.set("because", Proofs.json(guarantee.why()));
        return json;
    }

    @Override
    public String text(Style style) {
        List<String> lines = new ArrayList<>();
        lines.add("noise for every record's epsilon <= " + Decimals.shortest(epsilon) + " at delta = "
                + Decimals.shortest(delta) + ", replace-one, in one pass of " + run.steps() + " steps");
        Table table = new Table();
        table.row("", "largest noise", "energy", "worst epsilon");
        double largest = found.noise().values().stream()
                .mapToDouble(Double::doubleValue)
                .max()
                .orElse(0);
        table.row(
                "this schedule",
                Decimals.nearest(largest, 4),
                Decimals.nearest(found.energy(), 4),
                Decimals.of(guarantee.epsilon()).upper());
        table.row(
                "constant noise",
                Decimals.nearest(found.constantNoise(), 4),
                Decimals.nearest(found.constantEnergy(), 4),
                Decimals.shortest(epsilon));
        List<String> rows = table.lines();
        for (int i = 0; i < rows.size(); i++) lines.add(i == 1 ? style.good(rows.get(i)) : rows.get(i));
        lines.add("constant noise takes " + Decimals.nearest(found.saving(), 4)
                + " times the energy (the sum of noise^2 over the steps)");
        lines.add("noise    " + shown());
        if (run.steps() <= LONGEST_PLAN) lines.add("plan     " + Plans.print(with(run, found.noise())));
        else lines.add(style.faint("--json has all " + run.steps() + " values"));
        return String.join("\n", lines);
    }

    /** The noise of every step, next to constant noise. */
    public Picture picture() {
        int steps = found.noise().values().size();
        List<Point> line = new ArrayList<>();
        List<Point> constant = new ArrayList<>();
        for (int i = 0; i < steps; i += Math.max(1, steps / DRAWN)) {
            line.add(Point.exactly(i + 1, found.noise().at(i)));
            constant.add(Point.exactly(i + 1, found.constantNoise()));
        }
        line.add(Point.exactly(steps, found.noise().at(steps - 1)));
        constant.add(Point.exactly(steps, found.constantNoise()));
        return new Picture(
                "The least noise that protects every record alike",
                "epsilon <= " + Decimals.shortest(epsilon) + " at delta = " + Decimals.shortest(delta)
                        + ", constant noise takes " + Decimals.nearest(found.saving(), 4) + " times the energy",
                Axis.linear("step"),
                Axis.log("noise"),
                List.of(
                        Series.line("this schedule", line),
                        new Series("constant noise", Series.Kind.REFERENCE, constant)),
                List.of(),
                List.of());
    }

    /** A few values, with their steps. */
    private String shown() {
        int steps = found.noise().values().size();
        List<String> values = new ArrayList<>();
        long last = -1;
        for (int i = 0; i < SHOWN; i++) {
            // closer together towards the end, where noise changes most
            double share = 1 - Math.pow(1 - i / (SHOWN - 1.0), 3);
            long step = Math.round(share * (steps - 1));
            if (step == last) continue;
            last = step;
            values.add((step + 1) + ": " + Decimals.nearest(found.noise().at(step), 4));
        }
        return String.join(", ", values);
    }
}
