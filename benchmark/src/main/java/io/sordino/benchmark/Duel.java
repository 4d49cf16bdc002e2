package io.sordino.benchmark;

import com.sun.management.ThreadMXBean;
import java.io.IOException;
import java.io.PrintStream;
import java.lang.management.ManagementFactory;
import java.lang.reflect.Field;
import java.lang.reflect.Method;
import java.net.MalformedURLException;
import java.net.URL;
import java.net.URLClassLoader;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.Collections;
import java.util.List;
import java.util.Locale;

/**
 * Whether one build is slower than another: {@code Duel OLD.jar NEW.jar [workload...]}. Both run in one JVM, each from a class
 * loader of its own so that each is compiled for itself, and take turns, so that whatever else the machine does slows both. What
 * counts is the median of the ratios of neighbouring runs; two JVMs that run the same code one after the other differ by up to 40 %.
 */
public final class Duel {
    private static final long WARM_UP_NANOS = 1_500_000_000L;
    private static final long RUN_NANOS = 1_500_000_000L;
    private static final int LEAST_RUNS = 9;
    /** Shorter runs are measured many at a time. */
    private static final double LEAST_SAMPLE_NANOS = 2e6;

    private static final int MOST_WARM_UPS = 20_000;
    private static final int MOST_AT_A_TIME = 500;

    private static final ThreadMXBean THREADS = (ThreadMXBean) ManagementFactory.getThreadMXBean();

    private Duel() {}

    /** CPU time of this thread, in nanoseconds. */
    static long cpu() {
        return THREADS.getCurrentThreadCpuTime();
    }

    /** A workload of one of the builds, seen from outside. */
    private record Contender(String name, Object workload, Method run) {
        double milliseconds(int times) throws ReflectiveOperationException {
            long now = cpu();
            for (int i = 0; i < times; i++) run.invoke(workload);
            return (cpu() - now) / 1e6 / times;
        }
    }

    public static void main(String[] arguments) throws ReflectiveOperationException, IOException {
        if (arguments.length < 2) throw new IllegalArgumentException("give the jars of two builds: OLD.jar NEW.jar");
        List<String> wanted = List.of(arguments).subList(2, arguments.length);
        try (URLClassLoader one = loader(arguments[0]);
                URLClassLoader two = loader(arguments[1])) {
            List<Contender> others = contenders(two);
            for (Contender old : contenders(one))
                for (Contender other : others)
                    if (other.name.equals(old.name) && (wanted.isEmpty() || wanted.contains(old.name)))
                        fight(old, other, System.out);
        }
    }

    private static URLClassLoader loader(String jar) throws MalformedURLException {
        return new URLClassLoader(new URL[] {Path.of(jar).toUri().toURL()}, ClassLoader.getPlatformClassLoader());
    }

    private static List<Contender> contenders(ClassLoader build) throws ReflectiveOperationException {
        Field all = build.loadClass("io.sordino.benchmark.Workloads").getDeclaredField("ALL");
        all.setAccessible(true);
        List<Contender> contenders = new ArrayList<>();
        for (Object workload : (List<?>) all.get(null)) {
            Method name = workload.getClass().getDeclaredMethod("name");
            Method run = workload.getClass().getDeclaredMethod("run");
            name.setAccessible(true);
            run.setAccessible(true);
            contenders.add(new Contender((String) name.invoke(workload), workload, run));
        }
        return contenders;
    }

    private static void fight(Contender old, Contender other, PrintStream out) throws ReflectiveOperationException {
        long started = cpu();
        for (int i = 0; i < 3 || (i < MOST_WARM_UPS && cpu() - started < 2 * WARM_UP_NANOS); i++) {
            old.milliseconds(1);
            other.milliseconds(1);
        }
        double once = Math.max(1e3, 1e6 * old.milliseconds(2));
        int times = (int) Math.max(1, Math.min(MOST_AT_A_TIME, Math.ceil(LEAST_SAMPLE_NANOS / once)));
        List<Double> before = new ArrayList<>();
        List<Double> after = new ArrayList<>();
        List<Double> ratios = new ArrayList<>();
        started = cpu();
        while (ratios.size() < LEAST_RUNS || cpu() - started < 2 * RUN_NANOS) {
            // who goes first finds the caches as the other left them
            boolean oldFirst = ratios.size() % 2 == 0;
            double first = (oldFirst ? old : other).milliseconds(times);
            double second = (oldFirst ? other : old).milliseconds(times);
            before.add(oldFirst ? first : second);
            after.add(oldFirst ? second : first);
            ratios.add(oldFirst ? second / first : first / second);
        }
        out.println(String.format(
                Locale.ROOT,
                "%-10s %10.5g ms %10.5g ms   ratio %.3f",
                old.name,
                median(before),
                median(after),
                median(ratios)));
    }

    private static double median(List<Double> values) {
        List<Double> sorted = new ArrayList<>(values);
        Collections.sort(sorted);
        return sorted.get(sorted.size() / 2);
    }
}
