package io.sordino.reports;

import io.sordino.client.Envelope;
import java.nio.ByteBuffer;
import java.security.SecureRandom;
import java.util.HashSet;
import java.util.List;
import java.util.Set;

/**
 * Ids of 16 bytes, in 16 bytes each and a little room.
 *
 * <p>A device may try keys until it likes the id, so places come from tables that nobody else knows: one random word for each byte at each
 * place, all added up by exclusive or. Searches that go on to the next place stay short for any ids (Patrascu and Thorup, The power of simple
 * tabulation hashing, 2012).
 */
final class IdSet {
    private final int[] tables = new int[256 * Envelope.ID_BYTES];
    private long[] high = new long[1 << 10];
    private long[] low = new long[1 << 10];
    private int size;

    IdSet() {
        byte[] coins = new byte[Integer.BYTES * tables.length];
        new SecureRandom().nextBytes(coins);
        ByteBuffer.wrap(coins).asIntBuffer().get(tables);
    }

    boolean isEmpty() {
        return size == 0;
    }

    /** Whether it was not there before. */
    boolean add(byte[] id) {
        ByteBuffer bytes = ByteBuffer.wrap(id);
        long a = bytes.getLong();
        // two zeros mark an empty place
        long b = orOne(a, bytes.getLong());
        int at = find(a, b);
        if (isTaken(at)) return false;
        high[at] = a;
        low[at] = b;
        if (++size > high.length / 2) grow();
        return true;
    }

    /**
     * The ids of what a device sent together, whole or not at all: a part of it says something else than it does, and an id that is noted without its report would keep out
     * whoever it belongs to.
     *
     * @return whether none of them was there before, and no two are the same
     */
    boolean addAll(List<byte[]> submission) {
        Set<ByteBuffer> different = new HashSet<>();
        for (byte[] report : submission) {
            byte[] id = Envelope.idOf(report);
            if (!different.add(ByteBuffer.wrap(id)) || contains(id)) return false;
        }
        for (byte[] report : submission) add(Envelope.idOf(report));
        return true;
    }

    boolean contains(byte[] id) {
        ByteBuffer bytes = ByteBuffer.wrap(id);
        long a = bytes.getLong();
        return isTaken(find(a, orOne(a, bytes.getLong())));
    }

    private static long orOne(long a, long b) {
        return a == 0 && b == 0 ? 1 : b;
    }

    private boolean isTaken(int at) {
        return high[at] != 0 || low[at] != 0;
    }

    /** Where it is, or where it would go. */
    private int find(long a, long b) {
        int mask = high.length - 1;
        int at = (word(a, 0) ^ word(b, Long.BYTES)) & mask;
        while (isTaken(at) && !(high[at] == a && low[at] == b)) at = (at + 1) & mask;
        return at;
    }

    private int word(long eight, int from) {
        int word = 0;
        for (int i = 0; i < Long.BYTES; i++) word ^= tables[(from + i) << 8 | (int) (eight >>> (8 * i) & 0xff)];
        return word;
    }

    private void grow() {
        long[] oldHigh = high;
        long[] oldLow = low;
        high = new long[2 * oldHigh.length];
        low = new long[2 * oldLow.length];
        for (int i = 0; i < oldHigh.length; i++) {
            if (oldHigh[i] == 0 && oldLow[i] == 0) continue;
            int at = find(oldHigh[i], oldLow[i]);
            high[at] = oldHigh[i];
            low[at] = oldLow[i];
        }
    }
}
