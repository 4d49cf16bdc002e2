package io.sordino.theorem.shuffling;

import static org.assertj.core.api.Assertions.assertThat;

import io.sordino.loss.Loss;
import io.sordino.loss.Side;
import io.sordino.loss.shuffling.ClonesLaw;
import io.sordino.loss.shuffling.ShuffledCounts;
import java.util.SplittableRandom;
import org.junit.jupiter.api.Test;

/**
 * Reports that arrive one by one through randomizers which change from slot to slot and look at all earlier reports: the law of
 * the whole sequence, counted out over all orders of the users, against the general pair.
 */
final class AdaptiveShufflingAttackTest {
    private static final long SEED = 20240817;
    private static final int RECORDS = 3;
    private static final int OUTPUTS = 3;
    private static final double[] SHARES = {0, 0.1, 0.4, 0.8, 0.97};

    /** Three laws on three outputs whose ratios are at most e^epsilon0, most of them at a corner of what is allowed. */
    private static double[][] randomizer(SplittableRandom random, double epsilon0) {
        double e0 = Math.exp(epsilon0);
        int kind = random.nextInt(3);
        // response on all outputs, or on two of them with the third left neutral or unused
        double[] weight = {1, 1, kind == 0 ? 1 : kind == 1 ? random.nextDouble() : 0};
        double[][] laws = new double[RECORDS][OUTPUTS];
        for (int record = 0; record < RECORDS; record++) {
            int favourite = record < 2 ? record : random.nextInt(OUTPUTS);
            if (weight[favourite] == 0) favourite = random.nextInt(2);
            // only outputs of one weight may be favoured, or normalizing would stretch the ratios
            if (weight[favourite] != 1) favourite = random.nextInt(2);
            double sum = 0;
            for (int y = 0; y < OUTPUTS; y++) sum += laws[record][y] = weight[y] * (y == favourite ? e0 : 1);
            for (int y = 0; y < OUTPUTS; y++) laws[record][y] /= sum;
        }
        if (random.nextInt(5) == 0) swap(laws);
        return laws;
    }

    private static void swap(double[][] laws) {
        double[] first = laws[0];
        laws[0] = laws[1];
        laws[1] = first;
    }

    /** The randomizer of every history of reports. */
    private static double[][][][] protocol(SplittableRandom random, double epsilon0, int n) {
        double[][][][] all = new double[n][][][];
        int histories = 1;
        for (int slot = 0; slot < n; slot++) {
            all[slot] = new double[histories][][];
            for (int h = 0; h < histories; h++) all[slot][h] = randomizer(random, epsilon0);
            histories *= OUTPUTS;
        }
        return all;
    }

    /** The law of the sequence of reports, all orders of the users being equally likely. */
    private static double[] sequences(double[][][][] protocol, int[] records) {
        double[] law = new double[(int) Math.pow(OUTPUTS, records.length)];
        arrive(protocol, records, new boolean[records.length], 0, 0, 1, law);
        return law;
    }

    private static void arrive(
            double[][][][] protocol,
            int[] records,
            boolean[] gone,
            int slot,
            int history,
            double probability,
            double[] law) {
        int n = records.length;
        if (slot == n) {
            law[history] += probability;
            return;
        }
        for (int user = 0; user < n; user++) {
            if (gone[user]) continue;
            gone[user] = true;
            for (int y = 0; y < OUTPUTS; y++) {
                double p = protocol[slot][history][records[user]][y] / (n - slot);
                if (p > 0) arrive(protocol, records, gone, slot + 1, history * OUTPUTS + y, probability * p, law);
            }
            gone[user] = false;
        }
    }

    private static double worstRatio(int extraReports, int cases) {
        SplittableRandom random = new SplittableRandom(SEED);
        double worst = 0;
        for (int i = 0; i < cases; i++) {
            double epsilon0 = new double[] {0.02, 0.5, 1.5, 4, 9}[random.nextInt(5)];
            int n = 2 + random.nextInt(3);
            double[][][][] protocol = protocol(random, epsilon0, n);
            int[] records = new int[n];
            for (int j = 1; j < n; j++) records[j] = random.nextInt(RECORDS);
            double[] p = sequences(protocol, records);
            records[0] = 1;
            double[] q = sequences(protocol, records);
            double rate = 2 / (Math.exp(epsilon0) + 1);
            Loss bound = new ShuffledCounts(ClonesLaw.ofTwoCounts(n + extraReports, epsilon0, rate, 1), Side.UPPER);
            for (double share : SHARES)
                for (double sign : new double[] {1, -1}) {
                    double epsilon = sign * share * epsilon0;
                    double truth = hockeyStick(p, q, Math.exp(epsilon));
                    if (truth > 1e-13)
                        worst = Math.max(worst, truth / bound.delta(epsilon).upper());
                }
        }
        return worst;
    }

    private static double hockeyStick(double[] p, double[] q, double x) {
        double sum = 0;
        for (int i = 0; i < p.length; i++) sum += Math.max(0, p[i] - x * q[i]);
        return sum;
    }

    @Test
    void noAdaptiveProtocolIsAboveTheGeneralPair() {
        assertThat(worstRatio(0, 4000)).as("seed %s", SEED).isBetween(0.99, 1 + 1e-9);
    }

    @Test
    void theSearchWouldFindAPairThatHidesTooMuch() {
        assertThat(worstRatio(1, 1000)).as("seed %s", SEED).isGreaterThan(1.01);
    }
}
