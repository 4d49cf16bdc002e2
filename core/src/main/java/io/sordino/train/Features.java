package io.sordino.train;

/** The features of all records, a row each. Every number is finite: what is not is refused where rows are made. */
public sealed interface Features permits DenseFeatures, SparseFeatures {
    /** Adding this to a number below 2^51 and taking it away again rounds to the nearest integer, in two vector instructions. */
    double TO_WHOLE = 0x1.8p52;

    int rows();

    int columns();

    /** Of a row and the weights from {@code offset} on. */
    double dot(int row, double[] weights, int offset);

    /** Adds {@code factor} times the row. */
    void add(int row, double factor, double[] sum, int offset);

    /** Adds {@code factor} times the row, every number rounded to the nearest integer. */
    void addWhole(int row, double factor, double[] sum, int offset);

    double squaredNorm(int row);

    /** The row's number in a column. */
    double at(int row, int column);
}
