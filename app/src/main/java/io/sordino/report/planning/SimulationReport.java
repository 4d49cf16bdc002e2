package io.sordino.report.planning;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.node.ArrayNode;
import com.fasterxml.jackson.databind.node.ObjectNode;
import io.sordino.account.Accountant;
import io.sordino.account.Precision;
import io.sordino.engine.Estimate;
import io.sordino.numeric.Bracket;
import io.sordino.plan.Plans;
import io.sordino.report.Report;
import io.sordino.report.text.Decimals;
import io.sordino.report.text.Json;
import io.sordino.report.text.Style;
import java.util.ArrayList;
import java.util.List;
import java.util.function.ToDoubleFunction;

/** What a protocol estimated, how far off it was, and how private it is in the centre. */
public final class SimulationReport implements Report {
    private static final int ROWS = 10;

    private final Simulation simulation;
    private final double delta;
    private final Bracket epsilon;

    public SimulationReport(Simulation simulation, Accountant accountant, double delta) {
        this.simulation = simulation;
        this.delta = delta;
        epsilon = accountant
                .epsilon(simulation.plan(), simulation.relation(), delta, Precision.DEFAULT)
                .epsilon();
    }

    @Override
    public ObjectNode json(double seconds) {
        ObjectNode json = Json.object();
        json.put("protocol", simulation.protocol());
        json.put("clients", simulation.clients());
        json.put("plan", Plans.print(simulation.plan()));
        json.put("relation", simulation.relation().name());
        json.set("truth", truths());
        json.set("estimate", estimates(Estimate::value));
        json.set("lower", estimates(Estimate::lower));
        json.set("upper", estimates(Estimate::upper));
        json.set("confidence", Json.number(simulation.estimates().get(0).confidence()));
        json.set("error", Json.number(simulation.error()));
        json.set("delta", Json.number(delta));
        json.set("epsilon", Json.bracket(epsilon));
        json.set("seconds", Json.number(seconds));
        return json;
    }

    /** One number, or a list of them for a histogram. */
    private JsonNode truths() {
        if (simulation.truths().size() == 1)
            return Json.number(simulation.truths().get(0));
        ArrayNode all = Json.array();
        simulation.truths().forEach(truth -> all.add(Json.number(truth)));
        return all;
    }

    private JsonNode estimates(ToDoubleFunction<Estimate> part) {
        if (simulation.estimates().size() == 1)
            return Json.number(part.applyAsDouble(simulation.estimates().get(0)));
        ArrayNode all = Json.array();
        simulation.estimates().forEach(estimate -> all.add(Json.number(part.applyAsDouble(estimate))));
        return all;
    }

    @Override
    public String text(Style style) {
        Decimals.Ends ends = Decimals.of(epsilon);
        List<String> lines = new ArrayList<>();
        lines.add("plan      " + Plans.print(simulation.plan()) + "  ("
                + simulation.relation().label() + ")");
        int rows = Math.min(ROWS, simulation.truths().size());
        for (int i = 0; i < rows; i++) {
            Estimate estimate = simulation.estimates().get(i);
            lines.add("estimate  " + style.strong(tenth(estimate.value())) + " in [" + tenth(estimate.lower()) + ", "
                    + tenth(estimate.upper()) + "], truth "
                    + tenth(simulation.truths().get(i)));
        }
        if (rows < simulation.truths().size())
            lines.add("          ... and " + (simulation.truths().size() - rows) + " more values");
        lines.add("error     " + tenth(simulation.error()) + (rows > 1 ? " at most" : ""));
        lines.add("central   epsilon in [" + ends.lower() + ", " + style.good(ends.upper()) + "] at delta = "
                + Decimals.shortest(delta));
        return String.join("\n", lines);
    }

    private static String tenth(double value) {
        return Decimals.shortest(Math.rint(value * 10) / 10);
    }
}
