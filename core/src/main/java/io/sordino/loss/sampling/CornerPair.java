package io.sordino.loss.sampling;

import io.sordino.loss.pair.CellSum;
import io.sordino.loss.pair.ContinuousPair;
import io.sordino.numeric.Bracket;
import io.sordino.numeric.LogSpace;
import io.sordino.numeric.Normal;
import io.sordino.numeric.Root;
import io.sordino.numeric.Ulp;
import java.util.List;

/**
 * A record that is hit k times pulls k mu away from all others, and its replacement a little less the other way: the mixture of N(k mu, 1) against that of
 * N(-(k-1) mu - back, 1), and of N(0, 1) where there is no hit. The loss grows with the output z.
 *
 * @param hits probabilities of 1, 2, ... hits
 * @param rest of more hits, which count as infinite loss
 */
public record CornerPair(List<Double> hits, double rest, double mu, double back) implements ContinuousPair {
    private static final double LARGEST_POWER = 600;

    public CornerPair {
        hits = List.copyOf(hits);
        double any = rest + hits.stream().mapToDouble(hit -> hit).sum();
        if (!(any > 0 && any < 1 && rest >= 0))
            throw new IllegalArgumentException("the probability of a hit must be in (0, 1), was " + any);
        if (!(mu > 0 && mu * hits.size() < GaussianReplacePair.FARTHEST && back > 0 && back <= mu))
            throw new IllegalArgumentException("mu must be positive and back in (0, mu], were " + mu + " and " + back);
    }

    /** One hit at most. */
    public CornerPair(double rate, double mu, double back) {
        this(List.of(rate), 0, mu, back);
    }

    private double none() {
        double none = 1 - rest;
        for (double hit : hits) none -= hit;
        return none;
    }

    private double ahead(int k) {
        return k * mu;
    }

    private double behind(int k) {
        return -(k - 1) * mu - back;
    }

    private double most() {
        return hits.size() * mu;
    }

    private double loss(double z) {
        return new Ratio(z, true).log() - new Ratio(z, false).log();
    }

    /** The density of one of the two laws over that without a hit. */
    private final class Ratio {
        /** The largest power of e is taken out where it would overflow. */
        private double top;

        private double change;
        private double value;
        private double moved;

        Ratio(double z, boolean first) {
            for (int k = 1; k <= hits.size(); k++) top = Math.max(top, exponent(k, z, first));
            if (top < LARGEST_POWER) top = 0;
            value = none() * Math.exp(-top);
            for (int k = 1; k <= hits.size(); k++) {
                double exponent = exponent(k, z, first);
                double part = hits.get(k - 1) * Math.exp(exponent - top);
                value += part;
                moved += part * (first ? ahead(k) : behind(k));
                if (top == 0) change += hits.get(k - 1) * Math.expm1(exponent);
            }
        }

        private double exponent(int k, double z, boolean first) {
            double shift = first ? ahead(k) : behind(k);
            return shift * (z - shift / 2);
        }

        double log() {
            return top > 0 || change < -0.5 ? top + Math.log(value) : Math.log1p(change - rest);
        }

        double slope() {
            return moved / value;
        }
    }

    private double slope(double z) {
        return new Ratio(z, true).slope() - new Ratio(z, false).slope();
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
            p[i] = none() * Normal.between(z, next);
            q[i] = p[i];
            for (int k = 1; k <= hits.size(); k++) {
                p[i] += hits.get(k - 1) * Normal.between(z - ahead(k), next - ahead(k));
                q[i] += hits.get(k - 1) * Normal.between(z - behind(k), next - behind(k));
            }
            z = next;
        }
    }

    @Override
    public Bracket infinity() {
        return Bracket.exactly(rest);
    }

    @Override
    public Bracket logDelta(double epsilon) {
        Bracket finite = CellSum.logDelta(this, epsilon, 40 * most());
        if (rest == 0) return finite;
        double all = LogSpace.logAdd(finite.upper(), Math.log(rest));
        return Bracket.of(finite.lower(), Math.min(0, all + 8 * Ulp.ONE * (1 + Math.abs(all))));
    }

    @Override
    public double massError() {
        return Normal.BETWEEN_RELATIVE_ERROR + (4 + hits.size()) * Ulp.ONE;
    }

    @Override
    public double edgeError(double loss) {
        double z = output(loss);
        return Math.abs(loss(z) - loss)
                + slope(z) * 16 * Ulp.ONE * (Math.abs(z) + most())
                + (16 + 4 * hits.size()) * Ulp.ONE * (1 + Math.abs(loss));
    }
}
