package io.sordino.plot;

import java.util.Optional;

/**
 * A place that is worth a word: a dot on a series, or a vertical line where y is left out.
 *
 * @param series the index of the series it belongs to, which lends its colour
 */
public record Mark(double x, Optional<Double> y, String text, int series) {
    public static Mark dot(double x, double y, String text, int series) {
        return new Mark(x, Optional.of(y), text, series);
    }

    public static Mark line(double x, String text, int series) {
        return new Mark(x, Optional.empty(), text, series);
    }
}
