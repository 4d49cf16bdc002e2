package io.sordino.cli;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.sordino.report.Failure;
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
                .isInstanceOfSatisfying(Refusal.class, refusal -> {
                    assertThat(refusal.failure().kind()).isEqualTo(Failure.Kind.LIMIT);
                    assertThat(refusal.exitCode()).isEqualTo(3);
                });
    }

    /** Ends when it is interrupted, so that the test leaves no thread behind. */
    private static int spin() {
        int turns = 0;
        while (!Thread.currentThread().isInterrupted()) turns++;
        return turns;
    }
}
