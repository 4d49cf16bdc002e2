package io.sordino.plan;

import io.sordino.mechanism.Mechanism;
import java.lang.reflect.Constructor;
import java.lang.reflect.InvocationTargetException;
import java.lang.reflect.RecordComponent;
import java.util.Arrays;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.function.UnaryOperator;
import java.util.stream.Collectors;

/**
 * One line of the vocabulary: a record, what the plan language and the event JSON call it, and how its parameters are called.
 *
 * @param fields the fields of the event in their order, each with the parameter it carries
 */
record Entry(
        String name,
        List<String> aliases,
        Constructor<? extends Mechanism> constructor,
        List<Parameter> parameters,
        String module,
        String event,
        List<Field> fields) {
    static final String OURS = "sordino";
    static final String THEIRS = "dp_accounting.dp_event";

    /** Four values in a row can no longer be told apart, so larger records are printed with every name. */
    private static final int MOST_UNNAMED = 3;

    /** A field of the event JSON. */
    record Field(String name, String parameter) {}

    static Entry of(String name, Class<? extends Mechanism> type) {
        List<Parameter> parameters = Arrays.stream(type.getRecordComponents())
                .map(Parameter::of)
                .map(parameter -> parameter.name().equals("base") ? parameter.named("plan") : parameter)
                .toList();
        return new Entry(name, List.of(), constructor(type), parameters, OURS, type.getSimpleName(), List.of());
    }

    Entry alias(String... names) {
        return new Entry(name, List.of(names), constructor, parameters, module, event, fields);
    }

    /** Calls the parameter of a component by another name, with aliases. */
    Entry called(String component, String newName, String... newAliases) {
        return change(component, parameter -> parameter.named(newName, newAliases));
    }

    Entry otherwise(String component, String fallback) {
        return change(component, parameter -> parameter.otherwise(fallback));
    }

    /** The event of dp_accounting that means the same; fields are "name" or "name=parameter", in the order of that event. */
    Entry event(String className, String... theirFields) {
        List<Field> mapped = Arrays.stream(theirFields)
                .map(field -> field.split("=", 2))
                .map(halves -> new Field(halves[0], halves[halves.length - 1]))
                .toList();
        return new Entry(name, aliases, constructor, parameters, THEIRS, className, mapped);
    }

    private Entry change(String component, UnaryOperator<Parameter> how) {
        List<Parameter> changed = parameters.stream()
                .map(parameter -> parameter.component().getName().equals(component) ? how.apply(parameter) : parameter)
                .toList();
        if (changed.equals(parameters)) throw new IllegalStateException(name + " has no component " + component);
        return new Entry(name, aliases, constructor, changed, module, event, fields);
    }

    /** Our own form of the event, which every record has: its simple name and its parameters. */
    List<Field> ownFields() {
        return parameters.stream()
                .map(parameter ->
                        new Field(parameter.name().equals("plan") ? "event" : parameter.name(), parameter.name()))
                .toList();
    }

    Optional<Parameter> parameter(String spoken) {
        return parameters.stream()
                .filter(parameter -> parameter.answersTo(spoken))
                .findFirst();
    }

    Parameter known(String parameterName) {
        return parameter(parameterName)
                .orElseThrow(() -> new IllegalStateException(name + " has no parameter " + parameterName));
    }

    boolean isPrintedNamed(Parameter parameter) {
        return parameter.isOptional() || parameters.size() > MOST_UNNAMED;
    }

    String signature() {
        return parameters.stream().map(Parameter::signature).collect(Collectors.joining(", ", name + "(", ")"));
    }

    /** The value that an optional parameter takes when it is left out, given the values of the parameters before it. */
    Object fallback(Parameter parameter, Map<Parameter, Object> before) {
        String text = parameter.fallback().orElseThrow();
        Optional<Parameter> other =
                parameters.stream().filter(p -> p.name().equals(text)).findFirst();
        if (other.isPresent())
            return Optional.ofNullable(before.get(other.get())).orElseThrow();
        return switch (parameter.kind()) {
            case REAL -> text.equals("inf") ? Double.POSITIVE_INFINITY : Double.parseDouble(text);
            case WHOLE -> Long.parseLong(text);
            case CHOICE -> parameter.choice(text).orElseThrow();
            case POSITION -> Positions.named(text).orElseThrow();
            default -> throw new IllegalStateException(name + " cannot have a fallback for " + parameter.name());
        };
    }

    /** Builds the record; its guards throw InvalidException. */
    Mechanism construct(List<Object> values) {
        try {
            return constructor.newInstance(values.toArray());
        } catch (InvocationTargetException e) {
            if (e.getCause() instanceof RuntimeException guard) throw guard;
            throw new IllegalStateException(e.getCause());
        } catch (ReflectiveOperationException e) {
            throw new IllegalStateException("mechanism records are public", e);
        }
    }

    Class<? extends Mechanism> type() {
        return constructor.getDeclaringClass();
    }

    private static <M extends Mechanism> Constructor<M> constructor(Class<M> type) {
        try {
            return type.getConstructor(Arrays.stream(type.getRecordComponents())
                    .map(RecordComponent::getType)
                    .toArray(Class<?>[]::new));
        } catch (NoSuchMethodException e) {
            throw new IllegalStateException("mechanism records are public", e);
        }
    }
}
