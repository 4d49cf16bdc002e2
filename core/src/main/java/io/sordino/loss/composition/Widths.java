package io.sordino.loss.composition;

import io.sordino.numeric.Bracket;
import java.util.function.BiPredicate;
import java.util.function.DoubleFunction;

/**
 * What is asked again where an answer does not get as narrow as was wanted by one who wants more than is usual: the same question at wider widths, from the usual one down to
 * the first that is not reached. Which they are does not depend on what was wanted, so that whoever wants more gets no less: the best of what is met on the way is kept.
 */
final class Widths {
    /** Whoever wants no more than this is answered at once. */
    private static final double USUAL = 1e-3;

    private static final double PER_DECADE = 2;
    /** Narrower widths than this are rounded down to those that are asked on the way. */
    private static final double FINE = 1e-4;

    private Widths() {}

    /**
     * @param known what is known without asking
     * @param within the answer at a width
     * @param narrow whether an answer is as narrow as a width
     */
    static Bracket narrowest(
            double wanted, Bracket known, DoubleFunction<Bracket> within, BiPredicate<Bracket, Double> narrow) {
        if (!(wanted < USUAL)) return within.apply(wanted);
        double asked = wanted < FINE ? Math.min(wanted, step(stepsTo(wanted))) : wanted;
        Bracket found = within.apply(asked);
        if (narrow.test(found, asked)) return found;
        Bracket best = known;
        for (int k = stepsTo(USUAL); step(k) > asked; k++) {
            Bracket one = within.apply(step(k));
            best = best.meet(one);
            if (!narrow.test(one, step(k))) return best;
        }
        return best.meet(found);
    }

    private static int stepsTo(double wanted) {
        return (int) Math.ceil(-PER_DECADE * Math.log10(wanted) - 1e-9);
    }

    private static double step(int k) {
        return Math.pow(10, -k / PER_DECADE);
    }
}
