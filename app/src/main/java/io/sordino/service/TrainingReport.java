package io.sordino.service;

import com.fasterxml.jackson.databind.node.ArrayNode;
import com.fasterxml.jackson.databind.node.ObjectNode;
import io.sordino.account.Precision;
import io.sordino.mechanism.Mechanism;
import io.sordino.mechanism.Relation;
import io.sordino.plan.Plans;
import io.sordino.report.Question;
import io.sordino.report.Report;
import io.sordino.report.answer.StatementReport;
import io.sordino.report.text.Decimals;
import io.sordino.report.text.Json;
import io.sordino.report.text.Style;
import io.sordino.train.CalibratedTraining;
import io.sordino.train.IterateDescent;
import io.sordino.train.Recipe;
import io.sordino.train.Trained;
import java.util.ArrayList;
import java.util.List;
import java.util.Locale;
import java.util.Optional;

/** What a model promises, and how it was trained. */
public final class TrainingReport implements Report {
    private static final int DIGITS = 5;

    private final Choice choice;
    private final Trained trained;
    private final List<Mechanism> before;
    private final double epsilon;
    private final double delta;
    private final List<String> seeds;
    private final String file;
    private final ObjectNode statement;

    /** A sampling that was tried; its noise is infinite if it could not keep the promise. If it could not be chosen it says why. */
    public record Candidate(Recipe.Kind kind, Optional<Relation> relation, double noise, String why) {}

    /** The sampling that was taken, and which ones were tried. */
    public record Choice(Recipe.Kind kind, CalibratedTraining fitting, List<Candidate> tried) {
        public Choice {
            tried = List.copyOf(tried);
        }
    }

    public TrainingReport(
            Questions desk,
            Choice choice,
            Trained trained,
            List<Mechanism> before,
            double epsilon,
            double delta,
            List<String> seeds,
            String file) {
        this.choice = choice;
        this.trained = trained;
        this.before = List.copyOf(before);
        this.epsilon = epsilon;
        this.delta = delta;
        this.seeds = List.copyOf(seeds);
        this.file = file;
        Question question = new Question(
                CalibratedTraining.whole(before, trained.plan()), trained.relation(), true, new Precision(0.01));
        statement = desk.statement(
                        question, choice.fitting().guarantee(), choice.fitting().calibratedDelta())
                .json(0);
        statement.remove("seconds");
        sayHowNoiseWasDrawn(statement.withArray("warnings"));
    }

    /** A plan alone cannot know who draws its noise; here it is known, and what would be said of any sampler does not hold of ours. */
    private static void sayHowNoiseWasDrawn(ArrayNode warnings) {
        for (int i = warnings.size() - 1; i >= 0; i--)
            if (warnings.path(i).path("text").asText().startsWith(StatementReport.REAL_VALUED)) warnings.remove(i);
    }

    private String noise() {
        return choice.kind().isLastIterate()
                ? "the Gaussian of the plan, rounded to a grid by an exact sampler; rounding of the steps is charged for"
                : "the Gaussian of the plan, rounded to a grid by an exact sampler, on exact sums of integers";
    }

    /** What goes into the model: the promise, the statement and its proof, and a commitment to the noise. */
    public ObjectNode privacy() {
        ObjectNode json = Json.object();
        json.put("promised_epsilon", epsilon);
        json.put("promised_delta", delta);
        json.put("plan", Plans.print(CalibratedTraining.whole(before, trained.plan())));
        json.put("relation", trained.relation().name());
        json.put("sampling", label(choice.kind()));
        json.put("released", choice.kind().isLastIterate() ? "the last iterate alone" : "every step");
        json.put("noise", noise());
        json.set("noise_multiplier", Json.number(trained.variant().noiseMultiplier()));
        json.set("rounding_in_gaussian_distance", Json.number(trained.rounding()));
        json.put("number_of_records_is_public", true);
        seeds.forEach(json.putArray("seed_commitments")::add);
        json.set("guarantee", statement);
        return json;
    }

    @Override
    public ObjectNode json(double seconds) {
        ObjectNode json = privacy();
        json.put("out", file);
        json.put("steps", trained.variant().steps());
        json.set("expected_batch", Json.number(trained.variant().expectedBatch()));
        if (!choice.tried().isEmpty()) {
            ArrayNode all = json.putArray("tried");
            for (Candidate one : choice.tried()) {
                ObjectNode row = all.addObject().put("sampling", label(one.kind()));
                row.set("noise_left", Json.number(one.noise()));
                one.relation().ifPresent(relation -> row.put("relation", relation.name()));
                if (!one.why().isEmpty()) row.put("why", one.why());
            }
        }
        json.set("seconds", Json.number(seconds));
        return json;
    }

    @Override
    public String text(Style style) {
        List<String> lines = new ArrayList<>();
        lines.add("plan     " + Plans.print(CalibratedTraining.whole(before, trained.plan())));
        lines.add("promise  epsilon <= " + style.good(Decimals.shortest(epsilon)) + " at delta = "
                + Decimals.shortest(delta) + "  (" + trained.relation().label() + ")");
        lines.add("noise    multiplier " + Decimals.up(trained.variant().noiseMultiplier(), DIGITS) + ", "
                + trained.variant().steps()
                + " steps of about " + Math.round(trained.variant().expectedBatch()) + " records; "
                + choice.kind().meaning());
        if (trained.variant() instanceof IterateDescent last && last.used() < last.records())
            lines.add("unused   " + (last.records() - last.used())
                    + " records: batches in a fixed order have one size, and these are the rest");
        lines.addAll(why(style));
        for (String seed : seeds) lines.add("seed     committed to by " + seed);
        lines.add("model    " + file + " (" + trained.weights().length + " weights)");
        return String.join("\n", lines);
    }

    private List<String> why(Style style) {
        List<String> lines = new ArrayList<>();
        for (Candidate one : choice.tried()) {
            String noise = Double.isInfinite(one.noise())
                    ? style.faint(
                            "not possible: " + one.why().lines().findFirst().orElse(""))
                    : "noise left in the mean gradient of the run " + Decimals.up(one.noise(), DIGITS)
                            + one.relation()
                                    .map(relation -> " (" + relation.label() + ")")
                                    .orElse("")
                            + (one.why().isEmpty() ? "" : ", but it " + one.why());
            boolean taken = one.kind() == choice.kind();
            lines.add((taken ? "chosen   " : "tried    ") + label(one.kind()) + ": " + noise
                    + (taken ? ", the least of those that take as many steps" : ""));
        }
        return lines;
    }

    private static String label(Recipe.Kind kind) {
        return kind.name().toLowerCase(Locale.ROOT).replace('_', '-');
    }
}
