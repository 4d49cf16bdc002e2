package io.sordino.noise;

import java.util.stream.IntStream;

/**
 * Events of probability e^-x, exactly. A fraction x is decided by von Neumann's series: the number of successes in tosses of
 * probability x/1, x/2, x/3, ... before the first failure is even with probability e^-x.
 */
final class ExpCoin {
    private static final IrrationalCoin ONE = IrrationalCoin.expMinus(1, 1);

    private ExpCoin() {}

    /** True with probability e^-1. */
    static boolean minusOne(RandomSource random) {
        return ONE.toss(random);
    }

    /** True with probability e^-(above/below), for above >= 0 and below < 2^60. */
    static boolean minus(long above, long below, RandomSource random) {
        long whole = above / below;
        for (long i = 0; i < whole; i++) if (!ONE.toss(random)) return false;
        long rest = above - whole * below;
        boolean even = true;
        for (int k = 1; RationalCoin.toss(rest, below, random) && oneIn(k, random); k++) even = !even;
        return even;
    }

    private static final RationalCoin[] ONE_IN = IntStream.range(0, 24)
            .mapToObj(k -> new RationalCoin(1, Math.max(1, k)))
            .toArray(RationalCoin[]::new);

    static boolean oneIn(int k, RandomSource random) {
        if (k == 1) return true;
        if (k == 2) return random.coin();
        return k < ONE_IN.length ? ONE_IN[k].toss(random) : RationalCoin.toss(1, k, random);
    }

    /**
     * True with probability e^-(x (2k + x) / 2), for a fraction x in [0, 1) given as a coin: k + 1 independent events of probability
     * e^-(x (2k + x) / (2k + 2)), whose series multiplies x and (2k + x)/(2k + 2).
     */
    static boolean minusHalfSquareStep(int k, Coin x, RandomSource random) {
        for (int i = 0; i <= k; i++) if (!oneStep(k, x, random)) return false;
        return true;
    }

    private static boolean oneStep(int k, Coin x, RandomSource random) {
        boolean even = true;
        for (int j = 1; x.toss(random) && mixed(k, x, random) && oneIn(j, random); j++) even = !even;
        return even;
    }

    /** (2k + x) / (2k + 2): of 2k + 2 equal parts, 2k are inside, one is with probability x, one is not. */
    private static boolean mixed(int k, Coin x, RandomSource random) {
        long part = k == 0 ? random.bits(1) : random.below(2L * k + 2);
        return part < 2L * k || (part == 2L * k && x.toss(random));
    }
}
