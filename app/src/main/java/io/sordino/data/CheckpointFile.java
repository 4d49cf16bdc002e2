package io.sordino.data;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.node.ArrayNode;
import com.fasterxml.jackson.databind.node.ObjectNode;
import io.sordino.mechanism.InvalidException;
import io.sordino.mechanism.Mechanism;
import io.sordino.plan.Plans;
import io.sordino.report.text.Json;
import io.sordino.train.Checkpoint;
import java.nio.charset.StandardCharsets;
import java.nio.file.Path;
import java.security.MessageDigest;
import java.security.NoSuchAlgorithmException;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.HexFormat;
import java.util.List;

/**
 * A run between two rounds as it is stored. The number of rounds decides how many more are run, so a file that has been changed since it was
 * written is refused: a seal over all of it tells. The seal has no key and keeps out mishaps, not forgers.
 *
 * @param settings what the plan does not say and a run cannot change on its way
 * @param before what was spent before the first round
 */
public record CheckpointFile(
        Checkpoint checkpoint,
        Schema schema,
        String plan,
        String settings,
        List<Mechanism> before,
        List<String> seeds) {
    private static final String KIND = "sordino-checkpoint";

    public CheckpointFile {
        before = List.copyOf(before);
        seeds = List.copyOf(seeds);
    }

    public ObjectNode json() {
        ObjectNode json = Json.object().put("kind", KIND).put("plan", plan).put("settings", settings);
        json.put("rounds", checkpoint.rounds());
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
                seeds);
        if (!stored.seal().equals(json.path("seal").asText()))
            throw new InvalidException(
                    "the checkpoint '" + file + "' has been changed since it was written",
                    "restore it, or remove it and begin again with a new budget");
        return stored;
    }

    private String seal() {
        String all = String.join(
                "\n",
                plan,
                settings,
                String.valueOf(checkpoint.rounds()),
                Json.text(schema.json()),
                before.stream().map(Plans::print).toList().toString(),
                seeds.toString(),
                Arrays.toString(checkpoint.weights()));
        try {
            byte[] digest = MessageDigest.getInstance("SHA-256").digest(all.getBytes(StandardCharsets.UTF_8));
            return HexFormat.of().formatHex(digest);
        } catch (NoSuchAlgorithmException e) {
            throw new IllegalStateException("this Java has no SHA-256", e);
        }
    }
}
