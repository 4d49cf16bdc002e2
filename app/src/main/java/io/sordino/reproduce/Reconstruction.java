package io.sordino.reproduce;

import io.sordino.mechanism.Relation;
import io.sordino.numeric.Bracket;
import io.sordino.plot.Axis;
import io.sordino.plot.Picture;
import io.sordino.plot.Point;
import io.sordino.plot.Series;
import io.sordino.reproduce.Reproduction.Row;
import java.util.ArrayList;
import java.util.List;
import java.util.SplittableRandom;

/**
 * The fundamental law of information recovery: answers to many random counts, each of them accurate, give the data away; noise of a size that the accountant asks for does not.
 */
final class Reconstruction {
    private static final int RECORDS = 128;
    private static final int COUNTS = 4 * RECORDS;
    private static final int REPEATS = 4;
    /** The data, the counts and the noise of a demonstration that shows the same every time. */
    private static final long SEED = 2003;

    private static final double[] NOISES = {0.5, 1, 2, 4, 8, 16, 32, 64, 128, 256};

    private Reconstruction() {}

    static Reproduction of(Ask ask) {
        double plain = recovered(0);
        List<Point> attack = new ArrayList<>();
        List<Point> ceiling = new ArrayList<>();
        List<Row> rows = new ArrayList<>();
        rows.add(new Row(
                "share of bits recovered without noise",
                "all of them: as many counts as unknowns are enough",
                Reproduction.Origin.FORMULA,
                1,
                plain,
                plain));
        for (double noise : NOISES) {
            double share = recovered(noise);
            Bracket apart = ask.delta(COUNTS + " * gaussian(" + noise + ")", Relation.ADD_OR_REMOVE_ONE, 0);
            double most = (1 + apart.upper()) / 2;
            attack.add(Point.exactly(noise, share));
            ceiling.add(Point.exactly(noise, most));
            if (noise == 2 || noise == 16 || noise == 128)
                rows.add(new Row(
                        "share of bits recovered with noise " + (int) noise,
                        "the attack, beside what the account allows any",
                        Reproduction.Origin.OTHERWISE,
                        share,
                        0,
                        Math.min(1, most + sampling())));
        }
        Picture picture = new Picture(
                "Bits recovered from noisy counts",
                RECORDS + " secret bits, " + COUNTS + " counts of random halves, least squares; Gaussian noise on each",
                Axis.log("standard deviation of the noise"),
                Axis.linear("share of bits that are recovered"),
                List.of(
                        Series.line("the attack", attack),
                        Series.line("no attack recovers more: (1 + delta(0)) / 2, certified", ceiling),
                        Series.line(
                                "guessing",
                                List.of(Point.exactly(NOISES[0], 0.5), Point.exactly(NOISES[NOISES.length - 1], 0.5)))),
                List.of(),
                List.of("without noise the attack recovers " + Math.round(100 * plain) + " % of the bits"));
        return new Reproduction(
                "reconstruction",
                "Reconstruction from counts",
                "Dinur and Nissim 2003 (PODS); Dwork, Differential privacy: getting more for less (ICM 2022), section 1",
                "Overly accurate answers to too many questions destroy privacy: whoever asks for enough random counts solves for every record, although each count is a mere statistic. Noise far below the square"
                        + " root of the number of records changes nothing. The account of the same counts, epsilon of "
                        + COUNTS
                        + " * gaussian(noise), says how much noise does: its delta at epsilon 0 bounds what any attack learns of a bit.",
                picture,
                rows);
    }

    /** Three standard errors of a share of so many bits. */
    private static double sampling() {
        return 3 * Math.sqrt(0.25 / (RECORDS * REPEATS));
    }

    private static double recovered(double noise) {
        double right = 0;
        for (int i = 0; i < REPEATS; i++) right += recovered(noise, new SplittableRandom(SEED + i));
        return right / REPEATS;
    }

    /** Least squares from the normal equations, rounded to bits. */
    private static double recovered(double noise, SplittableRandom random) {
        boolean[] secret = new boolean[RECORDS];
        for (int i = 0; i < RECORDS; i++) secret[i] = random.nextBoolean();
        double[][] square = new double[RECORDS][RECORDS];
        double[] right = new double[RECORDS];
        for (int row = 0; row < COUNTS; row++) {
            boolean[] asked = new boolean[RECORDS];
            double answer = 0;
            for (int i = 0; i < RECORDS; i++) {
                asked[i] = random.nextBoolean();
                if (asked[i] && secret[i]) answer++;
            }
            answer += noise * random.nextGaussian();
            for (int i = 0; i < RECORDS; i++) {
                if (!asked[i]) continue;
                right[i] += answer;
                for (int j = 0; j <= i; j++) if (asked[j]) square[i][j]++;
            }
        }
        double[] found = solved(square, right);
        int hits = 0;
        for (int i = 0; i < RECORDS; i++) if (found[i] > 0.5 == secret[i]) hits++;
        return (double) hits / RECORDS;
    }

    /** By the factors of Cholesky; both arguments are used up. */
    private static double[] solved(double[][] square, double[] right) {
        int n = right.length;
        for (int i = 0; i < n; i++)
            for (int j = 0; j <= i; j++) {
                double sum = square[i][j];
                for (int k = 0; k < j; k++) sum -= square[i][k] * square[j][k];
                square[i][j] = i == j ? Math.sqrt(sum) : sum / square[j][j];
            }
        for (int i = 0; i < n; i++) {
            for (int k = 0; k < i; k++) right[i] -= square[i][k] * right[k];
            right[i] /= square[i][i];
        }
        for (int i = n - 1; i >= 0; i--) {
            for (int k = i + 1; k < n; k++) right[i] -= square[k][i] * right[k];
            right[i] /= square[i][i];
        }
        return right;
    }
}
