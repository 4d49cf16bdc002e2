package io.sordino.account;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatExceptionOfType;

import io.sordino.mechanism.Relation;
import io.sordino.numeric.Bracket;
import io.sordino.plan.Plans;
import java.lang.management.ManagementFactory;
import java.lang.management.ThreadMXBean;
import java.util.List;
import java.util.concurrent.CopyOnWriteArrayList;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;

/** Plans that once ran out of an array, of memory or of numbers. */
class OnceBrokenTest {
    @ParameterizedTest
    @ValueSource(
            strings = {
                "allocated(2, 320, randomized_response(550))",
                "allocated(1, 320, randomized_response(550))",
                "group(7, allocated(25392, 1000000, 10 * local(1e308)))",
                "allocated(7, 29, zcdp(522, xi=1.8961249627635193E-5))",
                "19 * local(1e308)",
                "19 * randomized_response(1e307) + dp(1e308)",
                "allocated(2, 29, gaussian(0.03))",
                "allocated(707, 1558, gaussian(1.966432574672537E-17))",
                "allocated(1, 1558, gaussian(1e-9))",
                "allocated(1, 10, gaussian(0.01))",
                "poisson(0.002, 32568 * gdp(9)) + poisson(0.0035, dp(0.63, delta=0.5) + discrete_laplace(2.3e-308))",
                "1000000000000 * poisson(1e-9, rdp(19, 87635206321.4529) + rdp(1e308, 0.1) + laplace(2.3e-308))"
            })
    void areAnswered(String plan) {
        Bracket epsilon = Accountant.standard()
                .epsilon(Plans.parse(plan), Relation.ADD_OR_REMOVE_ONE, 1e-6, new Precision(0.01))
                .epsilon();
        assertThat(epsilon.lower()).isBetween(0.0, epsilon.upper());
    }

    @ParameterizedTest
    @ValueSource(
            strings = {
                "last_iterate(steps=215159581462806, step_size=26.500138920753223, noise=1.7976931348623157e308,"
                        + " lipschitz=1e308, smoothness=867, dataset_size=120)",
                "last_iterate(steps=5, step_size=1e-150, noise=0.01, lipschitz=1e-3, smoothness=1.9,"
                        + " strong_convexity=1e-308, diameter=238, dataset_size=6896)",
                "last_iterate(steps=103542484162, step_size=25.2, noise=1e-308, lipschitz=0.86, smoothness=4.9e-324,"
                        + " diameter=1e308, dataset_size=146, batch_size=1, order=sampled)",
                "1131 * poisson(1/39, gaussian(2.2250738585072014e-308))",
                "1131 * poisson(1/39, discrete_gaussian(1e-300))",
                "zcdp(0.56) + shuffled(132, randomized_response(6.079212250873587E-17))",
                "shuffled(132, randomized_response(1e-300, k=3))",
                "shuffled(132, local_hash(1e-18, 16))",
                "rdp(2.5, 5e-324) + without_replacement(2, 10, 12922 * tcdp(1.7976931348623157e308, 93.2))"
            })
    void areAnsweredWhenRecordsAreReplaced(String plan) {
        Bracket epsilon = Accountant.standard()
                .epsilon(Plans.parse(plan), Relation.REPLACE_ONE, 1e-6, new Precision(0.01))
                .epsilon();
        assertThat(epsilon.lower()).isBetween(0.0, epsilon.upper());
    }

    /** Every theorem is asked, not only the one that answers. */
    @ParameterizedTest
    @ValueSource(
            strings = {
                "shuffled(13, randomized_response(1.2062368703693611E-17))",
                "shuffled(100000, randomized_response(1e-320, k=3))",
                "shuffled(2, local(1e-16))",
                "shuffled(132, local_hash(1e-18, 16))"
            })
    void areExplained(String plan) {
        Guarantee guarantee =
                Accountant.standard().explain(Plans.parse(plan), Relation.REPLACE_ONE, 0.04, new Precision(0.01));
        assertThat(guarantee.claims()).isNotEmpty();
        assertThat(guarantee.epsilon().upper()).isLessThan(1e-15);
    }

    /** The base was known from below alone until groups of anything composed; its 48 * 195 is told from nothing. */
    @Test
    void anEpochOfAGroupOfLastIteratesIsAnswered() {
        String plan = "shuffled_batches(186, 48 * (group(1849, last_iterate(steps=885, step_size=2.5e-13, noise=0.011,"
                + " lipschitz=881, smoothness=715, dataset_size=127)) + randomized_response(195, k=36)))";
        Bracket delta = Accountant.standard()
                .delta(Plans.parse(plan), Relation.REPLACE_ONE, 1e-13, new Precision(0.01))
                .delta();
        assertThat(delta.upper()).isEqualTo(1);
    }

    /** All small ratios were one value, and cells as fine as their deviation had no width. */
    @Test
    void smallRatiosMayBeAllAlike() {
        Bracket delta = Accountant.standard()
                .delta(
                        Plans.parse("allocated(1, 199, poisson(3.589531039862415E-5, local(20)))"),
                        Relation.ADD_OR_REMOVE_ONE,
                        7.148303329587791,
                        Precision.DEFAULT)
                .delta();
        assertThat(delta.lower()).isBetween(0.0, delta.upper());
        assertThat(delta.upper()).isLessThan(1e-17);
    }

    /** The first guess of delta was 0, and the lattice for it infinitely fine. */
    @Test
    void aGuessOfNothingEnds() {
        Bracket delta = Accountant.standard()
                .delta(
                        Plans.parse("poisson(1.5055007625836075E-9, allocated(1, 670, laplace(463)))"),
                        Relation.ADD_OR_REMOVE_ONE,
                        2.072071127250124E-14,
                        new Precision(0.01))
                .delta();
        assertThat(delta.lower()).isBetween(0.0, delta.upper());
        assertThat(delta.upper()).isLessThan(1.6e-9);
    }

    /** The base was a bound on a profile that no pair attains. */
    @Test
    void aSampleOfAGroupNeedsNoPair() {
        Bracket delta = delta("poisson(0.1, group(7, poisson(0.2, discrete_gaussian(38))))", Relation.REPLACE_ONE, 0.1);
        assertThat(delta.lower()).isBetween(0.0, delta.upper());
        assertThat(delta.upper()).isLessThan(0.1);
    }

    /** The doubt about a loss of the base was larger than any number. */
    @Test
    void theLargestEpsilonOfAllIsAnswered() {
        Bracket delta = delta(
                "poisson(1e-9, poisson(0.0236, poisson(1e-9, laplace(0.89))))",
                Relation.ADD_OR_REMOVE_ONE,
                Double.MAX_VALUE);
        assertThat(delta).isEqualTo(Bracket.exactly(0));
    }

    /** Six million losses did not fit into the memory that a request has. */
    @Test
    void tooManyLossesAreRefused() {
        String plan = "poisson(1, with_replacement(100, 58555, discrete_gaussian(0.78) + gdp(0.2)))";
        assertThatExceptionOfType(UnsupportedException.class)
                .isThrownBy(() -> delta(plan, Relation.ADD_OR_REMOVE_ONE, 1))
                .withMessageContaining("more than 500000 losses");
    }

    /** The pair for the lower side leaves the rarest losses out, and its largest one was taken for the largest there is. */
    @Test
    void theLargestLossOfASampleIsNotTheLargestThatIsListed() {
        Guarantee answer = Accountant.standard()
                .explain(
                        Plans.parse("2 * poisson(0.0746, discrete_gaussian(4.384))"),
                        Relation.ADD_OR_REMOVE_ONE,
                        0,
                        Precision.DEFAULT);
        assertThat(answer.epsilon().upper()).isInfinite();
    }

    /** Cells that widened by no number at all were walked for ever. */
    @Test
    void aVarianceThatIsNoNumberEnds() throws InterruptedException {
        String plan = "poisson(1e-9, dp(93.8)) + poisson(0.9999999999999827, truncated_laplace(1.78, 1.07))"
                + " + shuffled_batches(470, laplace(62.5)) + poisson(0.9992887463618307, discrete_laplace(1e-300))";
        List<Bracket> found = new CopyOnWriteArrayList<>();
        Thread asking = new Thread(() -> found.add(delta("group(6, " + plan + ")", Relation.ADD_OR_REMOVE_ONE, 1)));
        asking.setDaemon(true);
        asking.start();
        // in its own processor time, whatever else the machine does
        ThreadMXBean threads = ManagementFactory.getThreadMXBean();
        while (asking.isAlive() && threads.getThreadCpuTime(asking.getId()) < 20e9) asking.join(10);
        assertThat(asking.isAlive()).isFalse();
        assertThat(found.get(0).lower()).isBetween(0.0, found.get(0).upper());
    }

    /** Newton's method was led astray where tanh is 1, and delta taken to be nothing. */
    @Test
    void aSharpSinhNormalStaysSharp() {
        for (double epsilon = 1; epsilon < 1e40; epsilon *= 10)
            assertThat(delta("sinh_normal(0.015, 0.015)", Relation.ADD_OR_REMOVE_ONE, epsilon)
                            .upper())
                    .isGreaterThan(0.99);
    }

    /** Q's mass of the largest losses was no accurate number, and they were taken for larger ones. */
    @ParameterizedTest
    @ValueSource(doubles = {600, 700, 710, 740, 745, 750, 800})
    void noLossIsAboveTheLargest(double largest) {
        Bracket epsilon = Accountant.standard()
                .epsilon(
                        Plans.parse("1000000000000 * exponential(" + largest + ")"),
                        Relation.ADD_OR_REMOVE_ONE,
                        1e-5,
                        new Precision(1e-9))
                .epsilon();
        assertThat(epsilon.lower()).isLessThanOrEqualTo(1e12 * largest);
        assertThat(epsilon.upper()).isGreaterThan(1e12 * (largest - 20));
    }

    /** The middle of a sum was more places away than an int counts, and the law put elsewhere. In the limit each is a Gaussian mechanism. */
    @ParameterizedTest
    @CsvSource({
        "7957324193 * discrete_laplace(382525.1309735397), 0.23319732",
        "14626442121 * discrete_laplace(98437.07477753032), 1.22860039",
        "13303835961 * laplace(74509.34864191733), 1.54802394",
        "8467522151 * discrete_laplace(121764.89199809781), 0.75571159",
        "10000000000 * laplace(60000), 1.66666667"
    })
    void theMiddleOfASumMayBeFarAway(String plan, double mu) {
        Bracket delta = delta(plan, Relation.ADD_OR_REMOVE_ONE, 1);
        Bracket limit = delta("gdp(" + mu + ")", Relation.ADD_OR_REMOVE_ONE, 1);
        assertThat(delta.lower()).isLessThan(limit.upper() * 1.0002);
        assertThat(delta.upper()).isGreaterThan(limit.lower() * 0.9998).isLessThan(limit.upper() * 1.05);
    }

    private static Bracket delta(String plan, Relation relation, double epsilon) {
        return Accountant.standard()
                .delta(Plans.parse(plan), relation, epsilon, Precision.DEFAULT)
                .delta();
    }
}
