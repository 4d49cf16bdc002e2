package io.sordino.cli;

import static org.assertj.core.api.Assertions.assertThat;

import io.sordino.account.Accountant;
import io.sordino.report.text.Style;
import java.util.List;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

/** Wrong requests: the exit code, and a message that names the fix. */
class ErrorsTest {
    @ParameterizedTest
    @CsvSource(delimiter = '|', quoteCharacter = '`', textBlock = """
        epsilon 'poisson(1.2, gaussian(1))' --delta 1e-5      | 2 | must be in (0, 1], was 1.2
        epsilon 'gaussian(-1)' --delta 1e-5                   | 2 | noise_multiplier must be above 0 and finite, was -1
        epsilon 'gausian(1)' --delta 1e-5                     | 2 | did you mean gaussian?
        epsilon 'gaussian(1' --delta 1e-5                     | 2 | ^
        epsilon '' --delta 1e-5                               | 2 | fix:
        epsilon 'gaussian(1)' --delta 1                       | 2 | delta must be in [0, 1), was 1
        epsilon 'gaussian(1)' --delta -1e-5                   | 2 | delta must be in [0, 1), was -1
        epsilon 'gaussian(1)' --delta 1e-400                  | 2 | '1e-400' is outside the range of doubles
        epsilon 'gaussian(1)' --delta NaN                     | 2 | 'NaN' is not a number
        epsilon 'gaussian(1)' --delta 1/0                     | 2 | denominator 0
        epsilon 'gaussian(1)'                                 | 2 | Missing required option: '--delta=DELTA'
        epsilon --delta 1e-5                                  | 2 | Missing required parameter: 'PLAN'
        epsilon 'gaussian(1)' --delta 1e-5 --width 0          | 2 | width must be in [1e-12, 1], was 0
        epsilon 'gaussian(1)' --delta 1e-5 --relation both    | 2 | relation must be add-remove or replace-one or replace-special, was 'both'
        epsilon 'gaussian(1)' --detla 1e-5                    | 2 | unexpected argument '--detla'
        epsilon gaussian(1) + gaussian(2) --delta 1e-5        | 2 | put the plan in quotes
        epsilon '@no-such-file' --delta 1e-5                  | 2 | cannot read 'no-such-file': there is no such file
        epsilon --plan-file no-such-file --delta 1e-5         | 2 | cannot read 'no-such-file': there is no such file
        epsilon 'gaussian(1)' --plan-file x --delta 1e-5      | 2 | --plan-file and PLAN both give a plan
        epsilon '@.' --delta 1e-5                             | 2 | cannot read '.': it is a folder
        epsilon '10000000 * (10000000000 * gaussian(1))' --delta 1e-5 | 2 | more than 10^15 times
        delta 'gaussian(1)' --epsilon -1                      | 2 | epsilon must be at least 0 and finite, was -1
        delta 'gaussian(1)' --epsilon 1e999                   | 2 | outside the range of doubles
        calibrate 'gaussian(1)' --epsilon 1 --delta 1e-5      | 2 | the plan has no '?'
        calibrate '? * gaussian(?)' --epsilon 1 --delta 1e-5  | 2 | one is allowed
        compare --delta 1e-5                                  | 2 | nothing to compare
        compare --dataset-size 10 --delta 1e-5                | 2 | --batch-size
        compare --dataset-size 10 --batch-size 20 --noise-multiplier 1 --epochs 1 --delta 1e-5 | 2 | batch-size must be from 1 to dataset-size = 10, was 20
        batch no-such-file.jsonl                              | 2 | cannot read 'no-such-file.jsonl': there is no such file
        epsilo 'gaussian(1)' --delta 1e-5                     | 2 | did you mean epsilon?
        epsilon 'shuffled(100, local(1))' --delta 1e-5 --relation add-remove | 3 | fix:
        """)
    void wrongRequestIsRefusedWithTheFix(String line, int code, String message) {
        Shell.Outcome outcome = Shell.run(Shell.words(line));
        assertThat(outcome.code()).as(outcome.err()).isEqualTo(code);
        assertThat(outcome.out()).isEmpty();
        assertThat(outcome.err()).startsWith("sordino: ").contains(message).contains("fix: ");
        assertThat(outcome.err().lines()).hasSizeLessThanOrEqualTo(4);
        assertThat(outcome.err()).doesNotContain("\tat ", "Exception");
    }

    @Test
    void messageOfAPlanPointsToThePlace() {
        assertThat(Shell.run("epsilon", "500 * gausian(20)", "--delta", "1e-6").err())
                .isEqualTo("""
                    sordino: unknown plan 'gausian'
                      500 * gausian(20)
                            ^
                    fix: did you mean gaussian?
                    """);
    }

    @Test
    void planThatNoTheoremCoversEndsWithThree() {
        Shell.Outcome outcome =
                Shell.fed(new Accountant(List.of()), Style.PLAIN, "", "epsilon", "gaussian(1)", "--delta", "1e-6");
        assertThat(outcome.code()).isEqualTo(3);
        assertThat(outcome.err()).startsWith("sordino: no theorem covers").contains("fix: ");
    }
}
