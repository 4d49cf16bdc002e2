package io.sordino.cli;

import java.util.Optional;
import me.tongfei.progressbar.ConsoleProgressBarConsumer;
import me.tongfei.progressbar.ProgressBar;
import me.tongfei.progressbar.ProgressBarBuilder;

/** Counts answers or samples on standard error, once two seconds have passed and somebody watches. */
public final class Progress implements AutoCloseable {
    private static final long UNKNOWN = -1;
    private static final long PATIENCE_NANOSECONDS = 2_000_000_000L;

    private final Console console;
    private final String task;
    private final long total;
    private final long start;
    private long done;
    private Optional<ProgressBar> bar = Optional.empty();

    private Progress(Console console, String task, long total) {
        this.console = console;
        this.task = task;
        this.total = total;
        start = console.nanoseconds().getAsLong();
    }

    static Progress on(Console console) {
        return new Progress(console, "answers", UNKNOWN);
    }

    /** Of a task whose size is known. */
    public static Progress on(Console console, String task, long total) {
        return new Progress(console, task, total);
    }

    void step() {
        advance(1);
    }

    public synchronized void advance(long steps) {
        reach(done + steps);
    }

    /** So many of all. */
    synchronized void reach(long steps) {
        done = steps;
        if (!console.progress()) return;
        if (bar.isEmpty() && console.nanoseconds().getAsLong() - start > PATIENCE_NANOSECONDS)
            bar = Optional.of(open());
        bar.ifPresent(shown -> shown.stepTo(done));
    }

    /** Whether the bar is seen, so that a note is worth working out. */
    public synchronized boolean isShown() {
        return bar.isPresent();
    }

    /** Something to be read beside the bar. */
    public synchronized void note(String text) {
        bar.ifPresent(shown -> shown.setExtraMessage(text));
    }

    private ProgressBar open() {
        return new ProgressBarBuilder()
                .setTaskName(task)
                .setInitialMax(total)
                .setConsumer(new ConsoleProgressBarConsumer(System.err))
                .build();
    }

    @Override
    public void close() {
        bar.ifPresent(ProgressBar::close);
    }
}
