package io.sordino.server;

import static org.assertj.core.api.Assertions.assertThat;

import io.sordino.server.Lanes.Lane;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.CopyOnWriteArrayList;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.atomic.AtomicInteger;
import java.util.concurrent.atomic.AtomicLong;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;

/** Who is worked for, and when. Clocks are the test's own, so that nothing depends on the speed of a machine. */
class LanesTest {
    private static final Lanes.Sizes SIZES = new Lanes.Sizes(1, 1, 1, 3, 2);

    private final AtomicLong now = new AtomicLong();
    private final Map<Thread, Long> processor = new ConcurrentHashMap<>();
    private final List<OutOfMemoryError> ends = new ArrayList<>();
    private final List<String> written = new CopyOnWriteArrayList<>();
    private final List<Stubborn> stubborn = new ArrayList<>();
    private final Lanes.Meter meter = new Lanes.Meter() {
        @Override
        public long now() {
            return now.get();
        }

        @Override
        public long processor(Thread thread) {
            return processor.getOrDefault(thread, 0L);
        }
    };
    private final Lanes lanes = new Lanes(SIZES, meter, new Mishaps(ends::add, written::add));

    /** Work that ends when it is told to, by the test or by the lanes. */
    private class Held implements Job.Work {
        final CountDownLatch begun = new CountDownLatch(1);
        final CountDownLatch end = new CountDownLatch(1);
        final AtomicInteger runs = new AtomicInteger();
        private final List<Thread> threads = new ArrayList<>();

        @Override
        public Reply run(Job.Turn turn) {
            runs.incrementAndGet();
            synchronized (threads) {
                threads.add(Thread.currentThread());
            }
            begun.countDown();
            try {
                end.await();
            } catch (InterruptedException e) {
                return Reply.text(200, "text/plain", "interrupted");
            }
            return Reply.text(200, "text/plain", "done");
        }

        void has(long nanoseconds) {
            synchronized (threads) {
                processor.put(threads.get(threads.size() - 1), nanoseconds);
            }
        }

        void isAtWork() throws InterruptedException {
            assertThat(begun.await(60, TimeUnit.SECONDS)).isTrue();
        }
    }

    /** Work that does not listen. */
    private final class Stubborn extends Held {
        @Override
        public Reply run(Job.Turn turn) {
            Reply reply = super.run(turn);
            boolean over = false;
            while (!over) {
                try {
                    end.await();
                    over = true;
                } catch (InterruptedException notNow) {
                    over = false;
                }
            }
            return reply;
        }
    }

    @AfterEach
    void leaveNothingBehind() {
        stubborn.forEach(one -> one.end.countDown());
        lanes.dismiss();
        lanes.giveUp();
    }

    private Held held(List<Job> jobs, long fingerprint) {
        Held work = new Held();
        jobs.add(lanes.submit(work, fingerprint, fingerprint));
        return work;
    }

    private static Reply reply(Job job) throws Exception {
        return job.reply().get(60, TimeUnit.SECONDS);
    }

    @Test
    void whoComesLastIsServedFirst() throws Exception {
        List<Job> jobs = new ArrayList<>();
        Held first = held(jobs, 1);
        first.isAtWork();
        Held second = held(jobs, 2);
        Held third = held(jobs, 3);
        first.end.countDown();
        third.isAtWork();
        assertThat(second.runs).hasValue(0);
        third.end.countDown();
        second.isAtWork();
        second.end.countDown();
        for (Job job : jobs) assertThat(reply(job).status()).isEqualTo(200);
    }

    /** The one that has waited longest goes, at once and with a time to come back. */
    @Test
    void aFullQueueRefusesAtOnce() throws Exception {
        List<Job> jobs = new ArrayList<>();
        held(jobs, 0).isAtWork();
        for (int i = 1; i <= SIZES.smallQueue(); i++) held(jobs, i);
        assertThat(jobs).noneMatch(Job::isDone);
        held(jobs, 9);
        assertThat(jobs.get(1).isDone()).isTrue();
        assertThat(reply(jobs.get(1)).status()).isEqualTo(503);
        assertThat(reply(jobs.get(1)).headers()).containsKey("Retry-After");
        assertThat(lanes.waiting(Lane.SMALL)).isEqualTo(SIZES.smallQueue());
    }

    @Test
    void aQuestionThatHasHadItsSliceGoesOnInTheLargeLane() throws Exception {
        List<Job> jobs = new ArrayList<>();
        Held large = held(jobs, 1);
        large.isAtWork();
        Held small = held(jobs, 2);
        large.has(Lanes.SLICE_NANOSECONDS - 1);
        lanes.watch();
        assertThat(small.runs).as("control: it has time left").hasValue(0);
        large.has(Lanes.SLICE_NANOSECONDS);
        lanes.watch();
        small.isAtWork();
        assertThat(lanes.working(Lane.LARGE)).isEqualTo(1);
        large.end.countDown();
        assertThat(reply(jobs.get(0)).status()).isEqualTo(200);
        assertThat(large.runs).as("it did not begin again").hasValue(1);
    }

    @Test
    void whereTheLargeLaneIsFullItBeginsAgainThere() throws Exception {
        List<Job> jobs = new ArrayList<>();
        Held first = held(jobs, 1);
        first.isAtWork();
        first.has(Lanes.SLICE_NANOSECONDS);
        lanes.watch();
        Held second = held(jobs, 2);
        second.isAtWork();
        second.has(Lanes.SLICE_NANOSECONDS);
        lanes.watch();
        assertThat(lanes.waiting(Lane.LARGE)).isEqualTo(1);
        assertThat(jobs.get(1).isDone()).isFalse();
        first.end.countDown();
        second.end.countDown();
        assertThat(reply(jobs.get(1)).status()).isEqualTo(200);
        assertThat(second.runs).hasValue(2);
        assertThat(lanes.knownLarge()).contains(2L);
    }

    /** Questions like one that was large wait for all others, and are served in their order among themselves. */
    @Test
    void suspectsComeLastAndOneAfterTheOther() throws Exception {
        List<Job> jobs = new ArrayList<>();
        long shape = 77;
        Held large = new Held();
        jobs.add(lanes.submit(large, 1, shape));
        large.isAtWork();
        Held other = held(jobs, 2);
        Held early = new Held();
        jobs.add(lanes.submit(early, 3, shape));
        Held late = new Held();
        jobs.add(lanes.submit(late, 4, shape));
        // they waited before anybody knew: what is known when a thread is free counts
        large.has(Lanes.SLICE_NANOSECONDS);
        lanes.watch();
        other.isAtWork();
        other.end.countDown();
        early.isAtWork();
        assertThat(late.runs).hasValue(0);
        Held newest = held(jobs, 5);
        early.end.countDown();
        newest.isAtWork();
        assertThat(late.runs)
                .as("early was small after all, but newest came later")
                .hasValue(0);
        newest.end.countDown();
        late.isAtWork();
        late.end.countDown();
        large.end.countDown();
        for (Job job : jobs) assertThat(reply(job).status()).isEqualTo(200);
    }

    @Test
    void suspectsLeaveAThreadToOthers() throws Exception {
        Lanes two = new Lanes(new Lanes.Sizes(2, 1, 1, 3, 2), meter, new Mishaps(ends::add, written::add));
        Held large = new Held();
        two.submit(large, 1, 7);
        large.isAtWork();
        large.has(Lanes.SLICE_NANOSECONDS);
        two.watch();
        List<Held> suspects = new ArrayList<>();
        for (int i = 0; i < 3; i++) {
            suspects.add(new Held());
            two.submit(suspects.get(i), 10 + i, 7);
        }
        suspects.get(0).isAtWork();
        assertThat(two.working(Lane.SMALL)).isEqualTo(1);
        assertThat(two.waiting(Lane.SMALL)).isEqualTo(2);
        Held small = new Held();
        two.submit(small, 2, 8);
        small.isAtWork();
        assertThat(two.working(Lane.SMALL)).isEqualTo(2);
        // the newest suspect is sent away where too many wait
        Job third = two.submit(new Held(), 20, 7);
        Job fourth = two.submit(new Held(), 21, 7);
        assertThat(reply(fourth).status()).isEqualTo(503);
        assertThat(third.isDone()).isFalse();
        two.dismiss();
        two.giveUp();
    }

    @Test
    void aKnownLargeQuestionTakesNoSliceAndIsRefusedAtOnceWhereTheQueueIsFull() throws Exception {
        List<Job> jobs = new ArrayList<>();
        Held first = held(jobs, 1);
        first.isAtWork();
        first.has(Lanes.SLICE_NANOSECONDS);
        lanes.watch();
        for (int i = 0; i < SIZES.largeQueue(); i++) held(jobs, 1);
        assertThat(lanes.working(Lane.SMALL)).isZero();
        assertThat(lanes.waiting(Lane.LARGE)).isEqualTo(SIZES.largeQueue());
        held(jobs, 1);
        assertThat(reply(jobs.get(jobs.size() - 1)).status()).isEqualTo(503);
        assertThat(jobs.subList(0, jobs.size() - 1)).noneMatch(Job::isDone);
        Held small = held(jobs, 2);
        small.isAtWork();
    }

    @Test
    void processorTimeHasAnEnd() throws Exception {
        List<Job> jobs = new ArrayList<>();
        Held work = held(jobs, 1);
        work.isAtWork();
        work.has(Lanes.SLICE_NANOSECONDS);
        lanes.watch();
        work.has(Lanes.CPU_NANOSECONDS - 1);
        lanes.watch();
        assertThat(jobs.get(0).isDone()).as("control: it has time left").isFalse();
        work.has(Lanes.CPU_NANOSECONDS);
        lanes.watch();
        assertThat(reply(jobs.get(0)).status()).isEqualTo(422);
    }

    /** Neither waiting nor working is for ever, however little processor time a busy machine gives. */
    @Test
    void timeOnTheWallHasAnEnd() throws Exception {
        List<Job> jobs = new ArrayList<>();
        held(jobs, 1).isAtWork();
        held(jobs, 2);
        now.set(Lanes.WALL_NANOSECONDS - 1);
        lanes.watch();
        assertThat(jobs).as("control: there is time left").noneMatch(Job::isDone);
        now.set(Lanes.WALL_NANOSECONDS);
        lanes.watch();
        for (Job job : jobs) {
            assertThat(reply(job).status()).isEqualTo(503);
            assertThat(reply(job).headers()).containsKey("Retry-After");
        }
    }

    /** Threads cannot be ended: what does not listen is counted until it has ended, and so memory has a bound. */
    @Test
    void threadsThatDoNotEndAreCounted() throws Exception {
        for (int i = 0; i < SIZES.all(); i++) {
            Stubborn one = new Stubborn();
            stubborn.add(one);
            Job job = lanes.submit(one, i, i);
            one.isAtWork();
            lanes.cancel(job, Refusals.overtaken());
            assertThat(reply(job).status()).isEqualTo(429);
        }
        assertThat(lanes.working(Lane.LEAVING)).isEqualTo(SIZES.all());
        List<Job> jobs = new ArrayList<>();
        Held next = held(jobs, 99);
        assertThat(next.runs).hasValue(0);
        assertThat(lanes.waiting(Lane.SMALL)).isEqualTo(1);
        stubborn.get(0).end.countDown();
        next.isAtWork();
    }

    @Test
    void anErrandIsNeverBegunAgain() throws Exception {
        Held errand = new Held() {
            @Override
            public boolean repeatable() {
                return false;
            }
        };
        Job job = lanes.submit(errand, 1, 1);
        errand.isAtWork();
        errand.has(10 * Lanes.CPU_NANOSECONDS);
        lanes.watch();
        assertThat(job.isDone()).isFalse();
        errand.end.countDown();
        assertThat(reply(job).status()).isEqualTo(200);
        assertThat(errand.runs).hasValue(1);
    }

    @Test
    void eachItemOfABatchHasItsOwnTime() throws Exception {
        CountDownLatch first = new CountDownLatch(1);
        List<Thread> thread = new ArrayList<>();
        List<String> said = new ArrayList<>();
        Job job = lanes.submit(
                turn -> {
                    said.add(turn.item(
                            () -> {
                                thread.add(Thread.currentThread());
                                first.countDown();
                                try {
                                    new CountDownLatch(1).await();
                                } catch (InterruptedException e) {
                                    Thread.currentThread().interrupt();
                                }
                                return "never";
                            },
                            failure -> failure.message()));
                    said.add(turn.item(() -> "second", failure -> "over"));
                    return Reply.text(200, "text/plain", "");
                },
                1,
                1);
        assertThat(first.await(60, TimeUnit.SECONDS)).isTrue();
        processor.put(thread.get(0), Lanes.CPU_NANOSECONDS);
        lanes.watch();
        lanes.watch();
        assertThat(reply(job).status()).isEqualTo(200);
        assertThat(said).containsExactly("the answer takes more than 2 s of processor time", "second");
    }

    @Test
    void whenMemoryIsOverSomebodyIsTold() throws Exception {
        Job job = lanes.submit(
                turn -> {
                    throw new OutOfMemoryError("a test");
                },
                1,
                1);
        reply(job);
        assertThat(ends).hasSize(1);
    }

    @Test
    void whoeverStopsRefusesThoseWhoWait() throws Exception {
        List<Job> jobs = new ArrayList<>();
        Held first = held(jobs, 1);
        first.isAtWork();
        held(jobs, 2);
        lanes.dismiss();
        assertThat(reply(jobs.get(1)).status()).isEqualTo(503);
        assertThat(reply(lanes.submit(new Held(), 3, 3)).status()).isEqualTo(503);
        assertThat(jobs.get(0).isDone()).as("what is worked on goes on").isFalse();
        lanes.giveUp();
        assertThat(reply(jobs.get(0)).status()).isEqualTo(503);
    }

    /** The threads and bodies that are admitted fit into the heap. */
    @Test
    void sizesFollowTheHeap() {
        for (long megabytes : new long[] {256, 512, 768, 1024, 4096})
            for (int processors : new int[] {1, 2, 4, 64}) {
                Lanes.Sizes sizes = Lanes.Sizes.of(processors, megabytes << 20);
                assertThat(sizes.small()).isBetween(1, processors);
                assertThat(sizes.large()).isBetween(1, processors);
                if (megabytes >= 768)
                    assertThat(sizes.all() * 128L + (Bodies.MOST_BYTES_HELD >> 20) + 128)
                            .isLessThanOrEqualTo(megabytes);
            }
    }
}
