package io.sordino.reports;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.sordino.client.Campaign;
import io.sordino.client.Envelope;
import io.sordino.client.Hex;
import io.sordino.noise.RandomSource;
import io.sordino.refusal.InvalidException;
import java.io.IOException;
import java.io.RandomAccessFile;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.HashSet;
import java.util.List;
import java.util.Optional;
import java.util.Set;
import java.util.SplittableRandom;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

class StoreTest {
    private static final Campaign SIX = Devices.campaign(Devices.response(0.9), 4, 4, 0);

    @TempDir
    private Path folder = Path.of("");

    private static Store store(Path where, Campaign campaign) {
        return Store.open(where, campaign, 1, RandomSource.secure());
    }

    private static List<List<byte[]>> submissions(Campaign campaign, int count, long seed) {
        List<List<byte[]>> all = new ArrayList<>();
        for (byte[] sent : Devices.sent(campaign, 1, new int[count], seed)) all.add(Devices.reports(campaign, sent));
        return all;
    }

    private static List<String> ids(Path batch, Campaign campaign) {
        List<String> ids = new ArrayList<>();
        Batch.read(batch, campaign, header -> report -> ids.add(Hex.write(Envelope.idOf(report))));
        return ids;
    }

    private static String id(List<byte[]> submission) {
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
                            sent.stream().map(StoreTest::id).toList());
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

    /** Both the slots on disk and the released file: every report is everywhere equally often, whenever it arrived. */
    @Test
    void theOrderIsUniformWheneverReportsArrive() throws IOException {
        int runs = 600;
        int n = 5;
        Campaign campaign = Devices.campaign(Devices.response(0.9), 4, n, 0);
        List<List<byte[]>> sent = submissions(campaign, n, 3);
        int[][] onDisk = new int[n][n];
        int[][] released = new int[n][n];
        for (int run = 0; run < runs; run++) {
            Path where = folder.resolve("run" + run);
            try (Store store = store(where, campaign)) {
                // one by one, and in groups
                store.take(sent.subList(0, 1));
                store.take(sent.subList(1, 4));
                store.take(sent.subList(4, 5));
                count(slots(where, campaign), sent, onDisk);
                count(ids(store.release().orElseThrow(), campaign), sent, released);
            }
        }
        // 99.999 % of chi-square with 16 degrees of freedom
        assertThat(chiSquare(onDisk, runs)).isLessThan(52);
        assertThat(chiSquare(released, runs)).isLessThan(52);
        // the control: in the order of arrival
        int[][] arrival = new int[n][n];
        for (int i = 0; i < n; i++) arrival[i][i] = runs;
        assertThat(chiSquare(arrival, runs)).isGreaterThan(1000);
    }

    private static List<String> slots(Path where, Campaign campaign) throws IOException {
        int size = new Envelope(campaign).length() + 5;
        byte[] all = Files.readAllBytes(openFile(where));
        List<String> ids = new ArrayList<>();
        for (int at = 0; at < all.length; at += size)
            ids.add(Hex.write(java.util.Arrays.copyOfRange(all, at + 17, at + 33)));
        return ids;
    }

    private static Path openFile(Path where) throws IOException {
        try (Stream<Path> files = Files.list(where)) {
            return files.filter(f -> String.valueOf(f.getFileName()).startsWith("open-"))
                    .findFirst()
                    .orElseThrow();
        }
    }

    private static void count(List<String> order, List<List<byte[]>> sent, int[][] counts) {
        for (int i = 0; i < sent.size(); i++) counts[i][order.indexOf(id(sent.get(i)))]++;
    }

    private static double chiSquare(int[][] counts, int runs) {
        double sum = 0;
        double expected = (double) runs / counts.length;
        for (int[] row : counts) for (int count : row) sum += (count - expected) * (count - expected) / expected;
        return sum;
    }

    /** A stop at any moment of a write: its effects up to some byte are there, and all that was acknowledged before it. */
    @Test
    void nothingThatWasAcknowledgedIsLostWhereverAWriteStops() throws IOException {
        SplittableRandom random = new SplittableRandom(4);
        Campaign campaign = Devices.campaign(Devices.response(0.9), 4, 1, 0);
        List<List<byte[]>> sent = submissions(campaign, 40, 5);
        int size = new Envelope(campaign).length() + 5;
        for (int run = 0; run < 60; run++) {
            Path where = folder.resolve("stop" + run);
            int before = 1 + random.nextInt(30);
            byte[] old;
            byte[] after;
            try (Store store = store(where, campaign)) {
                store.take(sent.subList(0, before));
                old = Files.readAllBytes(openFile(where));
                store.take(sent.subList(before, 40));
                after = Files.readAllBytes(openFile(where));
            }
            Path file = openFile(where);
            byte[] stopped;
            if (random.nextBoolean()) {
                // while the end was being written: any part of it is there, the places are as they were
                stopped = java.util.Arrays.copyOf(old, old.length + random.nextInt(after.length - old.length + 1));
                for (int i = old.length; i < stopped.length; i++) if (random.nextBoolean()) stopped[i] = after[i];
            } else {
                // while places were overwritten: each of them old, new or torn
                stopped = after.clone();
                for (int at = 0; at < old.length; at += size) {
                    int kind = random.nextInt(3);
                    for (int i = at; i < at + size; i++)
                        if (kind == 0 || (kind == 1 && random.nextBoolean())) stopped[i] = old[i];
                }
            }
            Files.write(file, stopped);
            try (Store again = store(where, campaign)) {
                for (Store.Outcome outcome : again.take(sent.subList(0, before)))
                    assertThat(outcome).isEqualTo(Store.Outcome.KNOWN);
                List<String> ids = ids(again.release().orElseThrow(), campaign);
                assertThat(new HashSet<>(ids)).hasSameSizeAs(ids);
                Set<String> all = new HashSet<>(ids);
                for (List<byte[]> one : sent.subList(0, before)) assertThat(all).contains(id(one));
            }
        }
    }

    @Test
    void aStopBetweenReleaseAndForgettingReleasesNothingTwice() throws IOException {
        List<List<byte[]>> sent = submissions(SIX, 6, 6);
        Path slots;
        byte[] kept;
        try (Store store = store(folder, SIX)) {
            store.take(sent);
            slots = openFile(folder);
            kept = Files.readAllBytes(slots);
            store.release();
        }
        // as if the slots had not been taken away, nor the ids been written
        Files.delete(openFile(folder));
        Files.write(slots, kept);
        Files.delete(folder.resolve("seen-1"));
        try (Store again = store(folder, SIX)) {
            assertThat(again.take(sent)).containsOnly(Store.Outcome.KNOWN);
            assertThat(again.release()).isEmpty();
        }
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
        assertThatThrownBy(() -> Store.open(folder, SIX, 9, RandomSource.secure()))
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
