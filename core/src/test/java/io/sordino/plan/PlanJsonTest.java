package io.sordino.plan;

import static io.sordino.plan.PlanErrorsTest.refusal;
import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;
import static org.assertj.core.api.Assertions.within;

import com.fasterxml.jackson.core.JsonProcessingException;
import com.fasterxml.jackson.databind.ObjectMapper;
import io.sordino.mechanism.ApproximateDp;
import io.sordino.mechanism.DiscreteGaussian;
import io.sordino.mechanism.DiscreteLaplace;
import io.sordino.mechanism.RandomizedResponse;
import java.math.BigDecimal;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;

/** Events of dp_accounting, events of our own, and what is refused. */
class PlanJsonTest {
    private static final String THEIRS = "\"module_name\": \"dp_accounting.dp_event\", \"class_name\": ";

    @ParameterizedTest
    @CsvSource(delimiter = '|', quoteCharacter = '`', textBlock = """
            "GaussianDpEvent", "noise_multiplier": 1.1                                | gaussian(1.1)
            "LaplaceDpEvent", "noise_multiplier": 20                                  | laplace(20)
            "DiscreteLaplaceDpEvent", "noise_parameter": 0.1, "sensitivity": 3        | group(3, discrete_laplace(10))
            "DiscreteGaussianDpEvent", "sigma": 2.5, "sensitivity": 3.0, "dimension": 1 | group(3, discrete_gaussian(2.5))
            "PermuteAndFlipDpEvent", "epsilon": 0.5                                   | permute_and_flip(0.5)
            "SingleEpochTreeAggregationDpEvent", "noise_multiplier": 2.0, "step_counts": 8 | tree_aggregation(2, 8)
            "SingleEpochTreeAggregationDpEvent", "noise_multiplier": 2.0, "step_counts": [8] | tree_aggregation(2, [8])
            "MixtureOfGaussiansDpEvent", "standard_deviation": 1.0, "sensitivities": [0.0, 1.0], "sampling_probs": [0.9, 0.1] | mixture_of_gaussians(1, [0, 1], [0.9, 0.1])
            "TruncatedSubsampledGaussianDpEvent", "dataset_size": 10000, "sampling_probability": 0.1, "truncated_batch_size": 1000, "noise_multiplier": 1.0 | truncated_poisson(sampling_probability=0.1, truncated_batch_size=1000, dataset_size=10000, plan=gaussian(1))
            "RandomAllocationDpEvent", "event": {"class_name": "GaussianDpEvent", "noise_multiplier": 2.0}, "num_selected": 10, "num_steps": 100 | allocated(10, 100, gaussian(2))
            "RepeatAndSelectDpEvent", "event": {"class_name": "GaussianDpEvent", "noise_multiplier": 2.0}, "mean": 10, "shape": "Infinity" | repeat_and_select(10, inf, gaussian(2))
            "DiscreteLaplaceDpEvent", "noise_parameter": 0.1, "sensitivity": 1        | discrete_laplace(10)
            "DiscreteGaussianDpEvent", "sigma": 2.5                                   | discrete_gaussian(2.5)
            "DiscreteGaussianDpEvent", "sigma": 2.5, "sensitivity": 1.0, "dimension": null | discrete_gaussian(2.5)
            "RandomizedResponseDpEvent", "noise_parameter": 1, "num_buckets": 5       | randomized_response(0, k=5)
            "EpsilonDeltaDpEvent", "epsilon": 1, "delta": 1e-05                       | dp(1, delta=1e-5)
            "ExponentialMechanismDpEvent", "epsilon": 0.5                             | exponential(0.5)
            "ZCDpEvent", "rho": 0.5, "xi": 0.0                                        | zcdp(0.5)
            "ZCDpEvent", "rho": 0.5                                                   | zcdp(0.5)
            "NoOpDpEvent"                                                             | dp(0)
            """)
    void leavesOfDpAccountingAreRead(String fields, String plan) {
        assertThat(Plans.print(Plans.read("{" + THEIRS + fields + "}"))).isEqualTo(plan);
    }

    @Test
    void nestedEventsAreRead() {
        String gaussian = "{" + THEIRS + "\"GaussianDpEvent\", \"noise_multiplier\": 1.0}";
        String without = "{" + THEIRS + "\"SampledWithoutReplacementDpEvent\", \"source_dataset_size\": 60000,"
                + " \"sample_size\": 256, \"event\": " + gaussian + "}";
        String with = "{" + THEIRS + "\"SampledWithReplacementDpEvent\", \"source_dataset_size\": 100,"
                + " \"sample_size\": 300.0, \"event\": " + gaussian + "}";
        String composed = "{" + THEIRS + "\"ComposedDpEvent\", \"events\": [" + without + ", " + with + "]}";
        String repeated = "{" + THEIRS + "\"SelfComposedDpEvent\", \"event\": " + composed + ", \"count\": 1000}";
        assertThat(Plans.print(PlanJson.read(repeated)))
                .isEqualTo(
                        "1000 * (without_replacement(256, 60000, gaussian(1)) + with_replacement(300, 100, gaussian(1)))");
    }

    @Test
    void namedTuplesDumpedAsListsAreRead() {
        String module = "[\"dp_accounting.dp_event\", ";
        assertThat(Plans.print(Plans.read(module + "\"ComposedDpEvent\", [" + module + "\"SelfComposedDpEvent\", "
                        + module
                        + "\"PoissonSampledDpEvent\", 0.01, " + module + "\"GaussianDpEvent\", 1.0]], 10000], " + module
                        + "\"LaplaceDpEvent\", 20.0]]]")))
                .isEqualTo("10000 * poisson(0.01, gaussian(1)) + laplace(20)");
    }

    @Test
    void writtenEventsAreThoseOfDpAccountingWhereItHasThem() throws JsonProcessingException {
        ObjectMapper mapper = new ObjectMapper();
        assertThat(mapper.readTree(PlanJson.write(Plans.parse("1000 * poisson(0.01, gaussian(1))"))))
                .isEqualTo(mapper.readTree("{" + THEIRS + "\"SelfComposedDpEvent\", \"event\": {" + THEIRS
                        + "\"PoissonSampledDpEvent\", \"sampling_probability\": 0.01, \"event\": {" + THEIRS
                        + "\"GaussianDpEvent\", \"noise_multiplier\": 1.0}}, \"count\": 1000}"));
        assertThat(mapper.readTree(PlanJson.write(Plans.parse("allocated(1, 10, gaussian(1))"))))
                .isEqualTo(mapper.readTree(
                        "{\"module_name\": \"sordino\", \"class_name\": \"Allocated\", \"num_selected\": 1,"
                                + " \"num_steps\": 10, \"event\": {" + THEIRS
                                + "\"GaussianDpEvent\", \"noise_multiplier\": 1.0}}"));
        assertThat(PlanJson.write(new DiscreteGaussian(3)))
                .isEqualTo("{\"module_name\":\"dp_accounting.dp_event\",\"class_name\":\"DiscreteGaussianDpEvent\","
                        + "\"sigma\":3.0,\"sensitivity\":1.0,\"dimension\":1}");
        assertThat(PlanJson.event(new DiscreteLaplace(4)).get("noise_parameter"))
                .isEqualTo(0.25);
    }

    @Test
    void randomizedResponseNeverClaimsMorePrivacyThanItsEvent() {
        for (double p : new double[] {1e-300, 1e-9, 0.1, 0.25, 1 / 3.0, 0.5, 0.9, Math.nextDown(1.0)}) {
            for (long k : new long[] {2, 3, 10, 1_000_000}) {
                String json = "{" + THEIRS + "\"RandomizedResponseDpEvent\", \"noise_parameter\": " + p
                        + ", \"num_buckets\": " + k + "}";
                double epsilon = ((RandomizedResponse) PlanJson.read(json)).epsilon();
                double odds = new BigDecimal(p)
                        .negate()
                        .add(BigDecimal.ONE)
                        .multiply(BigDecimal.valueOf(k))
                        .divide(new BigDecimal(p), java.math.MathContext.DECIMAL128)
                        .doubleValue();
                assertThat(epsilon).isGreaterThan(StrictMath.log1p(odds)).isCloseTo(Math.log1p(odds), within(1e-12));
            }
        }
        assertThat(((RandomizedResponse) PlanJson.read("{" + THEIRS
                                + "\"RandomizedResponseDpEvent\", \"noise_parameter\": 0.5, \"num_buckets\": 2}"))
                        .epsilon())
                .isCloseTo(Math.log(3), within(1e-15));
    }

    @ParameterizedTest
    @CsvSource(delimiter = '|', quoteCharacter = '`', textBlock = """
            {"class_name": "NonPrivateDpEvent"}                                  | 0  | NonPrivateDpEvent is not supported
            {"class_name": "UnsupportedDpEvent"}                                 | 0  | UnsupportedDpEvent is not supported
            {"class_name": "GausianDpEvent", "noise_multiplier": 1}              | 0  | unknown event 'GausianDpEvent'
            {"noise_multiplier": 1}                                              | 0  | the event has no class_name
            {"class_name": 3}                                                    | 15 | class_name must be a string, found the number 3
            {"module_name": "opendp", "class_name": "GaussianDpEvent"}           | 16 | unknown module_name 'opendp'
            {"class_name": "GaussianDpEvent"}                                    | 0  | GaussianDpEvent is missing noise_multiplier
            {"class_name": "GaussianDpEvent", "noise_multiplier": 0}             | 54 | noise_multiplier must be above 0 and finite, was 0.0
            {"class_name": "GaussianDpEvent", "noise_multiplier": "1"}           | 54 | noise_multiplier of gaussian must be a number, found the word '1'
            {"class_name": "GaussianDpEvent", "noise_multiplier": null}          | 54 | noise_multiplier cannot be null
            {"class_name": "GaussianDpEvent", "noise_multiplier": 1e400}         | 54 | 1e400 is too large for a double (at most 1.79e308)
            {"class_name": "GaussianDpEvent", "noise_multiplier": 1, "sigma": 2} | 66 | GaussianDpEvent has no field 'sigma'
            {"class_name": "EpsilonDeltaDpEvent", "epsilon": 1, "delta": 1e-400} | 61 | 1e-400 is too small for a double (at least 4.9e-324)
            {"class_name": "SelfComposedDpEvent", "count": 2, "event": 3}        | 59 | plan of repeated must be a plan such as gaussian(1.1), found the number 3
            {"class_name": "ComposedDpEvent", "events": []}                      | 0  | a composition needs at least one part
            {"class_name": "DiscreteLaplaceDpEvent", "noise_parameter": 1, "sensitivity": 2.5} | 78 | DiscreteLaplaceDpEvent with sensitivity 2.5 is not supported
            {"class_name": "DiscreteGaussianDpEvent", "sigma": 1, "sensitivity": 2} | 69 | DiscreteGaussianDpEvent with sensitivity 2 is read for one dimension only
            {"class_name": "MixtureOfGaussiansDpEvent", "standard_deviation": 1, "sensitivities": [1], "sampling_probs": [2]} | 109 | sampling_probs must add up to 1, was 2.0
            {"class_name": "TruncatedSubsampledGaussianDpEvent", "dataset_size": 1} | 0 | TruncatedSubsampledGaussianDpEvent is missing sampling_probability, truncated_batch_size, noise_multiplier
            {"class_name": "SingleEpochTreeAggregationDpEvent", "noise_multiplier": 1, "step_counts": [1.5]} | 90 | step_counts: every count must be a whole number, was 1.5
            {"class_name": "RandomizedResponseDpEvent", "noise_parameter": 0, "num_buckets": 2} | 63 | noise_parameter must be in (0, 1], was 0
            ["dp_accounting.dp_event", "GaussianDpEvent", 1, 2]                  | 0  | GaussianDpEvent has 1 fields, found 2
            """)
    void otherEventsAreRefusedByName(String json, int position, String message) {
        PlanException refusal = refusal(json);
        assertThat(refusal).hasMessage(message);
        assertThat(refusal.position()).isEqualTo(position);
        assertThat(refusal.remedy()).isNotBlank();
    }

    @ParameterizedTest
    @ValueSource(
            strings = {
                "{", "{}}", "{\"class_name\": \"GaussianDpEvent\", \"noise_multiplier\": NaN}", "{\"a\": 1, \"a\": 2}",
                "{\"class_name\": \"GaussianDpEvent\", \"noise_multiplier\": 1} {}", "[1,", "{\"a\"}", "{'a': 1}"
            })
    void malformedJsonIsRefusedWithItsPlace(String json) {
        PlanException refusal = refusal(json);
        assertThat(refusal.position()).isBetween(0, json.length());
        assertThat(refusal.getMessage()).doesNotContain("\n").doesNotContain("jackson");
    }

    @Test
    void treesHaveNoPlace() throws JsonProcessingException {
        assertThatThrownBy(() -> PlanJson.read(
                        new ObjectMapper().readTree("{\"class_name\": \"X\"}").traverse()))
                .isInstanceOfSatisfying(PlanException.class, refusal -> {
                    assertThat(refusal.position()).isEqualTo(PlanException.NOWHERE);
                    assertThat(refusal.caret("{}")).isEmpty();
                });
    }

    @Test
    void aNumberThatOverflowedInATreeIsNotInfinity() throws JsonProcessingException {
        assertThatThrownBy(() -> PlanJson.read(new ObjectMapper()
                        .readTree("{\"class_name\": \"TruncatedConcentrated\", \"rho\": 1, \"omega\": 1e400}")
                        .traverse()))
                .isInstanceOf(PlanException.class)
                .hasMessageContaining("too large");
        assertThat(Plans.print(PlanJson.read(
                        "{\"class_name\": \"TruncatedConcentrated\", \"rho\": 1, \"omega\": \"Infinity\"}")))
                .isEqualTo("tcdp(1, inf)");
    }

    @ParameterizedTest
    @CsvSource(delimiter = '|', quoteCharacter = '`', textBlock = """
            [[1.1, 0.01, 1000]]                                       | 1000 * poisson(0.01, gaussian(1.1))
            [[1.1, 0.01, 1000], [0.9, 1, 5], [2, 1.0, 1]]             | 1000 * poisson(0.01, gaussian(1.1)) + 5 * gaussian(0.9) + 1 * gaussian(2)
            {"history": [[1.0, 0.5, 3]], "mechanism": "rdp"}          | 3 * poisson(0.5, gaussian(1))
            {"history": [[1.0, 0.5, 3.0], [1, 0.5, 4]]}               | 3 * poisson(0.5, gaussian(1)) + 4 * poisson(0.5, gaussian(1))
            """)
    void opacusHistoriesAreRead(String json, String plan) {
        assertThat(Plans.print(Plans.read(json))).isEqualTo(plan);
    }

    @ParameterizedTest
    @CsvSource(delimiter = '|', quoteCharacter = '`', textBlock = """
            []                                | 0  | the history is empty: nothing was run
            [1.1, 0.01, 1000]                 | 0  | expected a list of lists, found a list of numbers
            [[1.1, 0.01]]                     | 1  | expected [noise_multiplier, sample_rate, steps], found a list of numbers
            [[1, 0.1, 3], {"a": 1}]           | 14 | expected [noise_multiplier, sample_rate, steps], found an object
            [[0, 0.01, 1000]]                 | 1  | noise_multiplier must be above 0 and finite, was 0.0
            [[1, 1.5, 1000]]                  | 1  | sampling_probability: rate must be in (0, 1], was 1.5
            [[1, 0.5, 2.5]]                   | 1  | count must be a whole number, was 2.5
            {"history": [], "mechanism": "x"} | 12 | the history is empty: nothing was run
            {"history": [[1,1,1]], "steps": 1}| 32 | an Opacus state dict has no 'steps'
            """)
    void otherHistoriesAreRefused(String json, int position, String message) {
        assertThat(refusal(json)).hasMessage(message);
        assertThat(refusal(json).position()).isEqualTo(position);
    }

    @Test
    void aNoOpIsPerfectlyPrivate() {
        assertThat(PlanJson.read("{\"class_name\": \"NoOpDpEvent\"}")).isEqualTo(new ApproximateDp(0, 0));
    }
}
