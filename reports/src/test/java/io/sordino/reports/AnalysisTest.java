package io.sordino.reports;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.sordino.client.Campaign;
import io.sordino.client.Envelope;
import io.sordino.noise.RandomSource;
import java.io.ByteArrayOutputStream;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/** From devices to estimates, for every way of answering. */
class AnalysisTest {
    private static final int[] HOLDERS = {500, 300, 150, 50, 0};

    @TempDir
    private Path folder = Path.of("");

    private Analysis.Counted counted(Campaign campaign, List<byte[]> sent) throws IOException {
        return countedIn("store", campaign, sent);
    }

    private static int[] values() {
        List<Integer> values = new ArrayList<>();
        for (int v = 0; v < HOLDERS.length; v++) for (int i = 0; i < HOLDERS[v]; i++) values.add(v);
        return values.stream().mapToInt(Integer::intValue).toArray();
    }

    @ParameterizedTest
    @ValueSource(
            strings = {
                "{\"name\": \"randomized_response\", \"truth\": 4e18}",
                "{\"name\": \"unary\", \"flip\": 4e17}",
                "{\"name\": \"rappor\", \"flip\": 4e17}",
                "{\"name\": \"subset\", \"w\": 2, \"inside\": 4e18}",
                "{\"name\": \"local_hash\", \"l\": 8, \"truth\": 4e18}",
                "{\"name\": \"hadamard\", \"truth\": 4e18}"
            })
    void estimatesAreWithinTheirSpread(String randomizer) throws IOException {
        Campaign campaign = Devices.campaign(randomizer, HOLDERS.length, 1000, 0);
        Analysis.Counted counted = counted(campaign, Devices.sent(campaign, 1, values(), 7));
        assertThat(counted.reports()).isEqualTo(1000);
        assertThat(counted.refused()).isZero();
        Law law = Law.of(campaign);
        // 1 - 1e-6 together
        Estimates estimates = Estimates.of(campaign, counted, 1 - 1e-6, true);
        for (Estimates.Cell cell : estimates.cells()) {
            int truth = HOLDERS[cell.value()];
            assertThat(Math.abs(cell.count() - truth)).isLessThan(5.5 * law.deviation(truth, 1000));
            assertThat(cell.interval().lower()).isLessThanOrEqualTo(truth);
            assertThat(cell.interval().upper()).isGreaterThanOrEqualTo(truth);
        }
        // the control: what holders of other values would give lies far outside
        assertThat(estimates.cells().get(0).interval().lower()).isGreaterThan(HOLDERS[2]);
    }

    @Test
    void whatNoDeviceSendsIsLeftOutAndCounted() throws IOException {
        Campaign campaign = Devices.campaign("{\"name\": \"unary\", \"flip\": 4e15}", 40, 20, 0);
        // one whose flips are as likely as not sets half of the bits: no honest device does
        String wild = Devices.text("{\"name\": \"unary\", \"flip\": 2305843009213693952}", 40, 20, 0, 0);
        List<byte[]> sent = Devices.sent(campaign, 1, new int[20], 8);
        for (byte[] liar : Devices.sent(campaign, 1, new int[5], 9)) {
            // changed on the way: it cannot be opened
            liar[liar.length - 1] ^= 1;
            sent.add(liar);
        }
        Analysis.Counted counted = counted(campaign, sent);
        assertThat(counted.reports()).isEqualTo(20);
        assertThat(counted.refused()).isEqualTo(5);
        Counter counter = Counter.of(campaign);
        assertThat(counter.take(new byte[] {-1, -1, -1, -1, -1}, new byte[16])).isFalse();
        assertThat(counter.take(new byte[] {1, 0, 0, 0, 0}, new byte[16])).isTrue();
        assertThat(Counter.of(Campaign.read(wild)).take(new byte[] {-1, -1, 15, 0, 0}, new byte[16]))
                .isTrue();
        Counter sets = Counter.of(Devices.campaign("{\"name\": \"subset\", \"w\": 2, \"inside\": 4e18}", 5, 1, 0));
        assertThat(sets.take(new byte[] {7}, new byte[16])).isFalse();
        assertThat(sets.take(new byte[] {(byte) 0x81}, new byte[16])).isFalse();
        assertThat(sets.take(new byte[] {3}, new byte[16])).isTrue();
        Counter values = Counter.of(Devices.campaign(Devices.response(0.9), 5, 1, 0));
        assertThat(values.take(new byte[] {0, 0, 0, 5}, new byte[16])).isFalse();
        assertThat(values.take(new byte[] {-1, 0, 0, 0}, new byte[16])).isFalse();
    }

    private static String split(int messages, long modulus, int steps, double scale, int shares) {
        double mu = -Math.log(-Math.expm1(-1 / (scale * steps)));
        int times = (int) Math.ceil(mu);
        return "{\"name\": \"split\", \"messages\": " + messages + ", \"modulus\": " + modulus + ", \"steps\": " + steps
                + ", \"shares\": " + shares + ", \"times\": " + times + ", \"rate\": " + Devices.of62(mu / times) + "}";
    }

    /** 60 campaigns of 200 clients: the interval of 90 % holds the truth about that often, and noise is there. */
    @Test
    void countsBySplitAndMixAreWithinTheirIntervals() throws IOException {
        Campaign campaign = Devices.campaign(split(5, 1301, 1, 3, 200), 2, 200, 0);
        int[] values = new int[200];
        for (int i = 0; i < 60; i++) values[i] = 1;
        int held = 0;
        int exact = 0;
        for (int run = 0; run < 60; run++) {
            Analysis.Counted counted = countedIn("split" + run, campaign, Devices.sent(campaign, 1, values, 100 + run));
            assertThat(counted.reports()).isEqualTo(1000);
            Estimates.Cell ones =
                    Estimates.of(campaign, counted, 0.9, false).cells().get(1);
            if (ones.interval().lower() <= 60 && 60 <= ones.interval().upper()) held++;
            if (ones.count() == 60) exact++;
        }
        assertThat(held).isBetween(46, 60);
        assertThat(exact).isLessThan(30);
    }

    @Test
    void numbersAreAddedUp() throws IOException {
        for (String randomizer : List.of(
                split(5, 1_000_003, 256, 1, 300),
                "{\"name\": \"local_laplace\", \"cells\": 64, \"further\": " + Devices.of62(Math.exp(-2.0 / 64))
                        + "}")) {
            Campaign campaign = Devices.campaign(randomizer, 2, 300, 2);
            List<byte[]> sent = new ArrayList<>();
            double truth = 0;
            java.security.SecureRandom random = Devices.seeded(5);
            for (int i = 0; i < 300; i++) {
                double number = i / 300.0;
                truth += number;
                sent.add(Devices.device(campaign, random).reportNumber(1, number));
            }
            Analysis.Counted counted = countedIn("sum" + randomizer.length(), campaign, sent);
            Estimates estimates = Estimates.of(campaign, counted, 1 - 1e-6, false);
            assertThat(estimates.sum()).isTrue();
            Estimates.Cell cell = estimates.cells().get(0);
            assertThat(cell.interval().lower()).isLessThanOrEqualTo(truth);
            assertThat(cell.interval().upper()).isGreaterThanOrEqualTo(truth);
            // the control: the sum of other numbers is not in it
            assertThat(cell.interval().lower()).isGreaterThan(truth - 100);
            assertThat(cell.ifSomeLie().lower())
                    .isLessThanOrEqualTo(cell.interval().lower());
        }
    }

    @Test
    void oneResidueThatCannotBeReadCostsTheSum() throws IOException {
        Campaign campaign = Devices.campaign(split(3, 1301, 1, 3, 20), 2, 20, 0);
        List<byte[]> sent = Devices.sent(campaign, 1, new int[20], 8);
        sent.get(3)[sent.get(3).length - 1] ^= 1;
        Analysis.Counted counted = countedIn("lost", campaign, sent);
        assertThat(counted.refused()).isEqualTo(1);
        assertThatThrownBy(() -> Estimates.of(campaign, counted, 0.95, false))
                .hasMessageContaining("the whole sum is lost");
    }

    /** 60 campaigns: in each of five cells the interval of 90 % holds the truth at least that often. */
    @Test
    void blanketsAreTakenOff() throws IOException {
        Campaign campaign = Devices.campaign(
                "{\"name\": \"blanket\", \"extra\": " + Devices.of62(0.05) + ", \"messages\": 6}", 5, 400, 0);
        int[] values = new int[400];
        for (int i = 0; i < 400; i++) values[i] = i % 4;
        int held = 0;
        for (int run = 0; run < 60; run++) {
            Analysis.Counted counted = countedIn("b" + run, campaign, Devices.sent(campaign, 1, values, 300 + run));
            assertThat(counted.clients()).isEqualTo(400);
            for (Estimates.Cell cell :
                    Estimates.of(campaign, counted, 0.9, false).cells()) {
                int truth = cell.value() < 4 ? 100 : 0;
                if (cell.interval().lower() <= truth && truth <= cell.interval().upper()) held++;
            }
        }
        assertThat(held).isBetween(258, 300);
    }

    /** Any numbers of devices may lie up to those that are allowed for, none of them too: then all 100 may hold what all say, and nobody anything else. */
    @Test
    void theSecondIntervalOfAnyWayHoldsWhoeverLies() {
        for (String randomizer : List.of(
                Devices.response(0.999),
                "{\"name\": \"blanket\", \"extra\": " + Devices.of62(0.01) + ", \"messages\": 3}",
                split(5, 1301, 1, 3, 100),
                "{\"name\": \"local_laplace\", \"cells\": 64, \"further\": " + Devices.of62(Math.exp(-2.0)) + "}")) {
            Campaign campaign = Devices.campaign(randomizer, 2, 100, 20);
            boolean sum = randomizer.contains("laplace");
            List<Long> supports =
                    sum ? List.of(6400L) : randomizer.contains("split") ? List.of(100L) : List.of(0L, 100L);
            Estimates estimates = Estimates.of(campaign, new Analysis.Counted(1, 100, 100, 0, supports), 0.95, false);
            List<Estimates.Cell> cells = estimates.cells();
            Interval ones = cells.get(cells.size() - 1).ifSomeLie();
            assertThat(ones.upper()).as(randomizer).isEqualTo(100);
            // twenty of them lied
            assertThat(ones.lower()).as(randomizer).isLessThanOrEqualTo(80);
            if (!sum)
                assertThat(cells.get(0).ifSomeLie().lower()).as(randomizer).isZero();
        }
    }

    /** Nobody shuffled these, so nobody has looked at their ids before. */
    @Test
    void whoSendsUnderAnothersIdKeepsNobodyOut() throws IOException {
        Campaign campaign = Devices.campaign(Devices.response(0.8), 5, 2, 0);
        List<byte[]> sent = Devices.sent(campaign, 1, new int[] {1, 2}, 7);
        byte[] forged = sent.get(1).clone();
        int id = 2 + Envelope.ID_AT;
        System.arraycopy(sent.get(0), id, forged, id, Envelope.ID_BYTES);
        ByteArrayOutputStream all = new ByteArrayOutputStream();
        for (byte[] one : List.of(forged, sent.get(0), sent.get(1), sent.get(0))) all.writeBytes(one);
        Path file = Files.write(folder.resolve("sent"), all.toByteArray());
        Analysis.Counted counted = new Analysis(campaign, Devices.SECRETS, 2).ofReports(file, 1);
        assertThat(counted.reports()).isEqualTo(2);
        assertThat(counted.refused()).isEqualTo(1);
        assertThat(counted.clients()).isEqualTo(3);
    }

    private Analysis.Counted countedIn(String name, Campaign campaign, List<byte[]> sent) throws IOException {
        try (Store store = Store.open(folder.resolve(name), campaign, 1, RandomSource.secure())) {
            List<List<byte[]>> all = new ArrayList<>();
            for (byte[] one : sent) all.add(Devices.reports(campaign, one));
            store.take(all);
            return new Analysis(campaign, Devices.SECRETS, 2).of(store.release().orElseThrow());
        }
    }
}
