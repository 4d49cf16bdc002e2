package io.sordino.report.planning;

import com.fasterxml.jackson.databind.node.ArrayNode;
import com.fasterxml.jackson.databind.node.ObjectNode;
import io.sordino.account.Accountant;
import io.sordino.mechanism.Relation;
import io.sordino.plan.Plans;
import io.sordino.report.Report;
import io.sordino.report.planning.SampleSize.Choice;
import io.sordino.report.text.Decimals;
import io.sordino.report.text.Json;
import io.sordino.report.text.Style;
import io.sordino.report.text.Table;
import java.util.ArrayList;
import java.util.List;

/** The smallest rate that meets an error, among others. */
public final class SampleSizeReport implements Report {
    private static final int[] STEPS = {10, 5, 2};
    private static final int MOST_DECADES = 3;

    private final SampleSize asked;
    private final Choice best;
    private final List<Choice> choices;

    private SampleSizeReport(SampleSize asked, Choice best, List<Choice> choices) {
        this.asked = asked;
        this.best = best;
        this.choices = List.copyOf(choices);
    }

    public static SampleSizeReport of(Accountant accountant, SampleSize asked) {
        Choice best = asked.smallest(accountant);
        List<Choice> choices = new ArrayList<>();
        double floor = Math.max(1.0 / asked.datasetSize(), best.rate() / 20);
        boolean placed = false;
        long decade = 10;
        for (int d = 0; d < MOST_DECADES || !placed; d++, decade *= 10)
            for (int step : STEPS) {
                double rate = step / (double) decade;
                if (!placed && rate <= best.rate()) {
                    choices.add(best);
                    placed = true;
                }
                if (rate >= floor && rate != best.rate()) choices.add(asked.at(rate, accountant));
            }
        return new SampleSizeReport(asked, best, choices);
    }

    public SampleSize asked() {
        return asked;
    }

    public Choice best() {
        return best;
    }

    /** The rows of the table, the highest rate first. */
    public List<Choice> choices() {
        return choices;
    }

    @Override
    public ObjectNode json(double seconds) {
        ObjectNode json = Json.object();
        json.put("query", asked.query().name());
        json.set("lower", Json.number(asked.query().lower()));
        json.set("upper", Json.number(asked.query().upper()));
        json.put("dataset_size", asked.datasetSize());
        json.put("relation", Relation.ADD_OR_REMOVE_ONE.name());
        json.set("epsilon", Json.number(asked.epsilon()));
        json.set("delta", Json.number(asked.delta()));
        json.set("target", Json.number(asked.target()));
        json.setAll(row(best));
        ArrayNode table = json.putArray("table");
        choices.forEach(choice -> table.add(row(choice)));
        json.set("seconds", Json.number(seconds));
        return json;
    }

    private static ObjectNode row(Choice choice) {
        ObjectNode row = Json.object();
        row.put("plan", Plans.print(choice.plan()));
        row.set("rate", Json.number(choice.rate()));
        row.set("rows", Json.number(choice.rows()));
        row.set("base_epsilon", Json.number(choice.baseEpsilon()));
        row.set("noise_multiplier", Json.number(choice.noiseMultiplier()));
        row.set("sampling_error", Json.number(choice.samplingError()));
        row.set("noise_error", Json.number(choice.noiseError()));
        row.set("error", Json.number(choice.error()));
        return row;
    }

    @Override
    public String text(Style style) {
        List<String> lines = new ArrayList<>();
        lines.add("read " + style.good(Decimals.up(100 * best.rate(), 3) + " %") + " of the records: about "
                + rows(best) + " of " + asked.datasetSize() + ", for a "
                + asked.query().name()
                + " with a root-mean-square error of at most " + Decimals.shortest(asked.target()));
        lines.add("plan     " + Plans.print(best.plan()) + "   epsilon = " + Decimals.shortest(asked.epsilon())
                + (asked.delta() == 0 ? "" : " at delta = " + Decimals.shortest(asked.delta()))
                + ", add-remove");
        lines.add("");
        Table table = new Table();
        table.row("  rate", "rows read", "base epsilon", "sampling error", "noise error", "error");
        for (Choice choice : choices)
            table.row(
                    (choice.equals(best) ? "* " : "  ") + Decimals.up(choice.rate(), 4),
                    rows(choice),
                    Decimals.up(choice.baseEpsilon(), 4),
                    Decimals.up(choice.samplingError(), 4),
                    Decimals.up(choice.noiseError(), 4),
                    Decimals.up(choice.error(), 4));
        for (String line : table.lines()) lines.add(line.startsWith("*") ? style.good(line) : line);
        lines.add(
                style.faint(
                        "errors are for the worst data in the range; * the smallest rate within the error; reading everything has the least error"));
        return String.join("\n", lines);
    }

    private static String rows(Choice choice) {
        return Long.toString(Math.round(choice.rows()));
    }
}
