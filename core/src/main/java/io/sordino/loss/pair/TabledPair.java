package io.sordino.loss.pair;

import io.sordino.loss.Atom;
import io.sordino.loss.Pair;
import io.sordino.loss.Side;
import io.sordino.numeric.Bracket;
import io.sordino.numeric.Down;
import io.sordino.numeric.Ulp;
import io.sordino.numeric.Up;
import java.util.Arrays;
import java.util.List;

/**
 * A pair given by many points of its loss law, on one side of the truth. It is asked by cells, as a continuous law is, so that
 * the points never have to lie on the lattice of a composition.
 */
public final class TabledPair implements Pair {
    private final Side side;
    private final double[] loss;
    private final double[] p;
    private final double[] q;
    private final PointDeltas deltas;
    private final Bracket infinity;
    private final Bracket missing;
    private final double lossMin;
    private final double lossMax;

    /**
     * @param loss increasing
     * @param p masses under P; those under Q are p e^-loss
     * @param bounded whether no loss lies outside the points: else what is far out may be rounded away
     */
    public static TabledPair of(
            Side side, double[] loss, double[] p, Bracket infinity, double missing, boolean bounded) {
        if (side == Side.UPPER)
            return new TabledPair(side, loss, p, infinity, Bracket.of(0, Math.min(1, missing)), bounded);
        Garbling below = new Garbling(loss, p, infinity.lower());
        return new TabledPair(side, below.loss, below.mass, infinity, Bracket.exactly(below.missing), bounded);
    }

    private TabledPair(Side side, double[] loss, double[] p, Bracket infinity, Bracket missing, boolean bounded) {
        this.side = side;
        this.loss = loss;
        this.p = p;
        this.infinity = infinity;
        this.missing = missing;
        int n = loss.length;
        deltas = new PointDeltas(loss, p);
        q = new double[n];
        for (int i = 0; i < n; i++) q[i] = Atom.qMass(loss[i], p[i]);
        lossMin = bounded && n > 0 ? loss[0] : Double.NEGATIVE_INFINITY;
        lossMax = bounded && n > 0 ? loss[n - 1] : Double.POSITIVE_INFINITY;
    }

    @Override
    public Bracket logDelta(double epsilon) {
        double finite = deltas.delta(epsilon);
        double rounding = deltas.error();
        double lost = deltas.underflow(epsilon);
        double value = side == Side.UPPER
                ? Up.add(finite * (1 + rounding) + lost, infinity.upper())
                : Down.add(Math.max(0, finite * (1 - rounding) - lost), infinity.lower());
        return side == Side.UPPER
                ? Bracket.of(Double.NEGATIVE_INFINITY, Math.min(0, Up.log(value)))
                : Bracket.of(Math.min(0, Down.log(Math.max(0, value))), 0);
    }

    @Override
    public List<Atom> atoms() {
        return List.of();
    }

    @Override
    public void cells(double[] edges, double[] pOut, double[] qOut) {
        Arrays.fill(pOut, 0);
        Arrays.fill(qOut, 0);
        int i = Arrays.binarySearch(loss, edges[0]);
        // a point on an edge belongs to the cell on its left
        i = i >= 0 ? i + 1 : -i - 1;
        if (edges[0] == Double.NEGATIVE_INFINITY) i = 0;
        for (int j = 0; j < pOut.length && i < loss.length; j++) {
            double ps = 0;
            double qs = 0;
            while (i < loss.length && loss[i] <= edges[j + 1]) {
                ps += p[i];
                qs += q[i];
                i++;
            }
            pOut[j] = ps;
            qOut[j] = qs;
        }
    }

    @Override
    public double above(double x) {
        return deltas.above(x);
    }

    @Override
    public double notAbove(double x) {
        return Math.max(0, deltas.whole() - above(x));
    }

    @Override
    public boolean continuous() {
        return loss.length > 0;
    }

    @Override
    public double massError() {
        return (8 + Math.sqrt((double) loss.length)) * 4 * Ulp.ONE;
    }

    @Override
    public double edgeError(double x) {
        return 0;
    }

    @Override
    public Bracket infinity() {
        return infinity;
    }

    @Override
    public Bracket missing() {
        return missing;
    }

    @Override
    public double lossMin() {
        return lossMin;
    }

    @Override
    public double lossMax() {
        return lossMax;
    }

    @Override
    public double anchor() {
        return 0;
    }

    @Override
    public double unit() {
        return Double.NaN;
    }
}
