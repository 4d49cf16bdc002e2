package io.sordino.account;

import io.sordino.loss.Atom;
import io.sordino.loss.Pair;
import io.sordino.numeric.Bracket;
import java.util.List;

/** A pair whose closed form nobody sees, so that its compositions must be computed. */
record Disguised(Pair base) implements Pair {
    @Override
    public Bracket logDelta(double epsilon) {
        return base.logDelta(epsilon);
    }

    @Override
    public List<Atom> atoms() {
        return base.atoms();
    }

    @Override
    public void cells(double[] edges, double[] p, double[] q) {
        base.cells(edges, p, q);
    }

    @Override
    public boolean continuous() {
        return base.continuous();
    }

    @Override
    public double massError() {
        return base.massError();
    }

    @Override
    public double edgeError(double loss) {
        return base.edgeError(loss);
    }

    @Override
    public Bracket infinity() {
        return base.infinity();
    }

    @Override
    public Bracket missing() {
        return base.missing();
    }

    @Override
    public double lossMin() {
        return base.lossMin();
    }

    @Override
    public double lossMax() {
        return base.lossMax();
    }

    @Override
    public double anchor() {
        return base.anchor();
    }

    @Override
    public double unit() {
        return base.unit();
    }
}
