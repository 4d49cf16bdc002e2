package io.sordino.reports;

import io.sordino.client.Envelope;
import java.nio.ByteBuffer;
import java.util.List;

/** Ids of 16 random bytes, in 16 bytes each and a little room. */
final class IdSet {
    private long[] high = new long[1 << 10];
    private long[] low = new long[1 << 10];
    private int size;

    /** Whether it was not there before. */
    boolean add(byte[] id) {
        ByteBuffer bytes = ByteBuffer.wrap(id);
        long a = bytes.getLong();
        long b = bytes.getLong();
        // two zeros mark an empty place
        if (a == 0 && b == 0) b = 1;
        if (!put(high, low, a, b)) return false;
        if (++size > high.length / 2) grow();
        return true;
    }

    /**
     * The ids of what a device sent together, whole or not at all: a part of it says something else than it does.
     *
     * @return whether none of them was there before
     */
    boolean addAll(List<byte[]> submission) {
        for (byte[] report : submission) if (contains(Envelope.idOf(report))) return false;
        boolean different = true;
        for (byte[] report : submission) different &= add(Envelope.idOf(report));
        return different;
    }

    boolean contains(byte[] id) {
        ByteBuffer bytes = ByteBuffer.wrap(id);
        long a = bytes.getLong();
        long b = bytes.getLong();
        if (a == 0 && b == 0) b = 1;
        int mask = high.length - 1;
        for (int at = place(a, b) & mask; high[at] != 0 || low[at] != 0; at = (at + 1) & mask)
            if (high[at] == a && low[at] == b) return true;
        return false;
    }

    private static boolean put(long[] high, long[] low, long a, long b) {
        int mask = high.length - 1;
        for (int at = place(a, b) & mask; ; at = (at + 1) & mask) {
            if (high[at] == a && low[at] == b) return false;
            if (high[at] == 0 && low[at] == 0) {
                high[at] = a;
                low[at] = b;
                return true;
            }
        }
    }

    /** Mixed: an id comes from a digest that a device may try until it likes it. */
    private static int place(long a, long b) {
        long x = a ^ Long.rotateLeft(b, 29);
        long y = (x ^ x >>> 32) * 0x9E3779B97F4A7C15L;
        return (int) (y >>> 32);
    }

    private void grow() {
        long[] newHigh = new long[2 * high.length];
        long[] newLow = new long[2 * low.length];
        for (int i = 0; i < high.length; i++) if (high[i] != 0 || low[i] != 0) put(newHigh, newLow, high[i], low[i]);
        high = newHigh;
        low = newLow;
    }
}
