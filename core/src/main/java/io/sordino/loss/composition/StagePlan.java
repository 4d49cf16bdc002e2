package io.sordino.loss.composition;

import io.sordino.loss.CountedPair;
import io.sordino.loss.lattice.Convolution;
import io.sordino.numeric.Patience;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.function.DoubleFunction;

/**
 * How a composition is carried out: the step of the last lattice, and for every part the finer lattices on which it is folded
 * first. Rounding onto a lattice adds variance in proportion to the number of folds and the square of the step, so losses that
 * are small and many are folded on a fine lattice first and carried over to a wider one when they have grown.
 *
 * <p>A plan is a guess at the cheapest way to a wanted accuracy; what comes out is bounded by itself.
 */
final class StagePlan {
    /** Where the law of one part comes from: straight from its pair, or from a finer lattice. */
    sealed interface Folding {
        double step();

        double cost();

        /** Losses of which a law on this lattice is the sum. */
        long copies();
    }

    record Direct(double step, double cost) implements Folding {
        @Override
        public long copies() {
            return 1;
        }
    }

    /**
     * {@code copies} losses are added up on the finer lattice, whose step is then widened by {@code widen}; a remainder of up to
     * {@code loose} losses may go straight onto this lattice.
     */
    record Staged(double step, double cost, Folding finer, long copies, int widen, long loose) implements Folding {}

    private static final Folding IMPOSSIBLE = new Direct(0, Double.POSITIVE_INFINITY);
    private static final double DEVIATIONS = 19;
    private static final double MOST_POINTS = Convolution.MOST_POINTS / 2.0;
    private static final int MOST_STAGES = 3;
    private static final int MOST_TRIES = 100;
    private static final int PER_OCTAVE = 8;
    private static final int MOST_OCTAVES = 60;
    /** So many parts are worth a closer look at how they are added up. */
    static final int MANY_PARTS = 8;

    final double step;
    final List<Folding> foldings;
    final double cost;

    private StagePlan(double step, List<Folding> foldings, double cost) {
        this.step = step;
        this.foldings = foldings;
        this.cost = cost;
    }

    /** Whether carrying out this plan would only repeat another. */
    boolean same(Optional<StagePlan> other) {
        return other.filter(plan -> plan.step == step && plan.foldings.equals(foldings))
                .isPresent();
    }

    /**
     * The cheapest plan found whose rounding adds about {@code variance} to the sum at its saddle point.
     *
     * @param theta the tilt under which it is carried out, which says how wide windows are
     * @param saddle the tilt of the losses that decide the answer: what is rare there may be rounded at will
     */
    static StagePlan of(List<CountedPair> parts, SaddlePoints tilt, double theta, double saddle, double variance) {
        return of(parts, new long[parts.size()], tilt, theta, saddle, variance);
    }

    /**
     * As above, for sums of several counts.
     *
     * @param beats for every part a number of losses that blocks must divide; 0 where blocks of any size will do
     */
    static StagePlan ofBlocks(
            List<CountedPair> parts, long[] beats, SaddlePoints tilt, double theta, double saddle, double variance) {
        return of(parts, beats, tilt, theta, saddle, variance);
    }

    private static StagePlan of(
            List<CountedPair> parts, long[] beats, SaddlePoints tilt, double theta, double saddle, double variance) {
        double[] total = tilt.cumulants(theta);
        double range = 0;
        double widestPart = 0;
        double spans = 0;
        double met = Double.NaN;
        double most = -1;
        for (int i = 0; i < parts.size(); i++) {
            CountedPair part = parts.get(i);
            LossSketch sketch = tilt.of(i);
            range += part.count() * (sketch.to - sketch.from);
            widestPart = Math.max(widestPart, sketch.to - sketch.from);
            spans = Math.max(spans, sketch.span(theta));
            double weight = part.count() * sketch.cumulants(theta)[2];
            if (part.pair().unit() > 0 && weight > most) {
                most = weight;
                met = part.pair().unit();
            }
        }
        double window = Math.min(range, Math.max(DEVIATIONS * Math.sqrt(total[2]), spans));
        // where nothing must be met, many parts are worth a closer fit
        double finer = met > 0 || parts.size() < MANY_PARTS ? 2 : Math.sqrt(2);
        double unit = met > 0 ? met : 1;
        double widest = unit * Math.pow(2, Math.ceil(Math.log(Math.max(window, 1e-290) / 16 / unit) / Math.log(2)));
        DoubleFunction<Optional<StagePlan>> cheapest = allowed -> {
            StagePlan best = new StagePlan(0, List.of(), Double.POSITIVE_INFINITY);
            double h = widest;
            for (int r = 0; r < 80 && window / h <= MOST_POINTS; r++, h /= finer) {
                StagePlan plan = at(h, parts, beats, tilt, theta, saddle, allowed, window);
                if (plan.cost < best.cost) best = plan;
                if (window / h > 4 * best.cost) break;
            }
            return Optional.of(best).filter(plan -> plan.cost < Double.POSITIVE_INFINITY);
        };
        double coarsest = Math.max(window, widestPart) / MOST_POINTS * 1.01;
        return cheapest.apply(variance)
                .or(() -> isContinuous(parts) ? finest(cheapest, variance) : Optional.empty())
                // nothing is fine enough: the finest lattice that fits
                .orElseGet(() -> at(coarsest, parts, beats, tilt, theta, saddle, Double.POSITIVE_INFINITY, window));
    }

    /** Atoms that no step meets are rounded at every stage: for them alone, one lattice is better. */
    private static boolean isContinuous(List<CountedPair> parts) {
        return parts.stream().allMatch(part -> part.pair().continuous());
    }

    /**
     * The plan that adds the least of those that fit, where none adds as little as was asked for. It is looked for on a grid that
     * does not depend on what was asked, so that whoever asks for more gets no less.
     */
    private static Optional<StagePlan> finest(DoubleFunction<Optional<StagePlan>> cheapest, double variance) {
        if (!(variance > 0)) return Optional.empty();
        int high = (int) Math.floor(PER_OCTAVE * Math.log(variance) / Math.log(2));
        int low = high;
        Optional<StagePlan> found = Optional.empty();
        for (int octave = 0; found.isEmpty() && octave < MOST_OCTAVES; octave++) {
            low = high;
            high += PER_OCTAVE;
            found = cheapest.apply(Math.pow(2, (double) high / PER_OCTAVE));
        }
        while (found.isPresent() && high - low > 1) {
            int middle = (low + high) / 2;
            Optional<StagePlan> closer = cheapest.apply(Math.pow(2, (double) middle / PER_OCTAVE));
            if (closer.isPresent()) {
                found = closer;
                high = middle;
            } else low = middle;
        }
        return found;
    }

    private static StagePlan at(
            double h,
            List<CountedPair> parts,
            long[] beats,
            SaddlePoints tilt,
            double theta,
            double saddle,
            double variance,
            double window) {
        List<Folding> foldings = new ArrayList<>();
        double points = Math.max(16, window / h);
        double cost = points * (1 + parts.size());
        double[] raw = new double[parts.size()];
        double sum = 0;
        for (int i = 0; i < raw.length; i++) {
            CountedPair part = parts.get(i);
            raw[i] = part.count() * tilt.of(i).added(saddle, part.pair().anchor(), h);
            sum += raw[i];
        }
        for (int i = 0; i < raw.length; i++) {
            // everyone gets a share by need, and nobody less than an equal share of half
            double share = sum <= variance ? variance : variance * (0.5 * raw[i] / sum + 0.5 / raw.length);
            Folding folding = fold(
                    parts.get(i), tilt.of(i), theta, saddle, h, parts.get(i).count(), beats[i], share, 0);
            foldings.add(folding);
            cost += folding.cost();
        }
        return new StagePlan(h, List.copyOf(foldings), cost);
    }

    private static Folding fold(
            CountedPair part,
            LossSketch sketch,
            double theta,
            double saddle,
            double h,
            long count,
            long beat,
            double budget,
            int depth) {
        Patience.check();
        double cells = (sketch.to - sketch.from) / h;
        double once = sketch.added(saddle, part.pair().anchor(), h);
        if (count * once <= budget) return cells <= MOST_POINTS ? new Direct(h, cells + 4000) : IMPOSSIBLE;
        if (depth == MOST_STAGES) return IMPOSSIBLE;
        long outer = (long) Math.min(count / 2.0, 0.5 * budget / (h * h / 6));
        if (outer < 1) return IMPOSSIBLE;
        long loose = (long) (0.1 * budget / once);
        long inner = beat == 0 ? copies(count, outer, loose) : divisor(beat, count, outer);
        if (inner == 0) return IMPOSSIBLE;
        double deviation = Math.sqrt(inner * sketch.cumulants(theta)[2]);
        Folding best = IMPOSSIBLE;
        for (int widen = 4; widen <= 1 << 14; widen *= 2) {
            double fine = h / widen;
            double points =
                    Math.min(inner * (sketch.to - sketch.from), Math.max(DEVIATIONS * deviation, sketch.span(theta)))
                            / fine;
            if (points > MOST_POINTS) break;
            Folding first = fold(part, sketch, theta, saddle, fine, inner, 0, 0.5 * budget / outer, depth + 1);
            double cost = first.cost() + 3 * points;
            if (cost < best.cost()) best = new Staged(h, cost, first, inner, widen, loose);
        }
        return best;
    }

    /** How many to add up on the finer lattice, for at most {@code outer} sums; a remainder costs as much as the rest. */
    private static long copies(long count, long outer, long loose) {
        long wanted = count / outer;
        if (count % wanted <= loose) return wanted;
        long least = Math.max(1, Math.max((long) (0.6 * outer), outer - MOST_TRIES));
        for (long times = outer; times > least; times--) if (count % (count / times) <= loose) return count / times;
        return wanted;
    }

    /** The least divisor of the beat, of the largest ones, that makes at most {@code outer} blocks; 0 if none does. */
    private static long divisor(long beat, long count, long outer) {
        long found = 0;
        for (long share = 1; share <= MOST_TRIES && beat / share * outer >= count; share++)
            if (beat % share == 0) found = beat / share;
        return found > 1 ? found : 0;
    }

    /** Variance that rounding adds, on the way and on this lattice, to a sum of {@code count} losses. */
    static double added(Folding folding, CountedPair part, LossSketch sketch, double saddle, long count) {
        double h = folding.step();
        return folding instanceof Staged staged
                ? (double) count / staged.copies() * h * h / 6 + added(staged.finer(), part, sketch, saddle, count)
                : count * sketch.added(saddle, part.pair().anchor(), h);
    }

    /** What a sum of blocks costs that are there already: the part of the cost that the last lattice has. */
    double lastCost() {
        double once = 0;
        for (Folding folding : foldings) once += folding.cost();
        return cost - once;
    }
}
