package io.sordino.noise;

import io.sordino.mechanism.Mechanism;
import io.sordino.refusal.InvalidException;
import java.util.HashMap;
import java.util.Map;
import java.util.function.LongSupplier;
import java.util.function.Supplier;

/**
 * Noise for queries, drawn before they are asked: one {@link Reservoir} for every law and grid. The first query of a kind waits for a whole
 * fill, which tells nothing of the one number it takes; whoever serves queries calls {@link #fill()} while nobody waits.
 *
 * <p>Safe for use by several threads.
 */
public final class NoiseStock {
    private record Kind(Mechanism law, long cells) {}

    private final int size;
    private final Supplier<RandomSource> sources;
    private final LongSupplier incarnation;
    private final Map<Kind, Reservoir> reservoirs = new HashMap<>();
    private final Map<Kind, GridNoise> noises = new HashMap<>();

    private NoiseStock(int size, Supplier<RandomSource> sources, LongSupplier incarnation) {
        if (!(size >= 1)) throw new InvalidException("size must be at least 1, was " + size);
        this.size = size;
        this.sources = sources;
        this.incarnation = incarnation;
    }

    /** With so many draws ahead of every kind. */
    public static NoiseStock secure(int size) {
        return new NoiseStock(size, RandomSource::secure, () -> 0);
    }

    /** As above, in a process that may be copied: see {@link RandomSource#secure(LongSupplier)}. */
    public static NoiseStock secure(int size, LongSupplier incarnation) {
        return new NoiseStock(size, () -> RandomSource.secure(incarnation), incarnation);
    }

    /** For tests: every kind draws from a source of its own. */
    static NoiseStock of(int size, Supplier<RandomSource> sources) {
        return new NoiseStock(size, sources, () -> 0);
    }

    /** As {@link GridNoise#of}, drawn ahead. */
    public synchronized GridNoise of(Mechanism law, long cells) {
        Kind kind = new Kind(law, cells);
        return noises.computeIfAbsent(kind, unknown -> {
            GridNoise direct = GridNoise.of(law, cells);
            Reservoir reservoir = new Reservoir(direct, size, sources.get(), incarnation);
            reservoirs.put(kind, reservoir);
            return direct.from(reservoir);
        });
    }

    /** One number of noise that {@link #of} gave. */
    public static long take(GridNoise ahead) {
        return ahead.taken();
    }

    /** Replaces what has been taken. */
    public void fill() {
        Reservoir[] all;
        synchronized (this) {
            all = reservoirs.values().toArray(Reservoir[]::new);
        }
        for (Reservoir reservoir : all) reservoir.fill();
    }
}
