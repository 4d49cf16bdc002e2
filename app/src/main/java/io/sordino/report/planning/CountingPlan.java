package io.sordino.report.planning;

import com.fasterxml.jackson.databind.node.ArrayNode;
import com.fasterxml.jackson.databind.node.ObjectNode;
import io.sordino.account.Accountant;
import io.sordino.account.Calibration;
import io.sordino.account.Guarantee;
import io.sordino.account.Precision;
import io.sordino.account.UnsupportedException;
import io.sordino.mechanism.Mechanism;
import io.sordino.mechanism.RandomizedResponse;
import io.sordino.mechanism.Relation;
import io.sordino.mechanism.Shuffled;
import io.sordino.refusal.InvalidException;
import io.sordino.report.Report;
import io.sordino.report.caveat.CorruptClients;
import io.sordino.report.text.Decimals;
import io.sordino.report.text.Json;
import io.sordino.report.text.Style;
import io.sordino.report.text.Table;
import io.sordino.theorem.shuffling.BinarySum;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;

/**
 * How to count the users with a one under a promise (epsilon, delta): with a shuffler, with a trusted curator, or with neither.
 *
 * <p>Users report their bit by binary randomized response, flipped with probability q; (ones - n q) / (1 - 2q) estimates the
 * count without bias, and its standard deviation sqrt(n q (1-q)) / (1 - 2q) does not depend on the data.
 */
public final class CountingPlan implements Report {
    /** One way of counting. */
    public record Way(
            String name, Optional<RandomizedResponse> randomizer, Optional<Guarantee> guarantee, double deviation) {
        /** The probability that a report is the wrong bit. */
        Optional<Double> flip() {
            return randomizer.map(r -> 1 / (Math.exp(r.epsilon()) + 1));
        }
    }

    private final long reports;
    private final double epsilon;
    private final double delta;
    private final List<Way> ways;

    private CountingPlan(long reports, double epsilon, double delta, List<Way> ways) {
        this.reports = reports;
        this.epsilon = epsilon;
        this.delta = delta;
        this.ways = ways;
    }

    public static CountingPlan of(
            Accountant accountant,
            CorruptClients honest,
            long reports,
            double epsilon,
            double delta,
            Precision wanted) {
        if (!(reports >= 2)) throw new InvalidException("reports must be at least 2, was " + reports);
        if (!(epsilon > 0 && epsilon < Double.POSITIVE_INFINITY))
            throw new InvalidException("epsilon must be above 0 and finite, was " + epsilon);
        if (!(delta > 0 && delta < 1)) throw new InvalidException("delta must be in (0, 1), was " + delta);
        List<Way> ways = new ArrayList<>();
        ways.add(shuffled("shuffled", accountant, honest, reports, epsilon, delta, wanted));
        try {
            Accountant formula = new Accountant(List.of(new BinarySum()));
            ways.add(shuffled(
                    "shuffled, by the formula of Cheu et al.", formula, honest, reports, epsilon, delta, wanted));
        } catch (UnsupportedException tooFewReports) {
            // the formula asks for more randomness than n reports have
        }
        RandomizedResponse local = new RandomizedResponse(epsilon, 2);
        ways.add(new Way("local only", Optional.of(local), Optional.empty(), deviation(reports, epsilon)));
        ways.add(new Way("trusted curator, Laplace", Optional.empty(), Optional.empty(), Math.sqrt(2) / epsilon));
        return new CountingPlan(reports, epsilon, delta, List.copyOf(ways));
    }

    private static Way shuffled(
            String name,
            Accountant accountant,
            CorruptClients honest,
            long reports,
            double epsilon,
            double delta,
            Precision wanted) {
        Calibration.Calibrated found = new Calibration(
                        accountant,
                        value -> honest.plan(plan(reports, value)),
                        false,
                        Relation.REPLACE_ONE,
                        epsilon,
                        delta,
                        wanted)
                .solve();
        return new Way(
                name,
                Optional.of(new RandomizedResponse(found.value(), 2)),
                Optional.of(found.guarantee()),
                deviation(reports, found.value()));
    }

    private static Mechanism plan(long reports, double epsilon0) {
        return new Shuffled(reports, new RandomizedResponse(epsilon0, 2));
    }

    /** sqrt(n q (1-q)) / (1 - 2q) with q = 1/(e^epsilon0 + 1). */
    private static double deviation(long reports, double epsilon0) {
        return Math.sqrt((double) reports) / (2 * Math.sinh(epsilon0 / 2));
    }

    public List<Way> ways() {
        return ways;
    }

    public long reports() {
        return reports;
    }

    @Override
    public ObjectNode json(double seconds) {
        ObjectNode json = Json.object();
        json.put("reports", reports);
        json.put("relation", Relation.REPLACE_ONE.name());
        ObjectNode target = json.putObject("target");
        target.set("epsilon", Json.number(epsilon));
        target.set("delta", Json.number(delta));
        ArrayNode list = json.putArray("ways");
        for (Way way : ways) {
            ObjectNode one = list.addObject();
            one.put("name", way.name());
            way.randomizer().ifPresent(r -> one.set("local_epsilon", Json.number(r.epsilon())));
            way.flip().ifPresent(flip -> one.set("flip_probability", Json.number(flip)));
            way.guarantee().ifPresent(g -> one.set("epsilon", Json.bracket(g.epsilon())));
            one.set("count_error", Json.number(way.deviation()));
            one.set("share_error", Json.number(way.deviation() / reports));
        }
        json.set("seconds", Json.number(seconds));
        return json;
    }

    @Override
    public String text(Style style) {
        Table table = new Table();
        table.row("", "local epsilon", "flips", "central epsilon", "error of the count", "of the share");
        for (Way way : ways)
            table.row(
                    way.name(),
                    way.randomizer().map(r -> rounded(r.epsilon())).orElse("-"),
                    way.flip().map(CountingPlan::rounded).orElse("-"),
                    way.guarantee().map(g -> Decimals.of(g.epsilon()).upper()).orElse(Decimals.shortest(epsilon)),
                    rounded(way.deviation()),
                    rounded(way.deviation() / reports));
        List<String> lines = new ArrayList<>();
        lines.add("counting ones among " + reports + " users, epsilon <= " + Decimals.shortest(epsilon) + " at delta = "
                + Decimals.shortest(delta) + ", replace-one");
        List<String> rows = table.lines();
        for (int i = 0; i < rows.size(); i++) lines.add(i == 1 ? style.good(rows.get(i)) : rows.get(i));
        lines.add(style.faint("every user reports its bit, flipped with the stated probability; with q flips"
                + " (ones - n q)/(1 - 2q) estimates the count"));
        lines.add(style.faint(
                "errors are standard deviations: about 1/(n epsilon) of the share with a shuffler or a curator,"
                        + " 1/(sqrt(n) epsilon) without"));
        return String.join("\n", lines);
    }

    private static String rounded(double value) {
        return Decimals.nearest(value, 4);
    }
}
