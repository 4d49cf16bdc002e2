package io.sordino.plan;

import io.sordino.mechanism.Mechanism;

/** Plans as text: {@code 10000 * poisson(0.01, gaussian(1.1))}. docs/plan-language.md describes the language. */
public final class Plans {
    private Plans() {}

    /** Reads a plan written in the plan language. */
    public static Mechanism parse(String text) {
        return MechanismBuilder.build(PlanParser.parse(text));
    }

    /** Reads a plan in any form: the plan language, event JSON or an Opacus history. */
    public static Mechanism read(String source) {
        return MechanismBuilder.build(syntax(source));
    }

    /** The canonical text, which reads back as an equal mechanism. */
    public static String print(Mechanism mechanism) {
        return PlanPrinter.print(mechanism);
    }

    /** No plan of the language begins with a bracket, so the first character tells which form it is. */
    static Syntax syntax(String source) {
        String start = source.stripLeading();
        return start.startsWith("{") || start.startsWith("[") ? PlanJson.syntax(source) : PlanParser.parse(source);
    }
}
