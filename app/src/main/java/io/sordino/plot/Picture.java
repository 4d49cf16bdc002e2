package io.sordino.plot;

import java.util.List;

/**
 * A picture as a value.
 *
 * @param notes lines of small print below it
 */
public record Picture(
        String title, String subtitle, Axis x, Axis y, List<Series> series, List<Mark> marks, List<String> notes) {
    public Picture {
        series = List.copyOf(series);
        marks = List.copyOf(marks);
        notes = List.copyOf(notes);
    }

    public boolean isEmpty() {
        return series.stream().allMatch(one -> one.points().isEmpty());
    }
}
