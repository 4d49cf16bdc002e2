package io.sordino.report.answer;

import com.fasterxml.jackson.databind.node.ArrayNode;
import com.fasterxml.jackson.databind.node.ObjectNode;
import io.sordino.account.Guarantee;
import io.sordino.mechanism.Direction;
import io.sordino.numeric.Bracket;
import io.sordino.plan.Plans;
import io.sordino.report.Question;
import io.sordino.report.Relations;
import io.sordino.report.Report;
import io.sordino.report.caveat.Assumptions;
import io.sordino.report.caveat.Caveats;
import io.sordino.report.caveat.Conditions;
import io.sordino.report.caveat.Population;
import io.sordino.report.text.Decimals;
import io.sordino.report.text.Json;
import io.sordino.report.text.Style;
import java.util.ArrayList;
import java.util.List;

/**
 * One honest paragraph for a report or a model card, and warnings.
 *
 * @param pure whether an epsilon holds at delta 0 too
 * @param caughtByFew the attacker's best true-positive rate at {@link #FEW} false positives
 * @param caughtByFewer the same at {@link #FEWER}
 */
public record StatementReport(
        Question question, Guarantee guarantee, double delta, boolean pure, double caughtByFew, double caughtByFewer)
        implements Report {
    public static final double FEW = 0.01;
    public static final double FEWER = 0.001;

    /** How the warning begins that noise on a computer is not what a plan speaks of; whoever knows how it was drawn leaves it out. */
    public static final String REAL_VALUED = "the account is about real-valued noise";

    private static final double LARGE_DELTA = 1e-3;
    private static final double LARGE_EPSILON = 10;
    private static final int DIGITS = 4;
    private static final int WRAP = 100;

    /** How bad it is. */
    enum Severity {
        CRITICAL("Critical"),
        THEORETICAL("Theoretical"),
        NEGLIGIBLE("Negligible");

        private final String label;

        Severity(String label) {
            this.label = label;
        }
    }

    record Warning(Severity severity, String text) {}

    @Override
    public ObjectNode json(double seconds) {
        ObjectNode json = Json.object();
        json.put("statement", paragraph());
        ArrayNode warnings = json.putArray("warnings");
        for (Warning warning : warnings())
            warnings.addObject().put("severity", warning.severity.label).put("text", warning.text);
        ArrayNode attacker = json.putArray("attacker");
        rate(attacker, FEW, caughtByFew);
        rate(attacker, FEWER, caughtByFewer);
        ArrayNode assumed = json.putArray("assumed");
        Assumptions.of(question.plan()).forEach(assumed::add);
        ArrayNode broken = json.putArray("broken_by");
        Conditions.of(question.plan()).forEach(condition -> broken.add(condition.breaks()));
        ObjectNode answer = new GuaranteeReport(question, guarantee, delta).json(seconds);
        // said above, with how bad it is
        answer.remove("warnings");
        json.setAll(answer);
        return json;
    }

    private static void rate(ArrayNode attacker, double falsePositives, double truePositives) {
        ObjectNode one = attacker.addObject();
        one.set("false_positive_rate", Json.number(falsePositives));
        one.set("true_positive_rate_upper", Json.number(truePositives));
    }

    @Override
    public String text(Style style) {
        List<String> lines = new ArrayList<>();
        lines.add(wrap(paragraph()));
        for (Warning warning : warnings()) {
            String line = wrap(warning.severity.label + ": " + warning.text);
            lines.add(warning.severity == Severity.CRITICAL ? style.bad(line) : style.warning(line));
        }
        return String.join("\n", lines);
    }

    String paragraph() {
        Bracket epsilon = guarantee.epsilon();
        String upper = Decimals.up(epsilon.upper(), DIGITS);
        String lower = Decimals.down(epsilon.lower(), DIGITS);
        String plan = "Releasing " + Assumptions.released(question.plan()) + " of the plan "
                + Plans.print(question.plan()) + " ";
        String neighbours = "when " + Relations.inWords(guarantee.relation()) + " ("
                + guarantee.relation().label() + ")";
        String promise = epsilon.upper() == Double.POSITIVE_INFINITY
                ? "has no finite epsilon at delta = " + Decimals.shortest(delta) + " " + neighbours + ". "
                : "is differentially private with epsilon at most " + upper + " at delta = " + Decimals.shortest(delta)
                        + " " + neighbours + ", " + directions() + ". ";
        String below = epsilon.upper() == Double.POSITIVE_INFINITY || epsilon.lower() == epsilon.upper()
                ? ""
                : epsilon.lower() > 0
                        ? "This is a proved upper bound, and some neighbours attain at least " + lower + ". "
                        : "This is a proved upper bound; how far below it the truth lies is not known. ";
        String assumed = "It is assumed that " + String.join("; that ", Assumptions.of(question.plan())) + ". ";
        return plan + promise + below + assumed + broken() + attacker();
    }

    private String broken() {
        List<String> breaks =
                Conditions.of(question.plan()).stream().map(Conditions::breaks).toList();
        return breaks.isEmpty() ? "" : "It no longer holds with " + String.join("; with ", breaks) + ". ";
    }

    private String directions() {
        return guarantee.relation().directions().contains(Direction.REPLACE)
                ? "whichever of the two values is the true one"
                : "in both directions";
    }

    private String attacker() {
        return "An attacker who knows all other records and accuses wrongly at most 1 % of the time detects the record at most "
                + percent(caughtByFew) + " of the time; at 0.1 % wrong accusations, at most " + percent(caughtByFewer)
                + ".";
    }

    private static String percent(double rate) {
        return Decimals.up(Math.min(100, rate * 100 * (1 + 1e-15)), 3) + " %";
    }

    List<Warning> warnings() {
        List<Warning> warnings = new ArrayList<>();
        double epsilon = guarantee.epsilon().upper();
        Caveats.of(question.plan()).forEach(caveat -> warnings.add(new Warning(Severity.CRITICAL, caveat + ".")));
        if (delta > LARGE_DELTA)
            warnings.add(
                    new Warning(
                            Severity.CRITICAL,
                            "delta = " + Decimals.shortest(delta)
                                    + " is above 1/1000, which allows publishing whole records; use a delta far below 1 over the number of records."));
        if (epsilon == Double.POSITIVE_INFINITY)
            warnings.add(new Warning(
                    Severity.CRITICAL, "no finite epsilon holds at this delta; ask at a larger delta or add noise."));
        else if (epsilon > LARGE_EPSILON)
            warnings.add(
                    new Warning(
                            Severity.CRITICAL,
                            "an epsilon above 10 promises little against a strong attacker; the detection rates say what is left."));
        if (Assumptions.cutsAShuffledDataset(question.plan()))
            warnings.add(
                    new Warning(
                            Severity.CRITICAL,
                            "how much shuffled batches amplify is not known exactly: the truth may lie anywhere between the two ends, amplification is counted for Gaussian noise in a fresh secret order each epoch alone, and numbers for Poisson sampling or random allocation must not be quoted for them."));
        if (!pure && delta <= LARGE_DELTA)
            warnings.add(new Warning(
                    Severity.THEORETICAL,
                    "there is no pure guarantee: with probability up to delta the loss may exceed epsilon."));
        Population.of(question.plan()).ifPresent(records -> {
            if (!pure && delta > 0)
                warnings.add(new Warning(
                        Population.isTooLarge(delta, records) ? Severity.CRITICAL : Severity.THEORETICAL,
                        Population.inWords(delta, records)));
        });
        if (Assumptions.drawsContinuousNoise(question.plan()))
            warnings.add(new Warning(
                    Severity.THEORETICAL, REAL_VALUED + "; floating-point samplers leak through their low bits."));
        if (guarantee.limit().isEmpty() && guarantee.epsilon().lower() < epsilon)
            warnings.add(
                    new Warning(Severity.NEGLIGIBLE, "rounding and discretisation are inside the certified bracket."));
        return warnings;
    }

    private static String wrap(String text) {
        StringBuilder wrapped = new StringBuilder();
        int column = 0;
        for (String word : text.split(" ", -1)) {
            if (column > 0 && column + 1 + word.length() > WRAP) {
                wrapped.append('\n');
                column = 0;
            } else if (column > 0) {
                wrapped.append(' ');
                column++;
            }
            wrapped.append(word);
            column += word.length();
        }
        return wrapped.toString();
    }
}
