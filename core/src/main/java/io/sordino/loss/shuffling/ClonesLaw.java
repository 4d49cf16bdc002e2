package io.sordino.loss.shuffling;

/**
 * What n shuffled reports reveal: each is, with probability {@code rate}, a fair coin between the victim's two symbols, and
 * otherwise neutral, of weight {@code heavy} with probability {@code share} and of weight {@code light} else. With a and b
 * heads and tails and u the neutral weight, the neighbours' likelihood ratios are (e^eps a + b + u)/n and (a + e^eps b + u)/n,
 * and what is bounded or attained is {@code factor} times the hockey stick between them.
 *
 * @param epsilon the local epsilon
 */
public record ClonesLaw(
        long reports, double epsilon, double rate, double share, double heavy, double light, double factor) {
    public ClonesLaw {
        if (!(reports >= 2)) throw new IllegalArgumentException("reports must be at least 2, was " + reports);
        if (!(epsilon >= 0 && epsilon <= 700))
            throw new IllegalArgumentException("epsilon must be in [0, 700], was " + epsilon);
        if (!(rate > 0 && rate <= 1)) throw new IllegalArgumentException("rate must be in (0, 1], was " + rate);
        if (!(share >= 0 && share <= 1)) throw new IllegalArgumentException("share must be in [0, 1], was " + share);
        if (!(heavy >= light && light >= 0))
            throw new IllegalArgumentException("weights must be 0 <= light <= heavy, were " + light + ", " + heavy);
        if (!(factor > 0)) throw new IllegalArgumentException("factor must be above 0, was " + factor);
    }

    /** No neutral reports that matter: the two counts alone. */
    public static ClonesLaw ofTwoCounts(long reports, double epsilon, double rate, double factor) {
        return new ClonesLaw(reports, epsilon, rate, 0, 0, 0, factor);
    }

    /** Whether the neutral weight varies when the number of coins is known. */
    boolean mixed() {
        return heavy > light && share > 0 && share < 1;
    }

    double half() {
        return 0.5 * (Math.exp(epsilon) + 1);
    }

    double slope() {
        return heavy - light;
    }

    double neutral(long rest, long heavyOnes) {
        return light * rest + slope() * heavyOnes;
    }

    double meanNeutralOfOne() {
        return light + slope() * share;
    }

    double meanNeutral(long tosses) {
        return (reports - tosses) * meanNeutralOfOne();
    }

    double logFactor() {
        return Math.log(factor);
    }
}
