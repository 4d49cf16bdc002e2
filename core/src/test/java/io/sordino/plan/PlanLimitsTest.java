package io.sordino.plan;

import static io.sordino.plan.PlanErrorsTest.refusal;
import static org.assertj.core.api.Assertions.assertThat;

import org.junit.jupiter.api.Test;

/** Large, deep and endless plans are refused with the limit that they hit. */
class PlanLimitsTest {
    @Test
    void oneHundredLevelsAreRead() {
        assertThat(Plans.parse("poisson(0.5, ".repeat(99) + "gaussian(1)" + ")".repeat(99)))
                .isNotNull();
        assertThat(Plans.parse("(".repeat(99) + "gaussian(1)" + ")".repeat(99))).isNotNull();
    }

    @Test
    void deeperNestingIsRefused() {
        for (String open : new String[] {"(", "2 * (", "poisson(0.5, ", "composed([", "gaussian(1) + ("})
            for (int depth : new int[] {101, 2_000, 6_000})
                assertThat(refusal(open.repeat(depth))).as(open).hasMessageContaining("nested more than 100 deep");
    }

    @Test
    void longChainsOfOperatorsDoNotNest() {
        assertThat(refusal("2*".repeat(40_000) + "gaussian(1)")).hasMessage("a count cannot follow a count");
        assertThat(refusal("gaussian(" + "-".repeat(50_000) + "1)")).hasMessageContaining("is not a number");
        assertThat(refusal("x".repeat(90_000) + "(1)")).hasMessageContaining("unknown plan 'xxx");
    }

    @Test
    void deepJsonIsRefused() {
        String open = "{\"class_name\":\"PoissonSampledDpEvent\",\"sampling_probability\":0.5,\"event\":";
        String leaf = "{\"class_name\":\"GaussianDpEvent\",\"noise_multiplier\":1}";
        assertThat(Plans.read(open.repeat(99) + leaf + "}".repeat(99))).isNotNull();
        for (int depth : new int[] {100, 150, 500, 5_000, 100_000})
            assertThat(refusal(open.repeat(depth) + leaf + "}".repeat(depth)))
                    .hasMessageContaining("nested more than 100 deep");
        assertThat(refusal("[".repeat(1_000_000))).hasMessageContaining("nested more than 100 deep");
    }

    @Test
    void tooManyTermsAreRefused() {
        String terms = "gdp(1)+".repeat(9_999);
        assertThat(Plans.parse(terms + "gdp(1)")).isNotNull();
        assertThat(refusal(terms + "gdp(1)+gdp(1)")).hasMessage("the plan composes more than 10000 terms");
        String nested = "(" + "gdp(1)+".repeat(4_999) + "gdp(1))";
        assertThat(refusal(nested + "+" + nested)).hasMessage("the plan composes more than 10000 terms");
        String event = "{\"class_name\":\"GaussianDpEvent\",\"noise_multiplier\":1}";
        String events =
                "{\"class_name\":\"ComposedDpEvent\",\"events\":[" + (event + ",").repeat(10_000) + event + "]}";
        assertThat(refusal(events)).hasMessage("the plan composes more than 10000 terms");
        assertThat(refusal("[" + "[1,0.5,1],".repeat(10_000) + "[1,1,1]]"))
                .hasMessage("the plan composes more than 10000 terms");
    }

    @Test
    void tooLongPlansAreRefused() {
        assertThat(Plans.parse("gaussian(1)" + " ".repeat(1_999_989))).isNotNull();
        assertThat(refusal("gaussian(1)" + " ".repeat(1_999_990))).hasMessageContaining("at most 2000000 are read");
        assertThat(refusal("{" + " ".repeat(32_000_000))).hasMessageContaining("at most 32000000 are read");
    }

    @Test
    void tooManyNumbersAreRefused() {
        String list = "[" + "1,".repeat(1_000_000) + "1]";
        assertThat(refusal("{\"class_name\":\"LastIterate\",\"step_size\":" + list + "}"))
                .hasMessage("the lists of the plan hold more than 1000000 numbers");
    }

    @Test
    void endlessObjectsAndNumbersAreRefused() {
        assertThat(refusal("[" + "{},".repeat(600_000) + "{}]")).hasMessageContaining("more than 500000 values");
        assertThat(refusal("gaussian(" + "1".repeat(1_001) + ")")).hasMessageContaining("at most 1000 characters");
        assertThat(refusal("gaussian(1e" + "9".repeat(500) + ")")).hasMessageContaining("too large for a double");
        assertThat(refusal("{\"class_name\":\"GaussianDpEvent\",\"noise_multiplier\":" + "1".repeat(2_000) + "}"))
                .hasMessageContaining("1000");
    }
}
