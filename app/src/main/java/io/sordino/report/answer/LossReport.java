package io.sordino.report.answer;

import com.fasterxml.jackson.databind.node.ArrayNode;
import com.fasterxml.jackson.databind.node.ObjectNode;
import io.sordino.account.Divergences;
import io.sordino.account.PrivacyLoss;
import io.sordino.numeric.Bracket;
import io.sordino.numeric.Up;
import io.sordino.plan.Plans;
import io.sordino.report.Question;
import io.sordino.report.Report;
import io.sordino.report.caveat.Caveats;
import io.sordino.report.text.Decimals;
import io.sordino.report.text.Json;
import io.sordino.report.text.Style;
import io.sordino.report.text.Table;
import java.util.ArrayList;
import java.util.List;

/** The answer to "how large is the privacy loss?": its mean, and how often it exceeds some thresholds. */
public record LossReport(Question question, Divergences divergences, Bracket mean, List<Tail> tails) implements Report {
    /** Shown where no thresholds are asked for. */
    public static final List<Double> USUAL = List.of(0.5, 1.0, 2.0, 4.0, 8.0);

    public static final int MOST_THRESHOLDS = 100;

    private static final double[] ORDERS = {1.25, 1.5, 2, 3, 4, 6, 8, 12, 16, 24, 32, 64};

    /**
     * How often the loss exceeds a threshold.
     *
     * @param byRenyi at most so often by the Renyi divergences alone: e^((alpha-1)(r(alpha) - threshold)) at the best order
     */
    public record Tail(double threshold, Bracket probability, double byRenyi) {}

    public LossReport {
        tails = List.copyOf(tails);
    }

    public static LossReport of(Question question, Divergences divergences, PrivacyLoss loss, List<Double> thresholds) {
        double[] curve = new double[ORDERS.length];
        for (int i = 0; i < curve.length; i++)
            curve[i] = divergences.at(ORDERS[i]).upper();
        List<Tail> tails = new ArrayList<>();
        for (double threshold : thresholds) {
            double byRenyi = 1;
            for (int i = 0; i < curve.length; i++)
                byRenyi = Math.min(byRenyi, Up.exp(Up.mul(ORDERS[i] - 1, Up.sub(curve[i], threshold))));
            Bracket probability = loss.exceeds(threshold);
            Bracket best = Bracket.of(probability.lower(), Math.min(probability.upper(), byRenyi));
            tails.add(new Tail(threshold, best, byRenyi));
        }
        return new LossReport(question, divergences, divergences.at(1), tails);
    }

    @Override
    public ObjectNode json(double seconds) {
        ObjectNode json = Json.object();
        json.put("plan", Plans.print(question.plan()));
        json.put("relation", question.relation().name());
        json.set("expected_loss", Json.bracket(mean));
        ArrayNode all = json.putArray("exceeds");
        for (Tail tail : tails) {
            ObjectNode one = Json.bracket(tail.probability);
            one.set("loss", Json.number(tail.threshold));
            one.set("by_renyi", Json.number(tail.byRenyi));
            all.add(one);
        }
        json.set("seconds", Json.number(seconds));
        if (!caveats().isEmpty()) caveats().forEach(json.withArray("warnings")::add);
        json.set("because", Proofs.json(divergences.why()));
        return json;
    }

    @Override
    public List<String> caveats() {
        return Caveats.of(question.plan());
    }

    @Override
    public String text(Style style) {
        List<String> lines = new ArrayList<>();
        lines.add(style.strong("Privacy loss") + "  " + question.relation().label());
        Table table = new Table().row("  ", "certified", "by Renyi divergences alone");
        table.row("  mean", Ends.of(mean), "");
        for (Tail tail : tails)
            table.row(
                    "  probability above " + Decimals.shortest(tail.threshold),
                    Ends.of(tail.probability),
                    "at most " + Decimals.of(Bracket.atMost(tail.byRenyi)).upper());
        lines.addAll(table.lines());
        if (!divergences.why().isEmpty()) lines.add(style.faint("because  " + Proofs.line(divergences.why())));
        question.note().ifPresent(note -> lines.add("note     " + note));
        return String.join("\n", lines);
    }
}
