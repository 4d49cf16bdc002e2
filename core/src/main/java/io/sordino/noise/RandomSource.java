package io.sordino.noise;

import io.sordino.refusal.InvalidException;
import java.util.function.LongSupplier;

/**
 * Uniform random bits, the only randomness there is. {@link #secure()} is the one source of the library, and {@link Seed} the same one with
 * a key that can be committed to; others exist in tests alone, which is why nobody outside this package can make one.
 *
 * <p>Not safe for use by several threads at once: each takes its own.
 */
public abstract class RandomSource {
    /** The most bits that can be asked for at once. */
    public static final int MOST_BITS = 62;

    private static final long LARGEST_BOUND = 1L << 61;

    RandomSource() {}

    /** A new source with a key of its own from the operating system, which adds to the key of every block. */
    public static RandomSource secure() {
        return AesCounter.keyedBySystem();
    }

    /**
     * As above, for a process that answers for long and may be copied meanwhile: a virtual machine that is restored twice, an image that is
     * started again. Before any bits are given the incarnation is asked for, and where it has changed everything that was drawn ahead is thrown
     * away and the key is a new one, so that no two copies add the same noise to different answers.
     *
     * @param incarnation a number that differs between a process and its copy
     */
    public static RandomSource secure(LongSupplier incarnation) {
        return AesCounter.keyedBySystem(incarnation);
    }

    /** Uniform on [0, 2^count), count of 1 to 62. */
    public abstract long bits(int count);

    /** How many bits a comparison takes at a time; a matter of speed alone, no law depends on it. */
    abstract int digitBits();

    /** A fair coin. */
    public final boolean coin() {
        return bits(1) != 0;
    }

    /** True with probability above / below, for {@code 0 <= above <= below < 2^60}. */
    public final boolean happens(long above, long below) {
        if (!(above >= 0 && above <= below && below < 1L << 60))
            throw new InvalidException("a probability must be in [0, 1], was " + above + "/" + below);
        return RationalCoin.toss(above, below, this);
    }

    /** Uniform on [0, bound). */
    public final long below(long bound) {
        if (!(bound >= 1 && bound <= LARGEST_BOUND))
            throw new InvalidException("bound must be in [1, 2^61], was " + bound);
        if (bound == 1) return 0;
        int digit = digitBits();
        return bound <= 1L << digit ? byProduct(bound, digit) : byRemainder(bound, digit);
    }

    /** Lemire 2019 (arXiv:1805.10941): the upper digit of a product, redrawn where the lower one is among the few left over. */
    private long byProduct(long bound, int digit) {
        long mask = (1L << digit) - 1;
        long product = bits(digit) * bound;
        if ((product & mask) < bound) {
            long leftOver = (1L << digit) % bound;
            while ((product & mask) < leftOver) product = bits(digit) * bound;
        }
        return product >>> digit;
    }

    private long byRemainder(long bound, int digit) {
        long value = 0;
        long range = 1;
        while (true) {
            while (range < bound) {
                int more = Math.min(digit, MOST_BITS - bitLength(range - 1));
                value = value << more | bits(more);
                range <<= more;
            }
            long whole = range - range % bound;
            if (value < whole) return value % bound;
            // what lies above the last whole multiple is uniform itself
            value -= whole;
            range -= whole;
        }
    }

    static int bitLength(long value) {
        return Long.SIZE - Long.numberOfLeadingZeros(value);
    }
}
