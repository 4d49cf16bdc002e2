package io.sordino.numeric;

/**
 * Mass and upper tail of a fair binomial law, moved from one point to a neighbouring one in a few operations.
 *
 * <p>Both are kept relative to {@code e^logScale}, which changes only when the cursor jumps; both carry a running bound of
 * their error.
 */
public final class FairTail {
    /*
     * With f the mass of Bin(s, 1/2) at a and t its tail from a on:
     *
     *   a up:    t -= f,                  f *= (s-a)/(a+1)
     *   a down:  f *= a/(s-a+1),          t += f
     *   s up:    t += f a/(2(s-a+1)),     f *= (s+1)/(2(s+1-a))
     *   s down:  t -= f a/s,              f *= 2(s-a)/s
     *
     * Each move adds at most 4u to the relative error of f and 2u (t + f) plus f's own error to the absolute error of t.
     */
    private static final int FARTHEST = 40;
    private static final int REFRESH = 256;
    private static final double WORST = 2e-11;

    private long s = -1;
    private long a;
    private double mass;
    private double tail;
    private double massError;
    private double tailError;
    private double logScale;
    private int moves;

    /** Stands nowhere until it is moved. */
    public FairTail() {}

    /** Moves to a successes or more in s tosses, {@code 1 <= a <= s}. */
    public void moveTo(long tosses, long least) {
        if (!(least >= 1 && least <= tosses))
            throw new IllegalArgumentException("least must be in [1, " + tosses + "], was " + least);
        if (s < 0 || Math.abs(tosses - s) + Math.abs(least - a) > FARTHEST) {
            jump(tosses, least);
            return;
        }
        while (a > least) down();
        while (s < tosses) longer();
        while (s > tosses) shorter();
        while (a < least) up();
        if (moves >= REFRESH) refresh();
        if (!(tailError <= WORST * tail && mass < 1e250 && mass > 1e-250)) jump(tosses, least);
    }

    /** As {@link #moveTo}, where the mass alone is asked for: the tail is not worked out. */
    public void moveToMass(long tosses, long least) {
        if (!(least >= 1 && least <= tosses))
            throw new IllegalArgumentException("least must be in [1, " + tosses + "], was " + least);
        startAt(tosses, least);
        tail = Double.NaN;
        tailError = Double.NaN;
    }

    private void up() {
        tail -= mass;
        spoil(mass);
        mass *= (s - a) / (a + 1.0);
        a++;
    }

    private void down() {
        mass *= a / (s - a + 1.0);
        tail += mass;
        spoil(mass);
        a--;
    }

    private void longer() {
        double gained = mass * (a / (2.0 * (s - a + 1)));
        tail += gained;
        spoil(gained);
        mass *= (s + 1.0) / (2.0 * (s + 1 - a));
        s++;
    }

    private void shorter() {
        double lost = mass * (a / (double) s);
        tail -= lost;
        spoil(lost);
        mass *= 2.0 * (s - a) / s;
        s--;
    }

    private void spoil(double moved) {
        moves++;
        massError += 4 * Ulp.HALF;
        tailError += (massError + 2 * Ulp.HALF) * moved + 2 * Ulp.HALF * tail;
    }

    private void refresh() {
        double log = Binomial.logPmf(a, s, 0.5) - logScale;
        mass = Math.exp(log);
        massError = errorOfLog(log);
        moves = 0;
    }

    private double errorOfLog(double log) {
        return SaddlePoint.errorOfLogMass(a, s, 0.5) + 4 * Ulp.HALF * (1 + Math.abs(logScale) + Math.abs(log));
    }

    private void startAt(long tosses, long least) {
        s = tosses;
        a = least;
        logScale = Binomial.logPmf(a, s, 0.5);
        mass = 1;
        massError = errorOfLog(0);
        moves = 0;
    }

    private void jump(long tosses, long least) {
        startAt(tosses, least);
        Bracket log = Binomial.logSf(a - 1, s, 0.5);
        double middle = log.midpoint() - logScale;
        tail = Math.exp(middle);
        tailError = tail * (1.01 * log.width() + massError + 4 * Ulp.HALF * (1 + Math.abs(middle)));
    }

    /** Of exactly a successes, over {@code e^logScale}. */
    public double mass() {
        return mass;
    }

    /** Of a successes or more, over {@code e^logScale}. */
    public double tail() {
        return tail;
    }

    /** Relative. */
    public double massError() {
        return massError;
    }

    /** Absolute, over {@code e^logScale}. */
    public double tailError() {
        return tailError;
    }

    /** The natural logarithm of what mass and tail are relative to. */
    public double logScale() {
        return logScale;
    }
}
