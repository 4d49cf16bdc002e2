package io.sordino.noise;

import java.nio.ByteBuffer;
import java.util.Map;
import java.util.TreeMap;
import java.util.function.ToLongFunction;

/** Sources of bits that can be repeated, for tests alone. */
public final class Tapes {
    private Tapes() {}

    /** The library's own generator with a key made of the seed. */
    public static RandomSource seeded(long seed) {
        return new AesCounter(
                ByteBuffer.allocate(AesCounter.KEY_BYTES).putLong(seed).array());
    }

    /** A source that must not be asked. */
    public static RandomSource forbidden() {
        return new Written(1);
    }

    /** A tape that ends. */
    static final class End extends RuntimeException {
        private static final long serialVersionUID = 1L;

        End() {
            super("the tape has ended", null, false, false);
        }
    }

    /** Bits that were written beforehand, read {@code digit} at a time where a comparison is made. */
    static final class Written extends RandomSource {
        private final int digit;
        private long bits;
        private int left;

        Written(int digit) {
            this.digit = digit;
        }

        void write(long newBits, int count) {
            bits = newBits;
            left = count;
        }

        int unread() {
            return left;
        }

        @Override
        public long bits(int count) {
            if (count > left) throw new End();
            left -= count;
            return bits >>> left & (1L << count) - 1;
        }

        @Override
        int digitBits() {
            return digit;
        }
    }

    /** How much of the probability goes to each outcome after so many bits, and how much is not decided by then. */
    record Enumeration(Map<Long, Double> decided, double undecided) {}

    /** Runs a sampler on every string of at most so many bits. */
    static Enumeration enumerate(int digit, int most, ToLongFunction<RandomSource> sampler) {
        Map<Long, Double> decided = new TreeMap<>();
        double open = walk(new Written(digit), 0, 0, most, sampler, decided);
        return new Enumeration(decided, open);
    }

    private static double walk(
            Written tape,
            long bits,
            int count,
            int most,
            ToLongFunction<RandomSource> sampler,
            Map<Long, Double> decided) {
        tape.write(bits, count);
        try {
            long outcome = sampler.applyAsLong(tape);
            // a shorter string would have done if bits are left over
            decided.merge(outcome, Math.scalb(1.0, -count), Double::sum);
            return 0;
        } catch (End end) {
            if (count == most) return Math.scalb(1.0, -count);
            return walk(tape, bits << 1, count + 1, most, sampler, decided)
                    + walk(tape, bits << 1 | 1, count + 1, most, sampler, decided);
        }
    }
}
