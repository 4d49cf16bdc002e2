package io.sordino.reports;

import static org.assertj.core.api.Assertions.assertThat;
import static org.junit.jupiter.api.Assertions.assertTimeoutPreemptively;

import io.sordino.client.Envelope;
import java.nio.ByteBuffer;
import java.time.Duration;
import java.util.HashSet;
import java.util.List;
import java.util.Random;
import java.util.Set;
import org.junit.jupiter.api.Test;

class IdSetTest {
    private static byte[] id(long a, long b) {
        return ByteBuffer.allocate(Envelope.ID_BYTES).putLong(a).putLong(b).array();
    }

    @Test
    void everyIdIsNewOnce() {
        Random random = new Random(1);
        IdSet set = new IdSet();
        Set<Long> model = new HashSet<>();
        assertThat(set.isEmpty()).isTrue();
        for (int i = 0; i < 100_000; i++) {
            long n = random.nextInt(60_000);
            byte[] id = id(n % 7, n);
            assertThat(set.contains(id)).isEqualTo(model.contains(n));
            assertThat(set.add(id)).isEqualTo(model.add(n));
        }
        assertThat(set.isEmpty()).isFalse();
    }

    @Test
    void zerosAreAnId() {
        IdSet set = new IdSet();
        assertThat(set.contains(id(0, 0))).isFalse();
        assertThat(set.add(id(0, 0))).isTrue();
        assertThat(set.add(id(0, 0))).isFalse();
        assertThat(set.contains(id(0, 0))).isTrue();
    }

    /** Who sends a copy of another's report twice in one submission is told that it was taken before; the other one's own is taken after it. */
    @Test
    void aSubmissionThatIsNotTakenLeavesNoId() {
        byte[] one = new byte[Envelope.ID_AT + Envelope.ID_BYTES];
        byte[] other = one.clone();
        other[Envelope.ID_AT] = 1;
        IdSet set = new IdSet();
        assertThat(set.addAll(List.of(one, one))).isFalse();
        assertThat(set.isEmpty()).isTrue();
        assertThat(set.addAll(List.of(one))).isTrue();
        assertThat(set.addAll(List.of(other, one))).isFalse();
        assertThat(set.addAll(List.of(other))).isTrue();
        assertThat(set.addAll(List.of(other))).isFalse();
    }

    /** Ids that all fell on one place where places were a fixed function of them: each then took as long as there were others. */
    @Test
    void chosenIdsAreAsFastAsOthers() {
        int ids = 500_000;
        assertTimeoutPreemptively(Duration.ofSeconds(30), () -> {
            IdSet set = new IdSet();
            for (long i = 0; i < ids; i++)
                assertThat(set.add(id(Long.rotateLeft(i, 29), i))).isTrue();
        });
    }
}
