package io.sordino.mechanism;

import java.lang.reflect.RecordComponent;
import java.util.ArrayList;
import java.util.List;

/** Walks a mechanism by its record components, so that a new scheme needs no line here. */
public final class Mechanisms {
    private Mechanisms() {}

    /** Whether some part speaks of replaced records only. */
    public static boolean holdsReplaceOnly(Mechanism mechanism) {
        // a sample of fixed size is of a dataset whose size is public
        if (mechanism instanceof Shuffled
                || mechanism instanceof Unlinked
                || mechanism instanceof BlanketHistogram
                || mechanism instanceof FloodedCount
                || mechanism instanceof SplitSum
                || mechanism instanceof LastIterate
                || mechanism instanceof SampledWithoutReplacement
                || mechanism instanceof SampledWithReplacement
                || isReport(mechanism)) return true;
        return inner(mechanism).stream().anyMatch(Mechanisms::holdsReplaceOnly);
    }

    /** What one user says: it hides which value the user holds, and not that there is a user. */
    private static boolean isReport(Mechanism mechanism) {
        return mechanism instanceof UnaryEncoding
                || mechanism instanceof Rappor
                || mechanism instanceof HadamardResponse
                || mechanism instanceof SubsetSelection
                || mechanism instanceof LocalHash
                || mechanism instanceof LocalLaplace;
    }

    /** The mechanisms that a mechanism is made of; none for a leaf. */
    public static List<Mechanism> inner(Mechanism mechanism) {
        List<Mechanism> parts = new ArrayList<>();
        for (RecordComponent component : mechanism.getClass().getRecordComponents()) {
            try {
                Object value = component.getAccessor().invoke(mechanism);
                if (value instanceof Mechanism one) parts.add(one);
                if (value instanceof List<?> list)
                    for (Object item : list) if (item instanceof Mechanism one) parts.add(one);
            } catch (ReflectiveOperationException e) {
                throw new IllegalStateException("a record component could not be read", e);
            }
        }
        return parts;
    }
}
