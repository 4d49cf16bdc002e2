package io.sordino.benchmark;

import io.sordino.numeric.Bracket;
import java.util.List;
import java.util.concurrent.TimeUnit;
import org.openjdk.jmh.annotations.Benchmark;
import org.openjdk.jmh.annotations.BenchmarkMode;
import org.openjdk.jmh.annotations.Fork;
import org.openjdk.jmh.annotations.Measurement;
import org.openjdk.jmh.annotations.Mode;
import org.openjdk.jmh.annotations.OutputTimeUnit;
import org.openjdk.jmh.annotations.Param;
import org.openjdk.jmh.annotations.Scope;
import org.openjdk.jmh.annotations.Setup;
import org.openjdk.jmh.annotations.State;
import org.openjdk.jmh.annotations.Warmup;

/** Whole questions, from a parsed plan to a checked bracket: elapsed time of one warm thread. */
@State(Scope.Thread)
@BenchmarkMode(Mode.AverageTime)
@OutputTimeUnit(TimeUnit.MILLISECONDS)
@Warmup(iterations = 4, time = 1)
@Measurement(iterations = 6, time = 1)
@Fork(
        value = 1,
        jvmArgsAppend = {"-Xmx256m", "-XX:+UseSerialGC"})
public class WorkloadBenchmark {
    @Param({
        "W1",
        "W2",
        "W3",
        "W4",
        "W5",
        "W6",
        "W8",
        "W9",
        "W10",
        "W11",
        "W12",
        "rare",
        "gaussians",
        "responses",
        "leaves",
        "point"
    })
    private String workload = "W1";

    private Workload chosen = Workloads.named(workload);

    @Setup
    public void choose() {
        chosen = Workloads.named(workload);
        chosen.fault(chosen.run()).ifPresent(fault -> {
            throw new IllegalStateException(workload + ": " + fault);
        });
    }

    @Benchmark
    public List<Bracket> answer() {
        return chosen.run();
    }
}
