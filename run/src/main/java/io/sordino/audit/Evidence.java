package io.sordino.audit;

/**
 * What an output says: the logarithms of how much likelier the first and the second of two neighbouring inputs make it than an input
 * without the record, as far as doubles show it.
 */
record Evidence(double first, double second) {
    static final Evidence NONE = new Evidence(0, 0);

    /** No single output says more. */
    private static final double CERTAIN = 1e3;

    static Evidence of(double first, double second) {
        return new Evidence(clamped(first), clamped(second));
    }

    static double clamped(double log) {
        return Math.min(CERTAIN, Math.max(-CERTAIN, log));
    }

    Evidence plus(Evidence other) {
        return new Evidence(first + other.first, second + other.second);
    }

    /** Of an output that looks at the record with this probability. */
    Evidence seenAtRate(double rate) {
        return new Evidence(mixed(rate, first), mixed(rate, second));
    }

    private static double mixed(double rate, double log) {
        return log > 0 ? log + Math.log(rate + (1 - rate) * Math.exp(-log)) : Math.log1p(rate * Math.expm1(log));
    }

    /** How much the output speaks for the first input. */
    double score() {
        return first - second;
    }
}
