package io.sordino.engine;

import io.sordino.refusal.InvalidException;

/** The guards that samplers and queries share; no message tells anything of the data. */
public final class Guard {
    private Guard() {}

    /** Refuses an empty dataset. */
    public static void records(int records) {
        if (!(records >= 1)) throw new InvalidException("records must be at least 1, was " + records);
    }

    /** Refuses a value outside a range, by its name. */
    public static void between(String name, long least, long most, long value) {
        if (!(value >= least && value <= most))
            throw new InvalidException(name + " must be in [" + least + ", " + most + "], was " + value);
    }

    /** Refuses a confidence that is no probability between 0 and 1. */
    public static void confidence(double confidence) {
        if (!(confidence > 0 && confidence < 1))
            throw new InvalidException("confidence must be in (0, 1), was " + confidence);
    }

    /** One report would be its sender's. */
    public static void clients(int clients) {
        if (!(clients >= 2)) throw new InvalidException("there must be at least 2 clients, were " + clients);
    }

    /** The numbers of all records, in order. */
    public static int[] all(int records) {
        int[] all = new int[records];
        for (int i = 0; i < records; i++) all[i] = i;
        return all;
    }
}
