package io.sordino.benchmark;

import io.sordino.Privacy;
import io.sordino.account.Guarantee;
import io.sordino.benchmark.Workload.Peers;
import io.sordino.mechanism.Mechanism;
import io.sordino.mechanism.Relation;
import io.sordino.numeric.Bracket;
import io.sordino.plan.Plans;
import java.util.List;
import java.util.Locale;
import java.util.function.IntFunction;
import java.util.stream.Collectors;
import java.util.stream.IntStream;
import java.util.stream.LongStream;
import java.util.stream.Stream;

/** The questions that the benchmark asks. Plans are parsed beforehand, everything else is part of the time. */
final class Workloads {
    private static final double WIDTH = 1e-3;
    private static final String W1 = "10000 * poisson(0.01, gaussian(1))";

    private static final String STEADY_RUN =
            "last_iterate(steps=1000, step_size=1, noise=1, lipschitz=0.5, smoothness=0.05,"
                    + " strong_convexity=0.05, dataset_size=10)";
    private static final String SAMPLED_RUN =
            "last_iterate(steps=1e7, step_size=0.1, noise=0.5, lipschitz=1, smoothness=1,"
                    + " dataset_size=60000, batch_size=256, order=sampled)";

    static final List<Workload> ALL = List.of(
            epsilon("W1", W1, 1e-5, 6.187712, WIDTH, 15, new Peers("549 ms, +3e-5", "929 ms, +1e-2", "28 ms, +8.5 %")),
            epsilon(
                    "W2",
                    "100000 * poisson(1024/1280000, gaussian(1))",
                    1e-7,
                    1.623635,
                    WIDTH,
                    30,
                    new Peers("315 ms, +1.3e-3", "1137 ms, +1e-2", "18 ms, +10 %")),
            calibration(),
            epsilon(
                    "W4",
                    "1000000 * poisson(0.001, gaussian(2))",
                    1e-6,
                    2.420858,
                    WIDTH,
                    30,
                    new Peers("50 ms, +8e-3", "10350 ms, +1e-2", "17 ms, +7 %")),
            different(),
            curve("W6", 200, 60, new Peers("1550 ms", "12250 ms", "50 ms, up to 7.7x")),
            epsilon(
                    "W8",
                    "1000 * poisson(0.01, gaussian(1))",
                    1e-5,
                    1.828237,
                    WIDTH,
                    15,
                    new Peers("518 ms, +7e-6", "154 ms, +1e-2", "27 ms, +15 %")),
            epsilon("W9", "500 * laplace(20)", 1e-6, 5.473902, 1e-4, 3, new Peers("45 ms", "160 ms", "0.2 ms, +6.7 %")),
            epsilon(
                    "W10",
                    "1000 * poisson(0.01, gaussian(1))",
                    1e-12,
                    3.914298,
                    WIDTH,
                    15,
                    new Peers("515 ms, +9e-4", "243 ms, -1.3e-3: unsound", "28 ms, +11 %")),
            epsilon(
                    "W11",
                    "1000 * poisson(0.02, gaussian(0.3))",
                    1e-5,
                    118.989644,
                    WIDTH,
                    30,
                    new Peers("3350 ms", "4680 ms", "60 ms, +27 %")),
            checkpoints(),
            epsilon(
                    "rare",
                    "10000000 * poisson(0.0001, gaussian(2))",
                    1e-6,
                    0.6942798,
                    WIDTH,
                    60,
                    new Peers("36000 ms, +29 %", "-", "-")),
            epsilon("gaussians", "1000000 * gaussian(1000)", 1e-6, 4.886554, 1e-9, 0.1, Peers.UNKNOWN),
            epsilon("responses", "1000 * randomized_response(0.1, k=5)", 1e-6, 11.18596, WIDTH, 5, Peers.UNKNOWN),
            epsilon("S1", "shuffled(1000000, local(2))", 1e-6, 0.009517230, 0.07, 15, new Peers("-", "-", "-")),
            epsilon("S2", "shuffled(10000, randomized_response(3))", 1e-6, 0.1692295, 1e-6, 80, Peers.UNKNOWN),
            epsilon("S3", "shuffled(100000, randomized_response(4))", 1e-6, 0.08471618, 1e-6, 80, Peers.UNKNOWN),
            epsilon(
                    "S4",
                    "shuffled(1000000000, randomized_response(4, k=10))",
                    1e-6,
                    7.01129e-4,
                    WIDTH,
                    100,
                    Peers.UNKNOWN),
            epsilon("S5", "shuffled(1000000000, randomized_response(4))", 1e-6, 5.1392e-4, 0.03, 100, Peers.UNKNOWN),
            localEpsilon(),
            epsilon("L1", STEADY_RUN, 1e-6, 2.880873, 1e-9, 0.1, Peers.UNKNOWN),
            epsilon("L2", SAMPLED_RUN, 1e-6, 0.8826203, 0.02, 300, Peers.UNKNOWN),
            epsilon(
                    "A1",
                    "allocated(1, 1000, gaussian(1))",
                    1e-6,
                    0.1717287,
                    WIDTH,
                    60,
                    new Peers("-", "-", "PLD_accounting 415000 ms, [0.1694, 0.1776]")),
            epsilon(
                    "A2",
                    "10 * allocated(1, 100, gaussian(1))",
                    1e-6,
                    1.9644,
                    5e-3,
                    250,
                    new Peers("-", "-", "PLD_accounting 19200 ms, [1.864, 2.065]")),
            epsilon("A3", "allocated(1, 100000, gaussian(1))", 1e-6, 0.013029, WIDTH, 400, Peers.UNKNOWN),
            epsilon("A4", "15 * allocated(1, 235, gaussian(1.1))", 1e-5, 1.0921, 5e-3, 250, Peers.UNKNOWN),
            leaves(),
            curve("point", 1, 15, Peers.UNKNOWN));

    private Workloads() {}

    static Workload named(String name) {
        return ALL.stream()
                .filter(workload -> workload.name().equals(name))
                .findFirst()
                .orElseThrow(() -> new IllegalArgumentException("no workload is named " + name));
    }

    private static Workload epsilon(
            String name, String plan, double delta, double truth, double width, double target, Peers peers) {
        return epsilon(name, plan + " at delta = " + delta, Plans.read(plan), delta, truth, width, target, peers);
    }

    private static Workload epsilon(
            String name,
            String words,
            Mechanism plan,
            double delta,
            double truth,
            double width,
            double target,
            Peers peers) {
        Privacy asked = Privacy.of(plan).within(width);
        return new Workload(
                name, words, () -> List.of(asked.epsilon(delta).epsilon()), List.of(truth), width, target, peers);
    }

    /** The least noise; its bracket reaches from the optimum that the width allows up to what was found. */
    private static Workload calibration() {
        String plan = "14062 * poisson(256/60000, gaussian(?))";
        return new Workload(
                "W3",
                "calibrate " + plan + " to (2, 1e-5)",
                () -> {
                    double noise = Privacy.calibrate(plan, Relation.ADD_OR_REMOVE_ONE, 2, 1e-5)
                            .value();
                    return List.of(Bracket.of(noise * (1 - WIDTH), noise));
                },
                List.of(1.224145),
                WIDTH * 1.0001,
                150,
                new Peers("3350 ms", "16400 ms", "200 ms, +5.8 %"));
    }

    /** The largest local epsilon; as above the other way round. */
    private static Workload localEpsilon() {
        String plan = "shuffled(100000, randomized_response(?))";
        return new Workload(
                "S6",
                "calibrate " + plan + " to (1, 1e-6)",
                () -> {
                    double local = Privacy.calibrate(plan, Relation.REPLACE_ONE, 1, 1e-6)
                            .value();
                    return List.of(Bracket.of(local, local * (1 + WIDTH)));
                },
                List.of(7.9851),
                WIDTH * 1.0001,
                300,
                Peers.UNKNOWN);
    }

    private static Workload different() {
        String plan = sum(
                each(50, i -> "gaussian(" + (30 + i) + ")"),
                each(30, i -> "laplace(" + (50 + 2 * i) + ")"),
                each(
                        20,
                        i -> String.format(
                                Locale.ROOT, "10 * poisson(%.3f, gaussian(%.2f))", 0.01 + 0.001 * i, 1 + 0.05 * i)));
        return epsilon(
                "W5",
                "50 gaussian, 30 laplace, 20 x (10 * poisson), all different, at delta = 1e-6",
                Plans.read(plan),
                1e-6,
                1.23833,
                WIDTH,
                200,
                new Peers("7130 ms", "9280 ms", "470 ms, +41 %"));
    }

    private static Workload leaves() {
        String plan = sum(
                each(34, i -> "gaussian(" + (50 + 2 * i) + ")"),
                each(33, i -> "laplace(" + (40 + 3 * i) + ")"),
                each(33, i -> String.format(Locale.ROOT, "randomized_response(%.3f)", 0.02 + 0.001 * i)));
        return epsilon(
                "leaves",
                "34 gaussian, 33 laplace, 33 randomized_response, all different, at delta = 1e-6",
                Plans.read(plan),
                1e-6,
                0.9800555,
                WIDTH,
                60,
                Peers.UNKNOWN);
    }

    private static Stream<String> each(int count, IntFunction<String> leaf) {
        return IntStream.range(0, count).mapToObj(leaf);
    }

    @SafeVarargs
    private static String sum(Stream<String>... leaves) {
        return Stream.of(leaves).flatMap(leaf -> leaf).collect(Collectors.joining(" + "));
    }

    /** Epsilon after 100, 200, ... 10000 steps of W1. */
    private static Workload checkpoints() {
        Privacy epoch = Privacy.of("100 * poisson(0.01, gaussian(1))").within(WIDTH);
        List<Long> epochs = LongStream.rangeClosed(1, 100).boxed().toList();
        return new Workload(
                "W12",
                "epsilon after each of 100 checkpoints of W1; the 10th and the last are shown",
                () -> {
                    List<Guarantee> found = epoch.epsilonsAfter(epochs, 1e-5);
                    return List.of(found.get(9).epsilon(), found.get(99).epsilon());
                },
                List.of(1.828237, 6.187712),
                WIDTH,
                120,
                new Peers("13500 ms", "19100 ms", "2800 ms, +8 %"));
    }

    /** Delta of W1's plan at evenly spaced epsilons up to 12; one composition answers them all. */
    private static Workload curve(String name, int points, double target, Peers peers) {
        Privacy asked = Privacy.of(W1).within(WIDTH);
        List<Double> epsilons = points == 1
                ? List.of(9.6)
                : IntStream.rangeClosed(1, points)
                        .mapToObj(i -> 12.0 * i / points)
                        .toList();
        int shown = Math.max(1, points / 5);
        List<Double> truths = points == 1
                ? List.of(2.921388e-11)
                : List.of(0.04833624, 4.585002e-4, 3.689966e-7, 2.921388e-11, 2.902166e-16);
        return new Workload(
                name,
                points == 1
                        ? "delta of W1's plan at epsilon = 9.6"
                        : "delta at " + points + " epsilons up to 12 of W1's plan; every " + shown + "th is shown",
                () -> {
                    List<Bracket> found = asked.deltas(epsilons).stream()
                            .map(Guarantee::delta)
                            .toList();
                    return points == 1
                            ? found
                            : IntStream.rangeClosed(1, 5)
                                    .mapToObj(i -> found.get(i * shown - 1))
                                    .toList();
                },
                truths,
                WIDTH * 1.001,
                target,
                peers);
    }
}
