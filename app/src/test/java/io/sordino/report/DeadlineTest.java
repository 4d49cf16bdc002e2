package io.sordino.report;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.sordino.Privacy;
import io.sordino.account.LimitException;
import java.lang.management.ManagementFactory;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.CountDownLatch;
import org.junit.jupiter.api.Test;

/** Work that takes too long is given up and answered with the limit. */
class DeadlineTest {
    @Test
    void quickWorkIsReturned() {
        assertThat(new Deadline().within(() -> 42)).isEqualTo(42);
    }

    @Test
    void workThatThrowsThrows() {
        assertThatThrownBy(() -> new Deadline().within(() -> {
                    throw new IllegalStateException("ours");
                }))
                .isInstanceOf(IllegalStateException.class)
                .hasMessage("ours");
    }

    @Test
    void endlessWorkIsALimit() {
        assertThatThrownBy(() -> new Deadline().within(DeadlineTest::spin))
                .isInstanceOfSatisfying(
                        LimitException.class,
                        limit -> assertThat(Failure.of(limit).kind()).isEqualTo(Failure.Kind.LIMIT));
    }

    /** The work ends when the one who waits has heard of it. */
    @Test
    void whoeverWaitsHearsHowLongItTakes() {
        CountDownLatch heard = new CountDownLatch(1);
        List<Long> seconds = new ArrayList<>();
        int answer = Deadline.ofSeveral().within(() -> awaited(heard), had -> {
            seconds.add(had);
            heard.countDown();
        });
        assertThat(answer).isEqualTo(42);
        assertThat(seconds)
                .isNotEmpty()
                .isSorted()
                .allSatisfy(had ->
                        assertThat(had).isBetween(0L, Deadline.ofSeveral().seconds()));
    }

    private static int awaited(CountDownLatch heard) {
        try {
            heard.await();
            return 42;
        } catch (InterruptedException e) {
            throw new IllegalStateException(e);
        }
    }

    /** In processor time of its own, whatever else the machine does. */
    @Test
    void computationThatIsGivenUpEndsSoon() throws InterruptedException {
        Thread work = new Thread(() -> {
            for (int i = 1; !Thread.currentThread().isInterrupted(); i++)
                Privacy.of(i + " * laplace(20) + " + i + " * poisson(0.01, gaussian(2))")
                        .within(1e-6)
                        .epsilon(1e-6);
        });
        work.setUncaughtExceptionHandler((thread, e) -> {});
        work.start();
        while (work.isAlive() && had(work) < TENTHS * 3) work.join(1);
        assertThat(work.isAlive()).isTrue();
        work.interrupt();
        long then = had(work);
        while (work.isAlive() && had(work) - then < TENTHS * 50) work.join(10);
        assertThat(work.isAlive()).isFalse();
    }

    private static final long TENTHS = 100_000_000L;

    private static long had(Thread thread) {
        return ManagementFactory.getThreadMXBean().getThreadCpuTime(thread.getId());
    }

    /** Ends when it is interrupted, so that the test leaves no thread behind. */
    private static int spin() {
        int turns = 0;
        while (!Thread.currentThread().isInterrupted()) turns++;
        return turns;
    }
}
