package io.sordino.theorem.sampling;

import java.math.BigDecimal;
import java.math.BigInteger;
import java.math.MathContext;

/** An exact rational number, for enumerations. */
record Fraction(BigInteger over, BigInteger under) {
    static final Fraction ZERO = of(0, 1);
    static final Fraction ONE = of(1, 1);

    Fraction {
        BigInteger common = over.gcd(under);
        if (under.signum() < 0) common = common.negate();
        over = over.divide(common);
        under = under.divide(common);
    }

    static Fraction of(long over, long under) {
        return new Fraction(BigInteger.valueOf(over), BigInteger.valueOf(under));
    }

    Fraction plus(Fraction b) {
        return new Fraction(over.multiply(b.under).add(b.over.multiply(under)), under.multiply(b.under));
    }

    Fraction minus(Fraction b) {
        return plus(new Fraction(b.over.negate(), b.under));
    }

    Fraction times(Fraction b) {
        return new Fraction(over.multiply(b.over), under.multiply(b.under));
    }

    Fraction inverse() {
        return new Fraction(under, over);
    }

    Fraction power(int n) {
        return new Fraction(over.pow(n), under.pow(n));
    }

    boolean isPositive() {
        return over.signum() > 0;
    }

    double value() {
        return new BigDecimal(over)
                .divide(new BigDecimal(under), MathContext.DECIMAL64)
                .doubleValue();
    }
}
