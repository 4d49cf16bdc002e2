package io.sordino.loss.sampling;

import io.sordino.loss.Atom;
import io.sordino.loss.Loss;
import io.sordino.loss.Pair;
import io.sordino.numeric.Bracket;
import io.sordino.numeric.Down;
import io.sordino.numeric.Ulp;
import io.sordino.numeric.Up;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.List;

/**
 * The pair of a mechanism that runs on a sample which everybody knows: with probability {@code rate} the pair of the base, and else two equal laws.
 */
public record KnownSamplePair(double rate, Pair base) implements Pair {
    public KnownSamplePair {
        if (!(rate > 0 && rate < 1)) throw new IllegalArgumentException("rate must be in (0, 1), was " + rate);
    }

    @Override
    public Bracket logDelta(double epsilon) {
        return logDelta(rate, base, epsilon);
    }

    /** q H(eps) + (1 - q) (1 - e^eps)+. */
    static Bracket logDelta(double rate, Loss base, double epsilon) {
        Bracket log = base.logDelta(epsilon);
        if (epsilon >= 0)
            return Bracket.of(Down.add(log.lower(), Down.log(rate)), Math.min(0, Up.add(log.upper(), Up.log(rate))));
        double lower = Down.add(Down.mul(rate, Down.exp(log.lower())), Down.mul(Down.sub(1, rate), -Up.expm1(epsilon)));
        double upper = Up.add(Up.mul(rate, Up.exp(log.upper())), Up.mul(Up.sub(1, rate), -Down.expm1(epsilon)));
        return Bracket.of(
                lower > 0 ? Math.min(0, Down.log(lower)) : Double.NEGATIVE_INFINITY, Math.min(0, Up.log(upper)));
    }

    @Override
    public Bracket epsilon(double delta) {
        return epsilon(rate, base, delta);
    }

    /** The base's at delta / q. */
    static Bracket epsilon(double rate, Loss base, double delta) {
        double most = Down.div(delta, rate);
        double least = Up.div(delta, rate);
        return Bracket.of(
                least >= 1 ? 0 : base.epsilon(least).lower(),
                most >= 1 ? 0 : base.epsilon(most).upper());
    }

    @Override
    public List<Atom> atoms() {
        List<Atom> all = new ArrayList<>();
        double equal = 1 - rate;
        for (Atom atom : base.atoms())
            if (atom.loss() == 0 && atom.rest() == 0) equal += rate * atom.mass();
            else all.add(new Atom(atom.loss(), rate * atom.mass(), atom.rest()));
        all.add(new Atom(0, equal));
        all.sort(Comparator.comparingDouble(Atom::loss));
        return List.copyOf(all);
    }

    @Override
    public void cells(double[] edges, double[] p, double[] q) {
        base.cells(edges, p, q);
        for (int i = 0; i < p.length; i++) {
            p[i] *= rate;
            q[i] *= rate;
        }
    }

    @Override
    public boolean continuous() {
        return base.continuous();
    }

    @Override
    public double massError() {
        return base.massError() + 4 * Ulp.ONE;
    }

    @Override
    public double edgeError(double loss) {
        return base.edgeError(loss);
    }

    @Override
    public Bracket infinity() {
        return base.infinity().times(rate);
    }

    @Override
    public Bracket missing() {
        return base.missing().times(rate);
    }

    @Override
    public double lossMin() {
        return Math.min(0, base.lossMin());
    }

    @Override
    public double lossMax() {
        return Math.max(0, base.lossMax());
    }
}
