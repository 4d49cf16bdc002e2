package io.sordino.ledger;

import java.io.BufferedReader;
import java.io.IOException;
import java.io.InputStreamReader;
import java.nio.charset.StandardCharsets;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.HashSet;
import java.util.List;
import java.util.Random;
import java.util.Set;

/** Starts programs that spend, and ends them. */
final class Spenders {
    private Spenders() {}

    static Process start(String where, String name, int threads, long charges, int atOnce, boolean answers)
            throws IOException {
        return new ProcessBuilder(
                        Path.of(System.getProperty("java.home"), "bin", "java").toString(),
                        "-XX:TieredStopAtLevel=1",
                        "-XX:+UseSerialGC",
                        "-Xmx256m",
                        "-cp",
                        System.getProperty("java.class.path"),
                        Spender.class.getName(),
                        where,
                        name,
                        String.valueOf(threads),
                        String.valueOf(charges),
                        String.valueOf(atOnce),
                        String.valueOf(answers))
                .redirectErrorStream(true)
                .start();
    }

    static void create(String where, long grants) {
        try (Ledger ledger = Ledger.openOrCreate(where, java.time.InstantSource.system())) {
            ledger.create(Ledgers.filter(
                    "shared",
                    Terms.Kind.SUMS,
                    java.math.BigDecimal.valueOf(grants, 3).toPlainString(),
                    "0"));
        }
    }

    /** @return how many charges the programs say were granted */
    static long race(String where, int processes, int threads, long each, int atOnce) throws Exception {
        List<Process> all = new ArrayList<>();
        for (int p = 0; p < processes; p++) all.add(start(where, "p" + p, threads, each, atOnce, false));
        long granted = 0;
        for (Process one : all) {
            String last = "";
            try (BufferedReader lines = reader(one)) {
                for (String line = lines.readLine(); line != null; line = lines.readLine()) last = line;
            }
            if (one.waitFor() != 0 || !last.startsWith("granted ")) throw new IllegalStateException(last);
            granted += Long.parseLong(last.substring("granted ".length()));
        }
        return granted;
    }

    /** Starts a program, kills it after it has acknowledged some requests, and returns those. */
    static Set<String> killed(String where, String name, Random random) throws Exception {
        Process victim = start(where, name, 4, 1_000_000, 1, true);
        Set<String> acknowledged = new HashSet<>();
        int enough = 1 + random.nextInt(40);
        try (BufferedReader lines = reader(victim)) {
            for (String line = lines.readLine(); line != null; line = lines.readLine()) {
                // the last line of one who was killed may be cut short
                if (line.startsWith("acknowledged ") && line.endsWith(" ."))
                    acknowledged.add(line.substring("acknowledged ".length(), line.length() - 2));
                else if (acknowledged.size() < enough) throw new IllegalStateException(line);
                // kill -9; by its handle, so that what it has said until then can still be read
                if (acknowledged.size() == enough) victim.toHandle().destroyForcibly();
            }
        } catch (IOException e) {
            if (victim.isAlive()) throw e;
        }
        victim.waitFor();
        return acknowledged;
    }

    private static BufferedReader reader(Process process) {
        return new BufferedReader(new InputStreamReader(process.getInputStream(), StandardCharsets.UTF_8));
    }
}
