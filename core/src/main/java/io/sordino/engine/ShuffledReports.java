package io.sordino.engine;

/** Reports in a random order, all that an analyzer sees. */
public final class ShuffledReports {
    private final long[] reports;

    ShuffledReports(long[] reports) {
        this.reports = reports;
    }

    public int size() {
        return reports.length;
    }

    public long report(int i) {
        return reports[i];
    }
}
