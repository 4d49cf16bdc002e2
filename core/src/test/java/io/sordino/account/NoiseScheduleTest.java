package io.sordino.account;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;
import static org.assertj.core.api.Assertions.within;

import io.sordino.loss.iteration.ShiftedInterpolation;
import io.sordino.mechanism.LastIterate;
import io.sordino.mechanism.LastIterate.Order;
import io.sordino.mechanism.LastIterate.Position;
import io.sordino.mechanism.Schedule;
import io.sordino.theorem.iteration.Descent;
import java.util.SplittableRandom;
import java.util.stream.DoubleStream;
import java.util.stream.IntStream;
import org.junit.jupiter.api.Test;

class NoiseScheduleTest {
    private static LastIterate run(int steps, Schedule stepSize, double strong, Schedule noise) {
        return new LastIterate(
                steps,
                stepSize,
                noise,
                1,
                1,
                strong,
                Double.POSITIVE_INFINITY,
                steps,
                1,
                Order.ONE_PASS,
                Position.WORST);
    }

    private static Schedule falling(int steps) {
        return new Schedule(
                IntStream.range(0, steps).mapToObj(t -> 1 / Math.sqrt(t + 1.0)).toList());
    }

    private static double distance(LastIterate run, Schedule noise, int record) {
        LastIterate noisy = run((int) run.steps(), run.stepSize(), run.strongConvexity(), noise);
        Descent descent = new Descent(noisy);
        return new ShiftedInterpolation(descent.contractions(), descent.noises(), Double.POSITIVE_INFINITY)
                .distance(record, (int) run.steps(), descent.shifts());
    }

    @Test
    void everyRecordKeepsThePromise() {
        for (double strong : new double[] {0, 0.05, 0.9})
            for (Schedule steps : new Schedule[] {Schedule.constant(0.7), falling(40)}) {
                LastIterate run = run(40, steps, strong, Schedule.constant(1));
                NoiseSchedule planned = NoiseSchedule.least(run, 0.5, 1e-3);
                for (int t = 0; t < 40; t++)
                    assertThat(distance(run, planned.noise(), t)).isLessThanOrEqualTo(0.5);
                assertThat(planned.energy()).isLessThan(planned.constantEnergy());
            }
    }

    @Test
    void withEqualStepsTheLastOneCarriesTheNoise() {
        LastIterate run = run(100, Schedule.constant(0.5), 0, Schedule.constant(1));
        NoiseSchedule planned = NoiseSchedule.least(run, 0.5, 1e-6);
        assertThat(planned.constantNoise()).isCloseTo(4, within(1e-6));
        assertThat(planned.saving()).isCloseTo(100, within(0.1));
        assertThat(planned.noise().at(99)).isCloseTo(4, within(1e-5));
        assertThat(planned.noise().at(98)).isLessThan(1e-4);
    }

    @Test
    void fallingStepsGiveEveryRecordTheSame() {
        int steps = 30;
        LastIterate run = run(steps, falling(steps), 0, Schedule.constant(1));
        NoiseSchedule planned = NoiseSchedule.least(run, 0.5, 1e-9);
        // later noise is dearer in a gradient than in the iterate, so it sits where steps are large
        for (int t = 0; t < steps; t++)
            assertThat(distance(run, planned.noise(), t)).isCloseTo(0.5, within(1e-6));
    }

    @Test
    void noRandomScheduleThatKeepsThePromiseTakesLess() {
        long seed = 5;
        SplittableRandom random = new SplittableRandom(seed);
        int steps = 5;
        for (int trial = 0; trial < 2000; trial++) {
            Schedule stepSize =
                    new Schedule(random.doubles(steps, 0.1, 1).boxed().toList());
            LastIterate run = run(steps, stepSize, trial % 2 == 0 ? 0 : 0.5, Schedule.constant(1));
            NoiseSchedule planned = NoiseSchedule.least(run, 1, 1e-6);
            double[] noise = random.doubles(steps, 0.01, 3).map(x -> x * x).toArray();
            double worst = 0;
            for (int t = 0; t < steps; t++)
                worst = Math.max(
                        worst,
                        distance(
                                run, new Schedule(DoubleStream.of(noise).boxed().toList()), t));
            double energy = 0;
            for (double sigma : noise) energy += sigma * worst * sigma * worst;
            assertThat(planned.energy()).as("seed %s trial %s", seed, trial).isLessThan(energy * (1 + 1e-5));
        }
    }

    @Test
    void otherOrdersAreRefused() {
        LastIterate full = new LastIterate(
                3,
                Schedule.constant(1),
                Schedule.constant(1),
                1,
                1,
                0,
                Double.POSITIVE_INFINITY,
                3,
                3,
                Order.FULL,
                Position.WORST);
        assertThatThrownBy(() -> NoiseSchedule.least(full, 1, 0.1)).hasMessageContaining("order must be one_pass");
    }
}
