package io.sordino.report.budget;

import com.fasterxml.jackson.databind.node.ObjectNode;
import io.sordino.report.Report;
import io.sordino.report.text.Json;
import io.sordino.report.text.Style;
import java.util.List;

/** A report that is put together elsewhere. */
record Told(ObjectNode fields, List<String> lines, List<String> caveats, int exitCode) implements Report {
    Told(ObjectNode fields, List<String> lines) {
        this(fields, lines, List.of(), 0);
    }

    @Override
    public ObjectNode json(double seconds) {
        ObjectNode json = fields.deepCopy();
        json.set("seconds", Json.number(seconds));
        return json;
    }

    @Override
    public String text(Style style) {
        return String.join("\n", lines);
    }
}
