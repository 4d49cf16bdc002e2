package io.sordino.noise;

import io.sordino.refusal.InvalidException;

/** A probability that is a ratio of integers, decided digit by digit of a uniform number against its long division. */
record RationalCoin(long above, long below) implements Coin {
    RationalCoin {
        if (!(above >= 0 && above <= below && below >= 1))
            throw new InvalidException("a probability must be in [0, 1], was " + above + "/" + below);
    }

    @Override
    public boolean toss(RandomSource random) {
        return toss(above, below, random);
    }

    /** True with probability above / below, for 0 <= above <= below < 2^60. */
    static boolean toss(long above, long below, RandomSource random) {
        if (above >= below) return true;
        int digit = Math.min(random.digitBits(), RandomSource.MOST_BITS - RandomSource.bitLength(below));
        long rest = above;
        while (rest != 0) {
            long scaled = rest << digit;
            long expected = scaled / below;
            long drawn = random.bits(digit);
            if (drawn != expected) return drawn < expected;
            rest = scaled - expected * below;
        }
        return false;
    }
}
