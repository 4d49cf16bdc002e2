package io.sordino.engine.query;

import io.sordino.mechanism.Mechanism;
import io.sordino.noise.GridNoise;
import io.sordino.noise.NoiseStock;
import io.sordino.noise.RandomSource;
import java.util.function.ToLongFunction;

/** Where a query's noise comes from: drawn as it is needed, or ahead. */
record Draws(Maker maker, ToLongFunction<GridNoise> taker) {
    /** Makes the noise of a law on a grid. */
    interface Maker {
        GridNoise make(Mechanism law, long cells);
    }

    static Draws from(RandomSource random) {
        return new Draws(GridNoise::of, noise -> noise.draw(random));
    }

    static Draws from(NoiseStock stock) {
        return new Draws(stock::of, NoiseStock::take);
    }

    GridNoise of(Mechanism law, long cells) {
        return maker.make(law, cells);
    }

    long take(GridNoise noise) {
        return taker.applyAsLong(noise);
    }
}
