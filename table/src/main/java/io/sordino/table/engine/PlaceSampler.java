package io.sordino.table.engine;

import io.sordino.noise.GapSampler;
import io.sordino.noise.RandomSource;
import io.sordino.table.query.Query;

/**
 * The places of the rows of a sample, where every row is a unit: gaps between them are drawn exactly by their law, from bits that the key of the sample alone decides. No row is
 * looked at, and the same key gives the same places, whoever reads the rows in whatever order.
 *
 * <p>Each place is in the sample with the probability of the rate, independently of all others, whether or not a row is there: a row that was deleted, or one that was never
 * written, tells nothing of its neighbours. A row that is added moves others to other places at most, and these have the same law: all others are in the sample independently,
 * each at the rate, with and without it.
 */
public final class PlaceSampler {
    /** The engine joins on the list of the places: beyond this rate, the function that looks at every row is as fast. */
    private static final double MOST_RATE = 0.02;

    private static final double LEAST_RATE = 1e-12;

    private final GapSampler gaps;
    private final RandomSource random;

    /** Is told each place of the sample. */
    public interface Found<E extends Exception> {
        void at(long place) throws E;
    }

    /** For one use: every place is drawn once. */
    public PlaceSampler(double rate, UnitPrf prf) {
        gaps = new GapSampler(rate);
        random = prf.places();
    }

    /** Whether a sample of a query can be drawn by places. */
    public static boolean serves(Query query, Source source) {
        return query.unit().isEmpty()
                && query.settings().rates().isEmpty()
                && query.settings().rateOrOne() >= LEAST_RATE
                && source.hasPlaces();
    }

    /** Whether it is, where nobody has drawn it before: a sample that is kept stays as it was drawn. */
    public static boolean pays(Query query, Source source) {
        return serves(query, source) && query.settings().rateOrOne() <= MOST_RATE;
    }

    /** All places of the sample below the number of places, from the first to the last. */
    public <E extends Exception> void draw(long places, Found<E> found) throws E {
        for (long place = gaps.draw(places, random); place < places; place += 1 + gaps.draw(places, random))
            found.at(place);
    }
}
