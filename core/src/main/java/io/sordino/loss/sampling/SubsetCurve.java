package io.sordino.loss.sampling;

import io.sordino.loss.RenyiCurve;
import io.sordino.loss.renyi.WholeOrderCurve;
import io.sordino.numeric.Ulp;
import io.sordino.numeric.Up;

/**
 * A bound on the Renyi curve of a mechanism on a random subset of a share g of the records, one of which is replaced. For whole
 * orders a, e^((a-1) r') <= 1 + g^2 C(a,2) min(4 (e^r(2) - 1), e^r(2) min(2, (e^r(inf) - 1)^2))
 * + sum over j from 3 of g^j C(a,j) e^((j-1) r(j)) min(2, (e^r(inf) - 1)^j); the chord in between.
 */
public final class SubsetCurve extends WholeOrderCurve {
    private static final int LARGEST = 2000;

    private final double share;
    private final RenyiCurve base;
    private final double logRange;

    public SubsetCurve(double share, RenyiCurve base) {
        super((int) Math.min(LARGEST, base.largestOrder()));
        if (!(share > 0 && share < 1)) throw new IllegalArgumentException("share must be in (0, 1), was " + share);
        this.share = share;
        this.base = base;
        double pure = base.largestOrder() == Double.POSITIVE_INFINITY
                ? base.at(Double.POSITIVE_INFINITY)
                : Double.POSITIVE_INFINITY;
        this.logRange = pure < 700 ? Up.log(Up.expm1(pure)) : Double.POSITIVE_INFINITY;
    }

    @Override
    protected double moment(int order) {
        double logChoose = Math.log(order);
        double logShare = Math.log(share);
        double[] logs = new double[order + 1];
        double top = Double.NEGATIVE_INFINITY;
        for (int j = 2; j <= order; j++) {
            logChoose += Math.log((order - j + 1.0) / j);
            double y = (j - 1) * base.at(j);
            double log = y + Math.min(Math.log(2), j * logRange);
            if (j == 2) log = Math.min(log, Math.log(4) + (y > 40 ? y : Math.log(Math.expm1(y))));
            logs[j] = logChoose + j * logShare + log;
            top = Math.max(top, logs[j]);
        }
        if (top == Double.NEGATIVE_INFINITY) return 0;
        if (!(top < Double.POSITIVE_INFINITY)) return Double.POSITIVE_INFINITY;
        double sum = 0;
        for (int j = 2; j <= order; j++) sum += Math.exp(logs[j] - top);
        double error = 16 * Ulp.ONE * (order * (4 + Math.abs(logShare)) + Math.abs(top) + order * base.at(order));
        double log = top + Math.log(sum) + error;
        return log > 40 ? log + Math.exp(-log) : Up.log1p(Up.exp(log));
    }
}
