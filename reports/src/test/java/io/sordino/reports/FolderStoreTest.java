package io.sordino.reports;

import static org.assertj.core.api.Assertions.assertThat;

import io.sordino.client.Campaign;
import io.sordino.client.Envelope;
import io.sordino.client.Hex;
import io.sordino.noise.RandomSource;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.AbstractList;
import java.util.ArrayList;
import java.util.HashSet;
import java.util.List;
import java.util.Set;
import java.util.SplittableRandom;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;

class FolderStoreTest extends StoreContract {
    @Override
    Store store(Path where, Campaign campaign, int day) {
        return Store.open(where, campaign, day, RandomSource.secure());
    }

    /** Every report is everywhere equally often, at every moment. */
    @Test
    void slotsLieInAUniformOrder() throws IOException {
        int runs = 600;
        int n = 5;
        List<List<byte[]>> sent = submissions(SIX, n, 3);
        int[][] onDisk = new int[n][n];
        for (int run = 0; run < runs; run++) {
            Path where = folder.resolve("run" + run);
            try (Store store = store(where, SIX)) {
                store.take(sent.subList(0, 1));
                store.take(sent.subList(1, 4));
                store.take(sent.subList(4, 5));
                count(slots(where, SIX), sent, onDisk);
            }
        }
        assertThat(chiSquare(onDisk, runs)).isLessThan(MOST_CHI_SQUARE);
    }

    /** A slot has room for all that a device may send: many who send one report each are not all held in memory as slots. */
    @Test
    void manyWhoSendLittleAreWrittenInParts() throws IOException {
        Campaign campaign = Devices.campaign("{\"name\": \"blanket\", \"extra\": 1, \"messages\": 120}", 200, 2, 0);
        int length = new Envelope(campaign).length();
        SplittableRandom random = new SplittableRandom(4);
        int n = 4000;
        try (Store store = store(folder, campaign)) {
            Path open = openFile(folder);
            List<Long> onDisk = new ArrayList<>();
            List<List<byte[]>> sent = new AbstractList<>() {
                @Override
                public List<byte[]> get(int i) {
                    byte[] report = new byte[length];
                    random.nextBytes(report);
                    onDisk.add(open.toFile().length());
                    return List.of(report);
                }

                @Override
                public int size() {
                    return n;
                }
            };
            assertThat(store.take(sent)).hasSize(n).containsOnly(Store.Outcome.TAKEN);
            assertThat(onDisk.get(n - 1)).isGreaterThan(open.toFile().length() / 2);
            assertThat(slots(folder, 120 * length + 5)).doesNotHaveDuplicates().hasSize(n);
        }
    }

    private static List<String> slots(Path where, Campaign campaign) throws IOException {
        return slots(where, new Envelope(campaign).length() + 5);
    }

    private static List<String> slots(Path where, int size) throws IOException {
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

    /** After each stop a start writes all ids down again, and the next one reads them. */
    @Test
    void idsAreKnownWhereverTheirWritingStops() throws IOException {
        List<List<byte[]>> sent = submissions(SIX, 6, 6);
        Path ids = folder.resolve("seen-1");
        Path slots;
        byte[] kept;
        try (Store store = store(folder, SIX)) {
            store.take(sent);
            slots = openFile(folder);
            kept = Files.readAllBytes(slots);
            store.release();
        }
        byte[] whole = Files.readAllBytes(ids);
        for (int cut = 0; cut <= whole.length; cut += 7) {
            Files.delete(openFile(folder));
            Files.write(slots, kept);
            Files.write(ids, java.util.Arrays.copyOf(whole, cut));
            store(folder, SIX).close();
            try (Store again = store(folder, SIX)) {
                assertThat(again.take(sent)).as("%s bytes", cut).containsOnly(Store.Outcome.KNOWN);
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
}
