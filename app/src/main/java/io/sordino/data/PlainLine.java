package io.sordino.data;

import java.nio.charset.StandardCharsets;
import java.util.Arrays;
import java.util.OptionalDouble;

/**
 * A line of ASCII without quotes, as nearly all are, taken apart where it lies: a file of numbers becomes numbers without a text for each. What is read is what
 * would be read of the texts.
 */
final class PlainLine {
    private static final long MOST_DIGITS = (1L << 59) / 10;
    /** The relative error of a remainder that was rounded twice, with room. */
    private static final double REMAINDER_ERROR = 0x1p-50;

    private static final double[] POWERS_OF_TEN = new double[23];

    static {
        // all of them are doubles
        for (int k = 0; k < POWERS_OF_TEN.length; k++) POWERS_OF_TEN[k] = Double.parseDouble("1e" + k);
    }

    private final char delimiter;
    private byte[] bytes = {};
    private int[] ends = new int[64];
    private int cells;

    PlainLine(char delimiter) {
        this.delimiter = delimiter;
    }

    /** False where the line is none of this kind. */
    boolean take(byte[] line, int length) {
        bytes = line;
        cells = 0;
        int seen = 0;
        for (int i = 0; i < length; i++) {
            byte b = line[i];
            seen |= b;
            if (b == delimiter) end(i);
            else if (b == '"') return false;
        }
        end(length);
        // the sign of a byte is set beyond ASCII
        return seen >= 0;
    }

    private void end(int at) {
        if (cells == ends.length) ends = Arrays.copyOf(ends, 2 * cells);
        ends[cells++] = at;
    }

    int cells() {
        return cells;
    }

    String text(int cell) {
        int from = from(cell);
        return new String(bytes, from, ends[cell] - from, StandardCharsets.ISO_8859_1).strip();
    }

    private int from(int cell) {
        return cell == 0 ? 0 : ends[cell - 1] + 1;
    }

    /** The number, where it is written in a few digits with a sign and a point; nothing where it is anything else. */
    OptionalDouble shortNumber(int cell) {
        int at = from(cell);
        int end = ends[cell];
        while (at < end && bytes[at] == ' ') at++;
        while (at < end && bytes[end - 1] == ' ') end--;
        boolean negative = at < end && bytes[at] == '-';
        if (at < end && (negative || bytes[at] == '+')) at++;
        long digits = 0;
        int read = 0;
        int behindPoint = -1;
        for (; at < end; at++) {
            int digit = bytes[at] - '0';
            if (digit >= 0 && digit <= 9) {
                if (!(digits <= MOST_DIGITS)) return OptionalDouble.empty();
                digits = 10 * digits + digit;
                read++;
                if (behindPoint >= 0) behindPoint++;
            } else if (bytes[at] == '.' && behindPoint < 0) behindPoint = 0;
            else return OptionalDouble.empty();
        }
        if (!(read > 0 && behindPoint < POWERS_OF_TEN.length)) return OptionalDouble.empty();
        OptionalDouble size = quotient(digits, POWERS_OF_TEN[Math.max(0, behindPoint)]);
        return negative && size.isPresent() ? OptionalDouble.of(-size.getAsDouble()) : size;
    }

    /** The double next to {@code digits / power}; nothing where a middle between two is too near to tell. */
    private static OptionalDouble quotient(long digits, double power) {
        double high = digits;
        double low = digits - (long) high;
        double first = high / power;
        // what the first quotient leaves is a double; rounding never turns two numbers round
        double rest = (Math.fma(-first, power, high) + low) / power;
        double error = Math.abs(rest) * REMAINDER_ERROR;
        double least = first + (rest - error);
        return least == first + (rest + error) ? OptionalDouble.of(least) : OptionalDouble.empty();
    }
}
