package io.sordino.loss.sampling;

import io.sordino.loss.pair.CellSum;
import io.sordino.loss.pair.ContinuousPair;
import io.sordino.numeric.Bracket;
import io.sordino.numeric.Normal;
import io.sordino.numeric.Root;
import io.sordino.numeric.Ulp;

/**
 * (1-q) N(0,1) + q N(mu,1) against (1-q) N(0,1) + q N(-back,1): a record pulls away from all others, and its replacement a little the other way. The
 * loss grows with the output z.
 */
public record CornerPair(double rate, double mu, double back) implements ContinuousPair {
    public CornerPair {
        if (!(rate > 0 && rate < 1)) throw new IllegalArgumentException("rate must be in (0, 1), was " + rate);
        if (!(mu > 0 && mu < GaussianReplacePair.FARTHEST && back > 0 && back <= mu))
            throw new IllegalArgumentException("mu must be positive and back in (0, mu], were " + mu + " and " + back);
    }

    private double loss(double z) {
        return PoissonPair.log(rate, mu * (z - mu / 2)) - PoissonPair.log(rate, -back * (z + back / 2));
    }

    /** Of the loss at an output: each part moves by its distance times the share of its mixture that was hit. */
    private double slope(double z) {
        double logOdds = Math.log(rate) - Math.log1p(-rate);
        return mu / (1 + Math.exp(-logOdds - mu * (z - mu / 2)))
                + back / (1 + Math.exp(-logOdds + back * (z + back / 2)));
    }

    private double output(double loss) {
        double far = 1;
        while (loss(far) < loss || loss(-far) > loss) far *= 2;
        return Root.zero(z -> loss(z) - loss, -far, far, Ulp.ONE, 200).lower();
    }

    private double place(double loss) {
        return Math.abs(loss) == Double.POSITIVE_INFINITY ? loss : output(loss);
    }

    @Override
    public void cells(double[] edges, double[] p, double[] q) {
        double z = place(edges[0]);
        for (int i = 0; i + 1 < edges.length; i++) {
            double next = Math.max(z, place(edges[i + 1]));
            double none = (1 - rate) * Normal.between(z, next);
            p[i] = none + rate * Normal.between(z - mu, next - mu);
            q[i] = none + rate * Normal.between(z + back, next + back);
            z = next;
        }
    }

    @Override
    public Bracket logDelta(double epsilon) {
        return CellSum.logDelta(this, epsilon, 40 * mu);
    }

    @Override
    public double massError() {
        return Normal.BETWEEN_RELATIVE_ERROR + 4 * Ulp.ONE;
    }

    @Override
    public double edgeError(double loss) {
        double z = output(loss);
        return Math.abs(loss(z) - loss)
                + slope(z) * 16 * Ulp.ONE * (Math.abs(z) + mu)
                + 16 * Ulp.ONE * (1 + Math.abs(loss));
    }
}
