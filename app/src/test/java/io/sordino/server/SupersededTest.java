package io.sordino.server;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.sordino.account.LimitException;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.TimeUnit;
import java.util.function.Supplier;
import org.junit.jupiter.api.Test;

/** What nobody waits for any more is given up, and nothing else is. */
class SupersededTest {
    private final Superseded latest = new Superseded();

    private record Running(CompletableFuture<String> result, CountDownLatch started) {}

    /** Work that ends only when it is interrupted, or after a second. */
    private Running running(String names) throws InterruptedException {
        CountDownLatch started = new CountDownLatch(1);
        Supplier<String> work = () -> {
            started.countDown();
            try {
                Thread.sleep(1000);
                return "done";
            } catch (InterruptedException e) {
                return "given up";
            }
        };
        // a common pool may have one thread only
        CompletableFuture<String> result =
                CompletableFuture.supplyAsync(() -> latest.of(names, work), task -> new Thread(task).start());
        assertThat(started.await(10, TimeUnit.SECONDS)).isTrue();
        return new Running(result, started);
    }

    @Test
    void aNewerQuestionOfTheSameNameReplacesTheOlder() throws Exception {
        Running older = running("a");
        assertThat(latest.of("a", () -> "newer")).isEqualTo("newer");
        assertThat(older.result.get(5, TimeUnit.SECONDS)).isEqualTo("given up");
    }

    /** Requests overtake each other on their way: an older one that comes later must not end the newer. */
    @Test
    void anOvertakenQuestionIsRefusedAndEndsNothing() throws Exception {
        Running newer = running("a:2");
        assertThatThrownBy(() -> latest.of("a:1", () -> "older")).isInstanceOf(LimitException.class);
        assertThat(latest.of("answer:1 a", () -> "other")).isEqualTo("other");
        assertThat(newer.result.get(5, TimeUnit.SECONDS)).isEqualTo("done");
        Running older = running("a:1");
        assertThat(latest.of("a:2", () -> "newer")).isEqualTo("newer");
        assertThat(older.result.get(5, TimeUnit.SECONDS)).isEqualTo("given up");
    }

    @Test
    void aQuestionMayMakeOthersNeedless() throws Exception {
        Running curves = running("curves");
        Running words = running("words");
        latest.of("answer curves", () -> "");
        assertThat(curves.result.get(5, TimeUnit.SECONDS)).isEqualTo("given up");
        assertThat(words.result.get(5, TimeUnit.SECONDS)).isEqualTo("done");
    }

    @Test
    void questionsWithoutANameAreLeftAlone() throws Exception {
        Running nameless = running("");
        Running named = running("a");
        latest.of("", () -> "");
        latest.of("b", () -> "");
        assertThat(nameless.result.get(5, TimeUnit.SECONDS)).isEqualTo("done");
        assertThat(named.result.get(5, TimeUnit.SECONDS)).isEqualTo("done");
    }

    @Test
    void theThreadIsFreeForOtherWorkAfterwards() {
        latest.of("a", () -> {
            Thread.currentThread().interrupt();
            return "";
        });
        assertThat(Thread.currentThread().isInterrupted()).isFalse();
    }
}
