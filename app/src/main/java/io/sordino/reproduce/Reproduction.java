package io.sordino.reproduce;

import io.sordino.plot.Picture;
import java.util.List;

/**
 * A figure or a table of a paper, recomputed.
 *
 * @param name what it is called on the command line
 * @param paper who printed it, and where in the paper
 * @param says what it shows, in a few sentences
 * @param rows values of the paper, or by its means, beside recomputed ones
 */
public record Reproduction(String name, String title, String paper, String says, Picture picture, List<Row> rows) {
    public Reproduction {
        rows = List.copyOf(rows);
    }

    /** Where a value comes from. No more than what a paper has in ink was printed. */
    public enum Origin {
        PRINTED("printed"),
        /** A formula of the paper, evaluated here. */
        FORMULA("its formula gives"),
        /** What a published program prints. */
        PROGRAM("the program gives"),
        /** Found by another computation that shares no code. */
        OTHERWISE("found otherwise");

        private final String words;

        Origin(String words) {
            this.words = words;
        }

        String words() {
            return words;
        }
    }

    /**
     * One value beside the bracket that was found.
     *
     * @param what which one
     * @param source whose value it is
     * @param lower and upper: the bracket that was found
     */
    public record Row(String what, String source, Origin origin, double value, double lower, double upper) {
        /** How far the value is from the bracket, relatively; 0 inside it. */
        public double distance() {
            if (value >= lower && value <= upper) return 0;
            return value > upper ? value / upper - 1 : value / lower - 1;
        }
    }
}
