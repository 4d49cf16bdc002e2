package io.sordino.numeric;

/** A sum of terms, each a double times its own power of e, with a bound of the error of every term. */
public final class ScaledSum {

    private double logScale = Double.NEGATIVE_INFINITY;
    private double sum;
    private double moduli;
    private double error;
    private double lastLog = Double.NaN;
    private double factor;
    private double factorError;
    private long terms;

    /** The empty sum. */
    public ScaledSum() {}

    /** Adds {@code value * e^log}, whose value is off by at most {@code valueError}. */
    public void add(double value, double valueError, double log) {
        if (value == 0 && valueError == 0) return;
        if (log != lastLog) rescale(log);
        double term = value * factor;
        sum += term;
        moduli += Math.abs(term);
        error += valueError * factor + Math.abs(term) * factorError;
        terms++;
    }

    private void rescale(double log) {
        if (logScale == Double.NEGATIVE_INFINITY || log - logScale > 300) {
            double shrink = logScale == Double.NEGATIVE_INFINITY ? 0 : Math.exp(logScale - log);
            sum *= shrink;
            moduli *= shrink;
            error *= shrink;
            logScale = log;
        }
        lastLog = log;
        factor = Math.exp(log - logScale);
        factorError = 2 * Ulp.HALF * (2 + Math.abs(log) + Math.abs(logScale));
    }

    /** Encloses the sum's logarithm; the lower end is minus infinity where the sum is not surely positive. */
    public Bracket log() {
        if (logScale == Double.NEGATIVE_INFINITY) return Bracket.exactly(Double.NEGATIVE_INFINITY);
        double doubt = error * (1 + 1e-9) + moduli * Ulp.HALF * (8 + terms);
        double upper = sum + doubt;
        double lower = sum - doubt;
        double ulps = 4 * Ulp.HALF * (1 + Math.abs(logScale));
        double up = upper > 0 ? Up.add(Up.log(upper), logScale) + ulps : Double.NEGATIVE_INFINITY;
        double low = lower > 0 ? Down.add(Down.log(lower), logScale) - ulps : Double.NEGATIVE_INFINITY;
        return Bracket.of(low, up);
    }
}
