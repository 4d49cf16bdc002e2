package io.sordino.engine.protocol;

/** Reports in a random order, all that an analyzer sees. */
public final class ShuffledReports {
    private final long[] reports;

    ShuffledReports(long[] reports) {
        this.reports = reports;
    }

    /** How many clients reported. */
    public int size() {
        return reports.length;
    }

    /** The i-th report in the random order; i says nothing about its sender. */
    public long report(int i) {
        return reports[i];
    }
}
