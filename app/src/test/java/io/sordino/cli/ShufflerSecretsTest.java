package io.sordino.cli;

import static org.assertj.core.api.Assertions.assertThat;
import static org.junit.jupiter.api.Assumptions.assumeTrue;

import io.sordino.client.Campaign;
import io.sordino.client.Envelope;
import io.sordino.client.Hpke;
import io.sordino.ledger.PostgresServer;
import io.sordino.reports.CampaignFile;
import io.sordino.reports.Submissions;
import java.io.BufferedInputStream;
import java.io.ByteArrayInputStream;
import java.io.ByteArrayOutputStream;
import java.io.IOException;
import java.io.InputStream;
import java.nio.ByteBuffer;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.Arrays;
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
 * No answer and no secret key is in a shuffler's memory or in its store, searched byte by byte. The control: the same search finds the ids in its memory and
 * the sealed reports in its store.
 */
class ShufflerSecretsTest {
    private static final int DEVICES = 60;
    private static final int LOOKED_FOR = Long.BYTES;

    @TempDir
    private Path folder = Path.of("");

    private final List<byte[]> reports = new ArrayList<>();
    private final List<byte[]> secrets = new ArrayList<>();

    @Test
    void aFolderHoldsNoAnswer() throws Exception {
        Path store = folder.resolve("store");
        searched(List.of("--store", store.toString()), store);
    }

    @Test
    void sqliteHoldsNoAnswer() throws Exception {
        Path store = Files.createDirectory(folder.resolve("store"));
        String url = "jdbc:sqlite:" + store.resolve("store.db");
        searched(List.of("--store", url, "--batches", store.toString()), store);
    }

    @Test
    void postgresHoldsNoAnswer() throws Exception {
        try (PostgresServer server = PostgresServer.startOrSkip()) {
            Path batches = folder.resolve("batches");
            searched(List.of("--store", server.database(), "--batches", batches.toString()), server.files());
            assertThat(found(batches, prefixes(secrets))).isEmpty();
        }
    }

    private void searched(List<String> options, Path store) throws Exception {
        Path jcmd = Path.of(System.getProperty("java.home"), "bin", "jcmd");
        assumeTrue(Files.isExecutable(jcmd), "this Java cannot look into another one");
        List<byte[]> sent = sent();
        try (ShufflerProcess shuffler = new ShufflerProcess(folder, folder.resolve("c.json"), options)) {
            shuffler.start();
            shuffler.send(sent.subList(0, DEVICES - 1), new Random(1), 0);
            Path dump = folder.resolve("dump.hprof");
            Process look = new ProcessBuilder(
                            jcmd.toString(), String.valueOf(shuffler.pid()), "GC.heap_dump", "-all", dump.toString())
                    .redirectErrorStream(true)
                    .redirectOutput(folder.resolve("jcmd.log").toFile())
                    .start();
            assertThat(look.waitFor()).isZero();
            List<byte[]> ids = reports.stream().map(Envelope::idOf).toList();
            assertThat(found(dump, prefixes(ids))).hasSizeGreaterThanOrEqualTo(DEVICES - 1);
            assertThat(found(dump, prefixes(secrets))).isEmpty();
            storeHasReportsAlone(store, DEVICES - 1);
            shuffler.send(sent.subList(DEVICES - 1, DEVICES), new Random(1), 0);
            shuffler.stop();
            storeHasReportsAlone(store, DEVICES);
        }
    }

    /** All that were sent, sealed, and nothing that opens one. */
    private void storeHasReportsAlone(Path store, int sent) throws IOException {
        List<byte[]> sealed = reports.subList(0, sent).stream()
                .map(one -> Arrays.copyOfRange(one, Envelope.ID_AT + Envelope.ID_BYTES, one.length))
                .toList();
        assertThat(found(store, prefixes(sealed))).isEqualTo(prefixes(sealed));
        assertThat(found(store, prefixes(secrets))).isEmpty();
    }

    /** What devices send; what it says and what opens it is looked for, and long enough not to be there by chance. */
    private List<byte[]> sent() throws Exception {
        String plan =
                "campaign plan --clients " + DEVICES + " --alphabet 256 --epsilon 1 --delta 1e-6 --no-shuffler --out ";
        Shell.Outcome planned = Shell.run((plan + folder.resolve("c.json")).split(" "));
        assertThat(planned.code()).as(planned.err()).isZero();
        Files.writeString(folder.resolve("values.txt"), "1\n2\n".repeat(DEVICES / 2));
        Path out = folder.resolve("r.bin");
        Shell.run(
                "report",
                "--campaign",
                folder.resolve("c.json").toString(),
                "--values",
                folder.resolve("values.txt").toString(),
                "--out",
                out.toString());
        Campaign campaign = CampaignFile.read(folder.resolve("c.json"));
        Map<Integer, byte[]> keys = CampaignFile.secrets(folder.resolve("c.key"), campaign);
        secrets.addAll(keys.values());
        Envelope envelope = new Envelope(campaign);
        Submissions submissions = new Submissions(campaign, 1);
        InputStream in = new ByteArrayInputStream(Files.readAllBytes(out));
        List<byte[]> sent = new ArrayList<>();
        for (Optional<List<byte[]>> next = submissions.next(in); next.isPresent(); next = submissions.next(in)) {
            byte[] report = next.get().get(0);
            byte[] key = keys.getOrDefault(Envelope.key(report), new byte[0]);
            Hpke hpke = new Hpke(Hpke.publicKey(key), Envelope.info(campaign, Envelope.key(report)));
            byte[] message = envelope.open(hpke, key, report);
            assertThat(message).hasSize(32);
            secrets.add(message);
            reports.add(report);
            sent.add(ByteBuffer.allocate(2 + report.length)
                    .putShort((short) 1)
                    .put(report)
                    .array());
        }
        assertThat(sent).hasSize(DEVICES);
        return sent;
    }

    private static Set<Long> prefixes(List<byte[]> all) {
        Set<Long> prefixes = new HashSet<>();
        for (byte[] one : all) prefixes.add(ByteBuffer.wrap(one).getLong());
        return prefixes;
    }

    /** Those of the words that stand at any byte of a file, or of all files below a folder. */
    private static Set<Long> found(Path where, Set<Long> words) throws IOException {
        Set<Long> found = new HashSet<>();
        try (Stream<Path> files = Files.walk(where)) {
            for (Path file : files.filter(Files::isRegularFile).toList()) {
                try (InputStream in = new BufferedInputStream(Files.newInputStream(file), 1 << 16)) {
                    addFound(in, words, found);
                }
                if (String.valueOf(file.getParent()).endsWith("pg_wal"))
                    addFound(new ByteArrayInputStream(withoutHeaders(Files.readAllBytes(file))), words, found);
            }
        }
        return found;
    }

    /**
     * PostgreSQL writes its log in pages of 8 KiB that begin with a header, of 24 bytes or, in front of a file, of 40: in one record of a thousand it stands inside the eight
     * bytes that are looked for.
     */
    private static byte[] withoutHeaders(byte[] log) {
        ByteArrayOutputStream records = new ByteArrayOutputStream();
        for (int at = 0; at < log.length; at += 8192) {
            int header = at == 0 ? 40 : 24;
            records.write(log, at + header, 8192 - header);
        }
        return records.toByteArray();
    }

    private static void addFound(InputStream in, Set<Long> words, Set<Long> found) throws IOException {
        boolean[] likely = new boolean[1 << 16];
        for (long word : words) likely[(int) word & 0xffff] = true;
        long window = 0;
        int read = 0;
        for (int next = in.read(); next >= 0; next = in.read()) {
            window = window << 8 | next;
            if (++read >= LOOKED_FOR && likely[(int) window & 0xffff] && words.contains(window)) found.add(window);
        }
    }

    @Test
    void aWordThatAPageOfTheLogCutsIsFound() throws IOException {
        byte[] log = new byte[3 * 8192];
        byte[] word = {1, 2, 3, 4, 5, 6, 7, 8};
        System.arraycopy(word, 0, log, 2 * 8192 - 3, 3);
        System.arraycopy(word, 3, log, 2 * 8192 + 24, 5);
        Path file = Files.write(Files.createDirectory(folder.resolve("pg_wal")).resolve("1"), log);
        assertThat(found(file, prefixes(List.of(word)))).isEqualTo(prefixes(List.of(word)));
        Path other = Files.write(folder.resolve("1"), log);
        assertThat(found(other, prefixes(List.of(word)))).isEmpty();
    }
}
