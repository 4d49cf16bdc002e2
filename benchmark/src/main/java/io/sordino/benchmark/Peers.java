package io.sordino.benchmark;

import java.io.IOException;
import java.io.PrintStream;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.Locale;
import java.util.concurrent.TimeUnit;

/**
 * Times another accountant's command beside a workload of ours, in one run and in turns, so that whatever else the machine does
 * slows both: {@code Peers W1 [--runs 9] -- python3 peer.py 10000 0.01 1 1e-5}.
 *
 * <p>Of the peer counts the CPU time of its process and of those that it waited for. If its last line of output is
 * {@code seconds X}, X counts instead: a program may time its answer without its start. Ours is the CPU time of the thread, warm.
 */
public final class Peers {
    private static final int WARM_UPS = 200;
    private static final long WARM_UP_NANOS = 3_000_000_000L;
    private static final int USUAL_RUNS = 9;
    private static final long MOST_MINUTES = 10;
    private static final String OWN_WORD = "seconds ";

    private Peers() {}

    public static void main(String[] arguments) throws IOException, InterruptedException {
        List<String> words = Arrays.asList(arguments);
        int split = words.indexOf("--");
        if (split < 1 || split == words.size() - 1) throw usage("give a workload, --, and the peer's command");
        Workload workload = Workloads.ALL.stream()
                .filter(one -> one.name().equals(words.get(0)))
                .findFirst()
                .orElseThrow(() -> usage("there is no workload " + words.get(0)));
        int runs = USUAL_RUNS;
        if (split == 3 && words.get(1).equals("--runs")) runs = Integer.parseInt(words.get(2));
        else if (split != 1) throw usage("between the workload and -- only --runs N may stand");
        if (!(runs >= 1)) throw usage("--runs must be at least 1");
        compare(workload, words.subList(split + 1, words.size()), runs, System.out);
    }

    private static IllegalArgumentException usage(String what) {
        return new IllegalArgumentException(what + ": Peers W1 [--runs 9] -- python3 peer.py");
    }

    private static void compare(Workload workload, List<String> command, int runs, PrintStream out)
            throws IOException, InterruptedException {
        workload.fault(workload.run()).ifPresent(fault -> {
            throw new IllegalStateException(workload.name() + ": " + fault);
        });
        long started = System.nanoTime();
        for (int i = 0; i < WARM_UPS && System.nanoTime() - started < WARM_UP_NANOS; i++) workload.run();
        double[] ours = new double[runs];
        double[] theirs = new double[runs];
        double[] ratios = new double[runs];
        String said = "";
        for (int i = 0; i < runs; i++) {
            Timed peer = peer(command);
            said = peer.said;
            theirs[i] = peer.milliseconds;
            ours[i] = own(workload);
            ratios[i] = theirs[i] / ours[i];
        }
        out.println(workload.name() + ", " + workload.plan());
        out.println("peer: " + String.join(" ", command) + (said.isEmpty() ? "" : ", which says: " + said));
        out.println(row("ours, CPU ms", ours));
        out.println(row("peer, CPU ms", theirs));
        out.println(row("peer / ours", ratios));
    }

    private static double own(Workload workload) {
        long now = Duel.cpu();
        workload.run();
        return (Duel.cpu() - now) / 1e6;
    }

    /** @param said its last line of output, but for how long it took */
    private record Timed(double milliseconds, String said) {}

    private static Timed peer(List<String> command) throws IOException, InterruptedException {
        Path output = Files.createTempFile("peer", ".txt");
        try {
            double before = childrenMilliseconds();
            Process process = new ProcessBuilder(command)
                    .redirectErrorStream(true)
                    .redirectOutput(output.toFile())
                    .start();
            if (!process.waitFor(MOST_MINUTES, TimeUnit.MINUTES)) {
                process.destroyForcibly();
                throw new IllegalStateException("the peer took more than " + MOST_MINUTES + " minutes");
            }
            double spent = childrenMilliseconds() - before;
            List<String> lines = Files.readAllLines(output).stream()
                    .filter(line -> !line.isBlank())
                    .toList();
            if (process.exitValue() != 0)
                throw new IllegalStateException("the peer ended with " + process.exitValue() + ": " + last(lines));
            if (!last(lines).startsWith(OWN_WORD)) return new Timed(spent, last(lines));
            double seconds = Double.parseDouble(last(lines).substring(OWN_WORD.length()));
            return new Timed(1e3 * seconds, last(lines.subList(0, lines.size() - 1)));
        } finally {
            Files.delete(output);
        }
    }

    private static String last(List<String> lines) {
        return lines.isEmpty() ? "" : lines.get(lines.size() - 1);
    }

    /** CPU time of children that have ended, as Linux counts it for this process; in hundredths of a second. */
    private static double childrenMilliseconds() throws IOException {
        String stat = Files.readString(Path.of("/proc/self/stat"));
        // after the name, which may hold blanks, come the state and 10 numbers, our two times and our children's two
        String[] fields = stat.substring(stat.lastIndexOf(')') + 2).split(" ");
        return 10.0 * (Long.parseLong(fields[13]) + Long.parseLong(fields[14]));
    }

    /** Median, and the quartiles as a spread. */
    private static String row(String name, double[] values) {
        List<Double> sorted = new ArrayList<>();
        for (double value : values) sorted.add(value);
        sorted.sort(null);
        int n = sorted.size();
        return String.format(
                Locale.ROOT,
                "%-14s median %10.4g   quartiles %.4g to %.4g   least %.4g",
                name,
                sorted.get(n / 2),
                sorted.get(n / 4),
                sorted.get(Math.min(n - 1, 3 * n / 4)),
                sorted.get(0));
    }
}
