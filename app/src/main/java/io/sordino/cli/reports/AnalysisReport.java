package io.sordino.cli.reports;

import com.fasterxml.jackson.databind.node.ArrayNode;
import com.fasterxml.jackson.databind.node.ObjectNode;
import io.sordino.account.Accountant;
import io.sordino.account.Guarantee;
import io.sordino.account.Precision;
import io.sordino.cli.CommandException;
import io.sordino.client.Campaign;
import io.sordino.mechanism.BlanketHistogram;
import io.sordino.mechanism.Mechanism;
import io.sordino.mechanism.Relation;
import io.sordino.mechanism.Shuffled;
import io.sordino.plan.Plans;
import io.sordino.plot.Axis;
import io.sordino.plot.Picture;
import io.sordino.plot.Point;
import io.sordino.plot.Series;
import io.sordino.report.Report;
import io.sordino.report.text.Decimals;
import io.sordino.report.text.Json;
import io.sordino.report.text.Style;
import io.sordino.report.text.Table;
import io.sordino.reports.Analysis;
import io.sordino.reports.Estimates;
import io.sordino.reports.Interval;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.List;

/** What a batch says, how sure that is, and what it costs the devices in it. */
final class AnalysisReport implements Report {
    private static final int MOST_LINES = 40;

    private final Campaign campaign;
    private final Analysis.Counted counted;
    private final Estimates estimates;
    private final List<Estimates.Cell> shown;
    private final Guarantee batch;
    private final double delta;
    private final boolean shuffled;

    private AnalysisReport(
            Campaign campaign,
            Analysis.Counted counted,
            Estimates estimates,
            List<Estimates.Cell> shown,
            Guarantee batch,
            double delta,
            boolean shuffled) {
        this.campaign = campaign;
        this.counted = counted;
        this.estimates = estimates;
        this.shown = shown;
        this.batch = batch;
        this.delta = delta;
        this.shuffled = shuffled;
    }

    static AnalysisReport of(
            Accountant accountant,
            Campaign campaign,
            Analysis.Counted counted,
            Estimates estimates,
            long top,
            boolean shuffled) {
        double delta = number(campaign, "delta");
        // what honest devices leave out of their messages was taken off when the campaign was planned
        double left = campaign.says("slack") ? delta - number(campaign, "slack") : delta;
        Guarantee batch = accountant.epsilon(
                released(campaign, counted, shuffled), Relation.REPLACE_ONE, left, Precision.DEFAULT);
        List<Estimates.Cell> shown = new ArrayList<>(estimates.cells());
        if (top < shown.size()) {
            shown.sort(Comparator.comparingDouble(Estimates.Cell::count).reversed());
            shown = shown.subList(0, (int) top);
        }
        return new AnalysisReport(campaign, counted, estimates, List.copyOf(shown), batch, delta, shuffled);
    }

    /** What the batch is: several messages as planned, since more clients hide no less; single ones among those that reported. */
    private static Mechanism released(Campaign campaign, Analysis.Counted counted, boolean shuffled) {
        long honest = honest(campaign, counted);
        if (!campaign.says("local_plan")) {
            Mechanism planned = Plans.read(String.valueOf(campaign.word("day_plan")));
            if (isCovered(campaign, counted)) return planned;
            if (planned instanceof BlanketHistogram histogram && honest >= 2)
                return new BlanketHistogram(honest, histogram.rate());
            throw CommandException.invalid(
                    counted.refused() + " of the reports cannot be read: too few clients are left to hide among",
                    "leave this batch out");
        }
        Mechanism local = Plans.read(String.valueOf(campaign.word("local_plan")));
        return shuffled && honest >= 2 ? new Shuffled(honest, local) : local;
    }

    /** Corrupt clients hide nobody, and all of them may have reported; nor does a report that was refused, which only they send. */
    private static long honest(Campaign campaign, Analysis.Counted counted) {
        return counted.clients() - Math.max((long) number(campaign, "corrupt"), counted.refused());
    }

    /** Whether there are as many to hide among as the campaign was planned for. */
    private static boolean isCovered(Campaign campaign, Analysis.Counted counted) {
        return honest(campaign, counted) >= (long) number(campaign, "honest");
    }

    /** Days of fresh answers compose as their plan says; the same answer seen on many days is hidden by its randomizer alone. */
    private double campaignEpsilon() {
        return isAlone() ? deviceEpsilon() : number(campaign, "certified_epsilon");
    }

    /** Whether over all days nothing but its own randomizer hides a device. */
    private boolean isAlone() {
        return campaign.memoised() || !isCovered();
    }

    /** Whether what was counted came as the campaign's promise needs it: through a shuffler, among enough others, or by itself where nobody was to shuffle. */
    private boolean isCovered() {
        boolean needsNobody =
                campaign.says("local_plan") && campaign.word("local_plan").equals(campaign.word("day_plan"));
        return needsNobody || (shuffled && isCovered(campaign, counted));
    }

    private String campaignReason() {
        if (campaign.memoised()) return "one answer of each device, seen on every day";
        if (isCovered()) return String.valueOf(campaign.word("plan"));
        return "each device by itself, since "
                + (shuffled ? "too few reports can be read to hide among" : "nobody has shuffled its reports");
    }

    private double deviceEpsilon() {
        return campaign.says("local_epsilon")
                ? number(campaign, "local_epsilon") * campaign.answers()
                : Double.POSITIVE_INFINITY;
    }

    private static double number(Campaign campaign, String name) {
        return ((Number) campaign.word(name)).doubleValue();
    }

    @Override
    public ObjectNode json(double seconds) {
        ObjectNode json = Json.object();
        json.put("reports", counted.reports());
        json.put("refused", counted.refused());
        json.put("clients", counted.clients());
        json.put("day", counted.day());
        json.put("plan", Plans.print(batch.mechanism()));
        json.put("relation", Relation.REPLACE_ONE.name());
        json.set("epsilon", Json.bracket(batch.epsilon()));
        json.set("delta", Json.number(delta));
        ObjectNode whole = json.putObject("campaign");
        whole.put("plan", String.valueOf(campaign.word("plan")));
        whole.put("covered", isCovered());
        whole.set("epsilon", Json.number(campaignEpsilon()));
        whole.set("device_epsilon", Json.number(deviceEpsilon()));
        json.set("confidence", Json.number(estimates.confidence()));
        json.put("intervals", estimates.simultaneous() ? "simultaneous" : "per value");
        json.put("corrupt", estimates.lies());
        if (estimates.sum()) {
            amounts(json.putObject("sum"), 1);
            amounts(json.putObject("mean"), (double) Math.max(1, counted.clients()));
            json.set("seconds", Json.number(seconds));
            return json;
        }
        ArrayNode list = json.putArray("estimates");
        for (Estimates.Cell cell : shown) {
            ObjectNode one = list.addObject();
            one.put("value", cell.value());
            ObjectNode count = one.putObject("count");
            count.set("value", Json.number(cell.count()));
            ends(count, cell.interval());
            ends(one.putObject("if_some_lie"), cell.ifSomeLie());
        }
        json.set("seconds", Json.number(seconds));
        return json;
    }

    private void amounts(ObjectNode node, double by) {
        Estimates.Cell cell = estimates.cells().get(0);
        node.set("value", Json.number(cell.count() / by));
        ends(node, scaled(cell.interval(), by));
        ends(node.putObject("if_some_lie"), scaled(cell.ifSomeLie(), by));
    }

    private static Interval scaled(Interval interval, double by) {
        return new Interval(interval.lower() / by, interval.upper() / by);
    }

    private static void ends(ObjectNode node, Interval interval) {
        node.set("lower", Json.number(interval.lower()));
        node.set("upper", Json.number(interval.upper()));
    }

    @Override
    public String text(Style style) {
        List<String> lines = new ArrayList<>();
        lines.add(style.strong(campaign.word("question") + ", day " + counted.day()) + "  " + counted.reports()
                + " reports of " + counted.clients() + " devices, " + counted.refused() + " refused");
        Table table = new Table();
        table.row(
                estimates.sum() ? "" : "value",
                estimates.sum() ? "numbers" : "count",
                Decimals.shortest(100 * estimates.confidence()) + " %",
                "if at most " + estimates.lies() + " lie");
        if (estimates.sum()) {
            Estimates.Cell cell = estimates.cells().get(0);
            double n = (double) Math.max(1, counted.clients());
            table.row("sum", Decimals.nearest(cell.count(), 6), ends(cell.interval()), ends(cell.ifSomeLie()));
            table.row(
                    "mean",
                    Decimals.nearest(cell.count() / n, 6),
                    ends(scaled(cell.interval(), n)),
                    ends(scaled(cell.ifSomeLie(), n)));
        }
        for (Estimates.Cell cell :
                estimates.sum() ? List.<Estimates.Cell>of() : shown.subList(0, Math.min(MOST_LINES, shown.size())))
            table.row(
                    String.valueOf(cell.value()),
                    Decimals.nearest(cell.count(), 6),
                    ends(cell.interval()),
                    ends(cell.ifSomeLie()));
        lines.addAll(table.lines());
        if (shown.size() > MOST_LINES) lines.add(style.faint((shown.size() - MOST_LINES) + " more in --json"));
        lines.add("batch     epsilon <= " + Decimals.of(batch.epsilon()).upper() + " at delta = "
                + Decimals.shortest(delta) + ", replace-one: " + Plans.print(batch.mechanism()));
        lines.add("campaign  epsilon <= " + Decimals.up(campaignEpsilon(), 6) + ": " + campaignReason());
        lines.add(style.faint((estimates.sum()
                        ? "intervals hold"
                        : "intervals hold "
                                + (estimates.simultaneous() ? "for all values together" : "for each value by itself"))
                + ", for the devices that reported"));
        return String.join("\n", lines);
    }

    private static String ends(Interval interval) {
        return "[" + Decimals.down(interval.lower(), 6) + ", " + Decimals.up(interval.upper(), 6) + "]";
    }

    Picture picture() {
        List<Point> points = new ArrayList<>();
        for (Estimates.Cell cell : shown)
            points.add(new Point(
                    cell.value(), cell.interval().lower(), cell.interval().upper()));
        points.sort(Comparator.comparingDouble(Point::x));
        return new Picture(
                String.valueOf(campaign.word("question")),
                "day " + counted.day() + ", " + counted.reports() + " reports, "
                        + Decimals.shortest(100 * estimates.confidence()) + " % intervals"
                        + (estimates.simultaneous() ? ", all together" : ""),
                Axis.linear("value"),
                Axis.linear("devices"),
                List.of(new Series("estimate", Series.Kind.INTERVALS, points)),
                List.of(),
                List.of("epsilon <= " + Decimals.of(batch.epsilon()).upper() + " at delta = "
                        + Decimals.shortest(delta)));
    }
}
