package io.sordino.client;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.HashSet;
import java.util.Map;
import java.util.Set;
import java.util.TreeMap;
import org.junit.jupiter.api.Test;

/** The laws of what devices say, by counting. */
class RandomizerTest {
    private static final int RUNS = 40_000;
    private static final int VALUES = 5;

    private static Randomizer of(String words) {
        return Randomizer.of(Json.object(words), VALUES);
    }

    private static int number(byte[] four) {
        return (four[0] << 24) | (four[1] & 0xff) << 16 | (four[2] & 0xff) << 8 | (four[3] & 0xff);
    }

    /** How often each message is said of a value, with fresh ids. */
    private static Map<String, Integer> said(Randomizer randomizer, int value, long seed) {
        Bits bits = new Bits(Campaigns.seeded(seed));
        byte[] id = new byte[16];
        Map<String, Integer> counts = new TreeMap<>();
        for (int i = 0; i < RUNS; i++) {
            Campaigns.seeded(seed + i).nextBytes(id);
            counts.merge(Hex.write(randomizer.say(value, id, bits)[0]), 1, Integer::sum);
        }
        return counts;
    }

    /** Within five standard deviations, of which one test has a few hundred. */
    private static void near(int seen, double probability) {
        double mean = RUNS * probability;
        assertThat((double) seen).isBetween(mean - 5 * Math.sqrt(mean + 1), mean + 5 * Math.sqrt(mean + 1));
    }

    @Test
    void responsesAreTrueAsOftenAsStated() {
        Randomizer law = of("{\"name\": \"randomized_response\", \"truth\": " + Campaigns.of62(0.4) + "}");
        Map<String, Integer> counts = said(law, 3, 1);
        for (int v = 0; v < VALUES; v++)
            near(counts.getOrDefault(Hex.write(Randomizer.four(v)), 0), v == 3 ? 0.4 : 0.15);
    }

    @Test
    void bitsFlipByThemselves() {
        double flip = 0.2;
        Map<String, Integer> counts = said(of("{\"name\": \"unary\", \"flip\": " + Campaigns.of62(flip) + "}"), 2, 2);
        for (int bits = 0; bits < 1 << VALUES; bits++) {
            int flips = Integer.bitCount(bits ^ 1 << 2);
            near(
                    counts.getOrDefault(Hex.write(new byte[] {(byte) bits}), 0),
                    Math.pow(flip, flips) * Math.pow(1 - flip, VALUES - flips));
        }
    }

    @Test
    void setsHaveTheirSizeAndHoldTheValueAsOftenAsStated() {
        Map<String, Integer> counts =
                said(of("{\"name\": \"subset\", \"w\": 2, \"inside\": " + Campaigns.of62(0.6) + "}"), 1, 3);
        int seen = 0;
        for (int bits = 0; bits < 1 << VALUES; bits++) {
            if (Integer.bitCount(bits) != 2) continue;
            int count = counts.getOrDefault(Hex.write(new byte[] {(byte) bits}), 0);
            // 4 sets with the value, 6 without it
            near(count, (bits >>> 1 & 1) == 1 ? 0.6 / 4 : 0.4 / 6);
            seen += count;
        }
        assertThat(seen).isEqualTo(RUNS);
    }

    @Test
    void hashesAreAnsweredByTheFunctionOfTheReport() {
        Randomizer law = of("{\"name\": \"local_hash\", \"l\": 4, \"truth\": " + Campaigns.of62(0.7) + "}");
        Bits bits = new Bits(Campaigns.seeded(4));
        HashFamily family = new HashFamily(VALUES, 4);
        int[] supports = new int[VALUES];
        byte[] id = new byte[16];
        for (int i = 0; i < RUNS; i++) {
            Campaigns.seeded(i).nextBytes(id);
            int image = number(law.say(2, id, bits)[0]);
            for (int v = 0; v < VALUES; v++) if (family.image(family.function(id), v) == image) supports[v]++;
        }
        for (int v = 0; v < VALUES; v++) near(supports[v], v == 2 ? 0.7 : 0.25);
    }

    @Test
    void columnsAreAnsweredByTheReport() {
        Randomizer law = of("{\"name\": \"hadamard\", \"truth\": " + Campaigns.of62(0.8) + "}");
        Bits bits = new Bits(Campaigns.seeded(5));
        int[] supports = new int[VALUES];
        byte[] id = new byte[16];
        for (int i = 0; i < RUNS; i++) {
            Campaigns.seeded(i).nextBytes(id);
            int said = law.say(0, id, bits)[0][0];
            int column = PublicCoins.column(id, VALUES);
            for (int v = 0; v < VALUES; v++) if (PublicCoins.entry(v, column) == said) supports[v]++;
        }
        for (int v = 0; v < VALUES; v++) near(supports[v], v == 0 ? 0.8 : 0.5);
    }

    @Test
    void numbersHaveRoundedLaplaceNoise() {
        double s = 0.6;
        Map<String, Integer> counts =
                said(of("{\"name\": \"local_laplace\", \"cells\": 8, \"further\": " + Campaigns.of62(s) + "}"), 3, 6);
        for (int j = -6; j <= 6; j++) {
            double p = j == 0 ? 1 - s : s * (1 - s * s) * Math.pow(s * s, Math.abs(j) - 1) / 2;
            near(counts.getOrDefault(Hex.write(Randomizer.four(3 + j)), 0), p);
        }
    }

    @Test
    void blanketsAddEveryCellByItself() {
        Randomizer law = of(
                "{\"name\": \"blanket\", \"extra\": " + Campaigns.of62(0.3) + ", \"messages\": " + (VALUES + 1) + "}");
        Bits bits = new Bits(Campaigns.seeded(7));
        int[] counts = new int[VALUES];
        for (int i = 0; i < RUNS; i++) {
            byte[][] said = law.say(4, new byte[16], bits);
            for (byte[] one : said) counts[number(one)]++;
        }
        counts[4] -= RUNS;
        for (int count : counts) near(count, 0.3);
        Randomizer capped = of("{\"name\": \"blanket\", \"extra\": " + Campaigns.of62(0.9) + ", \"messages\": 2}");
        for (int i = 0; i < 1000; i++)
            assertThat(capped.say(4, new byte[16], bits).length).isBetween(1, 2);
    }

    /** Shares of three devices, noise that goes on with t = 1 - e^-1.4: together they are geometric. */
    @Test
    void sharesAddUpToGeometricNoise() {
        double mu = 1.4;
        NoiseShare share = new NoiseShare(3, 2, Campaigns.of62(mu / 2));
        Bits bits = new Bits(Campaigns.seeded(21));
        int[] counts = new int[12];
        int[] alone = new int[2];
        for (int i = 0; i < RUNS; i++) {
            long first = share.draw(bits);
            if (first < alone.length) alone[(int) first]++;
            long sum = first + share.draw(bits) + share.draw(bits);
            if (sum < counts.length) counts[(int) sum]++;
        }
        double t = -Math.expm1(-mu);
        for (int k = 0; k < counts.length; k++) near(counts[k], (1 - t) * Math.pow(t, k));
        // one share is negative binomial: the control is that it is not the whole
        near(alone[0], Math.exp(-mu / 3));
        near(alone[1], Math.exp(-mu / 3) * t / 3);
    }

    @Test
    void residuesAddUpToTheValueAndItsNoise() {
        long modulus = 1009;
        Randomizer law = of("{\"name\": \"split\", \"messages\": 4, \"modulus\": " + modulus
                + ", \"steps\": 1, \"shares\": 10, \"times\": 1, \"rate\": " + Campaigns.of62(0.5) + "}");
        assertThat(law.leastMessages()).isEqualTo(law.mostMessages()).isEqualTo(4);
        Bits bits = new Bits(Campaigns.seeded(22));
        int none = 0;
        int[] halves = new int[4];
        for (int i = 0; i < RUNS; i++) {
            byte[][] said = law.say(1, new byte[16], bits);
            long sum = 0;
            for (int j = 0; j < said.length; j++) {
                long residue = java.nio.ByteBuffer.wrap(said[j]).getLong();
                assertThat(residue).isBetween(0L, modulus - 1);
                sum += residue;
                if (residue < 504) halves[j]++;
            }
            if (sum % modulus == 1) none++;
        }
        // two shares that are both nothing, or alike
        double t = -Math.expm1(-0.5);
        double r = 0.1;
        double alike = 0;
        double mass = Math.pow(1 - t, r);
        for (int k = 0; k < 60; k++) {
            alike += mass * mass;
            mass *= t * (k + r) / (k + 1);
        }
        near(none, alike);
        for (int half : halves) near(half, 504.0 / modulus);
    }

    @Test
    void numbersBelowABoundAreAllAlike() {
        Bits bits = new Bits(Campaigns.seeded(8));
        int[] counts = new int[7];
        Set<Long> wide = new HashSet<>();
        for (int i = 0; i < RUNS; i++) {
            counts[(int) bits.below(7)]++;
            wide.add(bits.below((1L << 62) - 1));
        }
        for (int count : counts) near(count, 1.0 / 7);
        assertThat(wide).hasSize(RUNS);
    }
}
