package io.sordino.loss.shuffling;

import io.sordino.loss.CountedPair;
import io.sordino.loss.Pair;
import io.sordino.loss.Side;
import io.sordino.loss.pair.TabledPair;
import io.sordino.numeric.Binomial;
import io.sordino.numeric.Bracket;
import io.sordino.numeric.Ulp;
import io.sordino.numeric.Up;
import java.util.Comparator;
import java.util.List;
import java.util.stream.IntStream;

/**
 * Pairs of laws of numbers of messages, written out in a window outside of which there is next to nothing.
 *
 * <p>What is outside counts as infinite loss above and not at all below.
 */
public final class MessageCounts {
    /** Masses outside a window, in logarithms; the smallest doubles still have all their digits there. */
    private static final double LOG_OUTSIDE = -650;

    /** Masses below this are not looked at: those next to the window's edge may have lost a part of their neighbours'. */
    static final double LEAST = Math.exp(-600);

    /** Of masses by their logarithms, which are below 700 and known to 1e-14 of that, and of sums of a few of them. */
    private static final double ERROR = 1e-10;

    /** Windows of more variance have too many places; fewer messages hide less, so the bound for those holds. */
    private static final double MOST_VARIANCE = 1e7;
    /** Binomial laws of more are not worked out. */
    private static final long MOST_CLIENTS = (1L << 52) - 1;

    private final double[] p;
    private final double[] q;
    private int size;
    private double infinite;
    private double missing;
    /** P-mass at places whose Q-mass is not known. */
    private double unsure;
    /** Of every mass, relatively; ratios of masses next to each other are known to {@link #ERROR}. */
    private double massError = ERROR;

    private MessageCounts(int most) {
        p = new double[most];
        q = new double[most];
    }

    /** How many of so many clients that each send a message with this probability are looked at. */
    public static long counted(long clients, double rate) {
        double variance = rate * (1 - rate);
        return Math.min(
                MOST_CLIENTS, clients * variance <= MOST_VARIANCE ? clients : (long) (MOST_VARIANCE / variance));
    }

    /** Masses of a binomial law from its first place on, and whether the window reaches to the ends of the law. */
    private static final class Window {
        final long from;
        final double[] mass;
        final boolean fromFirst;
        final boolean toLast;

        private Window(long from, double[] mass, boolean fromFirst, boolean toLast) {
            this.from = from;
            this.mass = mass;
            this.fromFirst = fromFirst;
            this.toLast = toLast;
        }

        static Window of(long n, double rate) {
            // nothing lies beside a certain number
            if (rate == 1) return new Window(n, new double[] {1}, true, true);
            long[] ends = Binomial.window(n, rate, LOG_OUTSIDE);
            double[] mass = new double[(int) (ends[1] - ends[0] + 1)];
            for (int i = 0; i < mass.length; i++) mass[i] = Math.exp(Binomial.logPmf(ends[0] + i, n, rate));
            return new Window(ends[0], mass, ends[0] == 0, ends[1] == n);
        }
    }

    /** A cell that has one more message against one that has not, and another the other way round: two independent binomials. */
    public static List<CountedPair> blanket(Side side, long clients, double rate) {
        Window noise = Window.of(clients, rate);
        return List.of(
                new CountedPair(oneMore(noise, false).pair(side), 1),
                new CountedPair(oneMore(noise, true).pair(side), 1));
    }

    /** The law N + 1 against N, or the other way round. */
    private static MessageCounts oneMore(Window noise, boolean reversed) {
        double[] b = noise.mass;
        MessageCounts counts = new MessageCounts(b.length);
        for (int i = 1; i < b.length; i++)
            if (reversed) counts.add(b[i], b[i - 1]);
            else counts.add(b[i - 1], b[i]);
        // the last place is that of N + 1 alone, the first one that of N alone
        if (reversed) counts.ends(b[0], noise.fromFirst, b[b.length - 1], noise.toLast);
        else counts.ends(b[b.length - 1], noise.toLast, b[0], noise.fromFirst);
        return counts;
    }

    /**
     * Signed counts: with D the difference of both signs' noise and W its common part, a + turns D into D + 1 and W into W + 1 where D is
     * negative, a - likewise. Places of one w together, for D at least 1, for D at most -1 and for D = 0.
     */
    public static Pair flooded(Side side, long clients, double pairRate, double scale) {
        Window pairs = Window.of(clients, pairRate);
        double[] h = common(pairs, scale);
        double t = Math.exp(-1 / scale);
        double square = Math.exp(-2 / scale);
        MessageCounts counts = new MessageCounts(2 * h.length + 1);
        // each mass was made of the one before, and has its rounding as well
        counts.massError = ERROR + 4 * Ulp.ONE * h.length;
        for (int w = 1; w < h.length; w++) {
            counts.add(h[w] / (1 + t), square * h[w - 1] / (1 + t));
            counts.add(square * h[w - 1] / (1 + t), h[w] / (1 + t));
        }
        double same = t * -Math.expm1(-1 / scale) / (1 + t);
        counts.add(same, same);
        double first = h[0] / (1 + t);
        counts.ends(first, pairs.fromFirst, first, pairs.fromFirst);
        counts.unsure += h[h.length - 1];
        return counts.pair(side);
    }

    /** h(w) = t^2 h(w-1) + (1 - t^2) b(w), beyond the binomial's window by t^2 alone. */
    private static double[] common(Window pairs, double scale) {
        double fall = Math.exp(-2 / scale);
        double[] h = new double[pairs.mass.length + (int) Math.ceil(-0.5 * scale * LOG_OUTSIDE)];
        double fresh = -Math.expm1(-2 / scale);
        for (int w = 0; w < h.length; w++)
            h[w] = (w > 0 ? fall * h[w - 1] : 0) + (w < pairs.mass.length ? fresh * pairs.mass[w] : 0);
        return h;
    }

    /** What neighbours attain whose other clients all hold one value: the victim holds it too, or the other one. */
    public static Pair unlinked(long clients, int messages, double flip, boolean reversed) {
        Window all = Window.of(clients * messages, flip);
        Window others = Window.of((clients - 1) * messages, flip);
        // counted by its lies: 1 - flip has no digits left of a small flip
        Window lies = Window.of(messages, flip);
        double[] moved = new double[all.mass.length];
        for (int i = 0; i < moved.length; i++)
            for (int j = 0; j < lies.mass.length; j++) {
                long at = all.from + i - (messages - lies.from - j) - others.from;
                if (at >= 0 && at < others.mass.length) moved[i] += lies.mass[j] * others.mass[(int) at];
            }
        MessageCounts counts = new MessageCounts(moved.length);
        for (int i = 0; i < moved.length; i++)
            if (reversed) counts.add(moved[i], all.mass[i]);
            else counts.add(all.mass[i], moved[i]);
        return counts.pair(Side.LOWER);
    }

    private void add(double massP, double massQ) {
        if (!(massP > LEAST && massQ > LEAST)) {
            unsure += massP;
            return;
        }
        p[size] = massP;
        q[size++] = massQ;
    }

    /** What one of the laws has at its last place, where the other has nothing if that is surely the last one. */
    private void ends(double ofP, boolean pAlone, double ofQ, boolean qAlone) {
        if (pAlone) infinite = ofP;
        else unsure += ofP;
        if (qAlone) missing = ofQ;
    }

    private Pair pair(Side side) {
        int[] order = IntStream.range(0, size)
                .boxed()
                .sorted(Comparator.comparingDouble(i -> p[i] / q[i]))
                .mapToInt(Integer::intValue)
                .toArray();
        boolean above = side == Side.UPPER;
        double[] loss = new double[size];
        double[] mass = new double[size];
        for (int i = 0; i < size; i++) {
            double log = Math.log(p[order[i]]) - Math.log(q[order[i]]);
            loss[i] = above ? log + 4 * ERROR : log - 4 * ERROR;
            mass[i] = p[order[i]] * (above ? 1 + massError : 1 - 8 * massError);
        }
        double outside = Up.add(unsure * (1 + massError), 4.0 * (size + 4) * LEAST);
        return TabledPair.of(
                side,
                loss,
                mass,
                Bracket.of(infinite * (1 - massError), Math.min(1, Up.add(infinite * (1 + massError), outside))),
                Up.add(missing * (1 + massError), outside),
                false);
    }
}
