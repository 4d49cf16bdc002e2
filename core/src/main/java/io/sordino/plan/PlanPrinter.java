package io.sordino.plan;

import io.sordino.mechanism.Counts;
import io.sordino.mechanism.LastIterate.Position;
import io.sordino.mechanism.Mechanism;
import io.sordino.mechanism.Schedule;
import io.sordino.mechanism.Values;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.stream.Collectors;

/** Writes a mechanism as the one canonical text that reads back as the same mechanism. */
final class PlanPrinter {
    private final StringBuilder out = new StringBuilder();

    private PlanPrinter() {}

    static String print(Mechanism mechanism) {
        PlanPrinter printer = new PlanPrinter();
        printer.plan(mechanism, Tightness.NONE, 1);
        return printer.out.toString();
    }

    /** How tightly a place binds: an operator that binds less than its place asks for stands in parentheses. */
    private enum Tightness {
        NONE,
        TERM,
        ATOM
    }

    private void plan(Mechanism mechanism, Tightness place, int depth) {
        if (depth > Limits.DEPTH) throw Limits.tooDeep(PlanException.NOWHERE);
        Entry entry = Vocabulary.of(mechanism);
        boolean sum = entry.name().equals(Vocabulary.COMPOSED)
                && parts(entry, mechanism).size() > 1;
        boolean multiple = entry.name().equals(Vocabulary.REPEATED);
        boolean parentheses = (sum && place != Tightness.NONE) || (multiple && place == Tightness.ATOM);
        if (parentheses) out.append('(');
        if (sum) joined(parts(entry, mechanism), " + ", Tightness.TERM, depth + 1);
        else if (multiple) multiple(entry, mechanism, depth);
        else call(entry, mechanism, depth);
        if (parentheses) out.append(')');
    }

    private static List<?> parts(Entry entry, Mechanism composed) {
        return (List<?>) entry.parameters().get(0).of(composed);
    }

    private void joined(List<?> parts, String separator, Tightness place, int depth) {
        for (int i = 0; i < parts.size(); i++) {
            if (i > 0) out.append(separator);
            plan((Mechanism) parts.get(i), place, depth);
        }
    }

    private void multiple(Entry entry, Mechanism repeated, int depth) {
        out.append(entry.known("count").of(repeated)).append(" * ");
        plan((Mechanism) entry.known("plan").of(repeated), Tightness.ATOM, depth + 1);
    }

    private void call(Entry entry, Mechanism mechanism, int depth) {
        out.append(entry.name()).append('(');
        Map<Parameter, Object> values = new LinkedHashMap<>();
        boolean first = true;
        for (Parameter parameter : entry.parameters()) {
            Object value = parameter.of(mechanism);
            boolean leftOut =
                    parameter.isOptional() && entry.fallback(parameter, values).equals(value);
            values.put(parameter, value);
            if (leftOut) continue;
            if (!first) out.append(", ");
            first = false;
            if (entry.isPrintedNamed(parameter)) out.append(parameter.name()).append('=');
            value(parameter, value, depth);
        }
        out.append(')');
    }

    private void value(Parameter parameter, Object value, int depth) {
        switch (parameter.kind()) {
            case REAL -> out.append(Numeral.text((Double) value));
            case WHOLE -> out.append(value);
            case CHOICE -> out.append(Parameter.word(value));
            case POSITION -> out.append(Positions.text((Position) value));
            case SCHEDULE -> out.append(schedule((Schedule) value));
            case COUNTS -> out.append(counts((Counts) value));
            case VALUES -> out.append(list(((Values) value).values()));
            case PLAN -> plan((Mechanism) value, Tightness.NONE, depth + 1);
            case PLANS -> {
                out.append('[');
                joined((List<?>) value, ", ", Tightness.NONE, depth + 1);
                out.append(']');
            }
        }
    }

    private static String schedule(Schedule schedule) {
        if (schedule.isConstant()) return Numeral.text(schedule.at(0));
        return list(schedule.values());
    }

    private static String counts(Counts counts) {
        return counts.listed() ? counts.values().toString() : String.valueOf(counts.largest());
    }

    private static String list(List<Double> values) {
        return values.stream().map(Numeral::text).collect(Collectors.joining(", ", "[", "]"));
    }
}
