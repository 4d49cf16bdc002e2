package io.sordino.loss.allocation;

import io.sordino.loss.Atom;
import io.sordino.loss.Change;
import io.sordino.loss.Pair;
import io.sordino.loss.Side;
import io.sordino.loss.lattice.Convolution;
import io.sordino.loss.lattice.LatticeLaw;
import io.sordino.loss.pair.AtomicPair;
import io.sordino.numeric.Bracket;
import io.sordino.numeric.Patience;
import java.util.ArrayList;
import java.util.List;

/**
 * What an attacker of a shuffled epoch attains where all other records pull one way and the victim the other. Against the others'
 * noise a slot has the ratios f with the victim in it and g with the victim's place empty; for any x the attacker adds up scores
 * f - x g of the slots, rounded at random to a lattice, and asks whether the sum is positive. Each such test is a point below the
 * curve of all tests, and the points make a pair that is attained.
 */
final class EpochTests {
    /*
     * Whatever the scores are, the test is one, so nothing about them has to be rounded with care: only the probabilities of the
     * test, under P from below and under Q from above. The slots other than the victim's are alike, and the victim's slot is one
     * more term: P(sum > 0) is the mean over its score v of P(others > -v).
     */
    private static final double STEPS = 20;
    private static final double FALL = 0.35;
    /** Tests of a negative sum tell less, and are fewer. */
    private static final double COARSER = 2;

    private static final int MOST = 110;
    private static final int MOST_PLACES = 3000;
    private static final double RARE = 0.05;
    private static final double DEVIATIONS = 4;
    /** Masses of cells, sums of them and products. */
    private static final double ERROR = 1e-11;

    private final NormalCells cells;
    private final long slots;
    /** Tests by falling x: the probability of a positive sum under P from below and under Q from above, and of the opposite. */
    private final List<Test> tests = new ArrayList<>();

    /** Each probability with its complement, whichever of the two was worked out. */
    private record Test(double pLow, double qUp, double pOtherUp, double qOtherLow) {
        static final Test NEVER = new Test(0, 0, 1, 1);
        static final Test ALWAYS = new Test(1, 1, 0, 0);

        static Test above(double pLow, double qUp) {
            return new Test(pLow, qUp, 1 - pLow, 1 - qUp);
        }

        static Test below(double pOtherUp, double qOtherLow) {
            return new Test(1 - pOtherUp, 1 - qOtherLow, pOtherUp, qOtherLow);
        }

        /** P-mass between two tests, by the side that cancels less. */
        double p(Test next) {
            return pOtherUp < 0.5 ? pOtherUp - next.pOtherUp : next.pLow - pLow;
        }

        double q(Test next) {
            return qOtherLow < 0.5 ? qOtherLow - next.qOtherLow : next.qUp - qUp;
        }
    }

    /** Probabilities of a positive sum. */
    private record Seen(double pLow, double pUp, double qLow, double qUp) {}

    private EpochTests(long slots, double mu) {
        this.slots = slots;
        this.cells = NormalCells.of(mu);
    }

    /** @param deepest the logarithm of the least probability that may matter */
    static EpochTests of(long slots, double mu, double deepest) {
        EpochTests all = new EpochTests(slots, mu);
        all.march(deepest);
        return all;
    }

    private void march(double deepest) {
        List<Test> rising = new ArrayList<>();
        double stride = 0;
        double log = 0;
        for (double eps = 0; rising.size() < MOST && log > deepest; eps += stride) {
            Patience.check();
            Seen seen = seen(Math.exp(eps), 1);
            if (!(seen.pLow > 0 && seen.qUp < 1)) break;
            rising.add(Test.above(seen.pLow, seen.qUp));
            double now = Math.log(seen.pLow);
            stride = eps == 0 ? Math.max(1e-6, 0.75 * (seen.pLow - seen.qUp)) : next(stride, log - now, FALL);
            log = now;
        }
        for (int i = rising.size() - 1; i >= 0; i--) tests.add(rising.get(i));
        log = 0;
        stride = tests.isEmpty()
                ? 0.1
                : 0.75 * Math.max(1e-6, tests.get(tests.size() - 1).pLow - tests.get(tests.size() - 1).qUp);
        int falling = 0;
        for (double eps = -stride; falling < MOST && log > deepest / COARSER; eps -= stride, falling++) {
            Patience.check();
            Seen seen = seen(Math.exp(eps), -1);
            if (!(seen.qLow > 0 && seen.pUp < 1)) break;
            tests.add(Test.below(seen.pUp, seen.qLow));
            double now = Math.log(seen.qLow);
            stride = falling == 0 ? stride : next(stride, log - now, COARSER * FALL);
            log = now;
        }
    }

    private static double next(double stride, double fall, double wanted) {
        return stride * Math.max(0.5, Math.min(1.6, wanted / Math.max(1e-3, fall)));
    }

    /** The test of the sum of f - x g, or of its opposite. */
    private Seen seen(double x, int sign) {
        int n = cells.node.length;
        double[] score = new double[n + 1];
        double mu = cells.mu;
        for (int j = 0; j <= n; j++) {
            double u = j == 0 ? cells.node[0] : j == n ? cells.node[n - 1] : 0.5 * (cells.node[j - 1] + cells.node[j]);
            score[j] = sign * (Math.exp(2 * mu * u) - x * Math.exp(mu * u + mu * mu / 2));
        }
        double others = slots - 1.0;
        double deviation = deviation(score, RARE / others);
        double far = others * Math.abs(1 - x) + DEVIATIONS * deviation * (Math.sqrt(others) + 1);
        double least = 0;
        double most = 0;
        for (int j = 0; j <= n; j++) {
            score[j] = Math.max(-far, Math.min(far, score[j]));
            least = Math.min(least, score[j]);
            most = Math.max(most, score[j]);
        }
        double step = Math.max(deviation / STEPS, (most - least) / MOST_PLACES);
        int low = (int) Math.floor(least / step) - 1;
        int size = (int) Math.ceil(most / step) + 2 - low;
        double[][] laws = new double[3][size];
        for (int j = 0; j <= n; j++) {
            double place = score[j] / step;
            int at = (int) Math.floor(place);
            double share = Math.min(1, place - at);
            put(laws[0], at - low, share, cells.minus[j]);
            put(laws[1], at - low, share, cells.zero[j]);
            put(laws[2], at - low, share, cells.plus[j]);
        }
        double theta = step * Saddle.tilt(cells.minus, score, n, cells.minus[n]);
        List<Double> tilts = theta > 0
                ? (far > 40 * deviation * Math.sqrt(others) ? List.of(0.0, theta) : List.of(theta))
                : List.of(0.0);
        try {
            return seen(new LatticeLaw(0, 1, low, laws[0], 0, ERROR / 16, 0), laws, low, tilts);
        } catch (Convolution.TooWide e) {
            return new Seen(0, 1, 0, 1);
        }
    }

    private static void put(double[] law, int at, double share, double mass) {
        law[at] += mass * (1 - share);
        law[at + 1] += mass * share;
    }

    private double deviation(double[] score, double rare) {
        double[] mass = cells.minus;
        double square = 0;
        double seen = 0;
        // the largest scores, and the rarest ones, are on the right for every x
        int j = mass.length - 1;
        while (j > 0 && seen + mass[j] < rare) seen += mass[j--];
        double most = Math.abs(score[j]);
        for (int i = 0; i < mass.length; i++) {
            double v = i > j ? most : score[i];
            square += mass[i] * v * v;
        }
        return Math.sqrt(square);
    }

    private Seen seen(LatticeLaw one, double[][] laws, int low, List<Double> tilts) {
        long[] counts = {slots - 1};
        ValueSum.Result above = ValueSum.of(List.of(one), counts, Side.UPPER, tilts);
        ValueSum.Result below = ValueSum.of(List.of(one), counts, Side.LOWER, tilts);
        double[] up = tails(above.law(), above.lostMass());
        double[] down = tails(below.law(), 0);
        double[] sums = new double[4];
        for (int i = 0; i < laws[0].length; i++) {
            long threshold = -(long) (low + i);
            double most = Math.min(1, tail(up, above.law(), threshold, 1));
            double least = tail(down, below.law(), threshold, -1);
            sums[0] += laws[2][i] * least;
            sums[1] += laws[2][i] * most;
            sums[2] += laws[1][i] * least;
            sums[3] += laws[1][i] * most;
        }
        return new Seen(
                sums[0] * (1 - ERROR),
                Math.min(1, sums[1] * (1 + ERROR)),
                sums[2] * (1 - ERROR),
                Math.min(1, sums[3] * (1 + ERROR)));
    }

    /** Mass from each place on, what is lost above the last place included. */
    private static double[] tails(LatticeLaw law, double lost) {
        double[] mass = law.mass();
        double[] tail = new double[mass.length + 1];
        tail[mass.length] = lost;
        for (int i = mass.length - 1; i >= 0; i--) tail[i] = tail[i + 1] + mass[i];
        return tail;
    }

    /** Mass of the places above a threshold; below the window all there is, or all that is known of. */
    private static double tail(double[] tails, LatticeLaw law, long threshold, int sign) {
        long place = threshold + 1 - law.first();
        if (place < 0) return sign > 0 ? 1 : tails[0];
        return tails[(int) Math.min(place, tails.length - 1)];
    }

    /** What the best of the tests attains at an epsilon: its P-probability less e^epsilon times its Q-probability. */
    double attained(double epsilon) {
        double most = 0;
        for (Test test : tests) most = Math.max(most, test.pLow - Math.exp(epsilon) * test.qUp);
        return most;
    }

    /** The pair of the points, between which tests are mixed. */
    Pair pair(Change change) {
        List<Test> corners = new ArrayList<>(List.of(Test.NEVER));
        for (Test test : tests) add(corners, test);
        add(corners, Test.ALWAYS);
        List<Atom> atoms = new ArrayList<>();
        for (int i = 0; i + 1 < corners.size(); i++) {
            double p = corners.get(i).p(corners.get(i + 1));
            double q = corners.get(i).q(corners.get(i + 1));
            double first = change == Change.ADDED ? q : p;
            double second = change == Change.ADDED ? p : q;
            if (first > 1e-200 && second > 1e-250)
                atoms.add(new Atom(Math.log(first / second) - 1e-14, Math.min(1, first)));
        }
        return new AtomicPair(atoms, Bracket.exactly(0), 1e-12, 1e-12);
    }

    /** Keeps the corners of the least concave curve through all points. */
    private static void add(List<Test> corners, Test next) {
        Test last = corners.get(corners.size() - 1);
        if (!(last.p(next) > 0 && last.q(next) > 0)) return;
        while (corners.size() > 1) {
            Test before = corners.get(corners.size() - 2);
            Test middle = corners.get(corners.size() - 1);
            if (before.p(middle) * middle.q(next) > middle.p(next) * before.q(middle)) break;
            corners.remove(corners.size() - 1);
        }
        corners.add(next);
    }
}
