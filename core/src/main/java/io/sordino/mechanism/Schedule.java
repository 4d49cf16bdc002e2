package io.sordino.mechanism;

import io.sordino.refusal.InvalidException;
import java.util.List;

/** A positive number for every step: one that holds throughout, or one for each step. */
public record Schedule(List<Double> values) {
    public Schedule {
        values = List.copyOf(values);
        if (!(values.size() >= 1)) throw new InvalidException("a schedule needs at least one number");
        for (double value : values) Check.positive("every number of a schedule", value);
    }

    /** The same number for every step. */
    public static Schedule constant(double value) {
        return new Schedule(List.of(value));
    }

    /** Whether one number holds throughout. */
    public boolean isConstant() {
        return values.size() == 1;
    }

    /** The number of the step with this index, counted from 0. */
    public double at(long step) {
        return isConstant() ? values.get(0) : values.get(Math.toIntExact(step));
    }

    void fits(String name, long steps) {
        if (!(isConstant() || values.size() == steps))
            throw new InvalidException(
                    name + " must be one number or a list of " + steps + " (one a step), had " + values.size());
    }
}
