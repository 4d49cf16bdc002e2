package io.sordino.numeric;

import static org.assertj.core.api.Assertions.assertThat;

import java.math.BigDecimal;
import java.util.SplittableRandom;
import java.util.function.DoubleBinaryOperator;
import java.util.function.DoubleUnaryOperator;
import org.junit.jupiter.api.Test;

/** {@link Up} and {@link Down} against exact decimal arithmetic. Slow mode: {@code -Dsordino.slow=true}. */
class DirectedRoundingTest {
    private static final long SEED = 20240607;
    private static final int OPERATIONS = Boolean.getBoolean("sordino.slow") ? 10_000_000 : 1_000_000;
    private static final int ELEMENTARY = OPERATIONS / 250;
    private static final int DIGITS = 45;

    private final SplittableRandom random = new SplittableRandom(SEED);

    /** The sign of (claimed - exact). */
    private interface Judge {
        int compare(double claimed, double a, double b);
    }

    private static final Judge SUM =
            (c, a, b) -> Oracle.big(c).compareTo(Oracle.big(a).add(Oracle.big(b)));
    private static final Judge PRODUCT =
            (c, a, b) -> Oracle.big(c).compareTo(Oracle.big(a).multiply(Oracle.big(b)));
    private static final Judge QUOTIENT =
            (c, a, b) -> Oracle.big(c).multiply(Oracle.big(b)).compareTo(Oracle.big(a)) * (b > 0 ? 1 : -1);
    private static final Judge ROOT =
            (c, a, b) -> c < 0 ? -1 : Oracle.big(c).pow(2).compareTo(Oracle.big(a));

    @Test
    void sumsEncloseTheTruth() {
        check("add", Up::add, Down::add, SUM, OPERATIONS / 5, 1);
        check("sub", Up::sub, Down::sub, (c, a, b) -> SUM.compare(c, a, -b), OPERATIONS / 5, 1);
    }

    @Test
    void productsEncloseTheTruth() {
        check("mul", Up::mul, Down::mul, PRODUCT, OPERATIONS / 5, 2);
    }

    @Test
    void quotientsEncloseTheTruth() {
        check("div", Up::div, Down::div, QUOTIENT, OPERATIONS / 5, 2);
    }

    @Test
    void rootsEncloseTheTruth() {
        check(
                "sqrt",
                (a, b) -> Up.sqrt(Math.abs(a)),
                (a, b) -> Down.sqrt(Math.abs(a)),
                (c, a, b) -> ROOT.compare(c, Math.abs(a), 0),
                OPERATIONS / 5,
                1);
    }

    @Test
    void nearestRoundingIsCaught() {
        DoubleBinaryOperator[] naive = {(a, b) -> a + b, (a, b) -> a * b, (a, b) -> a / b, (a, b) -> Math.sqrt(a)};
        Judge[] judges = {SUM, PRODUCT, QUOTIENT, ROOT};
        for (int i = 0; i < naive.length; i++) {
            int caught = 0;
            for (int n = 0; n < 1000; n++) {
                double a = random.nextDouble();
                double b = random.nextDouble();
                if (judges[i].compare(naive[i].applyAsDouble(a, b), a, b) < 0) caught++;
            }
            assertThat(caught).as("operation %d", i).isGreaterThan(50);
        }
    }

    @Test
    void exponentialsEncloseTheTruth() {
        checkElementary("exp", Up::exp, Down::exp, x -> Oracle.exp(x, DIGITS), this::exponent);
        checkElementary("expm1", Up::expm1, Down::expm1, x -> Oracle.expm1(x, DIGITS), this::exponent);
    }

    @Test
    void logarithmsEncloseTheTruth() {
        checkElementary("log", Up::log, Down::log, x -> Oracle.log(x, DIGITS), this::positive);
        checkElementary(
                "log1p",
                Up::log1p,
                Down::log1p,
                x -> Oracle.log1p(x, DIGITS),
                () -> random.nextBoolean() ? positive() : -Math.pow(10, -300 * random.nextDouble()));
    }

    @Test
    void powersEncloseTheTruth() {
        for (int i = 0; i < ELEMENTARY / 2; i++) {
            double base = positive();
            double exponent = (random.nextDouble() - 0.5) * 2 * Math.min(700 / Math.abs(Math.log(base)), 1e15);
            if (base == 1) continue;
            BigDecimal truth = Oracle.big(exponent).multiply(Oracle.log(Oracle.big(base), DIGITS));
            double up = Up.pow(base, exponent);
            double down = Down.pow(base, exponent);
            String what = "pow(" + base + ", " + exponent + "), seed " + SEED;
            assertThat(Oracle.log(Oracle.big(up), DIGITS)).as(what).isGreaterThanOrEqualTo(truth);
            assertThat(Oracle.log(Oracle.big(down), DIGITS)).as(what).isLessThanOrEqualTo(truth);
        }
    }

    @Test
    void nearestElementaryFunctionsAreCaught() {
        int caught = 0;
        for (int n = 0; n < 200; n++) {
            double x = random.nextDouble();
            if (Oracle.big(Math.exp(x)).compareTo(Oracle.exp(Oracle.big(x), DIGITS)) < 0) caught++;
        }
        assertThat(caught).isGreaterThan(40);
    }

    @Test
    void exactResultsStayExact() {
        assertThat(Up.add(0.25, 0.5)).isEqualTo(0.75).isEqualTo(Down.add(0.25, 0.5));
        assertThat(Up.mul(3, 5)).isEqualTo(15).isEqualTo(Down.mul(3, 5));
        assertThat(Up.div(15, 5)).isEqualTo(3).isEqualTo(Down.div(15, 5));
        assertThat(Up.sqrt(49)).isEqualTo(7).isEqualTo(Down.sqrt(49));
        assertThat(Up.exp(0)).isEqualTo(1).isEqualTo(Down.exp(0));
        assertThat(Up.log(1)).isEqualTo(0).isEqualTo(Down.log(1));
        assertThat(Up.expm1(0)).isEqualTo(0).isEqualTo(Down.expm1(0));
        assertThat(Up.log1p(0)).isEqualTo(0).isEqualTo(Down.log1p(0));
        assertThat(Up.pow(0.3, 0)).isEqualTo(1).isEqualTo(Down.pow(0.3, 0));
        assertThat(Up.pow(0.3, 1)).isEqualTo(0.3).isEqualTo(Down.pow(0.3, 1));
        assertThat(Double.doubleToRawLongBits(Down.sub(1, 1))).isZero();
    }

    @Test
    void overflowAndUnderflowKeepTheirSide() {
        double max = Double.MAX_VALUE;
        double min = Double.MIN_VALUE;
        assertThat(Up.add(max, max)).isEqualTo(Double.POSITIVE_INFINITY);
        assertThat(Down.add(max, max)).isEqualTo(max);
        assertThat(Up.add(-max, -max)).isEqualTo(-max);
        assertThat(Down.mul(max, 2)).isEqualTo(max);
        assertThat(Up.mul(max, -2)).isEqualTo(-max);
        assertThat(Down.div(max, 0.5)).isEqualTo(max);
        assertThat(Up.mul(min, min)).isEqualTo(min);
        assertThat(Down.mul(min, min)).isZero();
        assertThat(Up.mul(-min, min)).isZero();
        assertThat(Down.mul(-min, min)).isEqualTo(-min);
        assertThat(Up.div(min, max)).isEqualTo(min);
        assertThat(Down.exp(1000)).isEqualTo(max);
        assertThat(Up.exp(1000)).isEqualTo(Double.POSITIVE_INFINITY);
        assertThat(Up.exp(-1000)).isPositive();
        assertThat(Down.exp(-1000)).isZero();
        assertThat(Down.expm1(-1000)).isEqualTo(-1);
        assertThat(Up.expm1(-1000)).isGreaterThan(-1);
        assertThat(Up.exp(-1e-300)).isEqualTo(1);
        assertThat(Down.exp(1e-300)).isEqualTo(1);
        assertThat(Down.pow(10, 400)).isEqualTo(max);
        assertThat(Up.pow(10, -400)).isPositive();
        assertThat(Down.pow(10, -400)).isZero();
        assertThat(Up.pow(0.999999, 1e-300)).isEqualTo(1);
    }

    @Test
    void infinitiesAreExact() {
        double inf = Double.POSITIVE_INFINITY;
        assertThat(Down.add(inf, 1)).isEqualTo(inf);
        assertThat(Up.add(-inf, 1)).isEqualTo(-inf);
        assertThat(Down.mul(inf, 2)).isEqualTo(inf);
        assertThat(Up.div(1, inf)).isZero();
        assertThat(Up.exp(-inf)).isZero();
        assertThat(Down.exp(inf)).isEqualTo(inf);
        assertThat(Down.log(inf)).isEqualTo(inf);
        assertThat(Up.log(0)).isEqualTo(-inf);
        assertThat(Up.log1p(-1)).isEqualTo(-inf);
        assertThat(Up.div(-1, 0.0)).isEqualTo(inf);
        assertThat(Down.div(1, 0.0)).isEqualTo(-inf);
    }

    @Test
    void nanGivesNan() {
        double nan = Double.NaN;
        DoubleUnaryOperator[] unary = {
            Up::sqrt, Up::exp, Up::expm1, Up::log, Up::log1p, Down::sqrt, Down::exp, Down::expm1, Down::log, Down::log1p
        };
        for (DoubleUnaryOperator f : unary) assertThat(f.applyAsDouble(nan)).isNaN();
        DoubleBinaryOperator[] binary = {
            Up::add, Up::sub, Up::mul, Up::div, Up::pow, Down::add, Down::sub, Down::mul, Down::div, Down::pow
        };
        for (DoubleBinaryOperator f : binary) {
            for (double other : new double[] {0, 1, -2.5, Double.POSITIVE_INFINITY, nan}) {
                assertThat(f.applyAsDouble(nan, other)).isNaN();
                assertThat(f.applyAsDouble(other, nan)).isNaN();
            }
        }
        assertThat(Up.sqrt(-1)).isNaN();
        assertThat(Down.log(-1)).isNaN();
    }

    private void check(
            String name, DoubleBinaryOperator up, DoubleBinaryOperator down, Judge judge, int count, int maxSteps) {
        for (int i = 0; i < count; i++) {
            double a = operand();
            double b = i % 3 == 0 ? near(a) : operand();
            double high = up.applyAsDouble(a, b);
            double low = down.applyAsDouble(a, b);
            boolean holds = high == Double.POSITIVE_INFINITY || judge.compare(high, a, b) >= 0;
            holds &= low == Double.NEGATIVE_INFINITY || judge.compare(low, a, b) <= 0;
            double reached = low;
            for (int step = 0; step < maxSteps; step++) reached = Math.nextUp(reached);
            if (!holds || !(reached >= high)) {
                throw new AssertionError(name + "(" + a + ", " + b + ") in [" + low + ", " + high + "], seed " + SEED);
            }
        }
    }

    private interface Exact {
        BigDecimal of(BigDecimal x);
    }

    private interface Source {
        double next();
    }

    private void checkElementary(
            String name, DoubleUnaryOperator up, DoubleUnaryOperator down, Exact exact, Source source) {
        for (int i = 0; i < ELEMENTARY; i++) {
            double x = source.next();
            double high = up.applyAsDouble(x);
            double low = down.applyAsDouble(x);
            BigDecimal truth = exact.of(Oracle.big(x));
            BigDecimal doubt = truth.abs().movePointLeft(DIGITS - 2); // the oracle rounds as well
            boolean holds = high == Double.POSITIVE_INFINITY || Oracle.big(high).compareTo(truth.subtract(doubt)) >= 0;
            holds &= low == Double.NEGATIVE_INFINITY || Oracle.big(low).compareTo(truth.add(doubt)) <= 0;
            if (!holds) {
                throw new AssertionError(
                        name + "(" + x + ") in [" + low + ", " + high + "], truth " + truth + ", seed " + SEED);
            }
        }
    }

    /** All sizes: ordinary, small integers, and now and then any finite bit pattern. */
    private double operand() {
        int kind = random.nextInt(20);
        if (kind == 0) {
            double any = Double.longBitsToDouble(random.nextLong());
            return Double.isFinite(any) && any != 0 ? any : 1;
        }
        if (kind == 1) return Math.max(1, random.nextInt(1000));
        if (kind == 2) return Math.scalb(random.nextDouble() + 0.5, -1000 - random.nextInt(73)) + Double.MIN_VALUE;
        return (random.nextDouble() - 0.5) * Math.scalb(1.0, random.nextInt(-60, 60)) + 0x1p-70;
    }

    /** Close to -a or a, so that sums cancel and quotients sit at one. */
    private double near(double a) {
        double b = a * (1 + 1e-15 * random.nextInt(100));
        return Double.isFinite(b) && b != 0 ? (random.nextBoolean() ? b : -b) : 1;
    }

    private double positive() {
        return random.nextBoolean() ? Math.pow(10, 600 * (random.nextDouble() - 0.5)) : random.nextDouble() + 0.5;
    }

    private double exponent() {
        int kind = random.nextInt(3);
        if (kind == 0) return (random.nextDouble() - 0.55) * 1450;
        double sign = random.nextBoolean() ? 1 : -1;
        return kind == 1 ? sign * random.nextDouble() * 3 : sign * Math.pow(10, -300 * random.nextDouble());
    }
}
