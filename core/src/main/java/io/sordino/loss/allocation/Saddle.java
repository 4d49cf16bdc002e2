package io.sordino.loss.allocation;

/** Where to look at a sum of independent terms from, so that the event that it is positive is a usual one. */
final class Saddle {
    private static final int GROUPS = 128;

    private Saddle() {}

    /**
     * About the tilt at which the mean of a term is 0, and 0 where the mean is not negative; any tilt is sound, this one tells
     * the positive part best.
     *
     * @param last the last of the points that count
     * @param lastMass what there is at it
     */
    static double tilt(double[] mass, double[] value, int last, double lastMass) {
        int group = Math.max(1, last / GROUPS);
        int size = last / group + 1;
        double[] weight = new double[size];
        double[] at = new double[size];
        double mean = 0;
        double most = 0;
        for (int i = 0; i <= last; i++) {
            double m = i == last ? lastMass : mass[i];
            int k = i / group;
            weight[k] += m;
            at[k] += m * value[i];
            mean += m * value[i];
        }
        for (int k = 0; k < size; k++) {
            at[k] = weight[k] > 0 ? at[k] / weight[k] : 0;
            most = Math.max(most, at[k]);
        }
        return mean < 0 && most > 0 ? root(weight, at, most) : 0;
    }

    private static double root(double[] weight, double[] at, double most) {
        double high = 1 / most;
        for (int i = 0; i < 60 && pull(weight, at, high, most) < 0; i++) high *= 2;
        double low = high / 2;
        for (int i = 0; i < 60 && pull(weight, at, low, most) > 0; i++) low /= 2;
        for (int i = 0; i < 12; i++) {
            double middle = Math.sqrt(low * high);
            if (pull(weight, at, middle, most) < 0) low = middle;
            else high = middle;
        }
        return high;
    }

    private static double pull(double[] weight, double[] at, double theta, double most) {
        double sum = 0;
        for (int k = 0; k < weight.length; k++) sum += weight[k] * at[k] * Math.exp(theta * (at[k] - most));
        return sum;
    }
}
