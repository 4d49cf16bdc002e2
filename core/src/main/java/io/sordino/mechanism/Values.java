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

    double sum() {
        double sum = 0;
        for (double value : values) sum += value;
        return sum;
    }

    void matches(String name, String otherName, Values other) {
        if (!(values.size() == other.values.size()))
            throw new InvalidException(name + " and " + otherName + " must be equally many, were " + values.size()
                    + " and " + other.values.size());
    }

    void rise(String name) {
        for (int i = 1; i < values.size(); i++)
            if (!(values.get(i) > values.get(i - 1)))
                throw new InvalidException(name + " must rise, was " + values.get(i) + " after " + values.get(i - 1));
    }

    /** These numbers. */
    public static Values of(double... values) {
        return new Values(java.util.Arrays.stream(values).boxed().toList());
    }
}
