package io.sordino.loss.renyi;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.within;

import io.sordino.loss.Atom;
import io.sordino.loss.Pair;
import io.sordino.loss.RenyiCurve;
import io.sordino.loss.pair.AtomicPair;
import io.sordino.loss.primitive.LaplacePair;
import io.sordino.numeric.Bracket;
import java.util.List;
import org.junit.jupiter.api.Test;

/** The curves against integrals and sums of their own definition. */
class RenyiCurvesTest {
    private static final double[] ORDERS = {1.001, 1.5, 2, 3.7, 20, 500, 1e6};

    private static AtomicPair response(double eps) {
        double p = 1 / (1 + Math.exp(-eps));
        return new AtomicPair(
                List.of(new Atom(eps, p), new Atom(-eps, 1 / (1 + Math.exp(eps)))), Bracket.exactly(0), 4e-16);
    }

    @Test
    void pureCurveIsThatOfRandomizedResponse() {
        for (double eps : new double[] {0.01, 0.5, 1, 4}) {
            RenyiCurve ofPair = PairCurve.of(response(eps)).orElseThrow();
            for (double alpha : ORDERS) {
                double closed = new PureCurve(eps).at(alpha);
                double moment = Math.cosh((alpha - 0.5) * eps) / Math.cosh(eps / 2);
                if (moment < 1e100 && alpha > 1.4)
                    assertThat(closed).isCloseTo(Math.log(moment) / (alpha - 1), within(1e-9 * eps));
                assertThat(ofPair.at(alpha)).isGreaterThanOrEqualTo(closed * (1 - 1e-13));
                assertThat(ofPair.at(alpha)).isLessThanOrEqualTo(closed * (1 + 1e-6) + 1e-11);
            }
        }
    }

    @Test
    void laplaceCurveIsTheIntegral() {
        for (double theta : new double[] {0.05, 1, 6}) {
            for (double alpha : new double[] {1.2, 2, 5, 30}) {
                double sum = 0;
                int n = 20_000;
                // the loss is theta - 2 s on [0, theta] with density 1/2 e^-s under P, and two atoms
                for (int i = 0; i < n; i++) {
                    double s = theta * (i + 0.5) / n;
                    sum += 0.5 * Math.exp(-s + (alpha - 1) * (theta - 2 * s)) * theta / n;
                }
                sum += 0.5 * Math.exp((alpha - 1) * theta) + 0.5 * Math.exp(-theta - (alpha - 1) * theta);
                double integral = Math.log(sum) / (alpha - 1);
                assertThat(new LaplaceCurve(theta).at(alpha)).isCloseTo(integral, within(1e-4 * integral));
            }
        }
    }

    @Test
    void curveOfALaplacePairIsWithinAMillionthOfItsClosedForm() {
        for (double theta : new double[] {0.05, 1, 6}) {
            RenyiCurve ofPair = PairCurve.of(new Exponentials(theta)).orElseThrow();
            for (double alpha : new double[] {1.01, 1.5, 2, 10, 100, 1e4, 1e6}) {
                double closed = new LaplaceCurve(theta).at(alpha);
                assertThat(ofPair.at(alpha))
                        .as("theta %s, alpha %s", theta, alpha)
                        .isBetween(closed * (1 - 1e-12), closed * (1 + 1e-6));
            }
        }
    }

    /** The envelope of the exponential mechanism, by its closed form and by cells. */
    @Test
    void curveOfABoundedRangeIsTheIntegralOverItsCells() {
        for (double eps : new double[] {0.1, 1, 5}) {
            LaplacePair pair = (LaplacePair) LaplacePair.boundedRange(eps);
            RenyiCurve closed = PairCurve.of(pair).orElseThrow();
            for (double alpha : new double[] {1.2, 2, 10, 300}) {
                int n = 4000;
                double[] edges = new double[n + 1];
                for (int i = 0; i <= n; i++) edges[i] = -eps + 2 * eps * i / n;
                double[] p = new double[n];
                pair.cells(edges, p, new double[n]);
                double sum = 0;
                for (Atom atom : pair.atoms()) sum += atom.mass() * Math.exp((alpha - 1) * atom.loss());
                for (int i = 0; i < n; i++) sum += p[i] * Math.exp((alpha - 1) * (edges[i] + edges[i + 1]) / 2);
                double direct = Math.log(sum) / (alpha - 1);
                assertThat(closed.at(alpha)).isCloseTo(direct, within(1e-3 * direct));
                assertThat(closed.at(alpha)).isLessThanOrEqualTo(alpha * eps * eps / 8 * 1.5);
            }
        }
    }

    @Test
    void sumsAreRoundedUpAndEndAtTheLeastOrder() {
        RenyiCurve sum = new SumOfCurves(List.of(
                new SumOfCurves.Term(ConcentratedCurve.zero(0.1, 0.2), 1_000_000_000_000_000L),
                new SumOfCurves.Term(new OneOrderCurve(7, 3), 2)));
        assertThat(sum.largestOrder()).isEqualTo(7);
        assertThat(sum.at(2)).isGreaterThanOrEqualTo(4e14 + 6).isLessThan(4.000000001e14);
        assertThat(sum.at(8)).isInfinite();
    }

    /** Laplace noise as a pair: half the P-mass at theta, e^-theta / 2 at -theta, the rest between. */
    private record Exponentials(double theta) implements Pair {
        @Override
        public List<Atom> atoms() {
            return List.of(new Atom(-theta, Math.exp(-theta) / 2), new Atom(theta, 0.5));
        }

        @Override
        public void cells(double[] edges, double[] p, double[] q) {
            for (int i = 0; i + 1 < edges.length; i++) {
                double from = Math.max(-theta, edges[i]);
                double to = Math.min(theta, edges[i + 1]);
                double width = Math.max(0, to - from);
                p[i] = 0.5 * Math.exp((from - theta) / 2) * Math.expm1(width / 2);
                q[i] = 0.5 * Math.exp((-to - theta) / 2) * Math.expm1(width / 2);
            }
        }

        @Override
        public boolean continuous() {
            return true;
        }

        @Override
        public double massError() {
            return 1e-15;
        }

        @Override
        public Bracket infinity() {
            return Bracket.exactly(0);
        }

        @Override
        public double lossMin() {
            return -theta;
        }

        @Override
        public double lossMax() {
            return theta;
        }

        @Override
        public Bracket logDelta(double epsilon) {
            return epsilon >= theta
                    ? Bracket.exactly(Double.NEGATIVE_INFINITY)
                    : Bracket.exactly(Math.log(-Math.expm1((epsilon - theta) / 2)));
        }
    }
}
