package io.sordino.loss.renyi;

import io.sordino.loss.Pair;
import io.sordino.loss.RenyiCurve;
import io.sordino.loss.primitive.GaussianPair;
import io.sordino.loss.primitive.LaplacePair;
import io.sordino.numeric.Down;
import io.sordino.numeric.Ulp;
import io.sordino.numeric.Up;
import java.util.Arrays;
import java.util.Optional;

/**
 * The Renyi curve of a pair whose loss is bounded above: log E_P[e^((alpha-1) L)] / (alpha-1), with the mass of every cell
 * spread onto its ends.
 */
public final class PairCurve implements RenyiCurve {
    /*
     * Under Q the moment is the mean of the convex V^alpha, V = e^L, so that spreading a cell's mass onto its two ends with
     * both of its masses kept can only raise it. Cells are at most RANGE / CELLS wide and shrink in proportion to their
     * distance from the largest loss, where large orders look; the spread then costs about (width / distance)^2 / 12 of log
     * of the moment. What lies below the first edge is moved up to it.
     */
    private static final int CELLS = 3000;
    private static final double SHARE = 1.0 / 300;
    private static final double NEAREST = 1e-9;
    private static final int GROUP = 16;
    /** An unbounded lower end is cut where e^((alpha-1) L) no longer counts. */
    private static final double DEEPEST = 200;

    private final double[] loss;
    private final double[] mass;
    private final double[] coarseLoss;
    private final double[] coarseMass;
    private final double lossError;
    private final double massError;
    /** No less than the largest loss, which a pair knows to an ulp or so. */
    private final double largest;

    private PairCurve(Pair pair) {
        double lossMax = pair.lossMax();
        double[] edges = pair.continuous() ? edges(pair) : new double[0];
        int atoms = pair.atoms().size();
        loss = Arrays.copyOf(edges, edges.length + atoms);
        mass = new double[loss.length];
        double reach = Math.max(Math.abs(lossMax), Math.abs(Math.max(pair.lossMin(), lossMax - DEEPEST)));
        double edgeError = pair.edgeError(reach) + 4 * Ulp.ONE * reach;
        if (pair.continuous()) spread(pair, edges, edgeError);
        for (int i = 0; i < atoms; i++) {
            loss[edges.length + i] = pair.atoms().get(i).loss();
            mass[edges.length + i] = pair.atoms().get(i).mass();
        }
        lossError = edgeError;
        largest = Up.add(lossMax, lossError);
        massError = pair.massError() + 8 * Ulp.ONE;
        int groups = groups(edges.length);
        coarseLoss = new double[groups + atoms];
        coarseMass = new double[groups + atoms];
        coarsen(edges.length);
    }

    /** The closed form where there is one, else this; nothing where the loss is unbounded or infinite with positive mass. */
    public static Optional<RenyiCurve> of(Pair pair) {
        if (pair instanceof GaussianPair gaussian)
            return Optional.of(ConcentratedCurve.gaussian(Up.mul(gaussian.mu(), 1 + 4 * Ulp.ONE)));
        if (pair instanceof LaplacePair laplace && laplace.infinity().upper() == 0)
            return Optional.of(BoundedRangeCurve.of(laplace));
        boolean bounded =
                pair.lossMax() < Double.POSITIVE_INFINITY && pair.infinity().upper() == 0;
        return bounded ? Optional.of(new PairCurve(pair)) : Optional.empty();
    }

    private static double[] edges(Pair pair) {
        double top = pair.lossMax();
        double bottom = Math.max(pair.lossMin(), top - DEEPEST);
        double range = top - bottom;
        double[] down = new double[20 * CELLS];
        int n = 0;
        double distance = 0;
        while (distance < range) {
            down[n++] = top - distance;
            distance += Math.min(range / CELLS, Math.max(range * NEAREST, distance * SHARE));
        }
        double[] edges = new double[n + 1];
        edges[0] = bottom;
        for (int i = 0; i < n; i++) edges[i + 1] = down[n - 1 - i];
        return edges;
    }

    private void spread(Pair pair, double[] edges, double edgeError) {
        int cells = edges.length - 1;
        double[] p = new double[cells];
        double[] q = new double[cells];
        pair.cells(edges, p, q);
        for (int j = 0; j < cells; j++) {
            double width = edges[j + 1] - edges[j];
            double full = -Math.expm1(-width);
            double error = (4 * pair.massError() + 4 * edgeError * (1 + 1 / width) + 8 * Ulp.ONE) / full;
            double share = Math.min(1, Math.max(0, (1 - q[j] * Math.exp(edges[j]) / p[j]) / full + error));
            // all to the right where the masses do not tell
            if (!(share >= 0)) share = 1;
            mass[j] += p[j] * (1 - share);
            mass[j + 1] += p[j] * share;
        }
        double[] below = new double[1];
        pair.cells(new double[] {Double.NEGATIVE_INFINITY, edges[0]}, below, new double[1]);
        mass[0] += below[0];
    }

    private static int groups(int edges) {
        return (edges + GROUP - 1) / GROUP;
    }

    private void coarsen(int edges) {
        int groups = groups(edges);
        for (int g = 0; g < groups; g++) {
            double total = 0;
            double mean = 0;
            for (int i = GROUP * g; i < Math.min(edges, GROUP * (g + 1)); i++) {
                total += mass[i];
                mean += mass[i] * loss[i];
            }
            coarseMass[g] = total;
            coarseLoss[g] = total > 0 ? mean / total : 0;
        }
        for (int i = edges; i < loss.length; i++) {
            coarseLoss[groups + i - edges] = loss[i];
            coarseMass[groups + i - edges] = mass[i];
        }
    }

    @Override
    public double at(double alpha) {
        if (alpha == Double.POSITIVE_INFINITY) return largest;
        double m = Up.sub(alpha, 1);
        double log = logMean(loss, mass, m);
        double relative =
                massError + m * lossError + 2 * Ulp.ONE * (loss.length + 8) + 4 * Ulp.ONE * (m * Math.abs(largest) + 1);
        double divergence = Up.div(Up.add(log, relative * 1.01), Down.sub(alpha, 1));
        return Math.max(0, Math.min(largest, divergence));
    }

    @Override
    public double near(double alpha) {
        return Math.max(0, Math.min(largest, logMean(coarseLoss, coarseMass, alpha - 1) / (alpha - 1)));
    }

    /** Log of the mean of e^(m L), the largest exponent taken out; a mean near 1 keeps its distance from 1. */
    private static double logMean(double[] loss, double[] mass, double m) {
        double top = Double.NEGATIVE_INFINITY;
        for (int i = 0; i < loss.length; i++) if (mass[i] > 0) top = Math.max(top, m * loss[i]);
        double sum = 0;
        double total = 0;
        boolean small = top < 30;
        for (int i = 0; i < loss.length; i++) {
            if (!(mass[i] > 0)) continue;
            sum += mass[i] * (small ? Math.expm1(m * loss[i]) : Math.exp(m * loss[i] - top));
            total += mass[i];
        }
        return small ? Math.log1p(sum + (total - 1)) : top + Math.log(sum);
    }

    @Override
    public double largestOrder() {
        return Double.POSITIVE_INFINITY;
    }
}
