package io.sordino.loss.allocation;

import io.sordino.loss.Atom;
import io.sordino.loss.Change;
import io.sordino.loss.Pair;
import io.sordino.loss.Side;
import io.sordino.loss.pair.AtomicPair;
import io.sordino.numeric.Bracket;
import io.sordino.numeric.Patience;
import io.sordino.numeric.Ulp;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;

/**
 * A record in k of t steps of a base with few outcomes: which steps show which outcome does not matter, so the outcomes are counted. With n_i steps that show an outcome of ratio r_i,
 * with the record over without it, the ratio of the whole is the coefficient of z^k in the product of (1 + r_i z)^n_i over the number of k-subsets.
 */
public final class AllocatedCounts {
    private static final double MOST_COUNTS = 50_000;
    /** Logarithms of ratios, k times, stay within the range of a double. */
    private static final double WIDEST = 600;

    private static final double SAME = 1e-9;

    private final int chosen;
    private final int steps;
    private final Change change;
    private final Side side;
    /** Of each outcome: its logarithm under the law without the record, and the ratio over the largest one. */
    private final double[] logMass;

    private final double[] ratio;
    private final double largest;
    private final double lossDoubt;
    private final double logSubsets;
    private final double[] logFactorial;
    private final List<Atom> atoms = new ArrayList<>();
    private double infinite;
    private double missing;
    private long unseen;

    private AllocatedCounts(int chosen, int steps, Change change, Side side, List<double[]> outcomes, double doubt) {
        this.chosen = chosen;
        this.steps = steps;
        this.change = change;
        this.side = side;
        double top = Double.NEGATIVE_INFINITY;
        for (double[] outcome : outcomes) top = Math.max(top, outcome[1]);
        largest = top;
        logMass = new double[outcomes.size()];
        ratio = new double[outcomes.size()];
        for (int i = 0; i < logMass.length; i++) {
            logMass[i] = outcomes.get(i)[0];
            ratio[i] = Math.exp(outcomes.get(i)[1] - largest);
        }
        logFactorial = new double[steps + 1];
        for (int n = 1; n <= steps; n++) logFactorial[n] = logFactorial[n - 1] + Math.log(n);
        logSubsets = logFactorial[steps] - logFactorial[chosen] - logFactorial[steps - chosen];
        lossDoubt = chosen * (doubt + 4 * Ulp.ONE * (1 + Math.abs(largest)))
                + Ulp.ONE * (8.0 * steps * (chosen + 1) + 4 * steps * (1 + logFactorial[steps]));
    }

    /** The pair of the whole, above or below; none where the base is no short list of outcomes, or has ratios that are too far apart. */
    public static Optional<Pair> pair(long chosen, long steps, Change change, Pair base, Side side) {
        if (base.continuous() || !isLaw(base) || counts(base.atoms().size() + 1, steps) > MOST_COUNTS)
            return Optional.empty();
        boolean removed = change == Change.REMOVED;
        Bracket none = removed ? base.missing() : base.infinity();
        List<double[]> outcomes = new ArrayList<>();
        double low = Double.POSITIVE_INFINITY;
        double high = Double.NEGATIVE_INFINITY;
        double doubt = 0;
        for (Atom atom : base.atoms()) {
            double loss = removed ? atom.loss() : -atom.loss();
            outcomes.add(new double[] {Math.log(atom.mass()) - (removed ? loss : 0), loss});
            low = Math.min(low, loss);
            high = Math.max(high, loss);
            doubt = Math.max(doubt, base.edgeError(loss));
        }
        if (outcomes.isEmpty() || !(chosen * (high - low) < WIDEST && Math.abs(chosen * high) < WIDEST))
            return Optional.empty();
        // an outcome that the record never shows has ratio 0
        double never = side == Side.UPPER ? none.upper() : none.lower();
        if (never > 0) outcomes.add(new double[] {Math.log(never), Double.NEGATIVE_INFINITY});
        double lossError = base instanceof AtomicPair atomic ? atomic.lossError() : 0;
        AllocatedCounts all = new AllocatedCounts(
                (int) chosen,
                (int) steps,
                change,
                side,
                outcomes,
                doubt + lossError * Math.max(Math.abs(low), Math.abs(high)));
        double[] empty = new double[(int) chosen + 1];
        empty[0] = 1;
        all.count(0, (int) steps, all.logFactorial[(int) steps], empty);
        return Optional.of(all.made(base));
    }

    /** Whether both laws have all their mass listed, so that they are laws and not a bound's. */
    private static boolean isLaw(Pair base) {
        double p = base.infinity().upper();
        double q = base.missing().upper();
        for (Atom atom : base.atoms()) {
            p += atom.mass();
            q += atom.qMass();
        }
        return Math.abs(p - 1) < SAME && Math.abs(q - 1) < SAME;
    }

    /** In how many ways so many steps show so many outcomes. */
    private static double counts(int outcomes, long steps) {
        double ways = 1;
        for (int i = 1; i < outcomes && ways <= MOST_COUNTS; i++) ways *= (steps + i) / (double) i;
        return ways;
    }

    private void count(int outcome, int left, double log, double[] coefficients) {
        if (outcome == ratio.length - 1) {
            double[] all = coefficients.clone();
            for (int n = 0; n < left; n++) multiply(all, ratio[outcome]);
            seen(log + times(left, logMass[outcome]) - logFactorial[left], all[chosen]);
            return;
        }
        Patience.check();
        double[] grown = coefficients.clone();
        for (int n = 0; n <= left; n++) {
            count(outcome + 1, left - n, log + times(n, logMass[outcome]) - logFactorial[n], grown);
            multiply(grown, ratio[outcome]);
        }
    }

    private static double times(int n, double log) {
        return n == 0 ? 0 : n * log;
    }

    /** By 1 + r z. */
    private static void multiply(double[] coefficients, double r) {
        for (int j = coefficients.length - 1; j > 0; j--) coefficients[j] += r * coefficients[j - 1];
    }

    private void seen(double logWithout, double coefficient) {
        boolean removed = change == Change.REMOVED;
        double without = Math.exp(logWithout);
        if (coefficient == 0) {
            if (removed) missing += without;
            else infinite += without;
            return;
        }
        double logRatio = Math.log(coefficient) + chosen * largest - logSubsets;
        double mass = removed ? Math.exp(logWithout + logRatio) : without;
        if (!(mass > Double.MIN_NORMAL)) {
            unseen++;
            return;
        }
        double loss = removed ? logRatio : -logRatio;
        atoms.add(new Atom(loss + (side == Side.UPPER ? lossDoubt : -lossDoubt), Math.min(1, mass)));
    }

    private Pair made(Pair base) {
        // logarithms of masses of the base, down to the smallest double, t of them
        double error = steps * (base.massError() + 8 * Ulp.ONE * 745) + 8 * Ulp.ONE * (logFactorial[steps] + 745);
        boolean removed = change == Change.REMOVED;
        Bracket told = removed ? base.infinity() : base.missing();
        Bracket once = Bracket.of(anyOf(told.lower(), -1), anyOf(told.upper(), 1));
        Bracket counted = around(removed ? missing : infinite, error);
        double cut = unseen * 2 * Double.MIN_NORMAL;
        Bracket infinity = removed ? once : counted;
        Bracket gone = removed ? counted : once;
        return new AtomicPair(
                atoms,
                Bracket.of(
                        infinity.lower(), side == Side.UPPER ? Math.min(1, infinity.upper() + cut) : infinity.upper()),
                gone,
                error,
                0);
    }

    /** That one of the chosen steps shows what has this probability. */
    private double anyOf(double probability, int direction) {
        double any = -Math.expm1(chosen * Math.log1p(-Math.min(1, probability)));
        return Math.min(1, Math.max(0, any * (1 + direction * 16 * Ulp.ONE)));
    }

    private static Bracket around(double value, double error) {
        return Bracket.of(value * (1 - error), Math.min(1, value * (1 + error)));
    }
}
