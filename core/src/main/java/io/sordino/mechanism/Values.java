package io.sordino.mechanism;

import io.sordino.refusal.InvalidException;
import java.util.List;

/** A list of finite numbers of at least 0. */
public record Values(List<Double> values) {
    public Values {
        values = List.copyOf(values);
        if (!(values.size() >= 1)) throw new InvalidException("a list of numbers needs at least one of them");
        for (double value : values) Check.nonNegative("every number of a list", value);
    }

    /** These numbers. */
    public static Values of(double... values) {
        return new Values(java.util.Arrays.stream(values).boxed().toList());
    }
}
