package io.sordino.loss.pair;

import io.sordino.loss.Atom;
import io.sordino.loss.Inversion;
import io.sordino.loss.Pair;
import io.sordino.numeric.Bracket;
import io.sordino.numeric.Ulp;
import io.sordino.numeric.Up;
import java.util.Arrays;
import java.util.Comparator;
import java.util.List;

/**
 * A pair whose loss takes finitely many values, and perhaps infinity.
 *
 * @param missing Q-mass where P has none
 * @param massError relative error of the masses
 * @param lossError relative error of the losses, their rests included
 */
public record AtomicPair(List<Atom> atoms, Bracket infinity, Bracket missing, double massError, double lossError)
        implements Pair {
    /** What the products of one atom may lose where they are no normal doubles. */
    private static final double UNDERFLOW = 4 * Double.MIN_VALUE;

    public AtomicPair {
        atoms = atoms.stream()
                .filter(atom -> atom.mass() > 0)
                .sorted((a, b) -> Double.compare(a.loss(), b.loss()))
                .toList();
        if (!(massError >= 0 && massError < 1e-3))
            throw new IllegalArgumentException("massError must be small, was " + massError);
        if (!(lossError >= 0 && lossError < 1e-3))
            throw new IllegalArgumentException("lossError must be small, was " + lossError);
    }

    /** A pair that has as much Q-mass without P as it has P-mass without Q. */
    public AtomicPair(List<Atom> atoms, Bracket infinity, double massError, double lossError) {
        this(atoms, infinity, infinity, massError, lossError);
    }

    /** Atoms whose losses are known to a few ulps. */
    public AtomicPair(List<Atom> atoms, Bracket infinity, double massError) {
        this(atoms, infinity, massError, 4 * Ulp.ONE);
    }

    /** Atoms whose masses were computed in a few operations, and whose losses with their rests are as good as exact. */
    public static AtomicPair of(List<Atom> atoms, Bracket infinity) {
        // what is left out here is less than the rounding of the atom with the largest loss, to which it could be moved
        // up
        double top = atoms.stream()
                .max(Comparator.comparingDouble(Atom::loss))
                .map(Atom::mass)
                .orElse(0.0);
        List<Atom> kept = atoms.stream()
                .filter(atom -> atom.mass() > Math.min(1e-290, 1e-30 * top))
                .toList();
        boolean exact = kept.stream().allMatch(atom -> atom.rest() == 0);
        return new AtomicPair(kept, infinity, 16 * Ulp.ONE, exact ? 0 : 0x1p-100);
    }

    public static AtomicPair of(List<Atom> atoms) {
        return of(atoms, Bracket.exactly(0));
    }

    /** Two equal laws. */
    public static AtomicPair equal() {
        return new AtomicPair(List.of(new Atom(0, 1)), Bracket.exactly(0), 0, 0);
    }

    /** Two laws without common support, or so far apart that no double tells their losses from infinity. */
    public static AtomicPair certain() {
        return new AtomicPair(List.of(), Bracket.exactly(1), 0, 0);
    }

    @Override
    public Bracket logDelta(double epsilon) {
        double sum = 0;
        double fuzzy = 0;
        double lost = 0;
        for (int i = atoms.size() - 1; i >= 0; i--) {
            Atom atom = atoms.get(i);
            double doubt = lossError * Math.abs(atom.loss());
            double gap = (atom.loss() - epsilon) + atom.rest();
            if (!(gap > -doubt)) break;
            if (gap > 0) sum += atom.mass() * -Math.expm1(-gap);
            fuzzy += atom.mass() * doubt;
            lost += UNDERFLOW;
        }
        double relative = massError + (8 + atoms.size()) * Ulp.ONE;
        double upper = (sum * (1 + relative) + fuzzy + lost + infinity.upper()) * (1 + 4 * Ulp.ONE);
        double lower = (sum * (1 - relative) - fuzzy - lost + infinity.lower()) * (1 - 4 * Ulp.ONE);
        return Bracket.of(
                lower > 0 ? Math.min(0, Math.nextDown(Math.log(lower) - Ulp.ONE)) : Double.NEGATIVE_INFINITY,
                upper > 0 ? Math.min(0, Math.nextUp(Math.log(upper) + Ulp.ONE)) : Double.NEGATIVE_INFINITY);
    }

    /** Beyond the largest loss delta is the mass at infinity and no more, which logarithms with their doubt cannot say. */
    @Override
    public Bracket epsilon(double delta) {
        Bracket found = Inversion.epsilon(this::logDelta, delta);
        if (!(infinity.upper() <= delta && !atoms.isEmpty())) return found;
        Atom top = atoms.get(atoms.size() - 1);
        double doubt = Up.mul(lossError, Math.abs(top.loss()));
        double most =
                Math.max(0, top.rest() == 0 && doubt == 0 ? top.loss() : Up.add(Up.add(top.loss(), top.rest()), doubt));
        return most < found.upper() ? Bracket.of(found.lower(), most) : found;
    }

    @Override
    public void cells(double[] edges, double[] p, double[] q) {
        Arrays.fill(p, 0);
        Arrays.fill(q, 0);
    }

    @Override
    public boolean continuous() {
        return false;
    }

    @Override
    public double lossMin() {
        return atoms.isEmpty() ? 0 : atoms.get(0).loss();
    }

    @Override
    public double lossMax() {
        return atoms.isEmpty() ? 0 : atoms.get(atoms.size() - 1).loss();
    }

    /** The common distance of the atoms where there is one, else the whole range. */
    @Override
    public double unit() {
        int n = atoms.size();
        if (n < 2) return Double.NaN;
        double range = lossMax() - lossMin();
        double spacing = range / (n - 1);
        for (int i = 1; i < n; i++) {
            double expected = lossMin() + i * spacing;
            if (!(Math.abs(atoms.get(i).loss() - expected) <= 1e-13 * range)) return range;
        }
        return spacing;
    }
}
