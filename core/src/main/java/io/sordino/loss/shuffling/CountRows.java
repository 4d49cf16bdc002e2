package io.sordino.loss.shuffling;

import io.sordino.loss.Side;
import io.sordino.numeric.Binomial;
import io.sordino.numeric.Ulp;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;

/**
 * The law of what a shuffled count reveals besides the sign of the victim's trace, as rows (tosses s, weight u, mass).
 *
 * <p>Given a row, the likelihood ratios of the two neighbours are W + eta D and W - eta D over n, where D is a sum of s fair
 * signs, W = s (e^eps0 + 1)/2 + u and eta = (e^eps0 - 1)/2. Everything is convex in (D, W), which is what the coarser rows use.
 */
final class CountRows {
    /*
     * Coarse rows, upper side: all tosses of a block take the largest s of the block (adding independent signs spreads D), W
     * goes to the values at the block's two ends with the mean kept, and the neutral count, centred, is that of the smallest s
     * (again more independent terms) spread onto a lattice. Lower side: the smallest s, and W at its conditional mean.
     */
    private static final int REFRESH = 256;
    private static final long MOST_ROWS = 400_000;
    private static final long MOST_ROWS_OF_FEW_REPORTS = 1_500_000;
    private static final long FEW_REPORTS = 20_000;
    private static final int MOST_BLOCKS = 400_000;
    private static final int MOST_BLOCKS_WITH_NODES = 4000;
    private static final int NODES = 200;
    /** What all masses that are no doubles make together is less. */
    private static final double SMALLEST_LOG_MASS = -650;
    /** With more coins than this, rows are taken together somewhat more than accuracy alone would ask for. */
    private static final double MANY_COINS = 2e6;

    final long[] tosses;
    /** Where the rows of a group begin; one longer than {@link #tosses}. */
    final int[] start;
    /** Rising within a group. */
    final double[] weight;
    /** Running sums of mass, and of mass times weight, within a group. */
    final double[] mass;

    final double[] moment;
    /** Logarithm of the factor of a group's masses. */
    final double[] logFactor;
    /** What was left out, in logarithm, as mass under either neighbour. */
    final double logCut;

    final double massError;
    int groups;
    private int rows;

    private CountRows(int groups, int rows, double logCut, double massError) {
        tosses = new long[groups];
        start = new int[groups + 1];
        logFactor = new double[groups];
        weight = new double[rows];
        mass = new double[rows];
        moment = new double[rows];
        this.logCut = logCut;
        this.massError = massError;
    }

    /** As fine as accuracy asks for. */
    static CountRows of(ClonesLaw law, Side side, double logTail) {
        return of(
                law, side, logTail, 0, (double) (law.reports() <= FEW_REPORTS ? MOST_ROWS_OF_FEW_REPORTS : MOST_ROWS));
    }

    /**
     * @param blocks the most groups wanted where rows are taken together, 0 for as many as accuracy asks for
     * @param affordable the most rows up to which none are taken together
     */
    static CountRows of(ClonesLaw law, Side side, double logTail, int blocks, double affordable) {
        long n = law.reports();
        long[] s = Binomial.window(n, law.rate(), logTail);
        s[0] = Math.max(1, s[0]);
        if (s[1] < s[0]) s[1] = s[0];
        long widest = s[1] - s[0] + 1;
        boolean mixed = law.mixed();
        long[] r = mixed ? Binomial.window(n - s[0], law.share(), logTail) : new long[] {0, 0};
        // masses of rows of two numbers are doubles, and those of less are none
        double cut = (mixed ? Math.max(logTail, SMALLEST_LOG_MASS) : logTail)
                + Math.log(4)
                + law.epsilon()
                + Math.max(0, law.logFactor());
        // where every report is a coin, nothing drifts
        double drift = law.rate() < 1 ? Math.max(n * law.rate() - s[0], s[1] - n * law.rate()) / (1 - law.rate()) : 0;
        if (mixed) drift += Math.max(n * law.share(), (double) r[1] - r[0]) / (1 - law.share());
        double error = Ulp.HALF * (60 * Math.abs(logTail) + 8 * Math.min(drift, 1e9) + 8.0 * REFRESH + 100);
        if (mixed && widest * (r[1] - r[0] + 1.0) <= affordable) return exact(law, s, logTail, cut, error);
        int limit = blocks > 0 ? blocks : mixed && side == Side.UPPER ? MOST_BLOCKS_WITH_NODES : MOST_BLOCKS;
        // a block of K of about s tosses moves epsilon by K/(2s), relatively
        double coins = n * law.rate();
        double finest = (mixed ? 2.5e-6 : 1e-6) * coins * Math.min(12, Math.max(1, coins / MANY_COINS));
        long block = Math.max((widest + limit - 1) / limit, (long) finest);
        int nodes = (int) Math.min(blocks > 0 ? 48 : NODES, 3 + (r[1] - r[0]) / (1e-4 * n));
        return side == Side.UPPER
                ? spread(law, s, r, block, nodes, logTail, cut, error)
                : contracted(law, s, block, logTail, cut, error);
    }

    /** Masses of Bin(n, p) from {@code from} to {@code to} over e^log. */
    private static double[] masses(long n, double p, long from, long to, double log) {
        double[] f = new double[Math.toIntExact(to - from + 1)];
        double odds = p / (1 - p);
        double value = 0;
        for (int i = 0; i < f.length; i++) {
            long k = from + i;
            if (p == 1) value = k == n ? Math.exp(-log) : 0;
            else if (i % REFRESH == 0 || value < 1e-290) value = Math.exp(Binomial.logPmf(k, n, p) - log);
            else value *= (n - k + 1) / (double) k * odds;
            f[i] = value;
        }
        return f;
    }

    private static CountRows exact(ClonesLaw law, long[] s, double logTail, double cut, double error) {
        int groups = Math.toIntExact(s[1] - s[0] + 1);
        CountRows made = new CountRows(groups, (int) Math.max(1024, MOST_ROWS / 8), cut, error);
        CountRows grown = made;
        for (long t = s[1]; t >= s[0]; t--) {
            long rest = law.reports() - t;
            long[] r = Binomial.window(rest, law.share(), logTail);
            double[] f = masses(rest, law.share(), r[0], r[1], 0);
            grown = grown.withRoom(f.length);
            double log = Binomial.logPmf(t, law.reports(), law.rate());
            grown.open(t, log);
            for (int i = 0; i < f.length; i++) grown.row(law.neutral(rest, r[0] + i), f[i]);
            grown.close();
        }
        return grown;
    }

    private CountRows withRoom(int more) {
        if (rows + more <= weight.length) return this;
        CountRows larger = new CountRows(tosses.length, Math.max(2 * weight.length, rows + more), logCut, massError);
        System.arraycopy(tosses, 0, larger.tosses, 0, groups);
        System.arraycopy(start, 0, larger.start, 0, groups + 1);
        System.arraycopy(logFactor, 0, larger.logFactor, 0, groups);
        System.arraycopy(weight, 0, larger.weight, 0, rows);
        System.arraycopy(mass, 0, larger.mass, 0, rows);
        System.arraycopy(moment, 0, larger.moment, 0, rows);
        larger.groups = groups;
        larger.rows = rows;
        return larger;
    }

    private void open(long s, double log) {
        tosses[groups] = s;
        // a factor of its own only where plain doubles would underflow: exponentials cost time
        logFactor[groups] = log < -500 ? log : 0;
        factor = log < -500 ? 1 : Math.exp(log);
    }

    private double factor;

    private void row(double u, double f) {
        double m = f * factor;
        boolean first = rows == start[groups];
        weight[rows] = u;
        mass[rows] = (first ? 0 : mass[rows - 1]) + m;
        moment[rows] = (first ? 0 : moment[rows - 1]) + m * u;
        rows++;
    }

    private void close() {
        start[++groups] = rows;
    }

    private static CountRows spread(
            ClonesLaw law, long[] s, long[] r, long block, int nodes, double logTail, double cut, double error) {
        double[][] lattice =
                law.mixed() ? lattice(law.reports() - s[0], law.share(), r, nodes) : new double[][] {{0}, {1}};
        int blocks = Math.toIntExact((s[1] - s[0]) / block + 1);
        int ends = block == 1 ? 1 : 2;
        CountRows made = new CountRows(blocks * ends, Math.multiplyExact(blocks * ends, lattice[0].length), cut, error);
        double slope = law.slope();
        for (Run one : runs(law, s, block, logTail)) {
            for (int end = 0; end < (one.from() == one.to() ? 1 : 2); end++) {
                long at = end == 0 ? one.to() : one.from();
                double share = one.from() == one.to()
                        ? 1
                        : Math.min(
                                1,
                                Math.max(
                                        0,
                                        end == 0
                                                ? (one.mean() - one.from()) / (one.to() - one.from())
                                                : (one.to() - one.mean()) / (one.to() - one.from())));
                if (!(share > 0)) continue;
                made.open(one.to(), one.log() + Math.log(share));
                // W at the chosen end, as a weight beside the tosses of the block
                double u = law.meanNeutral(at) - (one.to() - at) * law.half();
                for (int i = 0; i < lattice[0].length; i++) made.row(u + slope * lattice[0][i], lattice[1][i]);
                made.close();
            }
        }
        return made;
    }

    private static CountRows contracted(ClonesLaw law, long[] s, long block, double logTail, double cut, double error) {
        int blocks = Math.toIntExact((s[1] - s[0]) / block + 1);
        CountRows made = new CountRows(blocks, blocks, cut, error);
        for (Run one : runs(law, s, block, logTail)) {
            made.open(one.from(), one.log());
            double excess = one.mean() - one.from();
            made.row(law.meanNeutral(one.from()) + excess * (law.half() - law.meanNeutralOfOne()), 1);
            made.close();
        }
        return made;
    }

    /** The centred binomial count on a lattice, spread with its mean kept. */
    private static double[][] lattice(long n, double p, long[] r, int nodes) {
        double[] f = masses(n, p, r[0], r[1], 0);
        long step = Math.max(1, (r[1] - r[0] + nodes - 1) / nodes);
        int count = Math.toIntExact((r[1] - r[0] + step - 1) / step) + 1;
        double[] at = new double[count];
        double[] mass = new double[count];
        for (int i = 0; i < count; i++) at[i] = (r[0] - n * p) + (double) i * step;
        for (int i = 0; i < f.length; i++) {
            int j = (int) (i / step);
            double share = (i % step) / (double) step;
            mass[j] += f[i] * (1 - share);
            if (share > 0) mass[j + 1] += f[i] * share;
        }
        return new double[][] {at, mass};
    }

    /** Neighbouring numbers of tosses taken together, with their mass and the mean of the tosses. */
    private record Run(long from, long to, double log, double mean) {}

    /** From the most tosses down. */
    private static List<Run> runs(ClonesLaw law, long[] s, long width, double logTail) {
        List<Run> runs = new ArrayList<>();
        boolean deep = logTail < -500;
        double[] all = deep ? new double[0] : masses(law.reports(), law.rate(), s[0], s[1], 0);
        for (long to = s[1]; to >= s[0]; to -= width) {
            long from = Math.max(s[0], to - width + 1);
            double log = deep ? Binomial.logPmf(heaviest(law, from, to), law.reports(), law.rate()) : 0;
            double[] f = deep ? masses(law.reports(), law.rate(), from, to, log) : all;
            int place = deep ? 0 : Math.toIntExact(from - s[0]);
            double sum = 0;
            double moment = 0;
            for (int i = 0; i <= to - from; i++) {
                sum += f[place + i];
                moment += f[place + i] * i;
            }
            if (sum > 0) runs.add(new Run(from, to, log + Math.log(sum), from + moment / sum));
        }
        return runs;
    }

    /** About the likeliest number of tosses of a run: no mass overflows beside it, and what underflows is less than a rounding. */
    private static long heaviest(ClonesLaw law, long from, long to) {
        return Math.max(from, Math.min(to, (long) (law.reports() * law.rate())));
    }

    /** The first row of the group's [from, to) whose weight is at least {@code u}. */
    int firstAtLeast(int from, int to, double u) {
        if (to - from <= 1 || !(weight[from] < u)) return from < to && weight[from] < u ? to : from;
        int place = Arrays.binarySearch(weight, from, to, u);
        return place >= 0 ? place : -place - 1;
    }
}
