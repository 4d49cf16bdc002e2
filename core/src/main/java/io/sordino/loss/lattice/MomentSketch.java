package io.sordino.loss.lattice;

/** A hundred points that stand for a law when a moment is chosen. Only the choice depends on it, never a bound. */
final class MomentSketch {
    private static final int MOST_POINTS = 128;
    private static final double LEAST_SEEN = -600;

    /** Distances from the mean, and weights. */
    private final double[] x;

    private final double[] weight;
    private final double total;

    MomentSketch(TiltedLaw law, double meanPlace) {
        double[] all = law.weight();
        int together = 1 + (all.length - 1) / MOST_POINTS;
        int points = (all.length + together - 1) / together;
        x = new double[points];
        weight = new double[points];
        double whole = 0;
        for (int k = 0; k < points; k++) {
            int from = k * together;
            int to = Math.min(all.length, from + together);
            double sum = 0;
            double moment = 0;
            for (int i = from; i < to; i++) {
                sum += all[i];
                moment += all[i] * (i - from);
            }
            weight[k] = sum;
            x[k] = (from + (sum > 0 ? moment / sum : 0) - meanPlace) * law.step();
            whole += sum;
        }
        total = whole;
    }

    double logMoment(double s) {
        double sum = 0;
        for (int k = 0; k < x.length; k++) sum += weight[k] * Math.exp(s * x[k]);
        double log = Math.log(sum / total);
        // measured from its far end the exact moment would underflow, and be of no use
        return log - s * x[s > 0 ? x.length - 1 : 0] > LEAST_SEEN ? log : Double.POSITIVE_INFINITY;
    }
}
