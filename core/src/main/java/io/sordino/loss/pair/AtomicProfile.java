package io.sordino.loss.pair;

import io.sordino.loss.Atom;
import io.sordino.numeric.Ulp;
import io.sordino.numeric.Up;
import java.util.List;

/** The profile of many atoms, read in logarithmic time and rounded up. */
public final class AtomicProfile {
    private final PointDeltas deltas;
    private final double lossMin;
    private final double infinity;
    private final double relative;
    private final double blur;

    public AtomicProfile(AtomicPair pair) {
        List<Atom> atoms = pair.atoms();
        deltas = new PointDeltas(
                atoms.stream().mapToDouble(Atom::loss).toArray(),
                atoms.stream().mapToDouble(Atom::mass).toArray());
        lossMin = atoms.isEmpty() ? 0 : atoms.get(0).loss();
        infinity = pair.infinity().upper();
        blur = pair.lossError() + 2 * Ulp.ONE;
        // of an atom at epsilon + g the blur of epsilon is part of the question, and that of g changes 1 - e^-g by less
        // than itself
        relative = pair.massError() + deltas.error() + blur;
    }

    /** At least log delta. */
    public double logDelta(double epsilon) {
        if (epsilon == Double.POSITIVE_INFINITY) return Up.log(infinity);
        // the atoms may lie a little higher than they say
        double at = epsilon - blur * Math.max(Math.abs(epsilon), Math.abs(lossMin));
        double value = deltas.delta(at) * (1 + relative) + deltas.underflow(at) + infinity * (1 + 4 * Ulp.ONE);
        return value > 0 ? Math.min(0, Up.log(value)) : Double.NEGATIVE_INFINITY;
    }
}
