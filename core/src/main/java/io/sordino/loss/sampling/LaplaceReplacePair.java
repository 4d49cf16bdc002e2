package io.sordino.loss.sampling;

import io.sordino.loss.Atom;
import io.sordino.loss.LogDelta;
import io.sordino.loss.Pair;
import io.sordino.loss.pair.ReflectedProfile;
import io.sordino.numeric.Bracket;
import io.sordino.numeric.Ulp;
import java.util.List;

/**
 * Laplace noise on a Poisson sample, one record of which moves from +1 to -1: (1-q) L(0) + q L(1) against (1-q) L(0) + q L(-1),
 * with theta the contribution over the scale. It is symmetric, and its loss grows with the output z.
 */
public record LaplaceReplacePair(double rate, double theta) implements Pair {
    /*
     * With c = 1 - q + q e^-theta, Q has the density c e^(-theta z) theta / 2 at z > 0, and the loss on (0, 1) is
     * log(1 - q + q e^(theta (2z - 1))) - log c: that of a removed record, moved by -log c. So is the profile, delta(eps) =
     * q (1 - e^((t - theta)/2)) with t the base's loss at eps + log c. Beyond 1 the loss is constant. The other side mirrors this.
     */

    public LaplaceReplacePair {
        if (!(rate > 0 && rate < 1)) throw new IllegalArgumentException("rate must be in (0, 1), was " + rate);
        if (!(theta > 0 && theta < 300)) throw new IllegalArgumentException("theta must be in (0, 300), was " + theta);
    }

    private double logC() {
        return Math.log1p(rate * Math.expm1(-theta));
    }

    /** theta (2z - 1) of the output z in [0, 1] that has the given loss of at least 0. */
    private double inner(double loss) {
        double y = loss + logC();
        return Math.max(-theta, Math.min(theta, PoissonPair.inverse(rate, y)));
    }

    @Override
    public Bracket logDelta(double epsilon) {
        if (epsilon < 0) return ReflectedProfile.logDelta(this, epsilon);
        double y = epsilon + logC();
        double t = inner(epsilon);
        // an error of y is passed on by dt/dy = e^(y - t) / q
        double slope = Math.exp(Math.min(700, y - t)) / rate;
        double doubt = 16 * Ulp.ONE * (1 + theta + (epsilon + Math.abs(logC())) * slope);
        double gap = theta - t;
        if (epsilon > lossMax() * (1 + 32 * Ulp.ONE)) return LogDelta.ZERO;
        double high = -Math.expm1(-Math.max(0, gap + doubt) / 2) * rate * (1 + 16 * Ulp.ONE);
        double low = -Math.expm1(-Math.max(0, gap - doubt) / 2) * rate * (1 - 16 * Ulp.ONE);
        return LogDelta.of(low, high);
    }

    @Override
    public List<Atom> atoms() {
        double far = Math.exp(-theta);
        double p = ((1 - rate) * far + rate) / 2;
        double q = ((1 - rate) * far + rate * far * far) / 2;
        return List.of(new Atom(-lossMax(), q), new Atom(lossMax(), p));
    }

    @Override
    public void cells(double[] edges, double[] p, double[] q) {
        double last = place(edges[0]);
        for (int i = 0; i + 1 < edges.length; i++) {
            double next = Math.max(last, place(edges[i + 1]));
            p[i] = 0;
            q[i] = 0;
            if (next > 0) right(Math.max(0, last), next, i, p, q);
            if (last < 0) right(Math.max(0, -next), -last, i, q, p);
            last = next;
        }
    }

    private double place(double loss) {
        if (loss >= lossMax()) return 1;
        if (loss <= -lossMax()) return -1;
        double z = (1 + inner(Math.abs(loss)) / theta) / 2;
        return loss < 0 ? -z : z;
    }

    private void right(double from, double to, int i, double[] p, double[] q) {
        double width = -Math.expm1(-theta * (to - from));
        double none = Math.exp(-theta * from) * width / 2;
        p[i] += (1 - rate) * none + rate * Math.exp(-theta * (1 - to)) * width / 2;
        q[i] += (1 - rate + rate * Math.exp(-theta)) * none;
    }

    @Override
    public boolean continuous() {
        return true;
    }

    @Override
    public double massError() {
        return 32 * Ulp.ONE;
    }

    @Override
    public double edgeError(double loss) {
        double odds = rate * Math.exp(inner(Math.min(Math.abs(loss), lossMax())));
        double slope = odds / (1 - rate + odds);
        return 32 * Ulp.ONE * (Math.abs(loss) + Math.abs(logC()) + slope * (1 + theta));
    }

    @Override
    public Bracket infinity() {
        return Bracket.exactly(0);
    }

    @Override
    public double lossMin() {
        return -lossMax();
    }

    @Override
    public double lossMax() {
        return PoissonPair.log(rate, theta) - logC();
    }

    @Override
    public double anchor() {
        return 0;
    }

    /** Half the range, so that both ends and 0 are lattice points. */
    @Override
    public double unit() {
        return lossMax();
    }
}
