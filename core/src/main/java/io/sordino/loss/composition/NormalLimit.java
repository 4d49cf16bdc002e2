package io.sordino.loss.composition;

import io.sordino.loss.CountedPair;
import io.sordino.numeric.Bracket;
import io.sordino.numeric.Normal;
import io.sordino.numeric.Up;
import java.util.List;
import java.util.Optional;

/**
 * Delta of a sum of very many small losses: at its saddle point the tilted sum is as good as normal, and how good is known.
 *
 * <p>With S the sum, M the product of all E_P e^(theta L), and f(y) = e^(-theta y) (1 - e^-y) for y > 0,
 * <pre>delta = M e^(-theta eps) E f(S - eps)</pre>
 * under the tilted law. By parts, E f(S - eps) is off from the same of a normal law by at most the largest distance of the two
 * distribution functions times the variation of f, which is twice its largest value. That distance is at most
 * 0.56 sum E|L - EL|^3 / (sum Var L)^(3/2) (Berry and Esseen; the constant is Shevtsova's, 2010, for laws that differ), and
 * a mean or a variance that is known to lie in a bracket adds what moves a normal law from one to the other. The proof is in
 * docs/theory/ProductOfPairs.md.
 */
final class NormalLimit {
    private static final double BERRY_ESSEEN = 0.5600;
    /** The largest of z pdf(z), by which the normal law moves when its deviation does. */
    private static final double OF_DEVIATION = 0.2420;
    /** The largest density. */
    private static final double OF_MEAN = 0.3990;

    private static final double FARTHEST = 30;
    private static final double ROUNDING = 1e-13;

    private final double theta;
    private final Bracket logMoment;
    private final double mean;
    private final double deviation;
    /** How far the distribution function of the tilted sum is from the normal one. */
    private final double distance;
    /** P-mass that was left out. */
    private final double leftOut;

    private NormalLimit(
            double theta, Bracket logMoment, double mean, double deviation, double distance, double leftOut) {
        this.theta = theta;
        this.logMoment = logMoment;
        this.mean = mean;
        this.deviation = deviation;
        this.distance = distance;
        this.leftOut = leftOut;
    }

    /** Empty where moments are not known well enough. */
    static Optional<NormalLimit> of(List<CountedPair> parts, SaddlePoints tilt, double theta) {
        Totals totals = new Totals();
        for (int i = 0; i < parts.size(); i++) {
            Optional<TiltedMoments> moments = TiltedMoments.of(parts.get(i).pair(), tilt.of(i), theta);
            if (moments.isEmpty()) return Optional.empty();
            totals.add(moments.get(), (double) parts.get(i).count());
        }
        return totals.limit(theta);
    }

    private static final class Totals {
        private int parts;
        private double logLower;
        private double logUpper;
        private double meanLower;
        private double meanUpper;
        /** Of all terms of the mean: what their rounding is relative to. */
        private double meanSize;

        private double varianceLower;
        private double varianceUpper;
        private double third;
        private double out;

        void add(TiltedMoments moments, double count) {
            Bracket excess = moments.excess();
            parts++;
            logLower += count * Math.log1p(excess.lower());
            logUpper += count * Math.log1p(excess.upper());
            Bracket scaled = over(moments.mean(), excess);
            meanLower += count * scaled.lower();
            meanUpper += count * scaled.upper();
            Bracket square = over(moments.square(), excess);
            double most = Math.max(Math.abs(scaled.lower()), Math.abs(scaled.upper()));
            meanSize += count * most;
            varianceLower += count * (square.lower() - most * most);
            varianceUpper += count * square.upper();
            // Minkowski: the cubic norm of L - EL is at most that of L, and |EL|
            double norm = Math.cbrt(moments.cube() / (1 + excess.lower())) + most;
            third += count * norm * norm * norm;
            out += count * moments.leftOut();
        }

        private static Bracket over(Bracket moment, Bracket excess) {
            double a = moment.lower() / (1 + (moment.lower() > 0 ? excess.upper() : excess.lower()));
            double b = moment.upper() / (1 + (moment.upper() > 0 ? excess.lower() : excess.upper()));
            return Bracket.of(a, b);
        }

        Optional<NormalLimit> limit(double theta) {
            double logs = logUpper - logLower;
            if (!(varianceLower > 0 && logs < 1 && Math.abs(logUpper) < 1e6)) return Optional.empty();
            double mean = (meanLower + meanUpper) / 2;
            double deviation = Math.sqrt((varianceLower + varianceUpper) / 2);
            double distance = BERRY_ESSEEN * third / (varianceLower * Math.sqrt(varianceLower))
                    + OF_MEAN * (meanUpper - meanLower) / Math.sqrt(varianceLower)
                    + OF_DEVIATION * Math.log(varianceUpper / varianceLower);
            // every term is rounded, and every sum so far once more
            double rounding = ROUNDING + parts * 0x1p-51;
            double slack = rounding * (1 + Math.abs(logLower) + Math.abs(logUpper));
            return Optional.of(new NormalLimit(
                    theta,
                    Bracket.of(logLower - slack, logUpper + slack),
                    mean,
                    deviation,
                    distance * (1 + 1e-9) + rounding * (1 + meanSize / deviation),
                    out * (1 + rounding)));
        }
    }

    /** Delta's logarithm; [-infinity, 0] where epsilon is too far from the saddle point. */
    Bracket logDelta(double epsilon) {
        return logDelta(epsilon, distance);
    }

    /** The same, were the tilted sum this close to a normal law. */
    Bracket logDelta(double epsilon, double distance) {
        double z = (mean - epsilon) / deviation;
        double near = theta * deviation - z;
        if (!(Math.abs(z) < FARTHEST && near > -FARTHEST && distance < 1))
            return Bracket.of(Double.NEGATIVE_INFINITY, 0);
        double density = Normal.pdf(z);
        double first = density * Normal.mills(near);
        double normal = first - density * Normal.mills(near + deviation);
        double peak = Math.exp(theta * (Math.log(theta) - Math.log1p(theta))) / (theta + 1);
        double off = 2 * peak * distance + 1e-13 * first;
        double slack = ROUNDING * (1 + theta * epsilon);
        double lower = normal - off > 0
                ? Math.log(normal - off) + logMoment.lower() - theta * epsilon - slack
                : Double.NEGATIVE_INFINITY;
        double upper = Math.log(normal + off) + logMoment.upper() - theta * epsilon + slack;
        double whole = Up.log(Up.add(Up.exp(upper), leftOut));
        return Bracket.of(Math.min(0, lower), Math.min(0, whole));
    }
}
