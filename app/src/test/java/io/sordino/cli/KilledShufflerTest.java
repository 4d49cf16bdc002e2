package io.sordino.cli;

import static org.assertj.core.api.Assertions.assertThat;

import io.sordino.client.Campaign;
import io.sordino.client.Device;
import io.sordino.client.Envelope;
import io.sordino.client.Hex;
import io.sordino.ledger.PostgresServer;
import io.sordino.reports.Analysis;
import io.sordino.reports.Batch;
import io.sordino.reports.CampaignFile;
import io.sordino.reports.Estimates;
import java.io.ByteArrayOutputStream;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.security.SecureRandom;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.Collections;
import java.util.HashMap;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Random;
import java.util.Set;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/**
 * Devices, shuffler and analyzer over the loopback: a twentieth of the devices lies, a fifth drops out, requests come again, cut and in another
 * order, and the shuffler is killed again and again. Slow: 10^5 devices and 50 kills.
 */
class KilledShufflerTest {
    private static final boolean SLOW = Boolean.getBoolean("sordino.slow");
    private static final int CLIENTS = SLOW ? 100_000 : 1500;
    private static final int KILLS = SLOW ? 50 : 3;
    private static final int VALUES = 8;
    private static final int LIE = VALUES - 1;

    @TempDir
    private Path folder = Path.of("");

    @Test
    void aFolderLosesNothing() throws Exception {
        collected(List.of("--store", folder.resolve("store").toString()), folder.resolve("store"));
    }

    @Test
    void sqliteLosesNothing() throws Exception {
        Path batches = folder.resolve("batches");
        collected(
                List.of("--store", "jdbc:sqlite:" + folder.resolve("store.db"), "--batches", batches.toString()),
                batches);
    }

    @Test
    void postgresLosesNothing() throws Exception {
        Path batches = folder.resolve("batches");
        try (PostgresServer server = PostgresServer.startOrSkip()) {
            collected(List.of("--store", server.database(), "--batches", batches.toString()), batches);
        }
    }

    /** What a device sent, and what it may be. */
    private static final class Sent {
        private final byte[] bytes;
        private final int value;
        private final boolean honest;

        Sent(byte[] bytes, int value, boolean honest) {
            this.bytes = bytes;
            this.value = value;
            this.honest = honest;
        }
    }

    private void collected(List<String> store, Path batches) throws Exception {
        long seed = System.nanoTime();
        System.out.println("kills with seed " + seed);
        Random random = new Random(seed);
        Path file = folder.resolve("c.json");
        Shell.Outcome planned = Shell.run(("campaign plan --clients " + CLIENTS + " --alphabet " + VALUES
                        + " --epsilon 2 --delta 1e-5 --dropout 25% --corrupt 5% --out " + file)
                .split(" "));
        assertThat(planned.code()).as(planned.err()).isZero();
        Campaign campaign = CampaignFile.read(file);
        List<Sent> devices = devices(campaign);
        // a fifth of the honest ones is not heard of
        List<Sent> there = new ArrayList<>();
        for (int i = 0; i < devices.size(); i++) if (i % 5 != 0 || !devices.get(i).honest) there.add(devices.get(i));
        Collections.shuffle(there, random);
        List<byte[]> requests = requests(there, random);
        Set<String> expected = new HashSet<>();
        for (Sent one : there) expected.add(id(one));

        try (ShufflerProcess shuffler = new ShufflerProcess(folder, file, store)) {
            shuffler.start();
            // stopped below its floor it releases nothing
            shuffler.send(requests.subList(0, requests.size() / 4), random, 0);
            shuffler.stop();
            assertThat(released(batches)).isEmpty();
            shuffler.start();
            shuffler.send(requests.subList(requests.size() / 4, requests.size()), random, KILLS * 4 / 5);
            // the last kills are while the batch is released
            for (int kill = KILLS * 4 / 5; kill < KILLS; kill++) {
                shuffler.killWhileItStops(random);
                shuffler.start();
            }
            shuffler.stop();
            assertThat(released(batches)).hasSize(1);
            // everything once more: all of it is known, and there is nothing to release
            shuffler.start();
            shuffler.send(requests.subList(0, Math.min(requests.size(), 500)), random, 0);
            shuffler.stop();
        }
        Path batch = released(batches).get(0);
        assertThat(released(batches)).hasSize(1);
        List<String> ids = new ArrayList<>();
        Batch.Header header = Batch.read(batch, campaign, found -> report -> ids.add(Hex.write(Envelope.idOf(report))));
        assertThat(ids).hasSameSizeAs(expected);
        assertThat(new HashSet<>(ids)).isEqualTo(expected);
        assertThat(header.clients()).isGreaterThanOrEqualTo(((Number) campaign.word("floor")).longValue());
        estimatesHold(campaign, batch, there);
    }

    private static String id(Sent one) {
        return Hex.write(Arrays.copyOfRange(one.bytes, 2 + Envelope.ID_AT, 2 + Envelope.ID_AT + Envelope.ID_BYTES));
    }

    private static List<Path> released(Path batches) throws IOException {
        if (Files.notExists(batches)) return List.of();
        try (Stream<Path> all = Files.list(batches)) {
            return all.filter(file -> String.valueOf(file.getFileName()).matches("batch-.*\\.bin"))
                    .toList();
        }
    }

    /** Honest ones hold small values more often; the others say what is to be believed, or what cannot be opened. */
    private static List<Sent> devices(Campaign campaign) {
        SecureRandom random = new SecureRandom();
        List<Sent> all = new ArrayList<>();
        for (int i = 0; i < CLIENTS; i++) {
            boolean honest = i % 20 != 7;
            int value = honest ? Math.min(i % 3, i % 5) + (i % 2) * 3 : LIE;
            byte[] sent = device(campaign, random).report(1, value);
            if (i % 200 == 7) sent[sent.length - 1] ^= 1;
            all.add(new Sent(sent, value, honest));
        }
        return all;
    }

    private static Device device(Campaign campaign, SecureRandom random) {
        Map<String, byte[]> kept = new HashMap<>();
        return new Device(
                campaign,
                new Device.Memory() {
                    @Override
                    public Optional<byte[]> read(String name) {
                        return Optional.ofNullable(kept.get(name));
                    }

                    @Override
                    public void write(Map<String, byte[]> changes) {
                        kept.putAll(changes);
                    }
                },
                random);
    }

    /** Groups of devices behind one relay; now and then one that was sent before is among them. */
    private static List<byte[]> requests(List<Sent> there, Random random) {
        List<byte[]> requests = new ArrayList<>();
        for (int at = 0; at < there.size(); ) {
            ByteArrayOutputStream body = new ByteArrayOutputStream();
            int end = Math.min(there.size(), at + 1 + random.nextInt(40));
            for (Sent one : there.subList(at, end)) body.writeBytes(one.bytes);
            while (random.nextInt(3) == 0) body.writeBytes(there.get(random.nextInt(end)).bytes);
            requests.add(body.toByteArray());
            at = end;
        }
        return requests;
    }

    private void estimatesHold(Campaign campaign, Path batch, List<Sent> there) {
        Map<Integer, byte[]> secrets = CampaignFile.secrets(folder.resolve("c.key"), campaign);
        Analysis.Counted counted = new Analysis(campaign, secrets, 2).of(batch);
        long unreadable = there.stream().filter(one -> !one.honest).count();
        assertThat(counted.refused()).isBetween(1L, unreadable);
        long[] honest = new long[VALUES];
        for (Sent one : there) if (one.honest) honest[one.value]++;
        Estimates all = Estimates.of(campaign, counted, 1 - 1e-6, true);
        for (Estimates.Cell cell : all.cells()) {
            assertThat(cell.ifSomeLie().lower()).isLessThanOrEqualTo((double) honest[cell.value()]);
            assertThat(cell.ifSomeLie().upper()).isGreaterThanOrEqualTo((double) honest[cell.value()]);
        }
        // the control: who trusts everybody is misled by those who lie
        assertThat(Estimates.of(campaign, counted, 0.95, false)
                        .cells()
                        .get(LIE)
                        .interval()
                        .lower())
                .isGreaterThan((double) honest[LIE]);
    }
}
