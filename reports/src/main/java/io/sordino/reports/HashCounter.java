package io.sordino.reports;

import io.sordino.client.HashFamily;

/**
 * Counts hashed reports. The values that a report supports are the solutions of one equation over the digits of a value, whose first coefficient that is not 0
 * is 1: so there are hardly more different reports than values. How often each was met is counted, and sums over coefficients turn that into supports at the end.
 *
 * <p>Where the digits of all values would be far more than there are values, the last digit is not left for the end: a report is counted once for each of the few
 * that there are, as one about the other digits. Many reports wait for that together: all of them are counted with one last digit, whose counts are then at hand,
 * and then with the next.
 */
final class HashCounter extends Counter {
    /** A report is counted in one step as long as there are no more than 2^22 counts, of eight bytes. */
    private static final int MOST_BITS = 22;

    private static final int TOGETHER = 1 << 11;

    /** Half a MiB, which is at hand. */
    private static final int AT_HAND = 1 << 16;

    /** More counts than are at hand are counted in so many parts: a part of the most is at hand again. */
    private static final int PARTS = 64;

    private static final int IN_A_PART = 256;

    private final HashFamily family;
    private final int l;
    private final int e;
    private final int digits;

    /** How many digits are summed over at the end; the last one may be told apart at once. */
    private final int later;

    /** How many bits the digit has that is told apart at once, if any. */
    private final int atOnce;

    /** Where the counts of reports begin whose first digit with a coefficient is this one; behind all, the reports that support everything. */
    private final int[] start;

    private final int[] leading;

    /** Where reports that wait are counted with the last digit of the moment. */
    private final int[] places;

    /** What a bit of the last digit adds to the image, for every report that waits. */
    private final int[][] added;

    private int waiting;
    private final int[][] parts;
    private final int[] inPart;

    /** How many bits a place has within a part. */
    private final int partBits;

    private HashCounter(HashFamily family, int later, int[] start) {
        super(start[start.length - 1] + 1);
        this.family = family;
        this.e = family.imageBits();
        this.l = 1 << e;
        this.digits = family.digits();
        this.later = later;
        this.atOnce = later == digits ? 0 : lastBits(family);
        this.start = start;
        this.leading = new int[Long.SIZE];
        for (int zeros = Long.SIZE - digits * e; zeros < Long.SIZE; zeros++)
            leading[zeros] = (zeros - (Long.SIZE - digits * e)) / e;
        int together = later > 0 && later < digits ? TOGETHER : 0;
        this.places = new int[together];
        this.added = new int[atOnce][together];
        this.partBits = Math.max(0, Integer.SIZE - Integer.numberOfLeadingZeros(counts.length / PARTS));
        this.parts = later == digits && counts.length > AT_HAND ? new int[PARTS][IN_A_PART] : new int[0][0];
        this.inPart = new int[parts.length];
    }

    static HashCounter of(int k, int l) {
        HashFamily family = new HashFamily(k, l);
        int digits = family.digits();
        int e = family.imageBits();
        // where there is but one digit it is the value
        int later = digits > 1 && digits * e <= MOST_BITS ? digits : digits - 1;
        int atOnce = later == digits ? 0 : lastBits(family);
        int[] start = new int[digits + 1];
        for (int i = 0; i < digits; i++) start[i + 1] = start[i] + (1 << ((later - i) * e + atOnce));
        return new HashCounter(family, later, start);
    }

    private static int lastBits(HashFamily family) {
        return family.valueBits() - (family.digits() - 1) * family.imageBits();
    }

    @Override
    boolean take(byte[] message, byte[] id) {
        int image = number(message);
        if (!(image >= 0 && image < l)) return false;
        long function = family.function(id);
        if (function == 0) {
            if (image == 0) counts[start[digits]]++;
            return true;
        }
        int first = leading[Long.numberOfLeadingZeros(function)];
        long rest = function & ((1L << ((digits - 1 - first) * e)) - 1);
        if (later == digits) put(start[first] + ((int) rest << e | image));
        else if (first == 0 && later > 0) wait((int) (rest >>> e) << e | image, (int) rest & (l - 1));
        else if (first < later) count(first, (int) (rest >>> e) << e | image, (int) rest & (l - 1));
        else if (image >>> atOnce == 0) counts[start[first] + image]++;
        return true;
    }

    private void put(int place) {
        if (parts.length == 0) {
            counts[place]++;
            return;
        }
        int part = place >>> partBits;
        parts[part][inPart[part]++] = place;
        if (inPart[part] == IN_A_PART) count(part);
    }

    private void count(int part) {
        for (int i = 0; i < inPart[part]; i++) counts[parts[part][i]]++;
        inPart[part] = 0;
    }

    private void wait(int place, int coefficient) {
        places[waiting] = place;
        int adds = coefficient;
        for (int bit = 0; bit < atOnce; bit++) {
            added[bit][waiting] = adds;
            adds = family.timesX(adds);
        }
        if (++waiting == TOGETHER) settle();
    }

    /** For every last digit, in the order of Gray's code, where neighbours differ in a bit. */
    @Override
    void settle() {
        for (int part = 0; part < parts.length; part++) count(part);
        int last = 0;
        for (int i = 1; waiting > 0; i++) {
            int from = last << (later * e);
            for (int j = 0; j < waiting; j++) counts[from + places[j]]++;
            if (i == 1 << atOnce) waiting = 0;
            int bit = Integer.numberOfTrailingZeros(i);
            last ^= 1 << bit;
            for (int j = 0; j < waiting; j++) places[j] ^= added[bit][j];
        }
    }

    /** The same for the few reports whose first coefficient is 0. */
    private void count(int first, int place, int coefficient) {
        for (int last = 0; last < 1 << atOnce; last++)
            counts[start[first] + (last << ((later - first) * e)) + (place ^ family.times(coefficient, last))]++;
    }

    @Override
    long[] supports(int values) {
        settle();
        // by what is known of the last digits, at first nothing
        long[] supports = {counts[start[digits]]};
        for (int first = digits - 1; first >= 0; first--) {
            long[] solved = java.util.Arrays.copyOfRange(counts, start[first], start[first + 1]);
            for (int i = later - 1; i > first; i--) sum(solved, i);
            long[] more = new long[1 << (family.valueBits() - first * e)];
            for (int v = 0; v < more.length; v++) more[v] = supports[v >>> e] + solved[place(v, first)];
            supports = more;
        }
        return java.util.Arrays.copyOf(supports, values);
    }

    /** Where the coefficient of a digit, and then the digit, stands in the place of a count: before that of the next one, which is before the image; the last one stands before all. */
    private int shift(int digit) {
        return (later - digit) * e;
    }

    /** Where the count of a value stands at the end, of its digits from this one on. */
    private int place(int value, int first) {
        int place = value & (l - 1);
        for (int i = first + 1; i < later; i++) place |= (value >>> ((i - first) * e) & (l - 1)) << shift(i);
        int before = (later - first) * e;
        return first < later && later < digits ? place | value >>> before << before : place;
    }

    /** Puts a digit in the place of its coefficient: adds up, over all coefficients, the counts of the image that is left where this digit has had its part. */
    private void sum(long[] a, int digit) {
        int shift = shift(digit);
        int most = digit == digits - 1 ? 1 << lastBits(family) : l;
        long[] plane = new long[l * l];
        int[] products = new int[l];
        for (int at = 0; at < a.length; at += l) {
            if ((at >>> shift & (l - 1)) != 0) continue;
            for (int c = 0; c < l; c++) System.arraycopy(a, at + (c << shift), plane, c << e, l);
            for (int x = 0; x < most; x++) {
                java.util.Arrays.fill(a, at + (x << shift), at + (x << shift) + l, 0);
                for (int c = 0; c < l; c++) {
                    if (c > 0) products[c] = products[c & (c - 1)] ^ family.times(c & -c, x);
                    for (int y = 0; y < l; y++) a[at + (x << shift) + y] += plane[c << e | (y ^ products[c])];
                }
            }
        }
    }
}
