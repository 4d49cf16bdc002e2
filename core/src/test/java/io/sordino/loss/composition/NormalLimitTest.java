package io.sordino.loss.composition;

import static org.assertj.core.api.Assertions.assertThat;

import io.sordino.account.Accountant;
import io.sordino.account.GoldenTable;
import io.sordino.account.Precision;
import io.sordino.loss.Change;
import io.sordino.loss.CountedPair;
import io.sordino.loss.Pair;
import io.sordino.loss.Workspace;
import io.sordino.loss.primitive.GaussianPair;
import io.sordino.loss.primitive.LaplacePair;
import io.sordino.loss.sampling.PoissonPair;
import io.sordino.mechanism.Relation;
import io.sordino.numeric.Bracket;
import io.sordino.plan.Plans;
import java.math.BigDecimal;
import java.math.MathContext;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.SplittableRandom;
import org.junit.jupiter.api.Test;

/** Sums of very many losses, against closed forms, an oracle and the lattice, which shares nothing with the limit but its question. */
class NormalLimitTest {
    private static final long SEED = 1811;
    private static final int CASES = Boolean.getBoolean("sordino.slow") ? 3000 : 150;

    private final SplittableRandom random = new SplittableRandom(SEED);

    private static Optional<NormalLimit> limit(Pair pair, long count, double epsilon) {
        List<CountedPair> parts = List.of(new CountedPair(pair, count));
        SaddlePoints tilt = new SaddlePoints(parts, -120);
        return NormalLimit.of(parts, tilt, tilt.at(epsilon));
    }

    private static void meets(Bracket found, Bracket truth, String what) {
        assertThat(found.lower()).as(what).isLessThanOrEqualTo(truth.upper());
        assertThat(found.upper()).as(what).isGreaterThanOrEqualTo(truth.lower());
    }

    @Test
    void manyGaussiansAreOne() {
        for (int i = 0; i < CASES; i++) {
            double mu = Math.exp(random.nextDouble(-1, 1));
            long count = (long) Math.exp(random.nextDouble(3, 34));
            double epsilon = mu * mu / 2 + mu * random.nextDouble(0.3, 7);
            GaussianPair one = (GaussianPair) GaussianPair.of(mu / Math.sqrt((double) count));
            // what was rounded to one mu of a step
            Pair whole = GaussianPair.of(one.mu() * Math.sqrt((double) count));
            Bracket found = limit(one, count, epsilon).orElseThrow().logDelta(epsilon);
            meets(found, whole.logDelta(epsilon), mu + ", " + count + ", " + epsilon + ", seed " + SEED);
        }
    }

    /** Whose sums are rounded as often as there are parts. */
    @Test
    void thousandsOfDifferentGaussiansAreOne() {
        for (int i = 0; i < CASES / 50; i++) {
            List<CountedPair> parts = new ArrayList<>();
            BigDecimal squares = BigDecimal.ZERO;
            for (int part = 0; part < 2000; part++) {
                GaussianPair one = (GaussianPair) GaussianPair.of(random.nextDouble(1, 2) * 1e-5);
                long count = random.nextLong(1_000_000, 10_000_000);
                parts.add(new CountedPair(one, count));
                BigDecimal mu = new BigDecimal(one.mu());
                squares = squares.add(mu.multiply(mu).multiply(BigDecimal.valueOf(count)));
            }
            double mu = squares.sqrt(MathContext.DECIMAL64).doubleValue();
            double epsilon = mu * mu / 2 + mu * random.nextDouble(0.3, 7);
            SaddlePoints tilt = new SaddlePoints(parts, -120);
            Bracket found =
                    NormalLimit.of(parts, tilt, tilt.at(epsilon)).orElseThrow().logDelta(epsilon);
            meets(found, GaussianPair.of(mu).logDelta(epsilon), mu + ", " + epsilon + ", seed " + SEED);
            assertThat(found.upper() - found.lower()).isLessThan(0.01);
        }
    }

    @Test
    void theLatticeAgrees() {
        int asked = 0;
        for (int i = 0; i < CASES / 5; i++) {
            Pair base = random.nextBoolean()
                    ? GaussianPair.of(random.nextDouble(0.3, 1.2))
                    : LaplacePair.noise(1, random.nextDouble(1, 4));
            double rate = Math.exp(random.nextDouble(-6, -2));
            Change change = random.nextBoolean() ? Change.ADDED : Change.REMOVED;
            Pair pair = new PoissonPair(rate, change, base);
            long count = (long) (random.nextDouble(0.3, 3) / (rate * rate));
            double epsilon = random.nextDouble(0.5, 4);
            Optional<NormalLimit> limit = limit(pair, count, epsilon);
            if (limit.isEmpty()) continue;
            asked++;
            List<CountedPair> parts = List.of(new CountedPair(pair, count));
            Bracket lattice = new Composition(parts, 1e-4, new Workspace()).logDelta(epsilon);
            String what = pair + " " + rate + " " + change + " " + count + " " + epsilon + ", seed " + SEED;
            meets(limit.get().logDelta(epsilon), lattice, what);
        }
        assertThat(asked).isGreaterThan(CASES / 10);
    }

    /** The control: were the tilted sum normal, the lattice would say something else. */
    @Test
    void withoutTheDistanceFromTheNormalLawItIsWrong() {
        Pair pair = new PoissonPair(0.02, Change.REMOVED, GaussianPair.of(1));
        List<CountedPair> parts = List.of(new CountedPair(pair, 2000));
        Bracket lattice = new Composition(parts, 1e-5, new Workspace()).logDelta(2);
        NormalLimit limit = limit(pair, 2000, 2).orElseThrow();
        meets(limit.logDelta(2), lattice, "with it");
        Bracket without = limit.logDelta(2, 0);
        assertThat(without.lower() > lattice.upper() || without.upper() < lattice.lower())
                .as("%s against %s", without, lattice)
                .isTrue();
    }

    /** Under a tilt the loss of Gaussian noise is normal with mean (theta + 1/2) mu^2 and variance mu^2. */
    @Test
    void momentsOfSmallLossesKeepTheirDigits() {
        for (int i = 0; i < CASES; i++) {
            double mu = Math.exp(random.nextDouble(-19, -1));
            double theta = random.nextDouble(0.1, 12);
            TiltedMoments found = TiltedMoments.of(GaussianPair.of(mu), new LossSketch(GaussianPair.of(mu), -90), theta)
                    .orElseThrow();
            double excess = Math.expm1(theta * (theta + 1) / 2 * mu * mu);
            double mean = (theta + 0.5) * mu * mu;
            String what = mu + ", " + theta + ", seed " + SEED;
            // losses that a tilt makes large are not convex everywhere, and held more loosely
            double width = mu * theta < 0.02 ? 1e-4 : 1;
            holds(found.excess(), excess, width, what);
            holds(found.mean(), mean * (1 + excess), width, what);
            holds(found.square(), (mu * mu + mean * mean) * (1 + excess), width, what);
            // E|L|^3 is at least that of the centred loss
            assertThat(found.cube()).as(what).isGreaterThan(1.59 * mu * mu * mu * (1 + excess));
            assertThat(found.leftOut()).as(what).isLessThan(1e-30);
        }
    }

    private static void holds(Bracket found, double truth, double width, String what) {
        // the truth is rounded, too
        assertThat(found.lower()).as(what).isLessThanOrEqualTo(truth * (1 + 1e-13));
        assertThat(found.upper()).as(what).isGreaterThanOrEqualTo(truth * (1 - 1e-13));
        assertThat(found.upper() - found.lower()).as(what).isLessThan(width * truth);
    }

    @Test
    void veryManySampledStepsHold() {
        for (GoldenTable.Row row : GoldenTable.read("huge_compositions.csv").rows()) {
            Bracket found = Accountant.standard()
                    .delta(Plans.parse(row.plan()), Relation.ADD_OR_REMOVE_ONE, row.at(), new Precision(1e-3))
                    .delta();
            meets(found, Bracket.of(row.lower(), row.upper()), row.toString());
        }
    }

    @Test
    void veryManySampledStepsAreClosed() {
        for (int exponent = 9; exponent <= 15; exponent++) {
            long steps = Math.round(Math.pow(10, exponent));
            String plan = steps + " * poisson(" + 1 / Math.sqrt((double) steps) + ", gaussian(2))";
            Bracket epsilon = Accountant.standard()
                    .epsilon(Plans.parse(plan), Relation.ADD_OR_REMOVE_ONE, 1e-6, new Precision(1e-3))
                    .epsilon();
            assertThat(epsilon.relativeWidth()).as(plan).isLessThan(1e-3);
            assertThat(epsilon.lower()).isLessThan(2.4182);
            assertThat(epsilon.upper()).isGreaterThan(2.4179);
        }
    }
}
