package io.sordino.data;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.node.ArrayNode;
import com.fasterxml.jackson.databind.node.ObjectNode;
import io.sordino.refusal.InvalidException;
import io.sordino.report.text.Json;
import java.util.ArrayList;
import java.util.HashSet;
import java.util.List;
import java.util.OptionalDouble;
import java.util.Set;

/**
 * What is public about the data: the columns and what they may hold.
 *
 * @param classes the names of the classes, in the order of their numbers; empty for a regression
 */
public record Schema(List<Column> columns, String label, List<String> classes) {
    public Schema {
        columns = List.copyOf(columns);
        classes = List.copyOf(classes);
        if (!(columns.size() >= 1))
            throw new InvalidException("there must be at least one feature", "name columns with --features");
        if (!(classes.stream().distinct().count() == classes.size() && classes.size() != 1))
            throw new InvalidException("there must be at least two classes, all different");
        Set<String> names = new HashSet<>();
        for (Column column : columns)
            if (!(names.add(column.name()) && !column.name().equals(label)))
                throw new InvalidException(
                        "column '" + column.name() + "' is a feature twice, or the label as well",
                        "name every column once");
    }

    /** How many numbers a row becomes. */
    public int width() {
        return columns.stream().mapToInt(Column::width).sum();
    }

    public ObjectNode json() {
        ObjectNode json = Json.object();
        json.put("label", label);
        if (!classes.isEmpty()) classes.forEach(json.putArray("classes")::add);
        ArrayNode all = json.putArray("columns");
        for (Column column : columns) {
            ObjectNode one = all.addObject().put("name", column.name());
            if (column instanceof Column.Numeric numeric) {
                numeric.lower().ifPresent(low -> one.put("lower", low));
                numeric.upper().ifPresent(high -> one.put("upper", high));
                numeric.imputed().ifPresent(value -> one.put("imputed", value));
            } else if (column instanceof Column.Categorical categorical) {
                categorical.levels().forEach(one.putArray("levels")::add);
                one.put("may_be_missing", categorical.mayBeMissing());
            } else one.put("sparse_width", column.width());
        }
        return json;
    }

    public static Schema read(JsonNode json) {
        List<String> classes = new ArrayList<>();
        json.path("classes").forEach(name -> classes.add(name.asText()));
        List<Column> columns = new ArrayList<>();
        for (JsonNode one : json.path("columns")) {
            String name = one.path("name").asText();
            List<String> levels = new ArrayList<>();
            one.path("levels").forEach(level -> levels.add(level.asText()));
            if (one.has("sparse_width")) {
                columns.add(new Column.Sparse(name, one.path("sparse_width").asInt()));
                continue;
            }
            columns.add(
                    levels.isEmpty()
                            ? new Column.Numeric(
                                    name, number(one, "lower"), number(one, "upper"), number(one, "imputed"))
                            : new Column.Categorical(
                                    name, levels, one.path("may_be_missing").asBoolean()));
        }
        return new Schema(columns, json.path("label").asText(), classes);
    }

    private static OptionalDouble number(JsonNode json, String name) {
        return json.has(name) ? OptionalDouble.of(json.path(name).asDouble()) : OptionalDouble.empty();
    }
}
