package io.sordino.loss.composition;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.within;

import io.sordino.loss.primitive.GaussianPair;
import io.sordino.numeric.Bracket;
import java.io.IOException;
import java.io.InputStream;
import java.nio.charset.StandardCharsets;
import java.util.List;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import org.junit.jupiter.api.Test;

/** The closed form against the golden table, against itself by the other formula and against the swap. */
class ComposedRandomizedResponseTest {
    private static final Pattern ROW = Pattern.compile(
            "\"?(\\d+) \\* dp\\(([-0-9.e]+)(?:, ([-0-9.e]+))?\\)\"?,add-remove,(delta|epsilon),([^,]+),([^,]+),([^,]+),exact.*");

    private static List<Matcher> golden() throws IOException {
        try (InputStream in =
                ComposedRandomizedResponseTest.class.getResourceAsStream("/golden/composition_pure.csv")) {
            return new String(in.readAllBytes(), StandardCharsets.UTF_8)
                    .lines()
                    .map(ROW::matcher)
                    .filter(Matcher::matches)
                    .toList();
        }
    }

    @Test
    void meetsEveryGoldenRowAndIsNarrow() throws IOException {
        List<Matcher> rows = golden();
        assertThat(rows).hasSizeGreaterThan(1000);
        double widest = 0;
        for (Matcher row : rows) {
            double delta = row.group(3) == null ? 0 : Double.parseDouble(row.group(3));
            ComposedRandomizedResponse k = new ComposedRandomizedResponse(
                    Double.parseDouble(row.group(2)), delta, Long.parseLong(row.group(1)));
            double at = Double.parseDouble(row.group(5));
            Bracket mine = row.group(4).equals("delta") ? k.epsilon(at) : k.delta(at);
            double lower = Double.parseDouble(row.group(6));
            double upper = Double.parseDouble(row.group(7).replace("inf", "Infinity"));
            assertThat(mine.lower()).as(row.group()).isLessThanOrEqualTo(upper);
            assertThat(mine.upper()).as(row.group()).isGreaterThanOrEqualTo(lower);
            if (mine.upper() > 0 && mine.upper() < Double.POSITIVE_INFINITY)
                widest = Math.max(widest, (mine.upper() - mine.lower()) / mine.upper());
        }
        System.out.println("widest relative bracket on " + rows.size() + " golden rows: " + widest);
        assertThat(widest).isLessThan(1e-9);
    }

    @Test
    void largeCountsAgreeWithTheGaussianLimit() {
        // many weak answers are nearly Gaussian with mu = sqrt(k) epsilon
        for (long k : new long[] {10_000_000L, 10_000_001L, 1_000_000_000_000L, 1_000_000_000_000_000L}) {
            ComposedRandomizedResponse response = new ComposedRandomizedResponse(1 / Math.sqrt((double) k), 0, k);
            Bracket mine = response.epsilon(1e-6);
            double limit = new GaussianPair(1).epsilon(1e-6).midpoint();
            assertThat(mine.lower()).isCloseTo(limit, within(1e-3));
            assertThat(mine.upper()).isCloseTo(limit, within(1e-3));
        }
    }

    @Test
    void bothFormulasAgree() {
        for (double t : new double[] {0.5, 2, 4, 8}) {
            Bracket summed = new ComposedRandomizedResponse(2e-3, 0, 200_000L).logDelta(t);
            Bracket subtracted = new ComposedRandomizedResponse(2e-3, 0, 200_001L).logDelta(t);
            assertThat(summed.midpoint()).isCloseTo(subtracted.midpoint(), within(1e-3));
        }
    }

    @Test
    void oneCopyIsTheTextbookProfile() {
        ComposedRandomizedResponse one = new ComposedRandomizedResponse(1, 0.1, 1);
        for (double t : new double[] {-3, -1, -0.4, 0, 0.3, 1, 2}) {
            double p = 1 / (1 + Math.exp(-1));
            double finite = Math.max(0, p - Math.exp(t) * (1 - p)) + Math.max(0, (1 - p) - Math.exp(t) * p);
            assertThat(one.delta(t).lower()).isLessThanOrEqualTo((0.1 + 0.9 * finite) * (1 + 1e-14));
            assertThat(one.delta(t).upper()).isGreaterThanOrEqualTo((0.1 + 0.9 * finite) * (1 - 1e-14));
        }
    }

    @Test
    void deltaZeroAsksForTheSum() {
        assertThat(new ComposedRandomizedResponse(0.1, 0, 30).epsilon(0).contains(3.0))
                .isTrue();
        assertThat(new ComposedRandomizedResponse(0.1, 1e-9, 30).epsilon(0).lower())
                .isInfinite();
        assertThat(new ComposedRandomizedResponse(0, 0, 30).epsilon(0).upper()).isZero();
    }
}
