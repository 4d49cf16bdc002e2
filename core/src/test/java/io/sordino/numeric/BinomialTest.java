package io.sordino.numeric;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatIllegalArgumentException;
import static org.assertj.core.api.Assertions.within;

import java.math.BigDecimal;
import java.math.BigInteger;
import java.math.MathContext;
import java.util.SplittableRandom;
import org.junit.jupiter.api.Test;

/** Binomial tails against exact sums, and at sizes no sum can reach against identities. */
class BinomialTest {
    private static final long SEED = 4;
    private static final MathContext MC = Oracle.digits(60);
    private static final long HUGE = 999_999_999_999_999L;

    private final SplittableRandom random = new SplittableRandom(SEED);

    @Test
    void everyTailOfSmallLawsIsEnclosed() {
        for (int n : new int[] {1, 2, 3, 7, 20, 61}) {
            for (double p : new double[] {1e-200, 1e-9, 0.1, 0.4999, 0.5, 2 / 3.0, 0.97, 1 - 1e-9}) {
                BigDecimal[] mass = masses(n, p);
                for (int k = 0; k < n; k++) check(mass, k, n, p);
            }
        }
    }

    @Test
    void tailsOfLargerLawsAreEnclosedAndNarrow() {
        double widest = 0;
        double worstMass = 0;
        for (int i = 0; i < 12; i++) {
            int n = 200 + random.nextInt(1800);
            double p = i % 3 == 0 ? Math.pow(10, -4 * random.nextDouble()) : random.nextDouble();
            BigDecimal[] mass = masses(n, p);
            for (int j = 0; j < 25; j++) {
                int k = j == 0 ? (int) (n * p) : random.nextInt(n);
                widest = Math.max(widest, check(mass, k, n, p));
                BigDecimal logMass = Oracle.log(mass[k], 40);
                double error = Oracle.big(Binomial.logPmf(k, n, p))
                        .subtract(logMass)
                        .abs()
                        .doubleValue();
                worstMass = Math.max(worstMass, error / SaddlePoint.errorOfLogMass(k, n, p));
            }
        }
        System.out.println("Binomial: widest log bracket " + widest + " of max(1, |log|), log mass at " + worstMass
                + " of its stated error, seed " + SEED);
        assertThat(widest).isLessThan(1e-13);
        assertThat(worstMass).isLessThan(0.5);
    }

    @Test
    void aBracketThatClaimsAHundredTimesMoreIsCaught() {
        int caught = 0;
        int n = 500;
        double p = 0.3;
        BigDecimal[] mass = masses(n, p);
        for (int k = 0; k < n; k += 7) {
            Bracket b = Binomial.logCdf(k, n, p);
            double middle = b.midpoint();
            double reach = b.width() / 200;
            if (!contains(Bracket.of(middle - reach, middle + reach), Oracle.log(lower(mass, k), 40))) caught++;
        }
        assertThat(caught).isPositive();
    }

    @Test
    void theMassAtTheModeOfAHugeLawFollowsStirling() {
        // for p = 1/2 and k = n/2: log mass = -log(pi n / 2) / 2 - 1/(4n) + ...
        long n = HUGE - 1;
        assertThat(n % 2).isZero();
        assertThat(Binomial.logPmf(n / 2, n, 0.5)).isCloseTo(-0.5 * Math.log(Math.PI * n / 2), within(1e-13));
    }

    @Test
    void neighbouringMassesOfAHugeLawHaveTheRightRatio() {
        double p = 0.3;
        for (long deviation : new long[] {-400_000_000L, -100_000_000L, -12345, 0, 777, 300_000_000L}) {
            long k = (long) (HUGE * p) + deviation;
            double ratio = Binomial.logPmf(k + 1, HUGE, p) - Binomial.logPmf(k, HUGE, p);
            BigDecimal exact = Oracle.big(p)
                    .multiply(BigDecimal.valueOf(HUGE - k))
                    .divide(BigDecimal.ONE.subtract(Oracle.big(p)).multiply(BigDecimal.valueOf(k + 1)), MC);
            double allowed = SaddlePoint.errorOfLogMass(k, HUGE, p) + SaddlePoint.errorOfLogMass(k + 1, HUGE, p);
            assertThat(ratio)
                    .isCloseTo(Oracle.log1p(exact.subtract(BigDecimal.ONE), 40).doubleValue(), within(allowed));
        }
    }

    @Test
    void tailsOfAHugeLawAreNormal() {
        double p = 0.25;
        double sigma = Math.sqrt(HUGE * p * (1 - p));
        for (double t : new double[] {2, 6, 10, 30}) {
            long k = (long) (HUGE * p + t * sigma);
            Bracket sf = Binomial.logSf(k, HUGE, p);
            double z = (k + 0.5 - HUGE * p) / sigma;
            double skewness = (1 - 2 * p) / sigma;
            // the first term of Edgeworth's expansion is skewness * t^3 / 6; the rest is far smaller
            double allowed = 2 * skewness * (1 + Math.pow(t, 3)) + 1e-8;
            assertThat(sf.midpoint()).isCloseTo(Normal.logSf(z), within(allowed));
            assertThat(sf.width()).isLessThan(1e-12 * (1 + t * t));
        }
    }

    @Test
    void tailsOfHugeLawsHoldReferenceValues() {
        // source: mpmath 1.3, 60 digits, quadrature of the beta density from its end
        assertHolds(Binomial.logSf(300_030_000_000_000L, HUGE, 0.3), "-2142824.883680792800417093272");
        assertHolds(Binomial.logSf(300_000_086_948_263L, HUGE, 0.3), "-20.73676937521919776942223777");
        assertHolds(Binomial.logSf(10_500, 1_000_000, 0.01), "-15.01913778052116416980717783");
        assertHolds(
                Binomial.logSf(701_200_000_000L, 900_000_000_000L, 0x1.8ed916872b021p-1),
                "-32280.24238676058367335610588");
        assertHolds(Binomial.logSf(60, 100_000_000_000_000L, 0x1p-43), "-55.62333996000622214706447396");
    }

    private static void assertHolds(Bracket bracket, String truth) {
        assertThat(contains(bracket, new BigDecimal(truth)))
                .as("%s holds %s", bracket, truth)
                .isTrue();
        assertThat(bracket.width()).isLessThan(3e-14 * Math.max(20, Math.abs(bracket.lower())));
    }

    @Test
    void deepTailsOfHugeLawsStayFinite() {
        Bracket deep = Binomial.logSf(300_030_000_000_000L, HUGE, 0.3);
        assertThat(deep.upper()).isLessThan(-1e6);
        assertThat(deep.relativeWidth()).isLessThan(1e-13);
        Bracket one = Binomial.logSf(0, HUGE, 1e-20);
        assertThat(one.contains(Math.log(-Math.expm1(HUGE * Math.log1p(-1e-20)))))
                .isTrue();
        assertThat(Binomial.logCdf(0, HUGE, 1e-3).contains(HUGE * Math.log1p(-1e-3)))
                .isTrue();
    }

    @Test
    void theCentreOfAHugeLawGetsAWideButTrueBracket() {
        Bracket half = Binomial.logCdf((HUGE - 1) / 2, HUGE, 0.5);
        assertThat(half.contains(Math.log(0.5))).isTrue();
        assertThat(half.width()).isLessThan(0.1);
    }

    @Test
    void aTailAndItsComplementMakeOne() {
        for (int i = 0; i < 500; i++) {
            long n = 1 + (long) Math.pow(10, 9 * random.nextDouble());
            double p = random.nextDouble();
            double sigma = Math.sqrt(n * p * (1 - p));
            long k = Math.max(0, Math.min(n, (long) (n * p + (random.nextDouble() - 0.5) * 8 * sigma)));
            Bracket below = Binomial.logCdf(k, n, p);
            Bracket above = Binomial.logSf(k, n, p);
            assertThat(Down.add(Down.exp(below.lower()), Down.exp(above.lower())))
                    .isLessThanOrEqualTo(1);
            assertThat(Up.add(Up.exp(below.upper()), Up.exp(above.upper()))).isGreaterThanOrEqualTo(1);
        }
    }

    @Test
    void certainAndImpossibleEventsAreExact() {
        Bracket never = Bracket.exactly(Double.NEGATIVE_INFINITY);
        Bracket always = Bracket.exactly(0);
        assertThat(Binomial.logCdf(-1, 5, 0.3)).isEqualTo(never);
        assertThat(Binomial.logCdf(5, 5, 0.3)).isEqualTo(always);
        assertThat(Binomial.logSf(5, 5, 0.3)).isEqualTo(never);
        assertThat(Binomial.logSf(-1, 5, 0.3)).isEqualTo(always);
        assertThat(Binomial.logCdf(2, 5, 0)).isEqualTo(always);
        assertThat(Binomial.logCdf(2, 5, 1)).isEqualTo(never);
        assertThat(Binomial.logSf(2, 5, 0)).isEqualTo(never);
        assertThat(Binomial.logSf(2, 5, 1)).isEqualTo(always);
        assertThat(Binomial.logCdf(0, 0, 0.5)).isEqualTo(always);
        assertThat(Binomial.logPmf(0, 5, 0)).isZero();
        assertThat(Binomial.logPmf(1, 5, 0)).isEqualTo(Double.NEGATIVE_INFINITY);
        assertThat(Binomial.logPmf(6, 5, 0.5)).isEqualTo(Double.NEGATIVE_INFINITY);
        assertThat(Binomial.logPmf(1, 1, 1e-300)).isCloseTo(Math.log(1e-300), within(1e-12));
        assertThat(Binomial.logSf(0, 9, 1e-300).contains(Math.log(9e-300))).isTrue();
        assertThat(Binomial.logCdf(0, 9, 1e-300).contains(-9e-300)).isTrue();
    }

    @Test
    void refusesWhatIsNoLaw() {
        assertThatIllegalArgumentException().isThrownBy(() -> Binomial.logCdf(1, 2, Double.NaN));
        assertThatIllegalArgumentException().isThrownBy(() -> Binomial.logCdf(1, -2, 0.5));
        assertThatIllegalArgumentException().isThrownBy(() -> Binomial.logSf(1, 1L << 60, 0.5));
        assertThatIllegalArgumentException().isThrownBy(() -> IncompleteBeta.log(0.5, 0, 1));
        assertThatIllegalArgumentException().isThrownBy(() -> IncompleteBeta.logComplement(2, 1, 1));
    }

    /** The width of the wider bracket, relative to max(1, |log|). */
    private double check(BigDecimal[] mass, int k, int n, double p) {
        BigDecimal below = lower(mass, k);
        BigDecimal above = BigDecimal.ZERO;
        for (int j = n; j > k; j--) above = above.add(mass[j], MC);
        Bracket logBelow = Binomial.logCdf(k, n, p);
        Bracket logAbove = Binomial.logSf(k, n, p);
        String what = "k = " + k + ", n = " + n + ", p = " + p + ", seed " + SEED;
        assertThat(contains(logBelow, logOf(below, above)))
                .as("cdf, %s: %s", what, logBelow)
                .isTrue();
        assertThat(contains(logAbove, logOf(above, below)))
                .as("sf, %s: %s", what, logAbove)
                .isTrue();
        return Math.max(share(logBelow), share(logAbove));
    }

    private static double share(Bracket b) {
        return b.width() / Math.max(1, Math.abs(b.lower()));
    }

    /** log of a probability; close to one it is taken from what is missing. */
    private static BigDecimal logOf(BigDecimal probability, BigDecimal rest) {
        return rest.doubleValue() < 0.1 ? Oracle.log1p(rest.negate(), 40) : Oracle.log(probability, 40);
    }

    private static BigDecimal lower(BigDecimal[] mass, int k) {
        BigDecimal below = BigDecimal.ZERO;
        for (int j = 0; j <= k; j++) below = below.add(mass[j], MC);
        return below;
    }

    private static boolean contains(Bracket b, BigDecimal x) {
        return Oracle.big(b.lower()).compareTo(x) <= 0 && Oracle.big(b.upper()).compareTo(x) >= 0;
    }

    private static BigDecimal[] masses(int n, double p) {
        BigDecimal success = Oracle.big(p);
        BigDecimal failure = BigDecimal.ONE.subtract(success);
        BigDecimal[] mass = new BigDecimal[n + 1];
        BigInteger choose = BigInteger.ONE;
        for (int k = 0; k <= n; k++) {
            if (k > 0) choose = choose.multiply(BigInteger.valueOf(n - k + 1)).divide(BigInteger.valueOf(k));
            mass[k] = success.pow(k, MC).multiply(failure.pow(n - k, MC), MC).multiply(new BigDecimal(choose), MC);
        }
        return mass;
    }
}
