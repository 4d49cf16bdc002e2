package io.sordino.loss.composition;

import static org.assertj.core.api.Assertions.assertThat;

import io.sordino.loss.Contained;
import io.sordino.loss.CountedPair;
import io.sordino.loss.FiniteLaws;
import io.sordino.loss.Pair;
import io.sordino.loss.Workspace;
import io.sordino.loss.primitive.LaplacePair;
import io.sordino.numeric.Bracket;
import io.sordino.numeric.Oracle;
import java.math.BigDecimal;
import java.util.List;
import java.util.SplittableRandom;
import org.junit.jupiter.api.Test;

/** Compositions that share a lattice with others of the same parts hold the truth as those do that are worked out alone. */
class KinTest {
    private static final long SEED = 20261118;
    private static final double WIDTH = 1e-3;

    private final SplittableRandom random = new SplittableRandom(SEED);

    /** Against sums that are enumerated in sixty digits, after every epoch, upwards and downwards. */
    @Test
    void everyEpochIsHeld() {
        for (int i = 0; i < 12; i++) {
            double epsilon = Math.exp(random.nextDouble(-2.5, 0));
            int epoch = 4 + random.nextInt(20);
            Pair one = FiniteLaws.response(epsilon).pair();
            FiniteLaws other = FiniteLaws.random(random, 3, 2, false);
            Workspace workspace = Workspace.ofAccount();
            for (int k = 1; k <= 8; k++) {
                int count = epoch * (i % 3 == 0 ? 9 - k : k);
                FiniteLaws laws = FiniteLaws.responses(epsilon, count).times(other);
                workspace = workspace.next();
                List<CountedPair> parts = List.of(new CountedPair(one, count), new CountedPair(other.pair(), 1));
                Composition found = new Composition(parts, WIDTH, workspace);
                String what = "seed " + SEED + ", case " + i + ", " + count + " of " + epsilon;
                held(found, laws, Math.exp(random.nextDouble(-25, -2)), what);
                double at = epsilon * count * random.nextDouble(0.1, 0.6);
                BigDecimal delta = laws.delta(at);
                Contained.assertHeld(found.logDelta(at), delta, what + " at " + at);
                for (double off : new double[] {-0.1, 1e-9, 0.5})
                    if (found.isWithin(at, Math.log(delta.doubleValue()) + off))
                        assertThat(off).as(what).isPositive();
            }
        }
    }

    private static void held(Composition found, FiniteLaws laws, double delta, String what) {
        Bracket epsilon = found.epsilon(delta);
        String at = what + " at delta " + delta + ": " + epsilon;
        BigDecimal asked = Oracle.big(delta);
        assertThat(laws.delta(epsilon.upper())).as(at).isLessThanOrEqualTo(asked);
        if (epsilon.lower() > 0) assertThat(laws.delta(epsilon.lower())).as(at).isGreaterThanOrEqualTo(asked);
        assertThat(epsilon.width()).as(at).isLessThanOrEqualTo(2 * WIDTH * epsilon.upper());
    }

    /** Narrow answers, worked out alone, lie where those of kin do; a lattice is kept from the second member on. */
    @Test
    void kinAgreeWithTheAloneOnes() {
        Pair noise = LaplacePair.noise(1, 20);
        Workspace workspace = Workspace.ofAccount();
        int lattices = 0;
        for (int k = 1; k <= 30; k++) {
            workspace = workspace.next();
            List<CountedPair> parts = List.of(new CountedPair(noise, 50L * k));
            Bracket kin = new Composition(parts, WIDTH, workspace).epsilon(1e-6);
            Bracket alone = new Composition(parts, 1e-5, new Workspace()).epsilon(1e-6);
            assertThat(kin.lower()).as("%d", k).isLessThanOrEqualTo(alone.lower());
            assertThat(kin.upper()).as("%d", k).isGreaterThanOrEqualTo(alone.upper());
            assertThat(kin.width()).as("%d", k).isLessThanOrEqualTo(WIDTH * kin.upper());
            lattices = Kin.of(parts, workspace).lattices();
            if (k == 1) assertThat(lattices).isZero();
            if (k == 2) assertThat(lattices).isEqualTo(1);
        }
        assertThat(lattices).isLessThanOrEqualTo(6);
    }
}
