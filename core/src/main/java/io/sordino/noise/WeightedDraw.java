package io.sordino.noise;

import java.math.BigInteger;
import java.util.function.IntFunction;

/**
 * One of several outcomes with probabilities in proportion to real weights that can be enclosed to any precision. A uniform number is
 * drawn as far as it takes to tell between which two running totals it falls.
 */
final class WeightedDraw {
    private static final int FIRST_BITS = 160;
    private static final int PLACES = 31;

    private final IntFunction<FixedPoint[]> weights;

    /** The weights, enclosed to this many bits; one of them is positive. */
    WeightedDraw(IntFunction<FixedPoint[]> weights) {
        this.weights = weights;
    }

    int draw(RandomSource random) {
        return draw(new LazyFraction(), random);
    }

    private int draw(LazyFraction uniform, RandomSource random) {
        for (int bits = FIRST_BITS; ; bits *= 2) {
            uniform.draw(bits, random);
            int found = find(weights.apply(bits), uniform);
            if (found >= 0) return found;
        }
    }

    private static int find(FixedPoint[] weights, LazyFraction uniform) {
        FixedPoint total = total(weights);
        int places = uniform.knownBits();
        BigInteger from = uniform.digits().multiply(total.lower()).shiftRight(places);
        BigInteger to = uniform.digits()
                .add(BigInteger.ONE)
                .multiply(total.upper())
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

    private static FixedPoint total(FixedPoint[] weights) {
        FixedPoint total = FixedPoint.exactly(0, weights[0].bits());
        for (FixedPoint weight : weights) total = total.plus(weight);
        return total;
    }

    /** The same lottery for many draws: running totals to 31 bits decide nearly all of them. */
    Prepared prepared() {
        return prepared(PLACES);
    }

    /** With running totals to so many bits, which are used where a source gives as many at a time. */
    Prepared prepared(int places) {
        return new Prepared(places);
    }

    /** A lottery whose running totals are remembered, with a guide that says where to begin to look. */
    final class Prepared implements IntegerNoise {
        private final int places;
        private final long[] lower;
        private final long[] upper;
        private final int[] guide;
        private final int guideShift;

        private Prepared(int places) {
            this.places = places;
            FixedPoint[] each = weights.apply(FIRST_BITS);
            FixedPoint total = total(each);
            lower = new long[each.length];
            upper = new long[each.length];
            FixedPoint sum = FixedPoint.exactly(0, FIRST_BITS);
            for (int i = 0; i < each.length; i++) {
                sum = sum.plus(each[i]);
                FixedPoint share = sum.over(total).rounded(places);
                lower[i] = share.lower().longValueExact();
                upper[i] = share.upper().longValueExact();
            }
            int guideBits = Math.min(Math.min(16, places), RandomSource.bitLength(each.length));
            guideShift = places - guideBits;
            guide = new int[1 << guideBits];
            int first = 0;
            for (int g = 0; g < guide.length; g++) {
                while (first < upper.length - 1 && upper[first] <= (long) g << guideShift) first++;
                guide[g] = first;
            }
        }

        @Override
        public long draw(RandomSource random) {
            if (random.digitBits() != places) return WeightedDraw.this.draw(random);
            long known = random.bits(places);
            int i = guide[(int) (known >>> guideShift)];
            while (i < lower.length && known >= upper[i]) i++;
            return i < lower.length && known + 1 <= lower[i]
                    ? i
                    : WeightedDraw.this.draw(LazyFraction.from(known, places), random);
        }
    }
}
