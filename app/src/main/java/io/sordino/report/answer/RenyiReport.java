package io.sordino.report.answer;

import com.fasterxml.jackson.databind.node.ArrayNode;
import com.fasterxml.jackson.databind.node.ObjectNode;
import io.sordino.account.Divergences;
import io.sordino.account.PrivacyLoss;
import io.sordino.numeric.Bracket;
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
import java.util.Optional;

/**
 * The answer to "what are the Renyi divergences?".
 *
 * @param rho with omega, where it was asked for
 * @param zeroConcentrated the least rho of all orders, where it was asked for
 * @param mu where the plan is Gaussian noise throughout
 * @param gaussian the mu down to a delta, where it was asked for
 */
public record RenyiReport(
        Question question,
        Divergences divergences,
        List<Row> rows,
        Bracket mean,
        Optional<Truncated> rho,
        Optional<Bracket> zeroConcentrated,
        Optional<Bracket> mu,
        Optional<DownTo> gaussian)
        implements Report {
    /** Shown where no orders are asked for. */
    public static final List<Double> USUAL = List.of(1.5, 2.0, 3.0, 4.0, 8.0, 16.0, 32.0, 64.0);

    public static final int MOST_ORDERS = 1000;

    /** The divergence of one order. */
    public record Row(double alpha, Bracket divergence) {}

    /** The least rho up to an order. */
    public record Truncated(double omega, Bracket rho) {}

    /** The least mu of Gaussian privacy down to a delta. */
    public record DownTo(double delta, Bracket mu) {}

    /**
     * What is worked out besides the orders.
     *
     * @param omega the least rho up to it
     * @param rho the least rho of all orders
     * @param mu the least mu of Gaussian privacy down to this delta
     */
    public record Wish(Optional<Double> omega, boolean rho, Optional<Double> mu) {}

    public RenyiReport {
        rows = List.copyOf(rows);
    }

    public static RenyiReport of(
            Question question, Divergences divergences, PrivacyLoss loss, List<Double> alphas, Wish wish) {
        List<Row> rows = alphas.stream()
                .map(alpha -> new Row(alpha, divergences.at(alpha)))
                .toList();
        return new RenyiReport(
                question,
                divergences,
                rows,
                divergences.at(1),
                wish.omega.map(order -> new Truncated(order, divergences.rho(order))),
                wish.rho ? Optional.of(divergences.rho()) : Optional.empty(),
                divergences.mu(),
                wish.mu.map(delta -> new DownTo(delta, loss.mu(delta))));
    }

    @Override
    public ObjectNode json(double seconds) {
        ObjectNode json = Json.object();
        json.put("plan", Plans.print(question.plan()));
        json.put("relation", question.relation().name());
        ArrayNode curve = json.putArray("renyi");
        for (Row row : rows) {
            ObjectNode one = Json.bracket(row.divergence);
            one.set("alpha", Json.number(row.alpha));
            curve.add(one);
        }
        json.set("expected_loss", Json.bracket(mean));
        rho.ifPresent(found -> {
            ObjectNode one = Json.bracket(found.rho);
            one.set("omega", Json.number(found.omega));
            json.set("rho", one);
        });
        zeroConcentrated.ifPresent(found -> json.set("zcdp_rho", Json.bracket(found)));
        mu.ifPresent(found -> json.set("mu", Json.bracket(found)));
        gaussian.ifPresent(found -> {
            ObjectNode one = Json.bracket(found.mu);
            one.set("delta", Json.number(found.delta));
            json.set("mu_down_to", one);
        });
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
        lines.add(style.strong("Renyi divergences") + "  " + question.relation().label());
        Table table = new Table().row("  order", "divergence", "certified");
        for (Row row : rows) line(table, Decimals.shortest(row.alpha), row.divergence);
        line(table, "1 (mean of the loss)", mean);
        lines.addAll(table.lines());
        rho.ifPresent(
                found -> lines.add("rho of (rho, " + Decimals.shortest(found.omega) + ")-tCDP: " + Ends.of(found.rho)));
        zeroConcentrated.ifPresent(found -> lines.add("rho of zCDP: " + Ends.of(found)));
        gaussian.ifPresent(found -> lines.add(
                "mu of Gaussian privacy down to delta " + Decimals.shortest(found.delta) + ": " + Ends.of(found.mu)));
        mu.ifPresent(found -> {
            lines.add("mu of Gaussian privacy: " + Ends.of(found));
            lines.add("rho of zCDP: mu^2/2 = " + Ends.of(square(found)));
        });
        if (!divergences.why().isEmpty()) lines.add(style.faint("because  " + Proofs.line(divergences.why())));
        question.note().ifPresent(note -> lines.add("note     " + note));
        return String.join("\n", lines);
    }

    private static void line(Table table, String order, Bracket value) {
        String upper = value.upper() == Double.POSITIVE_INFINITY
                ? "infinity"
                : Decimals.of(value).upper();
        table.row("  " + order, upper, Ends.of(value));
    }

    private static Bracket square(Bracket mu) {
        return Bracket.of(Math.nextDown(mu.lower() * mu.lower() / 2), Math.nextUp(mu.upper() * mu.upper() / 2));
    }
}
