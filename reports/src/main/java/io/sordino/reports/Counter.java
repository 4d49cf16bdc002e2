package io.sordino.reports;

import io.sordino.client.Campaign;
import io.sordino.client.PublicCoins;
import io.sordino.numeric.Binomial;
import io.sordino.refusal.InvalidException;

/** Counts what opened reports support, one by one, in memory that does not grow with their number. */
abstract class Counter {
    private static final double LOG_RARE = Math.log(1e-9);

    final long[] counts;

    Counter(int cells) {
        counts = new long[cells];
    }

    /** Takes a message, or says that no honest device sends it. */
    abstract boolean take(byte[] message, byte[] id);

    /** How many reports support each value. */
    long[] supports(int values) {
        return counts;
    }

    /** Counts what waits to be counted. */
    void settle() {}

    final void add(Counter other) {
        other.settle();
        for (int i = 0; i < counts.length; i++) counts[i] += other.counts[i];
    }

    static Counter of(Campaign campaign) {
        Law.Words words = new Law.Words(campaign);
        int k = campaign.values();
        return switch (words.name()) {
            case "randomized_response", "blanket" -> new OfValues(k);
            case "unary", "rappor" -> new OfBits(k, 0, mostBits(k, words.of62("flip")));
            case "subset" -> new OfBits(k, (int) words.number("w"), (int) words.number("w"));
            case "local_hash" -> HashCounter.of(k, (int) words.number("l"));
            case "hadamard" -> new OfColumns(k);
            case "split" -> new OfResidues((long) words.number("modulus"));
            case "local_laplace" -> new OfNumbers((long) words.number("cells"), words.of62("further"));
            default ->
                throw new InvalidException(
                        "reports of " + words.name() + " cannot be counted",
                        "use the version that planned the campaign");
        };
    }

    /** More set bits than an honest report has but once in 10^9: a report that supports everything is no answer. */
    private static int mostBits(int k, double flip) {
        int most = 0;
        while (most < k - 1 && Binomial.logSf(most, k - 1L, flip).upper() > LOG_RARE) most++;
        return most + 1;
    }

    /** Noise of more steps is met once in 10^9: P(|noise| > j) = further^(2j + 1). */
    static long reach(double further) {
        return (long) Math.ceil(LOG_RARE / (2 * Math.log(further)));
    }

    /** Walsh and Hadamard's, of a power of two of numbers: entry v becomes the sum of all w with the sign of the parity of v and w. */
    static void transform(long[] a) {
        for (int half = 1; half < a.length; half *= 2)
            for (int i = 0; i < a.length; i++)
                if ((i & half) == 0) {
                    long sum = a[i] + a[i + half];
                    a[i + half] = a[i] - a[i + half];
                    a[i] = sum;
                }
    }

    static int number(byte[] four) {
        return (four[0] & 0xff) << 24 | (four[1] & 0xff) << 16 | (four[2] & 0xff) << 8 | (four[3] & 0xff);
    }

    private static final class OfValues extends Counter {
        OfValues(int k) {
            super(k);
        }

        @Override
        boolean take(byte[] message, byte[] id) {
            int value = number(message);
            if (!(value >= 0 && value < counts.length)) return false;
            counts[value]++;
            return true;
        }
    }

    private static final class OfBits extends Counter {
        private final int least;
        private final int most;

        OfBits(int k, int least, int most) {
            super(k);
            this.least = least;
            this.most = most;
        }

        @Override
        boolean take(byte[] message, byte[] id) {
            int set = 0;
            for (byte b : message) set += Integer.bitCount(b & 0xff);
            for (int v = counts.length; v < 8 * message.length; v++) if (bit(message, v)) return false;
            if (!(set >= least && set <= most)) return false;
            // most bits are not set: from one that is to the next
            for (int i = 0; i < message.length; i++)
                for (int left = message[i] & 0xff; left != 0; left &= left - 1)
                    counts[8 * i + Integer.numberOfTrailingZeros(left)]++;
            return true;
        }

        private static boolean bit(byte[] message, int v) {
            return (message[v >>> 3] >>> (v & 7) & 1) == 1;
        }
    }

    /** Differences of ones and zeros in every column; Walsh and Hadamard's transform turns them into supports. */
    private static final class OfColumns extends Counter {
        private final int values;

        OfColumns(int k) {
            // the last cell counts the reports
            super((1 << (32 - Integer.numberOfLeadingZeros(k))) + 1);
            this.values = k;
        }

        @Override
        boolean take(byte[] message, byte[] id) {
            if (!(message[0] == 0 || message[0] == 1)) return false;
            counts[PublicCoins.column(id, values)] += message[0] == 0 ? 1 : -1;
            counts[counts.length - 1]++;
            return true;
        }

        @Override
        long[] supports(int cells) {
            long[] a = java.util.Arrays.copyOf(counts, counts.length - 1);
            transform(a);
            long n = counts[counts.length - 1];
            long[] supports = new long[cells];
            // agreements minus disagreements with row v + 1 is its transform
            for (int v = 0; v < cells; v++) supports[v] = (n + a[v + 1]) / 2;
            return supports;
        }
    }

    /** The sum of residues. */
    private static final class OfResidues extends Counter {
        private final long modulus;

        OfResidues(long modulus) {
            super(1);
            this.modulus = modulus;
        }

        @Override
        boolean take(byte[] message, byte[] id) {
            long residue = java.nio.ByteBuffer.wrap(message).getLong();
            if (!(residue >= 0 && residue < modulus)) return false;
            counts[0] = (counts[0] + residue) % modulus;
            return true;
        }

        @Override
        long[] supports(int cells) {
            return new long[] {counts[0] % modulus};
        }
    }

    /** The sum of numbers, without those that an honest device says but once in 10^9. */
    private static final class OfNumbers extends Counter {
        private final long least;
        private final long most;

        OfNumbers(long cells, double further) {
            super(1);
            least = -reach(further);
            most = cells + reach(further);
        }

        @Override
        boolean take(byte[] message, byte[] id) {
            int number = number(message);
            if (!(number >= least && number <= most)) return false;
            counts[0] += number;
            return true;
        }
    }
}
