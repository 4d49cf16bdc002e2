package io.sordino.loss.allocation;

import io.sordino.loss.Change;
import io.sordino.loss.HasPair;
import io.sordino.loss.Inversion;
import io.sordino.loss.Pair;
import io.sordino.loss.Side;
import io.sordino.loss.Workspace;
import io.sordino.loss.lattice.Convolution;
import io.sordino.loss.pair.TabledPair;
import io.sordino.numeric.Bracket;
import io.sordino.numeric.Down;
import io.sordino.numeric.Patience;
import io.sordino.numeric.Up;
import java.util.ArrayList;
import java.util.EnumMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;

/**
 * One uniformly chosen step of t holds the record: dP/dQ is the mean M of t independent likelihood ratios of the base, and
 * delta is E (M - e^eps)+ where the record is removed and E (1 - e^eps M)+ where it is added.
 */
public final class AllocatedProfile implements HasPair {
    private static final double ULP = Math.ulp(1.0);
    private static final int MOST_REFINEMENTS = 5;
    /** Whoever asks for delta at many places gets no more than this many laws. */
    private static final int MOST_BUILDS = 7;

    /** A log delta of which no more than a double's is wanted; also where it is thought to be minus infinity. */
    private static final double DEEPEST = 2000;

    private static final double[] LOG_TAILS = {-36, -80, -180, -420, -720};
    /** What a pair gives up: at least this, and this much less than the smallest delta that is asked for. */
    private static final double LOG_TAIL_OF_PAIR = -46;

    private static final double BELOW_DEPTH = 18;
    /** A law of the mean with this variance is wide. */
    private static final double WIDE = 0.04;
    /** Points of all curves together. */
    private static final double MOST_KEPT = 1e6;

    private static final long FEW = 3;
    private static final long FEWEST = 2;
    /** Sums of bounded ratios go onto a linear lattice if the largest is so many times the least; of a few wide ones sooner. */
    private static final double MOST_OF_MANY = 1e3;

    private static final double MOST_OF_FEW = 30;
    private static final long FEW_WIDE = 8;
    private static final double LARGEST = 1e280;
    /** About how many seconds one side of one law, and all of them, may take. */
    private static final double LONGEST = 0.25;

    private static final double QUICK = 0.02;
    private static final double PATIENCE = 0.6;
    /** Mass that no sum could be found for is infinite loss, unless it is this small and losses are bounded. */
    private static final double PLACEABLE = 1e-9;

    private final Mean mean;
    private final long steps;
    private final Pair step;
    private final Pair attained;
    private final LikelihoodRatio above;
    private final LikelihoodRatio below;
    private final double width;
    private final Notes notes;

    /** What a profile is, and its subject in a workspace. */
    private record Mean(long steps, Change change, Pair above, Pair below, double width, double logTailOfPair) {}

    /** What one question has worked out about a mean. */
    private static final class Notes {
        private final Map<Side, Pair> pairs = new EnumMap<>(Side.class);
        private final List<Curves> made = new ArrayList<>();
        private int builds;
        /** About how many seconds all laws but those of pairs took. */
        private double spent;

        boolean outOfWork() {
            return builds >= MOST_BUILDS || !(spent < PATIENCE);
        }

        void keep(Curves fresh) {
            made.add(fresh);
            builds++;
            spent += fresh.seconds;
            double points = 0;
            for (Curves one : made) points += one.points();
            while (made.size() > 1 && points > MOST_KEPT)
                points -= made.remove(0).points();
        }
    }

    public AllocatedProfile(long steps, Change change, Pair above, Pair below, double width, Workspace workspace) {
        this(steps, change, above, below, width, 0, workspace);
    }

    /**
     * @param steps t
     * @param change which law has the record
     * @param above a pair that dominates a step
     * @param below a pair that real neighbours attain in a step
     * @param width how wide a bracket may be, relatively
     * @param depth the logarithm of the smallest delta that will be asked of compositions
     * @param workspace of the question that it serves
     */
    public AllocatedProfile(
            long steps, Change change, Pair above, Pair below, double width, double depth, Workspace workspace) {
        if (!(steps >= 2)) throw new IllegalArgumentException("steps must be at least 2, was " + steps);
        this.steps = steps;
        this.step = above;
        this.attained = below;
        this.above = new LikelihoodRatio(above, change);
        this.below = above.equals(below) ? this.above : new LikelihoodRatio(below, change);
        this.width = width;
        double logTailOfPair = Math.max(-720, Math.min(LOG_TAIL_OF_PAIR, depth - BELOW_DEPTH));
        mean = new Mean(steps, change, above, below, width, logTailOfPair);
        notes = workspace.notes(mean, Notes.class, Notes::new);
    }

    @Override
    public boolean equals(Object other) {
        return other instanceof AllocatedProfile profile && profile.mean.equals(mean);
    }

    @Override
    public int hashCode() {
        return mean.hashCode();
    }

    /** A law, and about how many seconds it took. */
    private record Timed(SumLaw law, double seconds) {}

    /** Two ends of a curve, good for deltas down to about e^(logTail + 10). */
    private record Curves(SumLaw upper, SumLaw lower, double seconds, double roughness, double logTail, double focus) {
        double points() {
            return upper.value.length + (double) lower.value.length;
        }
    }

    /** Curves at this roughness or finer for deltas of this size; the same ones as before where they were made. */
    private Curves curves(double roughness, double logTail, double focus) {
        for (Curves old : notes.made)
            if (old.roughness <= roughness && old.logTail <= logTail && Double.compare(old.focus, focus) == 0)
                return old;
        return fresh(roughness, logTail, focus);
    }

    /** Curves at this roughness and no finer, whatever was made before. */
    private Curves exactly(double roughness, double logTail, double focus) {
        for (Curves old : notes.made)
            if (old.roughness == roughness && old.logTail == logTail && old.focus == focus) return old;
        return fresh(roughness, logTail, focus);
    }

    private Curves fresh(double roughness, double logTail, double focus) {
        Timed upper = law(above, Side.UPPER, roughness, logTail, focus);
        Timed lower = law(below, Side.LOWER, roughness, logTail, focus);
        double seconds = upper.seconds + lower.seconds;
        Curves fresh = new Curves(upper.law, lower.law, seconds, roughness, logTail, focus);
        notes.keep(fresh);
        return fresh;
    }

    /** As fine as is asked, but never so fine that it would take too long. */
    private Timed law(LikelihoodRatio ratio, Side side, double roughness, double logTail, double focus) {
        Optional<SumLaw> counted = CountedRatioSum.of(ratio, steps, side);
        if (counted.isPresent()) return new Timed(counted.get(), 0);
        double far = LinearRatioSum.reach(v -> ratio.above(v)[1] <= Math.exp(logTail) / 8);
        // beyond the range of doubles the ratios of this base cannot be added up
        if (!(Math.min(far, ratio.most) * steps < LARGEST)) return new Timed(SumLaw.unknown(side), 0);
        boolean narrow = ratio.variance() < WIDE * steps && steps > FEW;
        double range = ratio.least > 0 ? ratio.most / ratio.least : Double.POSITIVE_INFINITY;
        boolean bounded = range < (ratio.continuous() && steps <= FEW_WIDE ? MOST_OF_FEW : MOST_OF_MANY);
        double seconds = 0;
        for (double rough = roughness; rough < 1; rough *= 4) {
            Patience.check();
            if (narrow || bounded) {
                LinearRatioSum linear = new LinearRatioSum(ratio, steps, rough, logTail, focus);
                if ((narrow || linear.easy()) && linear.seconds() < LONGEST) {
                    try {
                        seconds += linear.seconds();
                        return new Timed(linear.law(side), seconds);
                    } catch (Convolution.TooWide e) {
                        continue;
                    }
                }
                if (narrow) continue;
            }
            GeometricRatioSum geometric = new GeometricRatioSum(ratio, steps, rough, logTail);
            if (!(geometric.seconds() < LONGEST)) continue;
            if (rough == roughness) geometric = finer(geometric, ratio, rough, logTail);
            return new Timed(geometric.law(side), seconds + geometric.seconds());
        }
        return new Timed(SumLaw.unknown(side), seconds);
    }

    /** Sums of two ratios are so quick that they may be finer than is asked. */
    private GeometricRatioSum finer(GeometricRatioSum first, LikelihoodRatio ratio, double roughness, double logTail) {
        GeometricRatioSum best = first;
        if (steps > FEWEST) return best;
        for (double rough = roughness / 4; rough > roughness / 2000; rough /= 4) {
            GeometricRatioSum next = new GeometricRatioSum(ratio, steps, rough, logTail);
            if (!(next.seconds() < QUICK)) break;
            best = next;
        }
        return best;
    }

    @Override
    public Bracket logDelta(double epsilon) {
        Bracket best = Bracket.of(Double.NEGATIVE_INFINITY, 0);
        for (Curves one : notes.made) best = best.meet(read(one, epsilon));
        int tail = 0;
        double share = 1;
        double log = notes.made.isEmpty() ? about(epsilon) : best.upper();
        for (int i = 0; i < 2 * MOST_BUILDS && !narrow(best) && !notes.outOfWork(); i++) {
            while (tail + 1 < LOG_TAILS.length && log < LOG_TAILS[tail] + 12) tail++;
            // once it is known about where delta lies, a law that is good there alone will do; log delta wants more
            // than epsilon
            boolean near = log < -9 && log > LOG_TAILS[tail] + 12;
            double focus = near ? 8 * Math.floor(log / 8) : Double.NaN;
            double roughness = roughness(width) * share * 4 / Math.max(4, Math.min(-log, DEEPEST));
            Curves now = curves(roughness, near ? focus - 12 : LOG_TAILS[tail], focus);
            best = best.meet(read(now, epsilon));
            boolean deeper = tail + 1 < LOG_TAILS.length && best.upper() < LOG_TAILS[tail] + 12;
            // the first look only tells where delta lies
            if (near || (!deeper && best.upper() >= -9)) share *= 0.3;
            if (share < 0.01) break;
            log = best.upper();
        }
        return best;
    }

    /** About where log delta lies, so that the first law is made for that place; 0 where nothing tells. */
    private double about(double epsilon) {
        if (above.added()) return 0;
        double excess = steps * Math.expm1(epsilon);
        if (!(excess > 0 && excess < LARGEST)) return 0;
        // one ratio makes it alone, or all of them do together
        double alone = step.logDelta(Math.log1p(excess)).upper();
        double deviations = excess / Math.sqrt(steps * new RatioSketch(above, Math.min(above.most, excess)).variance());
        double guess = Math.min(0, Math.max(alone, -0.5 * deviations * deviations));
        // beyond what ratios reach a guess of nothing would ask for a law without end
        return guess > LOG_TAILS[LOG_TAILS.length - 1] ? guess : 0;
    }

    @Override
    public boolean isWithin(double epsilon, double logDelta) {
        for (Curves old : notes.made) if (logUpper(old.upper, epsilon) <= logDelta) return true;
        Timed rough = law(above, Side.UPPER, roughness(width), logDelta - 12, logDelta);
        notes.spent += rough.seconds;
        return logUpper(rough.law, epsilon) <= logDelta || logDelta(epsilon).upper() <= logDelta;
    }

    private boolean narrow(Bracket log) {
        return log.upper() - log.lower() <= (steps > FEWEST ? width : width / 8)
                || log.upper() == Double.NEGATIVE_INFINITY;
    }

    private static double roughness(double width) {
        return Math.min(1e-3, Math.max(1e-9, 0.25 * width));
    }

    @Override
    public Bracket epsilon(double delta) {
        if (delta == 0) return Inversion.epsilon(this::logDelta, delta);
        // the record's own step alone may say everything
        if (!below.added() && below.infinity(Side.LOWER) > delta) return Bracket.exactly(Double.POSITIVE_INFINITY);
        Bracket best = Bracket.of(0, Double.POSITIVE_INFINITY);
        double roughness = roughness(width);
        double spent = 0;
        for (int i = 0; i < MOST_REFINEMENTS; i++) {
            Curves now = exactly(roughness, Math.log(delta) - 12, Math.log(delta));
            spent += now.seconds;
            Bracket found = Inversion.epsilon(eps -> read(now, eps), delta);
            best = best.meet(found);
            double seen = (best.upper() - best.lower()) / best.upper();
            if (seen <= width || spent > PATIENCE) break;
            roughness *= seen > 0 ? Math.max(1 / 16.0, Math.min(0.6, 0.7 * width / seen)) : 0.25;
        }
        return best;
    }

    private Bracket read(Curves curves, double epsilon) {
        double logUp = logUpper(curves.upper, epsilon);
        double lower = delta(curves.lower, epsilon, Side.LOWER);
        double logLow = Math.max(lower > 0 ? Down.log(lower) : Double.NEGATIVE_INFINITY, ofOneStep(epsilon));
        return Bracket.of(logLow, logUp);
    }

    /** What an attacker attains who looks at one step alone, which holds a removed record with probability 1/t. */
    private double ofOneStep(double epsilon) {
        if (below.added()) return Double.NEGATIVE_INFINITY;
        double strike = Up.log1p(Up.mul((double) steps, Up.expm1(epsilon)));
        if (!(strike < Double.POSITIVE_INFINITY)) return Double.NEGATIVE_INFINITY;
        return Down.sub(attained.logDelta(strike).lower(), Up.log((double) steps));
    }

    private double logUpper(SumLaw law, double epsilon) {
        double upper = Math.min(1, delta(law, epsilon, Side.UPPER));
        // whichever step holds the record, the others say nothing: no more than one step gives away
        return Math.min(step.logDelta(epsilon).upper(), Math.min(0, Up.log(upper)));
    }

    private double delta(SumLaw law, double epsilon, Side side) {
        double sign = side == Side.UPPER ? 1 : -1;
        double x = Math.exp(epsilon);
        double sum;
        if (above.added()) {
            double strike = steps / x * (1 + sign * 8 * ULP);
            sum = law.excess(-strike) * (x / steps);
        } else {
            double strike = steps * x * (1 - sign * 8 * ULP);
            sum = law.excess(strike) / steps;
        }
        if (!(sum >= 0)) sum = side == Side.UPPER ? 1 : 0;
        return side == Side.UPPER ? Up.add(sum * (1 + 8 * ULP), law.lost) : Down.add(sum * (1 - 8 * ULP), law.lost);
    }

    @Override
    public Pair pair(Side side) {
        return notes.pairs.computeIfAbsent(side, this::made);
    }

    private Pair made(Side side) {
        LikelihoodRatio ratio = side == Side.UPPER ? above : below;
        return table(law(ratio, side, roughnessOfPair(), mean.logTailOfPair, Double.NaN).law, ratio, side);
    }

    /** Less than for one answer, since a composition adds errors up; a rough look needs far less. */
    private double roughnessOfPair() {
        return Math.min(1e-3, Math.max(2e-6, 2e-5 * Math.pow(width / 1e-3, 1.5)));
    }

    private Pair table(SumLaw law, LikelihoodRatio ratio, Side side) {
        Change change = ratio.change();
        int n = law.value.length;
        double sign = side == Side.UPPER ? 1 : -1;
        double[] loss = new double[n + 1];
        double[] p = new double[n + 1];
        int size = 0;
        double missing = 0;
        double infinity = law.lost;
        for (int i = 0; i < n; i++) {
            double s = change == Change.ADDED ? -law.value[i] : law.value[i];
            double m = law.mass[i];
            if (!(m > 0)) continue;
            if (!(s > 0)) {
                if (change == Change.ADDED) infinity += m;
                else missing += m;
                continue;
            }
            double log = Math.log(s / steps);
            double x = (change == Change.ADDED ? -log : log) + sign * 8 * ULP * (1 + Math.abs(log));
            double mass = change == Change.ADDED ? m : m * (s / steps);
            if (size > 0 && !(x > loss[size - 1])) p[size - 1] += mass;
            else {
                loss[size] = x;
                p[size++] = mass;
            }
        }
        boolean bounded = ratio.most < Double.POSITIVE_INFINITY && ratio.least > 0;
        infinity = Math.min(1, infinity);
        if (bounded && side == Side.UPPER && ratio.infinity(side) == 0) {
            double largest = change == Change.ADDED ? -Math.log(ratio.least) : Math.log(ratio.most);
            double gap = 0.02 * Math.min(1, largest);
            double beyond = infinity;
            int kept = size;
            while (kept > 0 && loss[kept - 1] >= largest + gap) beyond += p[--kept];
            if (beyond > 0 && beyond < PLACEABLE && gap > 1e-9) {
                // delta is nothing beyond the largest loss, so more mass a little above it is as much up to there
                loss[kept] = largest + gap;
                p[kept] = beyond / -Math.expm1(-gap / 2);
                size = kept + 1;
                infinity = 0;
            }
        }
        return TabledPair.of(
                side,
                java.util.Arrays.copyOf(loss, size),
                java.util.Arrays.copyOf(p, size),
                side == Side.UPPER ? Bracket.of(0, infinity) : Bracket.exactly(infinity),
                missing,
                bounded);
    }
}
