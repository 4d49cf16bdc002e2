package io.sordino.data;

import com.fasterxml.jackson.core.JacksonException;
import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.node.ArrayNode;
import com.fasterxml.jackson.databind.node.ObjectNode;
import io.sordino.refusal.InvalidException;
import io.sordino.report.text.Json;
import io.sordino.train.model.Bound;
import io.sordino.train.model.Clipping;
import io.sordino.train.model.FeatureNorm;
import io.sordino.train.model.Huber;
import io.sordino.train.model.Logistic;
import io.sordino.train.model.Loss;
import io.sordino.train.model.Model;
import io.sordino.train.model.SmoothedHinge;
import io.sordino.train.model.Softmax;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.NoSuchFileException;
import java.nio.file.Path;
import java.util.List;

/**
 * A model as it is stored: weights, schema, how records were bounded, and what is promised about them.
 *
 * @param privacy the statement and its proof; empty in a checkpoint
 */
public record ModelFile(Model model, Bound bound, Schema schema, List<Double> weights, ObjectNode privacy) {
    private static final String KIND = "sordino-model";
    /** Models of the first version have no seal. */
    private static final int VERSION = 2;

    private static final long MOST_BYTES = 1L << 30;

    public ModelFile {
        weights = List.copyOf(weights);
        if (!(weights.size() == model.parameters()))
            throw new InvalidException("the model needs " + model.parameters() + " weights, it has " + weights.size());
        int outputs = model.loss().outputs();
        int classes = model.loss() instanceof Huber ? 0 : Math.max(2, outputs);
        if (!(schema.classes().size() == classes))
            throw new InvalidException(
                    "the model tells " + classes + " classes apart, the schema has "
                            + schema.classes().size(),
                    "give a file that sordino train has written");
        if (!(schema.width() == model.features()))
            throw new InvalidException(
                    "the schema gives " + schema.width() + " features, the model has " + model.features());
    }

    public double[] array() {
        return weights.stream().mapToDouble(Double::doubleValue).toArray();
    }

    public ObjectNode json() {
        ObjectNode json = Json.object();
        json.put("kind", KIND);
        json.put("version", VERSION);
        json.set("privacy", privacy);
        ObjectNode shape = json.putObject("model");
        Loss loss = model.loss();
        if (loss instanceof Huber huber) shape.put("loss", "huber").set("threshold", Json.number(huber.threshold()));
        else if (loss instanceof SmoothedHinge hinge)
            shape.put("loss", "smoothed_hinge").put("width", hinge.width());
        else if (loss instanceof Softmax softmax) shape.put("loss", "softmax").put("classes", softmax.classes());
        else shape.put("loss", "logistic");
        shape.put("features", model.features())
                .put("intercept", model.intercept())
                .put("l2", model.l2());
        if (bound instanceof Clipping clipping) shape.put("clip", clipping.norm());
        else if (bound instanceof FeatureNorm norm) shape.put("feature_norm", norm.norm());
        json.set("schema", schema.json());
        ArrayNode all = json.putArray("weights");
        weights.forEach(all::add);
        return Seal.sealed(json);
    }

    public static ModelFile read(Path file) {
        JsonNode json = tree(file);
        if (!json.path("kind").asText().equals(KIND))
            throw new InvalidException("'" + file + "' is no model", "give a file that sordino train has written");
        if (!(json.path("version").asInt() <= VERSION))
            throw new InvalidException(
                    "'" + file + "' was written by a later version", "use the sordino that wrote it, or a newer one");
        if ((json.path("version").asInt() == VERSION || Seal.isSealed(json)) && !Seal.holds(json))
            throw new InvalidException(
                    "the model '" + file + "' has been changed since it was written",
                    "restore it, or train another with a budget of its own");
        JsonNode shape = json.path("model");
        Loss loss = switch (shape.path("loss").asText()) {
            case "huber" -> new Huber(threshold(shape.path("threshold")));
            case "smoothed_hinge" -> new SmoothedHinge(shape.path("width").asDouble());
            case "softmax" -> new Softmax(shape.path("classes").asInt());
            case "logistic" -> new Logistic();
            default ->
                throw new InvalidException(
                        "the loss of '" + file + "' is unknown", "give a file that sordino train has written");
        };
        Model model = new Model(
                loss,
                shape.path("features").asInt(),
                shape.path("intercept").asBoolean(),
                shape.path("l2").asDouble());
        Bound bound = shape.has("clip")
                ? new Clipping(shape.path("clip").asDouble())
                : new FeatureNorm(shape.path("feature_norm").asDouble());
        double[] weights = new double[json.path("weights").size()];
        for (int j = 0; j < weights.length; j++) {
            weights[j] = json.path("weights").path(j).asDouble(Double.NaN);
            if (!Double.isFinite(weights[j]))
                throw new InvalidException("a weight of '" + file + "' is not a number", "train it again");
        }
        return new ModelFile(
                model,
                bound,
                Schema.read(json.path("schema")),
                java.util.Arrays.stream(weights).boxed().toList(),
                json.path("privacy") instanceof ObjectNode privacy ? privacy : Json.object());
    }

    private static double threshold(JsonNode json) {
        return json.isTextual() ? Double.POSITIVE_INFINITY : json.asDouble();
    }

    /** JSON from a file, with a refusal that names it. */
    public static JsonNode tree(Path file) {
        if (Files.isDirectory(file)) throw new InvalidException("'" + file + "' is a folder", "name a file in it");
        try {
            if (!(Files.size(file) <= MOST_BYTES))
                throw new InvalidException("'" + file + "' is too large to be a model");
            return Json.read(Files.readString(file));
        } catch (NoSuchFileException e) {
            throw new InvalidException("cannot read '" + file + "': there is no such file", "check the name", e);
        } catch (JacksonException e) {
            throw new InvalidException("'" + file + "' is not JSON", "it may have been cut off", e);
        } catch (IOException e) {
            throw new InvalidException(
                    "cannot read '" + file + "': " + e.getClass().getSimpleName(), "check the name", e);
        }
    }
}
