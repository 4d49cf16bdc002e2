package io.sordino.data;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.node.ArrayNode;
import com.fasterxml.jackson.databind.node.ObjectNode;
import io.sordino.mechanism.Mechanism;
import io.sordino.plan.Plans;
import io.sordino.refusal.InvalidException;
import io.sordino.report.text.Json;
import io.sordino.train.Checkpoint;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;

/**
 * A run between two rounds as it is stored. The number of rounds decides how many more are run, so a file that has been changed since it was
 * written is refused: a seal over all of it tells. The seal has no key and keeps out mishaps, not forgers.
 *
 * @param settings what the plan does not say and a run cannot change on its way
 * @param before what was spent before the first round
 * @param complete whether all rounds have been run: what is left to do is to write the model, as often as one likes
 */
public record CheckpointFile(
        Checkpoint checkpoint,
        Schema schema,
        String plan,
        String settings,
        List<Mechanism> before,
        List<String> seeds,
        boolean complete) {
    private static final String KIND = "sordino-checkpoint";

    public CheckpointFile {
        before = List.copyOf(before);
        seeds = List.copyOf(seeds);
    }

    public ObjectNode json() {
        ObjectNode json = Json.object().put("kind", KIND).put("plan", plan).put("settings", settings);
        json.put("rounds", checkpoint.rounds());
        json.put("complete", complete);
        json.set("schema", schema.json());
        before.forEach(part -> json.withArray("before").add(Plans.print(part)));
        seeds.forEach(json.putArray("seed_commitments")::add);
        ArrayNode weights = json.putArray("weights");
        for (double weight : checkpoint.weights()) weights.add(weight);
        return json.put("seal", seal());
    }

    public static CheckpointFile read(Path file) {
        JsonNode json = ModelFile.tree(file);
        if (!json.path("kind").asText().equals(KIND))
            throw new InvalidException("'" + file + "' is no checkpoint", "name another file");
        double[] weights = new double[json.path("weights").size()];
        for (int j = 0; j < weights.length; j++)
            weights[j] = json.path("weights").path(j).asDouble(Double.NaN);
        List<Mechanism> before = new ArrayList<>();
        json.path("before").forEach(plan -> before.add(Plans.read(plan.asText())));
        List<String> seeds = new ArrayList<>();
        json.path("seed_commitments").forEach(seed -> seeds.add(seed.asText()));
        CheckpointFile stored = new CheckpointFile(
                new Checkpoint(json.path("rounds").asLong(), weights),
                Schema.read(json.path("schema")),
                json.path("plan").asText(),
                json.path("settings").asText(),
                before,
                seeds,
                json.path("complete").asBoolean());
        if (!stored.seal().equals(json.path("seal").asText()))
            throw new InvalidException(
                    "the checkpoint '" + file + "' has been changed since it was written",
                    "restore it, or remove it and begin again with a new budget");
        return stored;
    }

    private String seal() {
        return Seal.hash(String.join(
                "\n",
                plan,
                settings,
                checkpoint.rounds() + (complete ? ", all" : ""),
                Json.text(schema.json()),
                before.stream().map(Plans::print).toList().toString(),
                seeds.toString(),
                Arrays.toString(checkpoint.weights())));
    }
}
