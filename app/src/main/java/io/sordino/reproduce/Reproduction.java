package io.sordino.reproduce;

import io.sordino.plot.Picture;
import java.util.List;

/**
 * A figure or a table of a paper, recomputed.
 *
 * @param name what it is called on the command line
 * @param paper who printed it, and where in the paper
 * @param says what it shows, in a few sentences
 * @param rows printed values beside recomputed ones
 */
public record Reproduction(String name, String title, String paper, String says, Picture picture, List<Row> rows) {
    public Reproduction {
        rows = List.copyOf(rows);
    }

    /**
     * One printed value.
     *
     * @param what which one
     * @param printed as it was printed, or as the printed formula gives it
     * @param lower and upper: the bracket that was found
     */
    public record Row(String what, String source, double printed, double lower, double upper) {
        /** How far the printed value is from the bracket, relatively; 0 inside it. */
        public double distance() {
            if (printed >= lower && printed <= upper) return 0;
            return printed > upper ? printed / upper - 1 : printed / lower - 1;
        }
    }
}
