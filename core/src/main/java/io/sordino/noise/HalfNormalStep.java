package io.sordino.noise;

import java.math.BigInteger;

/** The integer part of a half-normal number before rejection: P(k) proportional to e^(-k^2 / 2) on k = 0, 1, 2, ... */
final class HalfNormalStep {
    private static final int TABLE = 12;
    /** The chance to go on from k, tail(k+1) / tail(k). */
    private static final IrrationalCoin[] GO_ON = new IrrationalCoin[TABLE];

    static {
        for (int k = 0; k < TABLE; k++) GO_ON[k] = goOn(k);
    }

    private HalfNormalStep() {}

    static int draw(RandomSource random) {
        int k = 0;
        while ((k < TABLE ? GO_ON[k] : goOn(k)).toss(random)) k++;
        return k;
    }

    private static IrrationalCoin goOn(int k) {
        return IrrationalCoin.of(
                bits -> tail(k + 1, k, bits).over(tail(k, k, bits)).rounded(bits));
    }

    /** The sum of e^((from^2 - j^2) / 2) over j of at least k, scaled so that it is of the size of 1. */
    private static FixedPoint tail(int k, int from, int bits) {
        int work = bits + 32 + 2 * from;
        FixedPoint sum = FixedPoint.exactly(0, work);
        for (long j = k; ; j++) {
            long exponent = j * j - (long) from * from;
            FixedPoint term = FixedPoint.expMinus(BigInteger.valueOf(exponent), BigInteger.TWO, work);
            sum = sum.plus(term);
            if (term.upper().bitLength() <= 1) {
                // what follows falls faster than by halves
                return new FixedPoint(sum.lower(), sum.upper().add(BigInteger.valueOf(4)), work);
            }
        }
    }
}
