package io.sordino.reports;

import io.sordino.client.Campaign;
import java.util.Optional;

/**
 * How the sum of numbers in [0, 1] is read from what was counted: as a sum of steps with symmetric noise.
 *
 * @param steps from 0 to 1
 * @param modulus of residues that were added up; 0 where numbers were
 * @param variance of the noise, in steps
 * @param stray how far below 0 or above 1 a report may be that is counted
 */
record SumLaw(double steps, long modulus, double variance, double stray, NoiseOfSum noise) {
    /** Part of a miss that is left for numbers between two steps. */
    private static final double FOR_ROUNDING = 0.1;

    /** Of a campaign that adds up, where so many clients report. */
    static Optional<SumLaw> of(Campaign campaign, long clients) {
        return of(new Law.Words(campaign), (double) clients);
    }

    static Optional<SumLaw> of(Law.Words words, double clients) {
        if (words.name().equals("split")) {
            double mu = words.number("times") * words.of62("rate");
            double times = clients / words.number("shares");
            double t = -Math.expm1(-mu);
            return Optional.of(new SumLaw(
                    words.number("steps"),
                    (long) words.number("modulus"),
                    2 * t * Math.exp(2 * mu) * times,
                    Double.POSITIVE_INFINITY,
                    NoiseOfSum.shares(times, mu)));
        }
        if (words.name().equals("local_laplace")) {
            double s = words.of62("further");
            double r = s * s;
            return Optional.of(new SumLaw(
                    words.number("cells"),
                    0,
                    clients * s * (1 + r) / ((1 - r) * (1 - r)),
                    Counter.reach(s) / words.number("cells"),
                    NoiseOfSum.laplace(clients, s)));
        }
        return Optional.empty();
    }

    /** The standard deviation of the sum, with what rounding to steps may add. */
    double deviation(double clients) {
        double rounding = steps > 1 ? clients / 4 : 0;
        return Math.sqrt(variance + rounding) / steps;
    }

    /** The sum of steps that was counted, as one that clients could have: residues are read around the middle of the range. */
    double sum(long counted, long clients) {
        if (modulus == 0) return counted / steps;
        double middle = clients * steps / 2;
        double turns = Math.rint((middle - counted) / modulus);
        return (counted + turns * modulus) / steps;
    }

    /** On either side of the sum, for an interval that misses with this probability; numbers between steps by Hoeffding's inequality. */
    double reach(long clients, double miss) {
        if (!(steps > 1)) return noise.reach(miss);
        double rounding = Math.sqrt(clients * Math.log(2 / (FOR_ROUNDING * miss)) / 2);
        return (noise.reach((1 - FOR_ROUNDING) * miss) + rounding) / steps;
    }
}
