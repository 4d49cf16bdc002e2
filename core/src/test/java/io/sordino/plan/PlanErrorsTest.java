package io.sordino.plan;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.catchThrowableOfType;

import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

/** Each slip is named in one line, with its place and a way out. */
class PlanErrorsTest {
    static PlanException refusal(String source) {
        PlanException refusal = catchThrowableOfType(PlanException.class, () -> Plans.read(source));
        assertThat(refusal).as("%s must be refused", source).isNotNull();
        return refusal;
    }

    @ParameterizedTest
    @CsvSource(delimiter = '|', quoteCharacter = '`', textBlock = """
            gausian(1)                             | 0  | unknown plan 'gausian'                                      | did you mean gaussian?
            2 * Gaussian(1)                        | 4  | unknown plan 'Gaussian'                                     | did you mean gaussian?
            subsampled_gaussian(0.1, 1)            | 0  | unknown plan 'subsampled_gaussian'                          | poisson(sampling_probability, gaussian(noise_multiplier))
            xyzzy(1)                               | 0  | unknown plan 'xyzzy'                                        | known are gaussian, laplace
            pure_dp(1)                             | 0  | unknown plan 'pure_dp'                                      | write dp(epsilon)
            poisson(1.2, gaussian(1))              | 8  | sampling_probability: rate must be in (0, 1], was 1.2             | poisson(sampling_probability, plan)
            poisson(q=0, gaussian(1))              | 10 | sampling_probability: rate must be in (0, 1], was 0.0             | poisson(
            poisson(256, gaussian(1))              | 8  | sampling_probability: rate must be in (0, 1], was 256.0; batches of 256 on average are the rate 256/dataset_size | poisson(sampling_probability, plan)
            poisson(0.1, gaussian(-1))             | 22 | noise_multiplier must be above 0 and finite, was -1.0       | gaussian(noise_multiplier)
            poisson(0.1)                           | 0  | poisson is missing plan                                     | write poisson(sampling_probability, plan)
            allocated()                            | 0  | allocated is missing num_selected, num_steps, plan          | allocated(num_selected, num_steps, plan)
            allocated(5, 3, gaussian(1))           | 10 | num_selected must be at most num_steps = 3, was 5           | allocated(
            gaussian(1, 2)                         | 12 | gaussian takes 1 argument, found one more                   | gaussian(noise_multiplier)
            gaussian(1, sigma=2)                   | 12 | noise_multiplier of gaussian is given twice                 | gaussian(noise_multiplier)
            gaussian(sgima=2)                      | 9  | gaussian has no parameter 'sgima'                           | did you mean sigma?
            gaussian(x=2)                          | 9  | gaussian has no parameter 'x'                               | gaussian(noise_multiplier)
            gaussian(laplace(1))                   | 9  | noise_multiplier of gaussian must be a number, found a plan | gaussian(
            poisson(gaussian(1), 0.1)              | 8  | sampling_probability of poisson must be a number            | poisson(
            poisson(0.1, 0.2)                      | 13 | plan of poisson must be a plan such as gaussian(1.1)        | poisson(
            poisson(0.1, gaussian)                 | 13 | must be a plan such as gaussian(1.1), found the word        | poisson(
            gaussian(NaN)                          | 9  | must be a number, found the word 'NaN'                      | gaussian(
            gaussian(inf)                          | 9  | noise_multiplier must be above 0 and finite, was Infinity   | gaussian(
            gaussian(1e400)                        | 9  | 1e400 is too large for a double                             | decimal
            dp(1, 1e-400)                          | 6  | 1e-400 is too small for a double                            | decimal
            gaussian(1/0)                          | 9  | the denominator of a fraction cannot be 0                   | fraction
            gaussian(1/2/3)                        | 12 | expected ',' or ')', found '/'                              | bracket
            gaussian(1.2.3)                        | 9  | '1.2.3' is not a number                                     | decimal
            gaussian(1e)                           | 9  | '1e' is not a number                                        | decimal
            gaussian(1__0)                         | 9  | '1__0' is not a number                                      | decimal
            gaussian(-)                            | 9  | '-' is not a number                                         | decimal
            gaussian(1%)                           | 10 | expected ',' or ')', found '%'                              | 0.01
            2.5 * gaussian(1)                      | 0  | count must be a whole number, was 2.5                       | 1000 * gaussian(1)
            0 * gaussian(1)                        | 0  | count must be a whole number from 1 to 10^15, was 0         | 1000 * gaussian(1)
            1e16 * gaussian(1)                     | 0  | count must be a whole number from 1 to 10^15                | 1000 * gaussian(1)
            1e30 * gaussian(1)                     | 0  | count must be at most 9223372036854775807, was 1e30         | 1000 * gaussian(1)
            rr(1, 2.5)                             | 6  | k must be a whole number, was 2.5                           | randomized_response(epsilon, k=2)
            2 * 3 * gaussian(1)                    | 4  | a count cannot follow a count                               | 2 * (3 * gaussian(1))
            10 gaussian(1)                         | 0  | expected a plan, found the number 10                        | followed by *
            gaussian(1) laplace(1)                 | 12 | expected '+' or the end of the plan, found 'l'              | join plans with +
            gaussian(1) +                          | 13 | expected a plan or a number, but the plan ends here         | write for example
            gaussian(1                             | 10 | expected ',' or ')', but the plan ends here                 | close every bracket
            gaussian(1))                           | 11 | expected '+' or the end of the plan, found ')'              | join
            ()                                     | 1  | expected a plan or a number, found ')'                      | write for example
            gaussian                               | 0  | expected a plan, found the word 'gaussian'                  | write gaussian(noise_multiplier)
            gaussian(1) × 3                        | 12 | expected '+' or the end of the plan, found the character U+00D7 | use * for a count
            gaussian(σ=1)                          | 9  | expected a plan or a number, found the character U+03C3     | write sigma
            gaussian(1) + laplace([1])             | 22 | noise_multiplier of laplace must be a number, found a list of numbers | laplace(
            gaussian(?)                            | 9  | '?' stands for a number that is not known yet               | calibrate
            ? * gaussian(1)                        | 0  | '?' stands for a number that is not known yet               | calibrate
            composed([])                           | 9  | the list is empty                                           | commas
            composed([1, gaussian(1)])             | 13 | a list holds numbers or plans, found a plan                 | schedule
            last_iterate(steps=2, step_size=[1,2,3], noise=1, lipschitz=1, smoothness=1, dataset_size=9) | 32 | step_size must be one number or a list of 2 (one a step), had 3 | last_iterate(
            last_iterate(steps=2, step_size=[1,-2], noise=1, lipschitz=1, smoothness=1, dataset_size=9)  | 32 | step_size: every number of a schedule must be above 0 and finite, was -2.0 | list
            last_iterate(steps=2, step_size=1, noise=1, lipschitz=1, smoothness=1, dataset_size=9, order=shuffled) | 93 | order cannot be 'shuffled' | write one of full, cyclic, one_pass, sampled
            last_iterate(2, 1, 1, 1, 1, dataset_size=9, batch_size=10) | 55 | batch_size must be at most dataset_size = 9, was 10 | last_iterate(
            """)
    void slipsAreNamedWithPlaceAndRemedy(String text, int position, String message, String remedy) {
        PlanException refusal = refusal(text);
        assertThat(refusal)
                .hasMessageStartingWith(message.startsWith("must") ? "" : message)
                .hasMessageContaining(message);
        assertThat(refusal.remedy()).contains(remedy);
        assertThat(refusal.position()).isEqualTo(position);
    }

    @Test
    void emptyPlansAreRefused() {
        assertThat(refusal("")).hasMessage("the plan is empty");
        assertThat(refusal(" \n# only a comment")).hasMessage("the plan is empty");
    }

    @Test
    void theCaretStandsUnderThePlace() {
        String text = "poisson(1.2, gaussian(1))";
        assertThat(refusal(text).caret(text)).isEqualTo(text + "\n        ^");
    }

    @Test
    void theCaretShowsOnlyTheLineAndThePartThatMatter() {
        String text = "gaussian(1) + # first\n\tgausian(1)\n+ laplace(1)";
        assertThat(refusal(text).caret(text)).isEqualTo(" gausian(1)\n ^");
        String longLine = "gaussian(1) + ".repeat(100) + "gausian(1)" + " + gaussian(1)".repeat(100);
        String[] lines = refusal(longLine).caret(longLine).split("\n");
        assertThat(lines).hasSize(2);
        assertThat(lines[0]).startsWith("...").endsWith("...").hasSizeLessThan(120);
        assertThat(lines[0].substring(lines[1].indexOf('^'))).startsWith("gausian(1)");
    }

    @Test
    void theCaretAtTheEndStandsBehindTheText() {
        String text = "gaussian(1";
        assertThat(refusal(text).caret(text)).isEqualTo("gaussian(1\n          ^");
    }
}
