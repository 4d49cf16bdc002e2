package io.sordino.benchmark;

import com.sun.management.ThreadMXBean;
import io.sordino.numeric.Bracket;
import java.io.PrintStream;
import java.lang.management.ManagementFactory;
import java.util.Arrays;
import java.util.List;
import java.util.Locale;
import java.util.Optional;
import java.util.stream.Collectors;

/**
 * Prints the table of docs/performance.md: every workload's answer, checked against the truth, and the CPU time of the thread
 * that computed it, warm. Names given as arguments select workloads; the exit status is 1 if an answer is wrong or too wide.
 *
 * <p>Unlike elapsed time, CPU time means the same on a busy machine. The compiler's and the collector's threads are not in it.
 */
public final class Table {
    private static final int MOST_WARM_UPS = 2000;
    private static final int LEAST_RUNS = 15;
    private static final int MOST_RUNS = 201;
    private static final long WARM_UP_NANOS = 4_000_000_000L;
    private static final long RUN_NANOS = 2_000_000_000L;

    private static final ThreadMXBean THREADS = (ThreadMXBean) ManagementFactory.getThreadMXBean();

    private Table() {}

    /** Medians over the measured runs. */
    private record Cost(double milliseconds, double mebibytes) {}

    public static void main(String[] arguments) {
        List<String> wanted = List.of(arguments);
        PrintStream out = System.out;
        out.println("| | question | truth | our bracket | CPU ms | target | MiB allocated | Google PLD 1e-4 |"
                + " prv_accountant .01 | Google RDP |");
        out.println("|---|---|---|---|---|---|---|---|---|---|");
        boolean right = true;
        for (Workload workload : Workloads.ALL) {
            if (!wanted.isEmpty() && !wanted.contains(workload.name())) continue;
            List<Bracket> found = workload.run();
            Optional<String> fault = workload.fault(found);
            right &= fault.isEmpty();
            out.println(row(workload, found, fault, measure(workload)));
        }
        if (!right) System.exit(1);
    }

    private static Cost measure(Workload workload) {
        long started = cpu();
        for (int i = 0; i < MOST_WARM_UPS && (i < 20 || cpu() - started < WARM_UP_NANOS); i++) workload.run();
        double[] milliseconds = new double[MOST_RUNS];
        double[] mebibytes = new double[MOST_RUNS];
        started = cpu();
        int runs = 0;
        while (runs < LEAST_RUNS || (runs < MOST_RUNS && cpu() - started < RUN_NANOS)) {
            long bytes = THREADS.getCurrentThreadAllocatedBytes();
            long now = cpu();
            workload.run();
            milliseconds[runs] = (cpu() - now) / 1e6;
            mebibytes[runs] = (THREADS.getCurrentThreadAllocatedBytes() - bytes) / (double) (1 << 20);
            runs++;
        }
        return new Cost(median(milliseconds, runs), median(mebibytes, runs));
    }

    private static long cpu() {
        return THREADS.getCurrentThreadCpuTime();
    }

    private static double median(double[] values, int size) {
        double[] sorted = Arrays.copyOf(values, size);
        Arrays.sort(sorted);
        return sorted[size / 2];
    }

    private static String row(Workload workload, List<Bracket> found, Optional<String> fault, Cost cost) {
        String truths = workload.truths().stream().map(Table::truth).collect(Collectors.joining(", "));
        String brackets = found.stream().map(Table::bracket).collect(Collectors.joining(", "));
        Workload.Peers peers = workload.peers();
        return String.join(
                " | ",
                "| " + workload.name(),
                workload.plan(),
                truths,
                brackets + fault.map(text -> " **wrong: " + text + "**").orElse(""),
                String.format(Locale.ROOT, "%.3g", cost.milliseconds())
                        + (cost.milliseconds() > workload.target() ? " (over)" : ""),
                String.format(
                        Locale.ROOT, "%s", Double.toString(workload.target()).replaceAll("\\.0$", "")),
                String.format(Locale.ROOT, "%.3g", cost.mebibytes()),
                peers.googlePld(),
                peers.prvAccountant(),
                peers.googleRdp() + " |");
    }

    private static String truth(double value) {
        return String.format(Locale.ROOT, "%.7g", value);
    }

    private static String bracket(Bracket bracket) {
        return String.format(Locale.ROOT, "[%.7g, %.7g]", bracket.lower(), bracket.upper());
    }
}
