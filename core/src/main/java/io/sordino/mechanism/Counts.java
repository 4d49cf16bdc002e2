package io.sordino.mechanism;

import io.sordino.refusal.InvalidException;
import java.util.List;

/**
 * One count, or a list of them.
 *
 * @param listed whether it is written as a list; a list of one count means the same as the count, and is written as it came
 */
public record Counts(List<Long> values, boolean listed) {
    public Counts {
        values = List.copyOf(values);
        if (!(values.size() >= 1)) throw new InvalidException("a list of counts needs at least one of them");
        if (!(listed || values.size() == 1)) throw new InvalidException("several counts are a list");
        for (long value : values) Check.atLeast("every count", 0, value);
        if (!(values.stream().anyMatch(value -> value > 0))) throw new InvalidException("some count must be above 0");
    }

    /** One count. */
    public static Counts of(long value) {
        return new Counts(List.of(value), false);
    }

    /** The largest of them. */
    public long largest() {
        return values.stream().mapToLong(Long::longValue).max().orElseThrow();
    }
}
