package io.sordino.plan;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.node.ObjectNode;
import io.sordino.mechanism.Mechanism;

/** Plans as JSON: dp_accounting's events, our own for what it lacks, and the history of an Opacus accountant. */
public final class PlanJson {
    private PlanJson() {}

    /** Reads event JSON or an Opacus history. */
    public static Mechanism read(String json) {
        return MechanismBuilder.build(syntax(json));
    }

    /** Reads event JSON or an Opacus history; exceptions have no position. */
    public static Mechanism read(JsonNode json) {
        return MechanismBuilder.build(syntax(JsonSource.read(json)));
    }

    /** The event, which reads back as an equal mechanism. */
    public static ObjectNode write(Mechanism mechanism) {
        return EventWriter.write(mechanism, 1);
    }

    static Syntax syntax(String json) {
        return syntax(JsonSource.read(json));
    }

    private static Syntax syntax(Json json) {
        return OpacusHistory.isOne(json) ? OpacusHistory.read(json) : EventReader.plan(json);
    }
}
