package io.sordino.loss.composition;

import io.sordino.loss.CountedPair;
import io.sordino.numeric.Normal;
import java.util.List;

/**
 * Where to tilt: sketches of all parts and their saddle points. Only choices depend on it, never a bound.
 */
final class SaddlePoints {
    private final List<CountedPair> parts;
    private final LossSketch[] sketches;
    private final double logTail;

    SaddlePoints(List<CountedPair> parts, double logTail) {
        this.parts = parts;
        this.logTail = logTail;
        sketches = new LossSketch[parts.size()];
        for (int i = 0; i < sketches.length; i++)
            sketches[i] = new LossSketch(
                    parts.get(i).pair(),
                    logTail - Math.log((double) parts.get(i).count()));
    }

    /** With sketches that reach far enough for a delta of this size. */
    SaddlePoints reaching(double logDelta) {
        double wanted = logDelta - 25;
        return wanted < logTail ? new SaddlePoints(parts, wanted) : this;
    }

    /** Log of the P-mass that the sketches leave out above, of all repetitions together. */
    double logTail() {
        return logTail;
    }

    LossSketch of(int part) {
        return sketches[part];
    }

    /** Log moment generating function of the whole sum, and its first two derivatives. */
    double[] cumulants(double theta) {
        double[] sum = new double[3];
        for (int i = 0; i < sketches.length; i++) {
            double[] one = sketches[i].cumulants(theta);
            for (int k = 0; k < 3; k++) sum[k] += parts.get(i).count() * one[k];
        }
        return sum;
    }

    /** The tilt of at least 0 whose mean is epsilon, kept a little inside the range of the loss. */
    double at(double epsilon) {
        double high = largest();
        double[] now = cumulants(0);
        if (now[1] >= epsilon) return 0;
        double low = 0;
        double deviation = Math.sqrt(now[2]);
        double theta = Math.min(high, Math.max(1e-12, deviation > 0 ? (epsilon - now[1]) / now[2] : 1));
        for (int i = 0; i < 60; i++) {
            now = cumulants(theta);
            if (Math.abs(now[1] - epsilon) <= 0.02 * Math.sqrt(now[2])) return theta;
            if (now[1] < epsilon) low = theta;
            else high = theta;
            if (high - low < 1e-4 * high) break;
            double newton = theta + (epsilon - now[1]) / now[2];
            theta = newton > low && newton < high ? newton : low == 0 ? high / 8 : (low + high) / 2;
        }
        return theta;
    }

    /** The tilt at whose mean delta is about e^logDelta. */
    double forLogDelta(double logDelta) {
        if (logDeltaAt(0) <= logDelta) return 0;
        double low = 0;
        double high = 1;
        double most = largest();
        while (logDeltaAt(high) > logDelta && high < most) high *= 4;
        high = Math.min(high, most);
        for (int i = 0; i < 40 && high - low > 0.01 * high; i++) {
            double theta = low == 0 ? high / 4 : (low + high) / 2;
            if (logDeltaAt(theta) > logDelta) low = theta;
            else high = theta;
        }
        return high;
    }

    /** The normal approximation of log delta where the tilted mean is. */
    double logDeltaAt(double theta) {
        double[] k = cumulants(theta);
        double s = Math.sqrt(k[2]);
        return k[0] - theta * k[1] + Math.log(share(theta * s) - share((theta + 1) * s) + 1e-300);
    }

    /** e^(y^2/2) Phi(-y), without overflow. */
    private static double share(double y) {
        return y > 30 ? 1 / (y * Math.sqrt(2 * Math.PI)) * (1 - 1 / (y * y)) : Math.exp(y * y / 2) * Normal.sf(y);
    }

    /** Beyond this tilt the whole weight sits on the largest losses. */
    private double largest() {
        double scale = Double.POSITIVE_INFINITY;
        for (int i = 0; i < sketches.length; i++) scale = Math.min(scale, sketches[i].to - sketches[i].from);
        return Math.min(1e9, 2000 / Math.max(1e-300, scale));
    }
}
