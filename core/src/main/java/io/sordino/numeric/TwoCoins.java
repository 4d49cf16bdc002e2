package io.sordino.numeric;

/**
 * The law of the number of ones among {@code high} coins of rate 1 - q and {@code low} coins of rate q, q at most 1/2, in a
 * window around its mean.
 */
public final class TwoCoins {
    /*
     * With p = 1 - q, N = high + low and F(z) = (q + pz)^high (p + qz)^low, differentiating log F gives for the masses
     *
     *     (k+1) f(k+1) = c(k) f(k) + (N-k+1) f(k-1),   pq c(k) = high p^2 + low q^2 - (p^2 + q^2) k.
     *
     * Where c(k) <= 0 this gives R(k) = f(k-1)/f(k) = (-c(k) + (k+1)/R(k+1)) / (N-k+1), where c(k) >= 0 it gives
     * f(k+1)/f(k) likewise: walking inwards from both ends, nothing cancels. The law is log-concave, so beyond its mode the
     * first ratio lies between 1 and infinity; the map is falling in the ratio, so walking with both ends encloses the truth,
     * until they agree. Only the masses outside the point of agreement are unsure, and their ratios are taken at the end
     * that makes them heavier, so that they are part of what may lie outside. The walks meet where c changes its sign, and
     * all masses together are one.
     */
    private static final double TINY = 1e-290;
    private static final double HUGE = 1e200;
    /** Small enough to make room, and so large that only what lies 308 decades below the largest mass loses digits. */
    private static final double SHRINK = 1e-100;

    private static final int MOST_TRIES = 6;

    private final int from;
    private final double[] f;
    private final double outside;
    private final double error;
    private final double steep;
    private final double flat;

    /** With at most about {@code e^logOutside} of the mass outside the window. */
    public static TwoCoins of(int high, int low, double q, double logOutside) {
        if (!(q > 0 && q <= 0.5)) throw new IllegalArgumentException("q must be in (0, 1/2], was " + q);
        if (!(high >= 0 && low >= 0)) throw new IllegalArgumentException("counts must not be negative");
        double deviations = Math.sqrt(-2 * logOutside);
        double approach = 4;
        TwoCoins made = new TwoCoins(high, low, q, deviations, approach);
        for (int i = 0; i < MOST_TRIES && !(made.outside <= Math.exp(logOutside)); i++) {
            deviations *= 1.25;
            approach *= 2;
            made = new TwoCoins(high, low, q, deviations, approach);
        }
        return made;
    }

    private TwoCoins(int high, int low, double q, double deviations, double approachDeviations) {
        int n = high + low;
        double p = 1 - q;
        double mean = high * p + low * q;
        double reach = deviations * Math.sqrt(n * p * q) + 0.4 * deviations * deviations + 4;
        from = (int) Math.max(0, Math.floor(mean - reach));
        int to = (int) Math.min(n, Math.ceil(mean + reach));
        f = new double[to - from + 1];
        // the walks begin further out, where the ratio at the start is forgotten fastest
        double approach = Math.ceil(approachDeviations * (Math.sqrt(n * p * q) + 5));
        steep = p / q;
        flat = q / p;
        double turn = (high * steep + low * flat) / (steep + flat);
        int meet = (int) Math.max(from, Math.min(to, Math.round(turn)));
        int agreedAbove = falling(high, low, mean, to, (int) Math.min(n, to + approach), meet);
        int agreedBelow = from;
        double joining = 0;
        if (meet > from) {
            double joint = f[meet - from];
            agreedBelow = rising(high, low, mean, (int) Math.max(0, from - approach), meet);
            joining = join(joint, meet - from);
        }
        outside = normalize(agreedBelow - from, agreedAbove - from, to < n);
        // near the meeting point c is known to ulps of its two parts, each at most flat * n there
        double wobble = flat * n / Math.max(1.0, Math.min(n - to, meet > from ? from : n));
        error = 2 * outside + (f.length + 16) * 16 * Ulp.HALF * (1 + wobble) + joining;
    }

    /**
     * Brings the two walks to one scale: f[meet] is the lower walk's, {@code joint} the upper one's. One side is scaled up where
     * there is room, so that no end underflows; else both pass through logarithms. Returns the relative error that adds.
     */
    private double join(double joint, int meet) {
        double own = f[meet];
        double below = 0;
        double above = joint;
        for (int i = 0; i <= meet; i++) below = Math.max(below, f[i]);
        for (int i = meet + 1; i < f.length; i++) above = Math.max(above, f[i]);
        double scale = joint / own;
        if (scale >= 1 && scale * below < 1e300) {
            for (int i = 0; i <= meet; i++) f[i] *= scale;
            return 0;
        }
        if (scale < 1 && above / scale < 1e300) {
            for (int i = meet + 1; i < f.length; i++) f[i] /= scale;
            return 0;
        }
        double base = Math.max(Math.log(below) - Math.log(own), Math.log(above) - Math.log(joint));
        for (int i = 0; i < f.length; i++)
            f[i] = f[i] == 0 ? 0 : Math.exp(Math.log(f[i]) - Math.log(i <= meet ? own : joint) - base);
        return 4096 * 2 * Ulp.HALF;
    }

    /** Fills from the top down to {@code meet}; returns from where on downwards the ratios are sure. */
    private int falling(int high, int low, double mean, int to, int start, int meet) {
        int n = high + low;
        double value = TINY;
        f[to - from] = value;
        double least = 1;
        double most = Double.POSITIVE_INFINITY;
        double inverse = 1;
        boolean agreed = start == n;
        int sure = to;
        for (int k = start; k > meet; k--) {
            double c = Math.max(0, steep * (k - high) + flat * (k - low));
            double rest = n - k + 1.0;
            if (agreed && k < n) {
                // one division waits for the one before, the other does not
                double x = c + (k + 1) * inverse;
                inverse = rest / x;
                least = x / rest;
            } else if (k == n) {
                least = c / rest;
                inverse = rest / c;
            } else {
                double next = (c + (k + 1) / most) / rest;
                most = (c + (k + 1) / least) / rest;
                least = k > mean + 2 ? Math.max(1, next) : next;
                most = Math.max(least, most);
                agreed = most - least <= 4 * Ulp.HALF * least;
                inverse = 1 / least;
                if (!agreed) sure = Math.min(to, k - 1);
            }
            if (k > to) continue;
            value *= least;
            f[k - 1 - from] = value;
            if (value > HUGE) value = shrunk(k - 1 - from, to - from);
        }
        return agreed ? sure : meet;
    }

    /** Fills from the bottom up to {@code meet}; returns from where on upwards the ratios are sure. */
    private int rising(int high, int low, double mean, int start, int meet) {
        int n = high + low;
        double value = TINY;
        f[0] = value;
        double least = 1;
        double most = Double.POSITIVE_INFINITY;
        double inverse = 1;
        boolean agreed = start == 0;
        int sure = from;
        for (int k = start; k < meet; k++) {
            double c = Math.max(0, steep * (high - k) + flat * (low - k));
            if (agreed && k > 0) {
                double x = c + (n - k + 1) * inverse;
                inverse = (k + 1) / x;
                least = x / (k + 1);
            } else if (k == 0) {
                least = c;
                inverse = 1 / c;
            } else {
                double next = (c + (n - k + 1) / most) / (k + 1);
                most = (c + (n - k + 1) / least) / (k + 1);
                least = k < mean - 2 ? Math.max(1, next) : next;
                most = Math.max(least, most);
                agreed = most - least <= 4 * Ulp.HALF * least;
                inverse = 1 / least;
                if (!agreed) sure = Math.max(from, k + 1);
            }
            if (k < from) continue;
            value *= least;
            f[k + 1 - from] = value;
            if (value > HUGE) value = shrunk(0, k + 1 - from);
        }
        return agreed ? sure : meet;
    }

    /** Scales what is filled so far; what underflows here does so again, and for good, when all is divided by its sum. */
    private double shrunk(int first, int last) {
        for (int i = first; i <= last; i++) f[i] *= SHRINK;
        return Math.max(f[first], f[last]);
    }

    /** Divides by the sum; returns a bound of the mass that is outside the window or unsure. */
    private double normalize(int first, int last, boolean cutAbove) {
        double sum = 0;
        for (double mass : f) sum += mass;
        double above = 0;
        double below = 0;
        for (int i = 0; i <= first; i++) below += f[i];
        for (int i = f.length - 1; i >= last; i--) above += f[i];
        // beyond an edge masses fall at least as fast as they do at it
        if (cutAbove && f.length > 1) above += tail(f[last], f[Math.max(0, last - 1)]);
        if (from > 0 && f.length > 1) below += tail(f[first], f[Math.min(f.length - 1, first + 1)]);
        if (!cutAbove && last == f.length - 1) above = 0;
        if (from == 0 && first == 0) below = 0;
        for (int i = 0; i < f.length; i++) f[i] /= sum;
        // what is cut off may be less than any double, but it is not nothing; subnormal masses have lost their digits
        double least = cutAbove || from > 0 ? Double.MIN_VALUE : 0;
        for (double mass : f) if (mass < Double.MIN_NORMAL) least = Double.MIN_NORMAL * f.length;
        return Math.min(1, Math.max(least, (above + below) / sum * (1 + 1e-9)));
    }

    private static double tail(double edge, double inner) {
        double ratio = edge / inner;
        return edge == 0 ? 0 : ratio < 1 ? edge * ratio / (1 - ratio) : Double.POSITIVE_INFINITY;
    }

    /** The first count in the window. */
    public int from() {
        return from;
    }

    /** The masses in the window, each to {@link #error()}. */
    public double[] masses() {
        return f.clone();
    }

    /** No less than the mass that is not in the window or not sure. */
    public double outside() {
        return outside;
    }

    /** Relative, of every mass inside that is above the mass outside. */
    public double error() {
        return error;
    }
}
