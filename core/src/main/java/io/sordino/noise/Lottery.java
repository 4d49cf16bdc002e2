package io.sordino.noise;

import java.math.BigInteger;
import java.util.function.IntFunction;

/**
 * One of several outcomes with probabilities in proportion to real weights that can be enclosed to any precision. A uniform number is
 * drawn as far as it takes to tell between which two running totals it falls.
 */
final class Lottery {
    private static final int FIRST_BITS = 160;

    private final IntFunction<Fixed[]> weights;

    /** The weights, enclosed to this many bits; the largest is of the size of 1 or more. */
    Lottery(IntFunction<Fixed[]> weights) {
        this.weights = weights;
    }

    int draw(RandomSource random) {
        LazyFraction uniform = new LazyFraction();
        for (int bits = FIRST_BITS; ; bits *= 2) {
            uniform.draw(bits, random);
            int found = find(weights.apply(bits), uniform);
            if (found >= 0) return found;
        }
    }

    private static int find(Fixed[] weights, LazyFraction uniform) {
        BigInteger lower = BigInteger.ZERO;
        BigInteger upper = BigInteger.ZERO;
        for (Fixed weight : weights) {
            lower = lower.add(weight.lower());
            upper = upper.add(weight.upper());
        }
        int places = uniform.knownBits();
        BigInteger from = uniform.digits().multiply(lower).shiftRight(places);
        BigInteger to = uniform.digits()
                .add(BigInteger.ONE)
                .multiply(upper)
                .shiftRight(places)
                .add(BigInteger.ONE);
        BigInteger below = BigInteger.ZERO;
        BigInteger reached = BigInteger.ZERO;
        for (int i = 0; i < weights.length; i++) {
            BigInteger start = reached;
            below = below.add(weights[i].lower());
            reached = reached.add(weights[i].upper());
            if (start.compareTo(from) <= 0 && to.compareTo(below) <= 0) return i;
        }
        return -1;
    }
}
