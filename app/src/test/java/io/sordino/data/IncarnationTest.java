package io.sordino.data;

import static org.assertj.core.api.Assertions.assertThat;

import java.security.SecureRandom;
import org.junit.jupiter.api.Test;

/** What tells a process from a copy of it, by clocks and names that the test sets. */
class IncarnationTest {
    private long milliseconds = 1_000_000;
    private long nanoseconds = 77;
    private String machine = "boot 1, process 12";
    private final Incarnation incarnation = new Incarnation(() -> milliseconds, () -> nanoseconds, () -> machine);

    private void pass(long time) {
        milliseconds += time;
        nanoseconds += time * 1_000_000;
    }

    @Test
    void timeThatPassesIsNoNewLife() {
        long life = incarnation.getAsLong();
        for (int i = 0; i < 1000; i++) {
            pass(i);
            assertThat(incarnation.getAsLong()).isEqualTo(life);
        }
        // a clock that drifts by a tenth of a percent
        for (int i = 0; i < 1000; i++) {
            pass(10_000);
            milliseconds += 10;
            assertThat(incarnation.getAsLong()).isEqualTo(life);
        }
    }

    @Test
    void clockThatJumpsIsANewLife() {
        long life = incarnation.getAsLong();
        milliseconds += 501;
        assertThat(incarnation.getAsLong()).isNotEqualTo(life);
        life = incarnation.getAsLong();
        milliseconds -= 100_000;
        assertThat(incarnation.getAsLong()).isNotEqualTo(life);
        life = incarnation.getAsLong();
        // started again on a machine that has been up for less time
        nanoseconds -= 50;
        assertThat(incarnation.getAsLong()).isNotEqualTo(life);
    }

    @Test
    void anotherStartOrProcessIsANewLife() {
        long life = incarnation.getAsLong();
        machine = "boot 2, process 12";
        pass(1001);
        assertThat(incarnation.getAsLong()).isNotEqualTo(life);
        life = incarnation.getAsLong();
        machine = "boot 2, process 13";
        pass(1001);
        assertThat(incarnation.getAsLong()).isNotEqualTo(life);
    }

    @Test
    void copiesThatAreNoticedAtDifferentInstantsHaveDifferentLives() {
        Incarnation copy = new Incarnation(() -> milliseconds, () -> nanoseconds, () -> machine);
        assertThat(copy.getAsLong()).isEqualTo(incarnation.getAsLong());
        milliseconds += 10_000;
        long first = incarnation.getAsLong();
        nanoseconds++;
        assertThat(copy.getAsLong()).isNotEqualTo(first);
    }

    @Test
    void javasWayOfAskingGivesOurBytes() {
        byte[] bytes = new byte[1 << 16];
        SecureRandom source = Incarnation.javaSource();
        source.setSeed(1);
        source.nextBytes(bytes);
        int ones = 0;
        for (byte b : bytes) ones += Integer.bitCount(b & 0xff);
        // ten standard deviations, each 362
        assertThat(ones).isBetween(262_144 - 3620, 262_144 + 3620);
        assertThat(source.nextLong()).isNotEqualTo(Incarnation.javaSource().nextLong());
        assertThat(source.generateSeed(16)).hasSize(16);
    }

    @Test
    void thisProcessHasOneLife() {
        Incarnation own = Incarnation.ofProcess();
        long life = own.getAsLong();
        for (int i = 0; i < 1000; i++) assertThat(own.getAsLong()).isEqualTo(life);
    }
}
