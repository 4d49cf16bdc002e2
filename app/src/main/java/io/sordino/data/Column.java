package io.sordino.data;

import io.sordino.refusal.InvalidException;
import java.util.List;
import java.util.OptionalDouble;

/** A feature of the public schema: how a column of the data becomes numbers. */
public sealed interface Column {
    String name();

    /** How many numbers it becomes. */
    int width();

    /**
     * A number. With bounds it is clamped to them and scaled to [-1, 1]; without, it is used as it is.
     *
     * @param imputed what stands for a missing number; where there is none, a row that misses it does not fit
     */
    record Numeric(String name, OptionalDouble lower, OptionalDouble upper, OptionalDouble imputed) implements Column {
        public Numeric {
            if (!(lower.isPresent() == upper.isPresent()))
                throw new InvalidException("column '" + name + "' needs both bounds or none");
            if (lower.isPresent()
                    && !(lower.getAsDouble() < upper.getAsDouble()
                            && Double.isFinite(upper.getAsDouble() - lower.getAsDouble())))
                throw new InvalidException("the bounds of column '" + name
                        + "' must be a finite distance apart and the lower one first, were " + lower.getAsDouble()
                        + " and "
                        + upper.getAsDouble());
        }

        @Override
        public int width() {
            return 1;
        }

        double encoded(double value) {
            if (lower.isEmpty()) return value;
            double low = lower.getAsDouble();
            double high = upper.getAsDouble();
            double clamped = Math.max(low, Math.min(high, value));
            return (clamped - low) / (high - low) * 2 - 1;
        }

        public Numeric bounded(double low, double high) {
            return new Numeric(name, OptionalDouble.of(low), OptionalDouble.of(high), imputed);
        }
    }

    /** One of a public list of levels: 1 at its place and 0 elsewhere. A missing level, where it may be missing, is 0 everywhere. */
    record Categorical(String name, List<String> levels, boolean mayBeMissing) implements Column {
        public Categorical {
            levels = List.copyOf(levels);
            if (!(levels.size() >= 2 && levels.stream().distinct().count() == levels.size()))
                throw new InvalidException("the levels of column '" + name + "' must be at least two, all different");
        }

        @Override
        public int width() {
            return levels.size();
        }
    }

    /**
     * Many numbers of which most are 0, written {@code 3:1 17:0.5}: places in [0, width), rising, each with its number. A missing or empty one
     * is 0 everywhere.
     */
    record Sparse(String name, int width) implements Column {
        public Sparse {
            if (!(width >= 1 && width <= 1 << 24))
                throw new InvalidException("the width of column '" + name + "' must be in [1, 2^24], was " + width);
        }
    }
}
