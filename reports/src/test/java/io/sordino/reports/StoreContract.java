package io.sordino.reports;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.sordino.client.Campaign;
import io.sordino.client.Envelope;
import io.sordino.client.Hex;
import io.sordino.refusal.InvalidException;
import java.io.IOException;
import java.io.RandomAccessFile;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** What a store promises, wherever it keeps its reports. */
abstract class StoreContract {
    /** 99.999 % of chi-square with 16 degrees of freedom. */
    static final double MOST_CHI_SQUARE = 52;

    static final Campaign SIX = Devices.campaign(Devices.response(0.9), 4, 4, 0);

    @TempDir
    Path folder = Path.of("");

    /** Opens the store of a day that a folder stands for; the same again the next time. */
    abstract Store store(Path where, Campaign campaign, int day);

    final Store store(Path where, Campaign campaign) {
        return store(where, campaign, 1);
    }

    static List<List<byte[]>> submissions(Campaign campaign, int count, long seed) {
        List<List<byte[]>> all = new ArrayList<>();
        for (byte[] sent : Devices.sent(campaign, 1, new int[count], seed)) all.add(Devices.reports(campaign, sent));
        return all;
    }

    static List<String> ids(Path batch, Campaign campaign) {
        List<String> ids = new ArrayList<>();
        Batch.read(batch, campaign, header -> report -> ids.add(Hex.write(Envelope.idOf(report))));
        return ids;
    }

    static String id(List<byte[]> submission) {
        return Hex.write(Envelope.idOf(submission.get(0)));
    }

    @Test
    void aBatchIsReleasedOnceAndWhole() throws IOException {
        List<List<byte[]>> sent = submissions(SIX, 5, 1);
        try (Store store = store(folder, SIX)) {
            store.take(sent);
            Path batch = store.release().orElseThrow();
            assertThat(ids(batch, SIX))
                    .containsExactlyInAnyOrderElementsOf(
                            sent.stream().map(StoreContract::id).toList());
            // what was released is known, and there is nothing left to release
            assertThat(store.take(sent)).containsOnly(Store.Outcome.KNOWN);
            assertThat(store.release()).isEmpty();
        }
        try (Store again = store(folder, SIX)) {
            assertThat(again.take(sent)).containsOnly(Store.Outcome.KNOWN);
            assertThat(again.release()).isEmpty();
        }
    }

    @Test
    void belowTheFloorNothingIsReleased() throws IOException {
        List<List<byte[]>> sent = submissions(SIX, 4, 2);
        try (Store store = store(folder, SIX)) {
            store.take(sent.subList(0, 3));
            // a replay is no further client
            store.take(sent.subList(0, 3));
            assertThat(store.isEnough()).isFalse();
            assertThat(store.release()).isEmpty();
            store.take(sent.subList(3, 4));
            assertThat(store.isEnough()).isTrue();
            assertThat(store.release()).isPresent();
        }
    }

    @Test
    void crowdsThatAreTooSmallAreLeftOut() throws IOException {
        Campaign campaign = Campaign.read(Devices.text(Devices.response(0.9), 4, 4, 0, 3));
        List<List<byte[]>> sent = new ArrayList<>();
        for (int i = 0; i < 7; i++)
            sent.add(Devices.reports(
                    campaign, Devices.device(campaign, Devices.seeded(i)).reportFrom(1, i < 5 ? 7 : 8, 1)));
        try (Store store = store(folder, campaign)) {
            store.take(sent);
            Path batch = store.release().orElseThrow();
            assertThat(ids(batch, campaign)).hasSize(5);
            Batch.read(
                    batch,
                    campaign,
                    header -> report -> assertThat(Envelope.crowd(report)).isZero());
        }
    }

    /** Every report is everywhere equally often, whenever it arrived. */
    @Test
    void theOrderIsUniformWheneverReportsArrive() throws IOException {
        int runs = 600;
        int n = 5;
        Campaign campaign = Devices.campaign(Devices.response(0.9), 4, n, 0);
        int[][] released = new int[n][n];
        try (Store store = store(folder, campaign)) {
            for (int run = 0; run < runs; run++) {
                List<List<byte[]>> sent = submissions(campaign, n, 1000 + run);
                // one by one, and in groups
                store.take(sent.subList(0, 1));
                store.take(sent.subList(1, 4));
                store.take(sent.subList(4, 5));
                count(ids(store.release().orElseThrow(), campaign), sent, released);
            }
        }
        assertThat(chiSquare(released, runs)).isLessThan(MOST_CHI_SQUARE);
        // the control: in the order of arrival
        int[][] arrival = new int[n][n];
        for (int i = 0; i < n; i++) arrival[i][i] = runs;
        assertThat(chiSquare(arrival, runs)).isGreaterThan(1000);
    }

    static void count(List<String> order, List<List<byte[]>> sent, int[][] counts) {
        for (int i = 0; i < sent.size(); i++) counts[i][order.indexOf(id(sent.get(i)))]++;
    }

    static double chiSquare(int[][] counts, int runs) {
        double sum = 0;
        double expected = (double) runs / counts.length;
        for (int[] row : counts) for (int count : row) sum += (count - expected) * (count - expected) / expected;
        return sum;
    }

    @Test
    void aStoreIsOfOneCampaignAndOneShuffler() throws IOException {
        Campaign other = Devices.campaign(Devices.response(0.8), 4, 4, 0);
        try (Store store = store(folder, SIX)) {
            assertThat(store.isEnough()).isFalse();
            assertThatThrownBy(() -> store(folder, SIX))
                    .isInstanceOf(InvalidException.class)
                    .hasMessageContaining("in use");
        }
        assertThatThrownBy(() -> store(folder, other))
                .isInstanceOf(InvalidException.class)
                .hasMessageContaining("another campaign");
        assertThatThrownBy(() -> store(folder, SIX, 9))
                .isInstanceOf(InvalidException.class)
                .hasMessageContaining("days 1 to 3");
    }

    @Test
    void aBatchThatWasChangedOrCutIsRefused() throws IOException {
        Path batch;
        try (Store store = store(folder, SIX)) {
            store.take(submissions(SIX, 4, 7));
            batch = store.release().orElseThrow();
        }
        Optional<Path> other = Optional.of(folder.resolve("copy.bin"));
        byte[] whole = Files.readAllBytes(batch);
        for (int cut : new int[] {0, 10, 83, 84, 200, whole.length - 1}) {
            Files.write(other.get(), java.util.Arrays.copyOf(whole, cut));
            assertThatThrownBy(() -> ids(other.get(), SIX)).isInstanceOf(InvalidException.class);
        }
        for (int at : new int[] {0, 9, 20, 60, 75, 80, 120, whole.length - 1}) {
            Files.write(other.get(), whole);
            try (RandomAccessFile file = new RandomAccessFile(other.get().toFile(), "rw")) {
                file.seek(at);
                file.write(whole[at] ^ 1);
            }
            assertThatThrownBy(() -> ids(other.get(), SIX)).as("byte " + at).isInstanceOf(InvalidException.class);
        }
        Campaign another = Devices.campaign(Devices.response(0.8), 4, 4, 0);
        assertThatThrownBy(() -> ids(batch, another)).hasMessageContaining("another campaign");
    }
}
