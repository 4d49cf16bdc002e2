package io.sordino.cli;

import java.util.Optional;
import me.tongfei.progressbar.ConsoleProgressBarConsumer;
import me.tongfei.progressbar.ProgressBar;
import me.tongfei.progressbar.ProgressBarBuilder;

/** Counts answers on standard error, once two seconds have passed and somebody watches. */
final class Progress implements AutoCloseable {
    private static final long PATIENCE_NANOSECONDS = 2_000_000_000L;

    private final Console console;
    private final long start;
    private long done;
    private Optional<ProgressBar> bar = Optional.empty();

    private Progress(Console console) {
        this.console = console;
        start = console.nanoseconds().getAsLong();
    }

    static Progress on(Console console) {
        return new Progress(console);
    }

    void step() {
        done++;
        if (!console.progress()) return;
        if (bar.isEmpty() && console.nanoseconds().getAsLong() - start > PATIENCE_NANOSECONDS)
            bar = Optional.of(open());
        bar.ifPresent(shown -> shown.stepTo(done));
    }

    private static ProgressBar open() {
        return new ProgressBarBuilder()
                .setTaskName("answers")
                .setInitialMax(-1)
                .setConsumer(new ConsoleProgressBarConsumer(System.err))
                .build();
    }

    @Override
    public void close() {
        bar.ifPresent(ProgressBar::close);
    }
}
