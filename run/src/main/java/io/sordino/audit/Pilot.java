package io.sordino.audit;

import java.util.Arrays;
import java.util.function.DoubleBinaryOperator;

/** A first look, which chooses the events that the audit proper will count on fresh samples. */
final class Pilot {
    private static final int CANDIDATES = 400;

    private final double[] first;
    private final double[] second;

    Pilot(double[] first, double[] second) {
        this.first = first.clone();
        this.second = second.clone();
        Arrays.sort(this.first);
        Arrays.sort(this.second);
    }

    /** The event whose probabilities (likelier one first) look best by the given merit. */
    Event best(boolean forFirst, DoubleBinaryOperator merit) {
        Event best = new Event(forFirst, forFirst ? Double.NEGATIVE_INFINITY : Double.POSITIVE_INFINITY);
        double most = Double.NEGATIVE_INFINITY;
        for (double[] scores : new double[][] {first, second})
            for (int i = 0; i <= CANDIDATES; i++) {
                // denser towards both ends
                double place = 0.5 - 0.5 * Math.cos(Math.PI * i / CANDIDATES);
                double score = scores[(int) Math.min(scores.length - 1L, (long) (place * scores.length))];
                Event event = new Event(forFirst, forFirst ? score : Math.nextUp(score));
                double p = share(forFirst ? first : second, event);
                double q = share(forFirst ? second : first, event);
                double value = merit.applyAsDouble(p, q);
                if (value > most) {
                    most = value;
                    best = event;
                }
            }
        return best;
    }

    /** The merit of the best event. */
    double merit(boolean forFirst, DoubleBinaryOperator merit) {
        Event event = best(forFirst, merit);
        return merit.applyAsDouble(share(forFirst ? first : second, event), share(forFirst ? second : first, event));
    }

    private static double share(double[] sorted, Event event) {
        int below = below(sorted, event.threshold());
        return (event.forFirst() ? sorted.length - below : below) / (double) sorted.length;
    }

    private static int below(double[] sorted, double threshold) {
        int low = 0;
        int high = sorted.length;
        while (low < high) {
            int middle = (low + high) >>> 1;
            if (sorted[middle] >= threshold) high = middle;
            else low = middle + 1;
        }
        return low;
    }
}
