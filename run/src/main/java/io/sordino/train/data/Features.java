package io.sordino.train.data;

import java.io.Serializable;

/** The features of all records, a row each. Every number is finite: what is not is refused where rows are made. */
public sealed interface Features extends Serializable permits DenseFeatures, SparseFeatures {
    /** How many doubles come from memory at once. */
    int TOGETHER = 8;

    /** How many records there are. */
    int rows();

    /** How many numbers a row has. */
    int columns();

    /** Of a row and the weights from {@code offset} on. */
    double dot(int row, double[] weights, int offset);

    /** Of the row with every number multiplied by {@code scale} first, so that large numbers do not overflow; slower. */
    double scaledDot(int row, double scale, double[] weights, int offset);

    /** Adds {@code factor} times the row. */
    void add(int row, double factor, double[] sum, int offset);

    /** To look at one row after another, in memory of its own. */
    Reader reader();

    /** The squared length of a row; infinite where it overflows. */
    double squaredNorm(int row);

    /**
     * Reads a number from every stretch of memory that the row lies in, and returns their sum so that no compiler may leave it out. Rows of a
     * random batch are far apart: asked for one by one, each keeps the processor waiting; touched many at a time, they come together.
     */
    double touched(int row);

    /** How many rows may be touched before the first of them is used: they must stay in fast memory until then. */
    int atHand();

    /** The row's number in a column. */
    double at(int row, int column);

    /** A row that is looked at more than once. */
    interface Reader {
        /** Adding this to a number below 2^51 and taking it away again rounds to the nearest integer, in two vector instructions. */
        double TO_WHOLE = 0x1.8p52;

        /** Goes to a row; what is asked next is about it. */
        void read(int row);

        /** Of the row and the weights from {@code offset} on. */
        double dot(double[] weights, int offset);

        /** Adds {@code factor} times the row, every number rounded to the nearest integer. */
        void addWhole(double factor, double[] sum, int offset);
    }
}
