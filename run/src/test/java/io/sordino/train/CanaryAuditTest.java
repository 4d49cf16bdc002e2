package io.sordino.train;

import static org.assertj.core.api.Assertions.assertThat;

import io.sordino.account.Accountant;
import io.sordino.account.Precision;
import io.sordino.engine.sample.AllocationSampler;
import io.sordino.engine.sample.CyclicSampler;
import io.sordino.engine.sample.PoissonSampler;
import io.sordino.mechanism.LastIterate.Order;
import io.sordino.mechanism.Schedule;
import io.sordino.noise.Tapes;
import io.sordino.train.data.Examples;
import io.sordino.train.model.Clipping;
import io.sordino.train.model.FeatureNorm;
import io.sordino.train.model.Logistic;
import io.sordino.train.model.Model;
import java.util.List;
import java.util.function.DoubleFunction;
import org.junit.jupiter.api.Test;

/** One run of training with canaries: what it shows is never more than what is claimed, and a lie is found out. */
class CanaryAuditTest {
    private static final int CANARIES = 1000;
    private static final double DELTA = 1e-5;
    private static final double CONFIDENCE = 0.999;

    private interface Family {
        CanaryAudit.Shape at(double multiplier);
    }

    private static Model model(int features) {
        return new Model(new Logistic(), features, false, 0);
    }

    private static final List<Family> FAMILIES = List.of(
            m -> (n, d) -> new SampledDescent(
                    new CyclicSampler(n, 1), 1, Schedule.constant(m), new Clipping(1), model(d), Steps.of(1)),
            m -> (n, d) -> new SampledDescent(
                    new CyclicSampler(n, 4), 3, Schedule.constant(m), new Clipping(1), model(d), Steps.of(1)),
            m -> (n, d) -> new SampledDescent(
                    new PoissonSampler(n, 0.25), 12, Schedule.constant(m), new Clipping(1), model(d), Steps.of(1)),
            m -> (n, d) -> new SampledDescent(
                    new AllocationSampler(n, 1, 4), 3, Schedule.constant(m), new Clipping(1), model(d), Steps.of(1)),
            m -> (n, d) -> new IterateDescent(
                    Order.CYCLIC,
                    n,
                    n / 4,
                    12,
                    Schedule.constant(m),
                    new FeatureNorm(1),
                    model(d),
                    Steps.of(1).within(10)));

    private static double seen(Family family, double multiplier, long seed) {
        Examples none = Fixtures.examples(new Logistic(), 200, 3, 1);
        return CanaryAudit.run(none, family.at(multiplier), CANARIES, 4, DELTA, CONFIDENCE, Tapes.seeded(seed))
                .epsilonLower();
    }

    @Test
    void whatIsSeenIsBelowWhatIsClaimed() {
        DoubleFunction<String> digits = "%.3f"::formatted;
        double most = 0;
        for (Family family : FAMILIES)
            for (double multiplier : new double[] {0.4, 1, 3}) {
                Training variant = family.at(multiplier).of(200 + CANARIES, 3 + CANARIES);
                double claimed = Accountant.standard()
                        .epsilon(variant.plan(), variant.relation(), DELTA, new Precision(0.05))
                        .epsilon()
                        .upper();
                double lower = seen(family, multiplier, 17);
                System.out.println(variant.getClass().getSimpleName() + " " + multiplier + ": seen "
                        + digits.apply(lower) + ", claimed " + digits.apply(claimed));
                assertThat(lower).isLessThanOrEqualTo(claimed);
                most = Math.max(most, lower);
            }
        assertThat(most).as("the audit has teeth").isGreaterThan(1);
    }

    @Test
    void tenTimesLessNoiseThanClaimedIsFoundOut() {
        Family full = FAMILIES.get(0);
        Training claimed = full.at(4).of(200 + CANARIES, 3 + CANARIES);
        double epsilon = Accountant.standard()
                .epsilon(claimed.plan(), claimed.relation(), DELTA, Precision.DEFAULT)
                .epsilon()
                .upper();
        assertThat(seen(full, 0.4, 3)).isGreaterThan(epsilon);
        assertThat(seen(full, 4, 3)).isLessThanOrEqualTo(epsilon);
    }

    @Test
    void refutedEpsilonsAreThoseOfTheBinomial() {
        // 100 right guesses of 100: refuted while (e^eps / (1 + e^eps))^100 <= 0.05
        double expected = Math.pow(0.05, 0.01);
        assertThat(CanaryAudit.epsilonLower(100, 100, 100, 0, 0.05))
                .isCloseTo(Math.log(expected / (1 - expected)), org.assertj.core.api.Assertions.within(1e-6));
        assertThat(CanaryAudit.epsilonLower(100, 100, 50, 0, 0.05)).isZero();
        assertThat(CanaryAudit.epsilonLower(1000, 1000, 900, 1e-5, 0.05))
                .isLessThan(CanaryAudit.epsilonLower(1000, 1000, 900, 0, 0.05))
                .isGreaterThan(1.9);
    }
}
