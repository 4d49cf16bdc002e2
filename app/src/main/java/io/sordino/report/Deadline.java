package io.sordino.report;

import io.sordino.account.LimitException;
import java.lang.management.ManagementFactory;
import java.util.concurrent.ExecutionException;
import java.util.concurrent.FutureTask;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.TimeoutException;
import java.util.function.LongConsumer;
import java.util.function.Supplier;

/** Lets a request have two seconds of processor time and no more; one that asks many questions in turn has ten times as much. */
public final class Deadline {
    /*
     * The work runs on a thread of its own, which is interrupted and left behind when its time is over: the JVM has no safe way
     * to end a thread. Processor time is asked for only after two seconds have passed, since asking takes a while the first time.
     */
    private static final long CPU_MILLISECONDS = 2000;
    private static final long PATIENCE_MILLISECONDS = 60_000;
    private static final long POLL_MILLISECONDS = 20;
    private static final int SEVERAL = 10;

    private final int questions;

    private Deadline(int questions) {
        this.questions = questions;
    }

    public Deadline() {
        this(1);
    }

    /** For a user who waits for a search or a comparison: it asks many questions, on a machine that is still warming up. */
    public static Deadline ofSeveral() {
        return new Deadline(SEVERAL);
    }

    /** How many seconds of processor time the work may have. */
    public long seconds() {
        return questions * CPU_MILLISECONDS / 1000;
    }

    /** What the work returned; throws what it threw, or the limit that it hit. Whoever interrupts the caller ends the work too. */
    public <T> T within(Supplier<T> work) {
        return within(work, seconds -> {});
    }

    /** As above; is told every now and then how many seconds of processor time the work has had, once two have passed on the wall. */
    public <T> T within(Supplier<T> work, LongConsumer had) {
        FutureTask<T> task = new FutureTask<>(work::get);
        Thread thread = new Thread(task, "request");
        thread.setDaemon(true);
        thread.start();
        try {
            return task.get(CPU_MILLISECONDS, TimeUnit.MILLISECONDS);
        } catch (TimeoutException slow) {
            return wait(task, thread, had);
        } catch (ExecutionException e) {
            throw cause(e);
        } catch (InterruptedException e) {
            throw interrupted(thread);
        }
    }

    private <T> T wait(FutureTask<T> task, Thread thread, LongConsumer had) {
        long end = System.nanoTime() + TimeUnit.MILLISECONDS.toNanos(questions * PATIENCE_MILLISECONDS);
        try {
            for (long spent = cpu(thread);
                    System.nanoTime() < end && spent < questions * CPU_MILLISECONDS;
                    spent = cpu(thread)) {
                had.accept(spent / 1000);
                try {
                    return task.get(POLL_MILLISECONDS, TimeUnit.MILLISECONDS);
                } catch (TimeoutException notYet) {
                    continue;
                }
            }
        } catch (ExecutionException e) {
            throw cause(e);
        } catch (InterruptedException e) {
            throw interrupted(thread);
        }
        thread.interrupt();
        throw new LimitException(
                "the answer takes more than " + seconds() + " s of processor time",
                "ask for a larger width, or compose fewer different parts");
    }

    /** Processor time of the thread that asks. */
    public static long processorNanoseconds() {
        return ManagementFactory.getThreadMXBean().getCurrentThreadCpuTime();
    }

    private static long cpu(Thread thread) {
        return TimeUnit.NANOSECONDS.toMillis(ManagementFactory.getThreadMXBean().getThreadCpuTime(thread.getId()));
    }

    private static RuntimeException cause(ExecutionException e) {
        if (e.getCause() instanceof RuntimeException thrown) return thrown;
        if (e.getCause() instanceof VirtualMachineError error)
            return new LimitException(Failure.of(error).refusal());
        return new IllegalStateException(e.getCause());
    }

    private static LimitException interrupted(Thread thread) {
        thread.interrupt();
        Thread.currentThread().interrupt();
        return new LimitException("the question was given up", "ask again");
    }
}
