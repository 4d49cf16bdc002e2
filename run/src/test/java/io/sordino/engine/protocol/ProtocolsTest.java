package io.sordino.engine.protocol;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.sordino.engine.Estimate;
import io.sordino.engine.Release;
import io.sordino.mechanism.RandomizedResponse;
import io.sordino.mechanism.Relation;
import io.sordino.mechanism.Shuffled;
import io.sordino.noise.ChiSquare;
import io.sordino.noise.RandomSource;
import io.sordino.noise.Tapes;
import java.util.List;
import java.util.stream.IntStream;
import org.junit.jupiter.api.Test;

/** Randomizer, shuffler and analyzer together: estimates without bias, error bars that hold, orders that tell nothing; seeds are fixed. */
class ProtocolsTest {
    private final RandomSource random = Tapes.seeded(99);

    @Test
    void countsAreUnbiasedAndTheirErrorBarsHold() {
        int[] bits = IntStream.range(0, 2000).map(i -> i < 600 ? 1 : 0).toArray();
        for (ResponseProtocol protocol :
                List.of(new ResponseProtocol(new RandomizedResponse(1, 2)), ResponseProtocol.counting(2000, 100))) {
            double sum = 0;
            int held = 0;
            for (int run = 0; run < 500; run++) {
                Release<List<Estimate>> release = protocol.run(bits, 0.95, random);
                Estimate ones = release.value().get(1);
                sum += ones.value();
                if (ones.lower() <= 600 && 600 <= ones.upper()) held++;
                assertThat(release.plan()).isEqualTo(new Shuffled(2000, protocol.law()));
                assertThat(release.relation()).isEqualTo(Relation.REPLACE_ONE);
            }
            assertThat(held).isGreaterThanOrEqualTo(475);
            double q = 1 / (1 + Math.exp(protocol.law().epsilon()));
            double sd = Math.sqrt(2000 * q * (1 - q)) / (1 - 2 * q);
            assertThat(sum / 500).isBetween(600 - 4 * sd / Math.sqrt(500), 600 + 4 * sd / Math.sqrt(500));
        }
    }

    @Test
    void countingMakesTheNoiseMakersThatWereAskedFor() {
        // a fair coin with probability p is the truth with odds (2 - p) : p
        double p = 100.0 / 2000;
        assertThat(ResponseProtocol.counting(2000, 100).law().epsilon())
                .isCloseTo(Math.log((2 - p) / p), org.assertj.core.data.Offset.offset(1e-12));
    }

    @Test
    void histogramsHoldAllTheirCountsAtOnce() {
        int[] values = IntStream.range(0, 3000)
                .map(i -> i % 10 < 5 ? 0 : i % 10 < 8 ? 1 : 2)
                .toArray();
        double[] truth = {1500, 900, 600, 0};
        ResponseProtocol protocol = new ResponseProtocol(new RandomizedResponse(2, 4));
        int held = 0;
        for (int run = 0; run < 300; run++) {
            List<Estimate> all = protocol.run(values, 0.9, random).value();
            if (IntStream.range(0, 4)
                    .allMatch(v -> all.get(v).lower() <= truth[v]
                            && truth[v] <= all.get(v).upper())) held++;
        }
        assertThat(held).isGreaterThanOrEqualTo(270);
    }

    @Test
    void sumsOfRealNumbersAreUnbiased() {
        double[] values = IntStream.range(0, 1000)
                .mapToDouble(i -> -1 + 3 * (i % 7) / 6.0)
                .toArray();
        double truth = java.util.Arrays.stream(values).sum();
        SumProtocol protocol = new SumProtocol(-1, 2, 8, 3);
        double sum = 0;
        double squares = 0;
        int held = 0;
        for (int run = 0; run < 500; run++) {
            Estimate estimate = protocol.run(values, 0.95, random).value();
            sum += estimate.value() - truth;
            squares += Math.pow(estimate.value() - truth, 2);
            if (estimate.lower() <= truth && truth <= estimate.upper()) held++;
        }
        double error = Math.sqrt(squares / 500);
        assertThat(Math.abs(sum / 500)).isLessThan(4 * error / Math.sqrt(500));
        assertThat(held).isGreaterThanOrEqualTo(475);
    }

    @Test
    void everyOrderIsAsLikely() {
        Shuffler shuffler = new Shuffler(random);
        double fit = ChiSquare.of(
                50_000,
                () -> {
                    ShuffledReports shuffled = shuffler.shuffle(new long[] {0, 1, 2, 3});
                    return 64 * shuffled.report(0)
                            + 16 * shuffled.report(1)
                            + 4 * shuffled.report(2)
                            + shuffled.report(3);
                },
                order -> 1.0 / 24);
        assertThat(fit).isGreaterThan(1e-3);
    }

    @Test
    void reportThatIsNoValueIsLeftOut() {
        ResponseProtocol protocol = new ResponseProtocol(new RandomizedResponse(1, 3));
        long[] reports = {0, 1, 1, 2, 0, 1};
        long[] more = {0, 1, 1, 2, 0, 1, 3, -1, Long.MAX_VALUE, Long.MIN_VALUE, 1L << 32};
        assertThat(protocol.analyze(new ShuffledReports(more), 0.95))
                .isEqualTo(protocol.analyze(new ShuffledReports(reports), 0.95));
    }

    @Test
    void requestsThatMakeNoSenseAreRefused() {
        assertThatThrownBy(() -> new ResponseProtocol(new RandomizedResponse(0, 2)))
                .hasMessageContaining("epsilon");
        assertThatThrownBy(() -> ResponseProtocol.counting(10, 11)).hasMessageContaining("noise makers");
        assertThatThrownBy(() -> ResponseProtocol.counting(10, Double.NaN)).hasMessageContaining("noise makers");
        assertThatThrownBy(() -> new SumProtocol(1, 0, 2, 1)).hasMessageContaining("bounds");
        assertThatThrownBy(() -> new SumProtocol(0, 1, 0, 1)).hasMessageContaining("levels");
        assertThatThrownBy(() -> new Shuffler(random).shuffle(new long[1])).hasMessageContaining("2 reports");
        assertThatThrownBy(() -> new ResponseProtocol(new RandomizedResponse(1, 2)).report(2, random))
                .hasMessageContaining("[0, 2)");
    }
}
