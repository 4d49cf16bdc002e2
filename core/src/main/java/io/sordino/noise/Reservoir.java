package io.sordino.noise;

import io.sordino.refusal.InvalidException;
import java.util.Arrays;
import java.util.function.LongSupplier;

/**
 * Noise drawn ahead of its use. A draw takes as long as the numbers it happens to pass through, and that is in part the number it ends
 * with; taking one from the reservoir takes the same time whatever it is. The reservoir is filled before it is needed, in whole.
 *
 * <p>Safe for use by several threads.
 */
public final class Reservoir implements IntegerNoise {
    private final IntegerNoise noise;
    private final RandomSource random;
    private final LongSupplier incarnation;
    private final long[] drawn;
    private int left;
    private long born;

    /** Draws its first fill at once. */
    public Reservoir(IntegerNoise noise, int size, RandomSource random) {
        this(noise, size, random, () -> 0);
    }

    /** As above, in a process that may be copied: what was drawn in another incarnation ({@link RandomSource#secure(LongSupplier)}) is thrown away. */
    public Reservoir(IntegerNoise noise, int size, RandomSource random, LongSupplier incarnation) {
        if (!(size >= 1)) throw new InvalidException("size must be at least 1, was " + size);
        this.noise = noise;
        this.random = random;
        this.incarnation = incarnation;
        this.drawn = new long[size];
        born = incarnation.getAsLong();
        fill();
    }

    /** Fills up what has been taken; to be called while nobody waits for an answer. */
    public synchronized void fill() {
        forgetIfCopied();
        while (left < drawn.length) drawn[left++] = noise.draw(random);
    }

    /** A copy of this process has the same numbers in store. */
    private void forgetIfCopied() {
        long life = incarnation.getAsLong();
        if (life == born) return;
        born = life;
        Arrays.fill(drawn, 0);
        left = 0;
    }

    /** How many draws can be taken before the reservoir has to be filled. */
    public synchronized int left() {
        return left;
    }

    /** Takes one. An empty reservoir is filled in whole first, so that the wait tells of many draws and not of this one. */
    public synchronized long take() {
        forgetIfCopied();
        if (left == 0) fill();
        long taken = drawn[--left];
        // noise that has been used must not be found in memory
        drawn[left] = 0;
        return taken;
    }

    /** As {@link #take()}: the source that the reservoir was made with is the one that counts. */
    @Override
    public long draw(RandomSource unused) {
        return take();
    }
}
