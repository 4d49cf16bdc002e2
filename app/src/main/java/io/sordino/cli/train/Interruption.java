package io.sordino.cli.train;

import io.sordino.cli.Console;
import java.util.concurrent.CountDownLatch;

/**
 * Ctrl-C, or a request of the system to end, while a model is trained. A run that keeps its state finishes the round at hand and keeps it, and
 * says so, before the process goes; any other says that nothing was kept.
 */
final class Interruption implements AutoCloseable {
    private final Thread hook;
    private final CountDownLatch over = new CountDownLatch(1);
    private volatile boolean asked;

    private Interruption(Runnable atOnce, boolean waits) {
        hook = new Thread(
                () -> {
                    asked = true;
                    atOnce.run();
                    if (waits) await();
                },
                "interruption");
    }

    /** Of a run whose rounds are kept: whoever runs it looks at {@link #isAsked()} between rounds and closes this when all is kept. */
    static Interruption ofKept(Console console) {
        return new Interruption(
                        () -> say(console, "stopping: the round at hand is finished and kept first, kill -9 loses it"),
                        true)
                .begin();
    }

    /** Of a run that keeps nothing. */
    static Interruption ofLost(Console console) {
        return new Interruption(
                        () -> say(
                                console,
                                "stopped: nothing was kept and nothing was released; --checkpoint FILE keeps rounds"),
                        false)
                .begin();
    }

    private static void say(Console console, String text) {
        console.err().print("\nsordino: " + text + "\n");
        console.err().flush();
    }

    private Interruption begin() {
        Runtime.getRuntime().addShutdownHook(hook);
        return this;
    }

    boolean isAsked() {
        return asked;
    }

    private void await() {
        try {
            over.await();
        } catch (InterruptedException e) {
            Thread.currentThread().interrupt();
        }
    }

    @Override
    public void close() {
        over.countDown();
        // the process is going already: the hook cannot be taken back, and has nothing left to wait for
        if (!asked) remove();
    }

    private void remove() {
        try {
            Runtime.getRuntime().removeShutdownHook(hook);
        } catch (IllegalStateException going) {
            asked = true;
        }
    }
}
