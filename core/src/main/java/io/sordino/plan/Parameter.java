package io.sordino.plan;

import io.sordino.mechanism.Mechanism;
import java.lang.reflect.InvocationTargetException;
import java.lang.reflect.RecordComponent;
import java.util.List;
import java.util.Locale;
import java.util.Optional;

/** A parameter of the plan language: a record component under the name that users know. */
record Parameter(
        String name,
        String componentName,
        RecordComponent component,
        Kind kind,
        Optional<String> fallback,
        List<String> aliases) {
    static Parameter of(RecordComponent component) {
        String name = snakeCase(component.getName());
        return new Parameter(name, name, component, Kind.of(component.getType()), Optional.empty(), List.of());
    }

    private static String snakeCase(String camelCase) {
        return camelCase.replaceAll("([A-Z])", "_$1").toLowerCase(Locale.ROOT);
    }

    Parameter named(String newName, String... newAliases) {
        return new Parameter(newName, componentName, component, kind, fallback, List.of(newAliases));
    }

    Parameter otherwise(String newFallback) {
        return new Parameter(name, componentName, component, kind, Optional.of(newFallback), aliases);
    }

    /** Record guards speak of components, users of parameters or aliases; all of them mean this parameter. */
    boolean answersTo(String spoken) {
        return name.equals(spoken) || aliases.contains(spoken) || componentName.equals(spoken);
    }

    boolean isOptional() {
        return fallback.isPresent();
    }

    Object of(Mechanism mechanism) {
        try {
            return component.getAccessor().invoke(mechanism);
        } catch (IllegalAccessException | InvocationTargetException e) {
            throw new IllegalStateException("mechanism records are public and their accessors do not throw", e);
        }
    }

    /** The constant of the component's enum that is written as this word. */
    Optional<Object> choice(String word) {
        return constants().stream()
                .filter(constant -> word(constant).equals(word))
                .findFirst();
    }

    List<String> choices() {
        if (kind == Kind.POSITION) return Positions.choices();
        return constants().stream().map(Parameter::word).toList();
    }

    static String word(Object constant) {
        return ((Enum<?>) constant).name().toLowerCase(Locale.ROOT);
    }

    private List<Object> constants() {
        return List.of((Object[]) component.getType().getEnumConstants());
    }

    /** As a signature shows it: delta=0, order=full|cyclic. */
    String signature() {
        boolean chosen = kind == Kind.CHOICE || kind == Kind.POSITION;
        return name
                + (chosen
                        ? "=" + String.join("|", choices())
                        : fallback.map(text -> "=" + text).orElse(""));
    }
}
