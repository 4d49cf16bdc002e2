package io.sordino.noise;

import java.util.Map;
import java.util.TreeMap;
import java.util.function.LongSupplier;
import java.util.function.LongToDoubleFunction;
import org.apache.commons.numbers.gamma.RegularizedGamma;

/** Pearson's test of counts against a law; cells that expect fewer than ten are put together. */
public final class ChiSquare {
    private static final double FEWEST = 10;

    private ChiSquare() {}

    /** The probability that a sample of the law is as far from it as this one. */
    public static double of(int samples, LongSupplier sampler, LongToDoubleFunction law) {
        Map<Long, Integer> counts = new TreeMap<>();
        for (int i = 0; i < samples; i++) counts.merge(sampler.getAsLong(), 1, Integer::sum);
        return of(counts, samples, law);
    }

    /** As above, of counts; what the law gives to outcomes that were not seen is one more cell. */
    public static double of(Map<Long, Integer> counts, int samples, LongToDoubleFunction law) {
        double statistic = 0;
        int cells = 0;
        double restExpected = samples;
        double restSeen = samples;
        for (Map.Entry<Long, Integer> entry : counts.entrySet()) {
            double expected = samples * law.applyAsDouble(entry.getKey());
            if (expected < FEWEST) continue;
            statistic += square(entry.getValue() - expected) / expected;
            restExpected -= expected;
            restSeen -= entry.getValue();
            cells++;
        }
        if (restExpected > FEWEST / 2) {
            statistic += square(restSeen - restExpected) / restExpected;
            cells++;
        } else if (restSeen > 10 * FEWEST) return 0;
        return cells <= 1 ? 1 : RegularizedGamma.Q.value((cells - 1) / 2.0, statistic / 2);
    }

    private static double square(double x) {
        return x * x;
    }
}
