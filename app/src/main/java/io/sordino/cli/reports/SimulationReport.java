package io.sordino.cli.reports;

import com.fasterxml.jackson.databind.node.ObjectNode;
import io.sordino.client.Campaign;
import io.sordino.plot.Axis;
import io.sordino.plot.Picture;
import io.sordino.plot.Point;
import io.sordino.plot.Series;
import io.sordino.report.Report;
import io.sordino.report.text.Decimals;
import io.sordino.report.text.Json;
import io.sordino.report.text.Style;
import io.sordino.reports.Estimates;
import io.sordino.reports.Interval;
import io.sordino.reports.Simulation;
import java.util.ArrayList;
import java.util.List;

/** How good the estimates of a simulated campaign were, and what was learnt of its clients. */
final class SimulationReport implements Report {
    private static final double CONFIDENCE = 0.95;

    private final Campaign campaign;
    private final long clients;
    private final List<Simulation.Day> days;
    private final Simulation.Attack attack;
    private final List<Estimates> estimates = new ArrayList<>();
    private long released;
    private long held;
    private long intervals;
    private double squares;
    private long silent;
    private long lies;

    SimulationReport(Campaign campaign, long clients, List<Simulation.Day> days, Simulation.Attack attack) {
        this.campaign = campaign;
        this.clients = clients;
        this.days = List.copyOf(days);
        this.attack = attack;
        for (Simulation.Day day : days) {
            silent += day.silent();
            if (!day.released()) continue;
            released++;
            Estimates found = Estimates.of(campaign, day.counted(), CONFIDENCE, false);
            estimates.add(found);
            lies = Math.max(lies, found.lies());
            for (Estimates.Cell cell : found.cells()) {
                double truth = (double) day.truth().get(cell.value());
                Interval claimed = found.lies() > 0 ? cell.ifSomeLie() : cell.interval();
                if (claimed.lower() <= truth && truth <= claimed.upper()) held++;
                intervals++;
                squares += (cell.count() - truth) * (cell.count() - truth);
            }
        }
    }

    private double deviceEpsilon() {
        return campaign.says("local_epsilon")
                ? ((Number) campaign.word("local_epsilon")).doubleValue() * campaign.answers()
                : Double.POSITIVE_INFINITY;
    }

    private double centralEpsilon() {
        return campaign.memoised() ? deviceEpsilon() : ((Number) campaign.word("certified_epsilon")).doubleValue();
    }

    /** How often one who must tell two values of a device apart by the batches can be right, at most. */
    private double mostRight() {
        double delta = ((Number) campaign.word("delta")).doubleValue();
        double advantage = Math.tanh(centralEpsilon() / 2) + 2 * delta / (1 + Math.exp(centralEpsilon()));
        return Math.min(1, (1 + advantage) / 2);
    }

    private double error() {
        return Math.sqrt(squares / Math.max(1, intervals));
    }

    @Override
    public ObjectNode json(double seconds) {
        ObjectNode json = Json.object();
        json.put("clients", clients);
        json.put("days", days.size());
        json.put("released", released);
        json.put("silent", silent);
        json.set("confidence", Json.number(CONFIDENCE));
        json.set("coverage", Json.number(held / (double) Math.max(1, intervals)));
        json.set("error", Json.number(error()));
        json.put("plan", String.valueOf(campaign.word("plan")));
        json.set("epsilon", Json.number(centralEpsilon()));
        json.set("device_epsilon", Json.number(deviceEpsilon()));
        ObjectNode learnt = json.putObject("attacker");
        learnt.put("watched", attack.watched());
        learnt.set("right_seeing_senders", Json.number(attack.right()));
        learnt.set("right_by_frequency", Json.number(attack.blind()));
        learnt.set("right_between_two_values_at_most", Json.number(mostRight()));
        json.set("seconds", Json.number(seconds));
        return json;
    }

    @Override
    public String text(Style style) {
        List<String> lines = new ArrayList<>();
        lines.add(style.strong(String.valueOf(campaign.word("question"))) + "  " + clients + " clients, " + days.size()
                + " days, " + released + " released" + (campaign.memoised() ? ", memoised" : ""));
        lines.add("estimates  off by " + Decimals.nearest(error(), 4) + " devices (root mean square); "
                + percent(held / (double) Math.max(1, intervals)) + " of " + intervals + " intervals of "
                + percent(CONFIDENCE)
                + (lies > 0 ? ", made for " + lies + " who lie, hold the honest ones" : " hold the truth"));
        lines.add("budget     each device at most " + Decimals.nearest(deviceEpsilon(), 4) + " in "
                + campaign.answers() + (campaign.answers() == 1 ? " answer" : " answers")
                + " of its own; batches of all days "
                + Decimals.up(centralEpsilon(), 4)
                + (silent > 0 ? "; " + silent + " times a device had nothing left to say" : ""));
        lines.add("attacker   who sees every report and its sender names the value of " + percent(attack.right())
                + " of " + attack.watched() + " devices, " + percent(attack.blind()) + " by frequency alone");
        lines.add("           who sees the batches, and knows all others, tells two values of a device apart at most "
                + percent(mostRight()) + " of the time");
        return String.join("\n", lines);
    }

    private static String percent(double share) {
        return Decimals.nearest(100 * share, 3) + " %";
    }

    /** The value that most clients hold, day by day. */
    Picture picture() {
        List<Point> found = new ArrayList<>();
        List<Point> truth = new ArrayList<>();
        int i = 0;
        for (Simulation.Day day : days) {
            if (!day.released()) continue;
            Estimates.Cell cell = estimates.get(i++).cells().get(0);
            found.add(new Point(
                    day.day(), cell.interval().lower(), cell.interval().upper()));
            truth.add(Point.exactly(day.day(), (double) day.truth().get(0)));
        }
        return new Picture(
                String.valueOf(campaign.word("question")) + ": devices with value 0",
                clients + " simulated clients, 95 % intervals",
                Axis.linear("day"),
                Axis.linear("devices"),
                List.of(new Series("estimate", Series.Kind.MEAN, found), Series.line("truth", truth)),
                List.of(),
                List.of("batches of all days: epsilon <= " + Decimals.up(centralEpsilon(), 4)
                        + "; a device's own answers: " + Decimals.nearest(deviceEpsilon(), 4)));
    }
}
