package io.sordino.plan;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.catchThrowable;
import static org.assertj.core.api.Assertions.fail;

import com.fasterxml.jackson.core.JsonProcessingException;
import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.ObjectMapper;
import io.sordino.mechanism.Composed;
import io.sordino.mechanism.Gaussian;
import io.sordino.mechanism.Laplace;
import io.sordino.mechanism.LastIterate;
import io.sordino.mechanism.Mechanism;
import io.sordino.mechanism.PoissonSampled;
import io.sordino.mechanism.RandomizedResponse;
import io.sordino.mechanism.Repeated;
import io.sordino.mechanism.Schedule;
import java.util.HashSet;
import java.util.List;
import java.util.Set;
import java.util.stream.IntStream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

/** What is written reads back as the same mechanism, as text and as JSON. */
class PlanRoundTripTest {
    private static final ObjectMapper MAPPER = new ObjectMapper();
    private static final long SEED = 20_261_115L;
    private static final int CASES = 20_000;

    @ParameterizedTest
    @CsvSource(delimiter = '|', textBlock = """
            gaussian( 1.10 )                                  | gaussian(1.1)
            gaussian(1.0)                                     | gaussian(1)
            poisson(1/100, gaussian(1))                       | poisson(0.01, gaussian(1))
            1e6 * laplace(2e1)                                | 1000000 * laplace(20)
            1_000_000_000_000_000 * gdp(1)                    | 1000000000000000 * gdp(1)
            dp(1, 0)                                          | dp(1)
            dp(delta=1e-5, epsilon=.5)                        | dp(0.5, delta=1e-5)
            dp(1, 0.0001)                                     | dp(1, delta=0.0001)
            rr(4, 3)                                          | randomized_response(4, k=3)
            rr(4, k=2)                                        | randomized_response(4)
            zcdp(0.5, 0)                                      | zcdp(0.5)
            tcdp(1, inf)                                      | tcdp(1, inf)
            (gaussian(1))                                     | gaussian(1)
            2 * (gaussian(1))                                 | 2 * gaussian(1)
            2 * (3 * gaussian(1))                             | 2 * (3 * gaussian(1))
            2 * (gaussian(1) + laplace(1))                    | 2 * (gaussian(1) + laplace(1))
            (gaussian(1) + laplace(1)) + gdp(1)               | (gaussian(1) + laplace(1)) + gdp(1)
            gaussian(1) + (2 * laplace(1) + gdp(1))           | gaussian(1) + (2 * laplace(1) + gdp(1))
            poisson(0.1, (gaussian(1) + laplace(1)))          | poisson(0.1, gaussian(1) + laplace(1))
            composed([gaussian(1)])                           | composed([gaussian(1)])
            composed([gaussian(1), gdp(1)])                   | gaussian(1) + gdp(1)
            repeated(3, gaussian(1))                          | 3 * gaussian(1)
            2 * composed([gaussian(1)])                       | 2 * composed([gaussian(1)])
            sinh_normal(A=2, sigma=1)                         | sinh_normal(1, 2)
            gaussian(1e300)                                   | gaussian(1e300)
            gaussian(12345678901234567890)                    | gaussian(1.2345678901234567e19)
            """)
    void textHasOneCanonicalForm(String typed, String canonical) {
        Mechanism mechanism = Plans.parse(typed);
        assertThat(Plans.print(mechanism)).isEqualTo(canonical);
        assertThat(Plans.parse(canonical)).isEqualTo(mechanism);
    }

    @Test
    void everyNumberIsPrintedShortest() {
        assertThat(Numeral.text(2.0E-3)).isEqualTo("0.002");
        assertThat(Numeral.text(Double.parseDouble("1e23"))).isEqualTo("1e23");
        assertThat(Numeral.text(40 * Double.MIN_VALUE)).isEqualTo("2e-322");
        assertThat(Numeral.text(Double.MIN_VALUE)).isEqualTo("5e-324");
        assertThat(Numeral.text(0.1 + 0.2)).isEqualTo("0.30000000000000004");
        assertThat(Numeral.text(-0.0)).isEqualTo("-0");
        assertThat(Numeral.text(-12.5)).isEqualTo("-12.5");
        assertThat(Numeral.text(-1e-7)).isEqualTo("-1e-7");
    }

    @Test
    void randomMechanismsSurviveTextAndJson() {
        RandomPlans plans = new RandomPlans(SEED);
        Set<Class<?>> seen = new HashSet<>();
        for (int i = 0; i < CASES; i++) {
            Mechanism mechanism = plans.next(1 + i % 5);
            seen.add(mechanism.getClass());
            String text = Plans.print(mechanism);
            String json = PlanJson.write(mechanism);
            Mechanism parsed = Plans.parse(text);
            boolean survives = parsed.equals(mechanism)
                    && Plans.print(parsed).equals(text)
                    && PlanJson.read(tree(json).traverse()).equals(mechanism)
                    && Plans.read(json).equals(mechanism);
            if (!survives) fail("seed " + SEED + ", case " + i + ": " + text + "\n" + json);
        }
        assertThat(seen).hasSize(Vocabulary.ENTRIES.size());
    }

    private static JsonNode tree(String json) {
        try {
            return MAPPER.readTree(json);
        } catch (JsonProcessingException e) {
            throw new AssertionError(json, e);
        }
    }

    @Test
    void differentMechanismsArePrintedDifferently() {
        Mechanism flat = new Composed(List.of(new Gaussian(1), new Laplace(1), new Gaussian(1)));
        Mechanism nested =
                new Composed(List.of(new Composed(List.of(new Gaussian(1), new Laplace(1))), new Gaussian(1)));
        assertThat(Plans.print(flat)).isNotEqualTo(Plans.print(nested));
    }

    @Test
    void longSchedulesSurviveJson() {
        List<Double> noise =
                IntStream.rangeClosed(1, 200_000).mapToObj(i -> i / 7.0).toList();
        Mechanism mechanism = new LastIterate(
                200_000,
                Schedule.constant(0.1),
                new Schedule(noise),
                1,
                1,
                0,
                Double.POSITIVE_INFINITY,
                100,
                10,
                LastIterate.Order.SAMPLED,
                LastIterate.Position.FIRST);
        assertThat(Plans.read(PlanJson.write(mechanism))).isEqualTo(mechanism);
    }

    @Test
    void printingRefusesWhatIsNestedTooDeeply() {
        Mechanism deep = new Gaussian(1);
        for (int i = 0; i < 5_000; i++) deep = new PoissonSampled(0.5, deep);
        Mechanism tooDeep = deep;
        assertThat(catchThrowable(() -> Plans.print(tooDeep))).isInstanceOf(PlanException.class);
        assertThat(catchThrowable(() -> PlanJson.write(tooDeep))).isInstanceOf(PlanException.class);
    }

    @Test
    void countsAndRandomizedResponsesOfAnySizeSurviveJson() {
        for (double epsilon = 0; epsilon < 60; epsilon += 0.37) {
            for (long k : new long[] {2, 3, 17, 1L << 40, Long.MAX_VALUE}) {
                Mechanism mechanism = new Repeated(Repeated.MOST, new RandomizedResponse(epsilon, k));
                assertThat(PlanJson.read(PlanJson.write(mechanism))).isEqualTo(mechanism);
            }
        }
    }
}
