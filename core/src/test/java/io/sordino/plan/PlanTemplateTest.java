package io.sordino.plan;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.sordino.mechanism.Gaussian;
import io.sordino.mechanism.PoissonSampled;
import io.sordino.mechanism.Repeated;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

/** A plan with one unknown number. */
class PlanTemplateTest {
    @ParameterizedTest
    @CsvSource(delimiter = '|', textBlock = """
            1000 * poisson(0.01, gaussian(?))      | gaussian            | noise_multiplier     | false | 1.5  | 1000 * poisson(0.01, gaussian(1.5))
            1000 * poisson(0.01, gaussian(sigma=?))| gaussian            | noise_multiplier     | false | 2    | 1000 * poisson(0.01, gaussian(2))
            1000 * poisson(?, gaussian(1))         | poisson             | sampling_probability | false | 0.25 | 1000 * poisson(0.25, gaussian(1))
            ? * gaussian(1)                        | repeated            | count                | true  | 7    | 7 * gaussian(1)
            gaussian(1) + ? * (laplace(1) + gdp(1))| repeated            | count                | true  | 1e15 | gaussian(1) + 1000000000000000 * (laplace(1) + gdp(1))
            rr(1, k=?)                             | randomized_response | k                    | true  | 3    | randomized_response(1, k=3)
            allocated(1, ?, gaussian(1))           | allocated           | num_steps            | true  | 9    | allocated(1, 9, gaussian(1))
            without_replacement(100, ?, gaussian(1)) | without_replacement | dataset_size       | true  | 100  | without_replacement(100, 100, gaussian(1))
            rdp(?, 1) # why?                       | rdp                 | alpha                | false | 2    | rdp(2, 1)
            last_iterate(steps=2, step_size=1, noise=?, lipschitz=1, smoothness=1, dataset_size=9) | last_iterate | noise | false | 4 | last_iterate(steps=2, step_size=1, noise=4, lipschitz=1, smoothness=1, dataset_size=9)
            """)
    void oneNumberMayBeUnknown(
            String text, String owner, String parameter, boolean integral, double value, String plan) {
        PlanTemplate template = PlanTemplate.parse(text);
        assertThat(template.owner()).isEqualTo(owner);
        assertThat(template.parameter()).isEqualTo(parameter);
        assertThat(template.integral()).isEqualTo(integral);
        assertThat(template.print(value)).isEqualTo(plan);
        assertThat(template.at(value)).isEqualTo(Plans.parse(plan));
    }

    @Test
    void jsonMayHaveAHoleToo() {
        PlanTemplate template =
                PlanTemplate.parse("{\"class_name\": \"SelfComposedDpEvent\", \"count\": \"?\", \"event\":"
                        + " {\"class_name\": \"PoissonSampledDpEvent\", \"sampling_probability\": 0.5, \"event\":"
                        + " {\"class_name\": \"GaussianDpEvent\", \"noise_multiplier\": 2}}}");
        assertThat(template.parameter()).isEqualTo("count");
        assertThat(template.at(3)).isEqualTo(new Repeated(3, new PoissonSampled(0.5, new Gaussian(2))));
    }

    @ParameterizedTest
    @CsvSource(delimiter = '|', quoteCharacter = '`', textBlock = """
            gaussian(1)                        | 0  | the plan has no '?'
            poisson(?, gaussian(?))            | 20 | the plan has 2 '?', one is allowed
            poisson(0.1, ?)                    | 13 | plan of poisson must be a plan such as gaussian(1.1), found '?'
            poisson(1.2, gaussian(?))          | 8  | sampling_probability: rate must be in (0, 1], was 1.2
            gausian(?)                         | 0  | unknown plan 'gausian'
            gaussian(?/2)                      | 10 | expected ',' or ')', found '/'
            last_iterate(steps=2, step_size=[1,?], noise=1, lipschitz=1, smoothness=1, dataset_size=9) | 35 | '?' cannot stand for one number of a list
            """)
    void otherTemplatesAreRefusedAtOnce(String text, int position, String message) {
        assertThatThrownBy(() -> PlanTemplate.parse(text))
                .isInstanceOfSatisfying(
                        PlanException.class,
                        refusal -> assertThat(refusal.position()).isEqualTo(position))
                .hasMessage(message);
    }

    @Test
    void valuesThatDoNotFitAreRefusedAtTheHole() {
        PlanTemplate count = PlanTemplate.parse("? * gaussian(1)");
        assertThatThrownBy(() -> count.at(2.5))
                .isInstanceOf(PlanException.class)
                .hasMessage("count must be a whole number, was 2.5");
        assertThatThrownBy(() -> count.at(Double.NaN)).isInstanceOf(IllegalArgumentException.class);
        PlanTemplate rate = PlanTemplate.parse("poisson(?, gaussian(1))");
        assertThatThrownBy(() -> rate.at(1.5))
                .isInstanceOfSatisfying(
                        PlanException.class,
                        refusal -> assertThat(refusal.position()).isEqualTo(8));
        assertThatThrownBy(() -> rate.at(Double.POSITIVE_INFINITY)).isInstanceOf(PlanException.class);
    }
}
