package io.sordino.loss.composition;

import io.sordino.loss.CountedPair;
import io.sordino.loss.Side;
import io.sordino.loss.lattice.Convolution;
import io.sordino.loss.lattice.DeltaCurve;
import io.sordino.numeric.Bracket;
import java.util.Comparator;
import java.util.List;
import java.util.Optional;
import java.util.function.Consumer;
import java.util.stream.IntStream;

/** One answer, worked out on finer and finer lattices until it is narrow or its work has run out. */
final class Refinement {
    static final int MOST = 8;

    private final List<CountedPair> parts;
    private final double width;
    private final Kin kin;
    private final double most;
    private final Consumer<Curves> keep;
    private double spent;
    private Optional<StagePlan> last = Optional.empty();
    /** Whether there is a curve to fall back on. */
    private boolean served;

    private boolean askedKin;

    /**
     * @param most points that it may spend
     * @param served whether there is a curve to fall back on
     * @param keep told of every curve that is made
     */
    Refinement(List<CountedPair> parts, double width, Kin kin, double most, boolean served, Consumer<Curves> keep) {
        this.parts = parts;
        this.width = width;
        this.kin = kin;
        this.most = most;
        this.served = served;
        this.keep = keep;
    }

    /** What is asked of curves. */
    interface Goal {
        Bracket read(Curves made);

        boolean isNarrow(Bracket best);

        /** Whether an answer that no finer lattice fits may stay as it is. */
        boolean mayStay(Bracket best, int tries);

        /** How wide an answer is, in the measure of the wanted width. */
        double gap(Bracket found);

        /** Where to tilt next; NaN where the first tilt is as good as any. */
        double saddle(Bracket best);
    }

    /**
     * The best of what was known and of what is read off curves.
     *
     * @param saddle the tilt of the losses that decide the answer
     * @param firstTolerance by how much epsilon may be off
     * @param centre about where curves are read, NaN for the mean at the saddle point
     */
    Bracket best(Bracket known, SaddlePoints tilt, double saddle, double firstTolerance, double centre, Goal goal) {
        Bracket best = known;
        double at = saddle;
        double tolerance = firstTolerance;
        for (int i = 0; i < MOST; i++) {
            double about = Double.isNaN(centre) ? tilt.cumulants(at)[1] : centre;
            Optional<Curves> made = curves(tilt, at, tolerance, about);
            if (made.isEmpty() && goal.mayStay(best, i)) break;
            if (made.isEmpty()) {
                tolerance *= 16;
                continue;
            }
            Bracket found = goal.read(made.get());
            best = best.meet(found);
            if (goal.isNarrow(best)) break;
            tolerance *= shrink(goal.gap(found));
            double next = goal.saddle(best);
            if (!Double.isNaN(next)) at = next;
        }
        return best;
    }

    /** How much finer to ask for, after an answer of this width. */
    private double shrink(double seen) {
        double factor = 0.75 * width / seen;
        return Double.isNaN(factor) ? 0.25 : Math.max(1.0 / 256, Math.min(0.5, factor));
    }

    /** Empty where the window does not fit any lattice. */
    Optional<Curves> curves(SaddlePoints tilt, double saddle, double tolerance, double centre) {
        double variance = allowedVariance(tolerance, saddle);
        try {
            Optional<CommonLattice> common =
                    askedKin ? Optional.empty() : kin.lattice(parts, tilt, saddle, variance, width);
            askedKin = true;
            Optional<Curves> made = common.isPresent()
                    ? Optional.of(common.get().curves(parts, centre))
                    : ownCurves(tilt, saddle, variance, centre);
            made.ifPresent(curves -> {
                served = true;
                keep.accept(curves);
            });
            return made;
        } catch (Convolution.TooWide e) {
            return Optional.empty();
        }
    }

    private Optional<Curves> ownCurves(SaddlePoints tilt, double saddle, double allowed, double centre) {
        double theta = Composition.milder(tilt, saddle);
        double variance = allowed;
        StagePlan plan = StagePlan.of(parts, tilt, theta, saddle, variance);
        // steps come in powers of two: ask for more until the plan changes
        for (int i = 0; i < 6 && plan.same(last); i++) {
            variance /= 2;
            plan = StagePlan.of(parts, tilt, theta, saddle, variance);
        }
        spent += plan.cost;
        if (served && (spent > most || plan.same(last))) return Optional.empty();
        last = Optional.of(plan);
        CellCache work = new CellCache(parts, tilt, growth(variance, tilt, saddle));
        StagedSum upper = new StagedSum(work, plan, theta, Side.UPPER, outside(width));
        StagedSum lower = new StagedSum(work, plan, theta, Side.LOWER, outside(width));
        for (int part : widestLast(parts, tilt)) {
            upper.add(part);
            lower.add(part);
            work.forget();
        }
        return Optional.of(new Curves(above(upper, centre), new DeltaCurve(lower.whole(), Side.LOWER, centre)));
    }

    /** The upper end alone. */
    Optional<Curves.Above> above(SaddlePoints tilt, double saddle, double tolerance, double centre) {
        double variance = allowedVariance(tolerance, saddle);
        try {
            Optional<CommonLattice> common = kin.lattice(parts, tilt, saddle, variance, width);
            if (common.isPresent()) return Optional.of(common.get().above(parts, centre));
            double theta = Composition.milder(tilt, saddle);
            StagePlan plan = StagePlan.of(parts, tilt, theta, saddle, variance);
            if (plan.cost > most) return Optional.empty();
            CellCache work = new CellCache(parts, tilt, growth(variance, tilt, saddle));
            StagedSum upper = new StagedSum(work, plan, theta, Side.UPPER, outside(width));
            for (int part : widestLast(parts, tilt)) {
                upper.add(part);
                work.forget();
            }
            return Optional.of(above(upper, centre));
        } catch (Convolution.TooWide e) {
            return Optional.empty();
        }
    }

    private static Curves.Above above(StagedSum sum, double centre) {
        return new Curves.Above(new DeltaCurve(sum.whole(), Side.UPPER, centre), sum.beyond());
    }

    /** Rounding that adds variance v moves epsilon by (1 + theta) v / 2; the lower end loses about as much again. */
    private static double allowedVariance(double tolerance, double saddle) {
        return 0.8 * tolerance / (1 + saddle);
    }

    /** How fast cells may widen away from the bulk, so that a tenth of the variance that rounding may add goes there. */
    static double growth(double variance, SaddlePoints tilt, double saddle) {
        double ratio = 0.6 * variance / Math.max(tilt.cumulants(saddle)[2], 1e-300);
        return ratio > 1e-8 ? Math.min(0.05, Math.sqrt(ratio)) : 1e-4;
    }

    /** Parts that are added up together should be alike, since their window is that of the widest. */
    private static int[] widestLast(List<CountedPair> parts, SaddlePoints tilt) {
        return IntStream.range(0, parts.size())
                .boxed()
                .sorted(Comparator.comparingDouble(i -> tilt.of(i).to - tilt.of(i).from))
                .mapToInt(Integer::intValue)
                .toArray();
    }

    /** Weight that a window may leave out. */
    static double outside(double width) {
        return Math.max(1e-18, Math.min(1e-11, 1e-8 * width));
    }
}
