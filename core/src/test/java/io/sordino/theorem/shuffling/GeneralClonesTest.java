package io.sordino.theorem.shuffling;

import static org.assertj.core.api.Assertions.assertThat;

import io.sordino.loss.Loss;
import io.sordino.loss.Side;
import io.sordino.loss.shuffling.ClonesLaw;
import io.sordino.loss.shuffling.ShuffledCounts;
import io.sordino.mechanism.LocalDp;
import io.sordino.numeric.Bracket;
import io.sordino.theorem.TheoremContract;
import java.util.ArrayList;
import java.util.List;
import java.util.SplittableRandom;
import org.junit.jupiter.api.Test;

/** The general pair bounds every local randomizer: attacked at random, and met by binary response with a free choice. */
final class GeneralClonesTest extends TheoremContract {
    @Override
    protected List<Unmet> unmet() {
        return List.of(
                silentOn("shuffled(100, gaussian(1))", "replace-one", "needs a local randomizer"),
                silentOn("shuffled(100, local(501))", "replace-one", "must be at most"));
    }

    private static final long SEED = 20231107;

    /** Laws within factors e^epsilon of each other: random corners, then normalized by mixing. */
    static double[][] randomLaws(SplittableRandom random, double epsilon, int records, int outputs) {
        while (true) {
            double[] base = new double[outputs];
            for (int y = 0; y < outputs; y++) base[y] = -Math.log(1 - random.nextDouble());
            double[][] laws = new double[records][outputs];
            for (int x = 0; x < records; x++) {
                double sum = 0;
                for (int y = 0; y < outputs; y++) {
                    boolean corner = random.nextInt(4) > 0;
                    double t = corner ? random.nextInt(2) : random.nextDouble();
                    laws[x][y] = base[y] * Math.exp(t * epsilon);
                    sum += laws[x][y];
                }
                for (int y = 0; y < outputs; y++) laws[x][y] /= sum;
            }
            if (largestRatio(laws) <= Math.exp(epsilon)) return laws;
            // shrink towards the first law until the ratios fit
            for (double share = 0.95; share > 0; share *= 0.9) {
                double[][] mixed = new double[records][outputs];
                for (int x = 0; x < records; x++)
                    for (int y = 0; y < outputs; y++) mixed[x][y] = share * laws[x][y] + (1 - share) * laws[0][y];
                if (largestRatio(mixed) <= Math.exp(epsilon)) return mixed;
            }
        }
    }

    /** Corners of what is allowed: outputs come in mirrored pairs, each likelier than its twin by the full factor. */
    private static double[][] extremeLaws(SplittableRandom random, double epsilon, int records, int pairs) {
        double e0 = Math.exp(epsilon);
        double[] base = new double[pairs];
        double sum = 0;
        for (int y = 0; y < pairs; y++) sum += base[y] = random.nextDouble();
        double[][] laws = new double[records][2 * pairs];
        for (int x = 0; x < records; x++)
            for (int y = 0; y < pairs; y++) {
                int side = x < 2 && y == 0 ? x : random.nextInt(2);
                laws[x][2 * y + side] = base[y] / sum * e0 / (e0 + 1);
                laws[x][2 * y + 1 - side] = base[y] / sum / (e0 + 1);
            }
        return laws;
    }

    private static double largestRatio(double[][] laws) {
        double worst = 1;
        for (double[] a : laws)
            for (double[] b : laws) for (int y = 0; y < a.length; y++) worst = Math.max(worst, a[y] / b[y]);
        return worst;
    }

    private static double worstRatio(int extraReports, int cases) {
        SplittableRandom random = new SplittableRandom(SEED);
        double worst = 0;
        for (int i = 0; i < cases; i++) {
            double epsilon0 = 0.2 + 3 * random.nextDouble();
            int n = 2 + random.nextInt(4);
            double[][] laws = random.nextBoolean()
                    ? extremeLaws(random, epsilon0, 2 + random.nextInt(3), 1 + random.nextInt(2))
                    : randomLaws(random, epsilon0, 2 + random.nextInt(3), 2 + random.nextInt(3));
            double epsilon = epsilon0 * random.nextDouble();
            double e0 = Math.exp(epsilon0);
            Loss bound =
                    new ShuffledCounts(ClonesLaw.ofTwoCounts(n + extraReports, epsilon0, 2 / (e0 + 1), 1), Side.UPPER);
            double upper = bound.delta(epsilon).upper();
            List<Integer> others = new ArrayList<>();
            for (int j = 1; j < n; j++) others.add(random.nextInt(laws.length));
            double truth = Enumeration.delta(laws, others, epsilon);
            if (truth > 1e-13) worst = Math.max(worst, truth / upper);
        }
        return worst;
    }

    @Test
    void noRandomizerIsAboveTheGeneralPair() {
        assertThat(worstRatio(0, 6000)).as("seed %s", SEED).isLessThanOrEqualTo(1 + 1e-9);
    }

    @Test
    void theSearchWouldFindAPairThatHidesTooMuch() {
        assertThat(worstRatio(1, 6000)).as("seed %s", SEED).isGreaterThan(1.01);
    }

    @Test
    void thePairIsTheSumOverItsCounts() {
        for (int n : new int[] {2, 3, 6, 9})
            for (double epsilon0 : new double[] {0.3, 1, 4})
                for (double share : new double[] {0, 0.01, 0.3, 0.9, 0.9999999}) {
                    double truth = byCounts(n, epsilon0, share * epsilon0);
                    Bracket found = Asked.loss(new GeneralClones(), n, new LocalDp(epsilon0))
                            .delta(share * epsilon0);
                    assertThat(found.lower()).isLessThanOrEqualTo(truth * (1 + 1e-9));
                    assertThat(found.upper()).isBetween(truth * (1 - 1e-9), truth * (1 + 1e-7));
                }
    }

    private static double byCounts(int n, double epsilon0, double epsilon) {
        double e0 = Math.exp(epsilon0);
        double r = 1 / (e0 + 1);
        double x = Math.exp(epsilon);
        double sum = 0;
        for (int a = 0; a <= n; a++)
            for (int b = 0; a + b <= n; b++) {
                double mass = choose(n, a) * choose(n - a, b) * Math.pow(r, a + b) * Math.pow(1 - 2 * r, n - a - b);
                double gap = a * x * Math.expm1(epsilon0 - epsilon) - b * Math.expm1(epsilon0 + epsilon);
                sum += mass * Math.max(0, gap) / n;
            }
        return sum;
    }

    private static double choose(int n, int k) {
        double c = 1;
        for (int i = 0; i < k; i++) c = c * (n - i) / (i + 1);
        return c;
    }

    @Test
    void moreReportsAreNeverWorseUpToABillion() {
        double before = Double.POSITIVE_INFINITY;
        for (long n = 2; n <= 1_000_000_000L; n = n < 100 ? n + 7 : n * 10) {
            double upper = Asked.loss(new GeneralClones(), n, new LocalDp(2))
                    .epsilon(1e-6)
                    .upper();
            assertThat(upper).isLessThanOrEqualTo(before);
            before = upper;
        }
        assertThat(before).isBetween(1.907e-4, 1.908e-4);
    }

    @Test
    void tinyDeltasSurvive() {
        for (double delta : new double[] {1e-12, 1e-50, 1e-150, 1e-300}) {
            Loss loss = Asked.loss(new GeneralClones(), 1_000_000, new LocalDp(2));
            Bracket found = loss.epsilon(delta);
            assertThat(found.relativeWidth()).isLessThan(1e-8);
            assertThat(loss.logDelta(found.upper()).upper()).isLessThanOrEqualTo(Math.log(delta));
        }
    }

    @Test
    void theTelemetryExampleIsTheKnownNumber() {
        Bracket found =
                Asked.loss(new GeneralClones(), 1_000_000, new LocalDp(2)).epsilon(1e-6);
        assertThat(found.midpoint()).isBetween(0.0095172, 0.0095173);
    }
}
