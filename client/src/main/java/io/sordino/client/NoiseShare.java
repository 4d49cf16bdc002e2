package io.sordino.client;

import java.util.Arrays;

/**
 * A device's share of geometric noise, drawn exactly: the shares of n devices add up to a geometric law that goes on with probability t = 1 - e^-mu, where mu
 * is {@code times} times {@code rate} over 2^62.
 *
 * <p>A share is the sum of a Poisson number, of mean mu/n, of jumps, each j with probability t^j / (j mu). A jump is drawn by a secret u, uniform in
 * (0, 1): the number of tosses until one of probability e^(-mu u) succeeds.
 */
final class NoiseShare {
    private final long shares;
    private final long times;
    private final long rate;

    NoiseShare(long shares, long times, long rate) {
        if (!(times <= shares)) throw new Refused("noise must be shared by at least " + times + " devices");
        if (!(rate >= 1)) throw new Refused("noise must have a rate above 0");
        this.shares = shares;
        this.times = times;
        this.rate = rate;
    }

    long draw(Bits bits) {
        long sum = 0;
        for (long i = poisson(bits); i > 0; i--)
            // each of a mean of one is there with probability mu/n
            if (bits.below(shares) < times && bits.happens(rate)) sum += jump(bits);
        return sum;
    }

    /** A Poisson number of mean 1: 1/k! is to 2^-k as 2^k/k!, and never more than twice. */
    private static long poisson(Bits bits) {
        while (true) {
            long k = 0;
            while (bits.bits(1) == 1) k++;
            boolean taken = k > 0 || bits.bits(1) == 1;
            for (long j = 3; taken && j <= k; j++) taken = bits.below(j) < 2;
            if (taken) return k;
        }
    }

    private long jump(Bits bits) {
        Fraction u = new Fraction();
        long tosses = 1;
        while (!survives(u, bits)) tosses++;
        return tosses;
    }

    /** True with probability e^(-mu u). */
    private boolean survives(Fraction u, Bits bits) {
        for (long i = 0; i < times; i++) if (!once(u, bits)) return false;
        return true;
    }

    /** True with probability e^-x for x = u rate/2^62: tosses of x, x/2, x/3, ... succeed an even number of times before one fails. */
    private boolean once(Fraction u, Bits bits) {
        boolean even = true;
        for (long k = 1; bits.happens(rate) && u.exceeds(bits) && bits.below(k) == 0; k++) even = !even;
        return even;
    }

    /** A uniform fraction of which no more bits are drawn than were asked for. */
    private static final class Fraction {
        private long[] words = new long[2];
        private int known;

        /** Whether another uniform fraction is below it. */
        boolean exceeds(Bits bits) {
            for (int i = 0; ; i++) {
                if (i == known) {
                    if (known == words.length) words = Arrays.copyOf(words, 2 * known);
                    words[known++] = bits.bits(Bits.FINE);
                }
                long other = bits.bits(Bits.FINE);
                if (other != words[i]) return other < words[i];
            }
        }
    }
}
