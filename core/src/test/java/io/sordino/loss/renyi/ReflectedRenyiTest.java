package io.sordino.loss.renyi;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.within;

import io.sordino.loss.Atom;
import io.sordino.loss.Pair;
import io.sordino.loss.RenyiCurve;
import io.sordino.loss.Side;
import io.sordino.loss.primitive.GaussianPair;
import java.util.List;
import org.junit.jupiter.api.Test;

/** The pair made from a Renyi curve is never below the profile that it was made from, and hardly above it. */
class ReflectedRenyiTest {
    private static final List<RenyiCurve> CURVES = List.of(
            ConcentratedCurve.zero(1e-6, 0),
            ConcentratedCurve.zero(0.5, 0),
            ConcentratedCurve.zero(0.01, 0.3),
            ConcentratedCurve.zero(30, 0),
            new ConcentratedCurve(0.1, 0, 3),
            new OneOrderCurve(2, 0.5),
            new OneOrderCurve(1.05, 2));

    /** Around epsilon 0 the reflected profile is not convex and the hull is truly lower; away from there nothing may be lost. */
    @Test
    void pairIsAboveTheProfileItConnects() {
        for (RenyiCurve curve : CURVES) {
            ReflectedRenyi profile = new ReflectedRenyi(curve);
            Pair pair = profile.pair(Side.UPPER);
            double reach = curve.epsilon(1e-30).upper();
            for (double share = -1.3; share <= 1.3; share += 0.0137) {
                double converted = profile.logDelta(share * reach).upper();
                if (converted < -3)
                    assertThat(pair.logDelta(share * reach).upper())
                            .as("%s at %s", curve, share * reach)
                            .isGreaterThanOrEqualTo(converted - 1e-9);
            }
        }
    }

    @Test
    void pairDominatesTheGaussianOfTheClassAtEveryOrder() {
        for (double rho : new double[] {1e-6, 0.01, 0.5, 30}) {
            Pair pair = new ReflectedRenyi(ConcentratedCurve.zero(rho, 0)).pair(Side.UPPER);
            GaussianPair gaussian = new GaussianPair(Math.sqrt(2 * rho));
            for (double t = -10; t <= 10; t += 0.173) {
                double epsilon = rho + t * Math.sqrt(2 * rho);
                assertThat(pair.logDelta(epsilon).upper())
                        .as("rho %s, epsilon %s", rho, epsilon)
                        .isGreaterThanOrEqualTo(gaussian.logDelta(epsilon).lower());
            }
        }
    }

    @Test
    void pairIsNearTheProfile() {
        for (RenyiCurve curve : CURVES) {
            Pair pair = new ReflectedRenyi(curve).pair(Side.UPPER);
            double converted = curve.epsilon(1e-8).upper();
            assertThat(pair.epsilon(1e-8).upper()).isBetween(converted * (1 - 1e-7), converted * 1.01);
        }
    }

    @Test
    void massesAddUpToOne() {
        for (RenyiCurve curve : CURVES) {
            Pair pair = new ReflectedRenyi(curve).pair(Side.UPPER);
            double sum = pair.infinity().upper();
            for (Atom atom : pair.atoms()) sum += atom.mass();
            assertThat(sum).isCloseTo(1, within(1e-12));
        }
    }
}
