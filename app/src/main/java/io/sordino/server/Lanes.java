package io.sordino.server;

import io.sordino.report.Failure;
import java.util.ArrayDeque;
import java.util.ArrayList;
import java.util.Collections;
import java.util.Deque;
import java.util.LinkedHashMap;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.function.Function;
import java.util.function.Supplier;

/**
 * Who is worked for, and when: a lane for small questions and one for large ones, each with a bounded queue.
 *
 * <p>Nobody can tell from a question how long it takes, so each begins in the small lane. One that has had its slice of processor
 * time goes on in the large lane if that has room, and otherwise begins again there when its turn comes. A question that is known to
 * be large goes to the large lane at once. One that is like a large one but for its numbers is a suspect: it gets its slice when nobody else
 * waits, in the order of arrival, and leaves a thread of the lane to others where there are several. Others are taken newest first: whoever
 * asks while many large questions arrive waits for a slice and not for all of them.
 *
 * <p>A thread cannot be ended from outside. One that is told to end leaves its lane, but counts until it has ended: the number of
 * threads at work, and so the memory that questions hold, has a bound.
 */
final class Lanes {
    static final long SLICE_NANOSECONDS = 50_000_000L;
    static final long CPU_NANOSECONDS = 2_000_000_000L;
    static final long WALL_NANOSECONDS = 10_000_000_000L;
    private static final int MOST_KNOWN = 4096;

    private final Sizes sizes;
    private final Meter meter;
    private final Mishaps mishaps;
    private final Deque<Job> smallQueue = new ArrayDeque<>();
    private final Deque<Job> largeQueue = new ArrayDeque<>();
    private final Set<Run> runs = new LinkedHashSet<>();
    private final Map<Long, Boolean> knownLarge = remembered();
    private final Map<Long, Boolean> largeShapes = remembered();
    private boolean stopping;

    /**
     * How much is done at a time.
     *
     * @param small threads for questions that have not had their slice
     * @param large threads for those that have
     * @param leaving threads that were told to end and have not
     * @param smallQueue questions that wait for their slice
     * @param largeQueue questions that wait for the large lane
     */
    record Sizes(int small, int large, int leaving, int smallQueue, int largeQueue) {
        /** What one question holds at most, measured, with room to spare. */
        private static final long QUESTION_BYTES = 128L << 20;

        /** What is needed beside questions: classes, connections, and bodies that wait. */
        private static final long ELSE_BYTES = 128L << 20;

        /** As many threads as the heap can hold questions. */
        static Sizes of(int processors, long heap) {
            long places = Math.max(3, (heap - ELSE_BYTES - Bodies.MOST_BYTES_HELD) / QUESTION_BYTES);
            int each = (int) Math.max(1, Math.min(processors, places / 3));
            int leaving = (int) Math.max(1, Math.min(2L * processors, places - 2L * each));
            return new Sizes(each, each, leaving, 128, 8 * each);
        }

        int all() {
            return small + large + leaving;
        }
    }

    /** Clocks. */
    interface Meter {
        long now();

        long processor(Thread thread);
    }

    enum Lane {
        SMALL,
        LARGE,
        LEAVING
    }

    /** A thread that works for a job. */
    private final class Run implements Job.Turn {
        private final Job job;
        private final Thread thread;
        private Lane lane;
        private long cpuAtStart;
        private final boolean suspect;
        private boolean itemOver;
        private boolean onlyThisItem;

        Run(Job job, Lane lane) {
            this.job = job;
            this.lane = lane;
            suspect = isSuspect(job);
            thread = new Thread(this::work, "request");
            thread.setDaemon(true);
        }

        private void work() {
            Reply reply;
            try {
                reply = job.work().run(this);
            } catch (Throwable e) {
                reply = mishaps.reply(e);
            }
            ended(this, reply);
        }

        @Override
        public <T> T item(Supplier<T> part, Function<Failure, T> over) {
            long now = meter.processor(Thread.currentThread());
            synchronized (Lanes.this) {
                if (lane == Lane.LEAVING) return over.apply(tooLong());
                cpuAtStart = now;
                onlyThisItem = true;
                itemOver = false;
            }
            T done = part.get();
            synchronized (Lanes.this) {
                onlyThisItem = false;
                if (!itemOver) return done;
                Thread.interrupted();
            }
            return over.apply(tooLong());
        }
    }

    Lanes(Sizes sizes, Meter meter, Mishaps mishaps) {
        this.sizes = sizes;
        this.meter = meter;
        this.mishaps = mishaps;
    }

    private static Map<Long, Boolean> remembered() {
        return new LinkedHashMap<>(16, 0.75f, true) {
            @Override
            protected boolean removeEldestEntry(Map.Entry<Long, Boolean> eldest) {
                return size() > MOST_KNOWN;
            }
        };
    }

    /**
     * Takes a request in, or refuses it or another one at once.
     *
     * @param fingerprint equal for equal questions
     * @param shape equal for questions that differ in their numbers alone
     */
    Job submit(Job.Work work, long fingerprint, long shape) {
        Job job = new Job(work, fingerprint, shape, meter.now());
        List<Runnable> after = new ArrayList<>();
        synchronized (this) {
            if (stopping) answer(job, Refusals.stopping(), after);
            else if (knownLarge.containsKey(fingerprint) && work.repeatable()) toLarge(job, after);
            else {
                smallQueue.push(job);
                next();
                if (smallQueue.size() > sizes.smallQueue) {
                    Job last = last();
                    smallQueue.remove(last);
                    answer(last, Refusals.busy(retryAfter()), after);
                }
            }
            next();
        }
        after.forEach(Runnable::run);
        return job;
    }

    private void toLarge(Job job, List<Runnable> after) {
        if (!canStart(Lane.LARGE, sizes.large) && largeQueue.size() >= sizes.largeQueue)
            answer(job, Refusals.busy(retryAfter()), after);
        else largeQueue.add(job);
    }

    private int retryAfter() {
        long work = (largeQueue.size() + 1) * CPU_NANOSECONDS / sizes.large;
        return (int) Math.max(1, work / 1_000_000_000L);
    }

    private boolean canStart(Lane lane, int most) {
        return count(lane) < most && runs.size() < sizes.all();
    }

    private int count(Lane lane) {
        int count = 0;
        for (Run run : runs) if (run.lane == lane) count++;
        return count;
    }

    private boolean isSuspect(Job job) {
        return job.work().repeatable() && largeShapes.containsKey(job.shape());
    }

    /** Who is the least likely to be served in time: the newest suspect, or else the one that has waited longest. */
    private Job last() {
        for (Job job : smallQueue) if (isSuspect(job)) return job;
        return smallQueue.getLast();
    }

    /** Whose turn it is in the small lane. */
    private Optional<Job> turn() {
        for (Job job : smallQueue) if (!isSuspect(job)) return Optional.of(job);
        int suspects = 0;
        for (Run run : runs) if (run.lane == Lane.SMALL && run.suspect) suspects++;
        return smallQueue.isEmpty() || suspects >= Math.max(1, sizes.small - 1)
                ? Optional.empty()
                : Optional.of(smallQueue.getLast());
    }

    private void next() {
        while (canStart(Lane.SMALL, sizes.small)) {
            Optional<Job> turn = turn();
            if (turn.isEmpty()) break;
            smallQueue.remove(turn.get());
            begin(turn.get(), Lane.SMALL);
        }
        while (!largeQueue.isEmpty() && canStart(Lane.LARGE, sizes.large)) begin(largeQueue.remove(), Lane.LARGE);
    }

    private void begin(Job job, Lane lane) {
        Run run = new Run(job, lane);
        runs.add(run);
        try {
            run.thread.start();
        } catch (OutOfMemoryError e) {
            // no thread can be had
            runs.remove(run);
            job.reply().complete(mishaps.reply(e));
        }
    }

    private void ended(Run run, Reply reply) {
        List<Runnable> after = new ArrayList<>();
        synchronized (this) {
            boolean small = run.lane == Lane.SMALL;
            boolean left = run.lane == Lane.LEAVING;
            runs.remove(run);
            if (small) {
                knownLarge.remove(run.job.fingerprint());
                largeShapes.remove(run.job.shape());
            }
            if (!left) answer(run.job, reply, after);
            next();
            notifyAll();
        }
        after.forEach(Runnable::run);
    }

    private static void answer(Job job, Reply reply, List<Runnable> after) {
        after.add(() -> job.reply().complete(reply));
    }

    private void giveUp(Job job, Reply refusal, List<Runnable> after) {
        after.add(() -> {
            if (!job.isDone()) job.reply().complete(instead(job, refusal));
        });
    }

    private Reply instead(Job job, Reply refusal) {
        try {
            return job.work().instead(refusal);
        } catch (Throwable e) {
            return mishaps.reply(e);
        }
    }

    /** Sees to it that nobody has more than a share; called again and again. */
    void watch() {
        long now = meter.now();
        List<Runnable> after = new ArrayList<>();
        synchronized (this) {
            for (Run run : List.copyOf(runs)) {
                if (run.lane == Lane.LEAVING) continue;
                long had = meter.processor(run.thread) - run.cpuAtStart;
                if (now - run.job.admitted() >= WALL_NANOSECONDS) {
                    giveUp(run.job, Refusals.late(retryAfter()), after);
                    leave(run);
                } else if (run.lane == Lane.SMALL && meter.processor(run.thread) >= SLICE_NANOSECONDS)
                    outgrown(run, after);
                else if (had >= CPU_NANOSECONDS && run.job.work().repeatable()) over(run, after);
            }
            late(smallQueue, now, after);
            late(largeQueue, now, after);
            next();
        }
        after.forEach(Runnable::run);
    }

    /** A small question that has had its slice. */
    private void outgrown(Run run, List<Runnable> after) {
        if (!run.job.work().repeatable()) return;
        knownLarge.put(run.job.fingerprint(), true);
        largeShapes.put(run.job.shape(), true);
        if (count(Lane.LARGE) < sizes.large && largeQueue.isEmpty()) {
            run.lane = Lane.LARGE;
            return;
        }
        leave(run);
        toLarge(run.job, after);
    }

    /** One that has had all the processor time that a question may take. */
    private void over(Run run, List<Runnable> after) {
        if (run.onlyThisItem) {
            run.itemOver = true;
            run.thread.interrupt();
            // until it has noticed
            run.cpuAtStart = Long.MAX_VALUE / 2;
            return;
        }
        giveUp(run.job, Reply.refused(422, tooLong()), after);
        leave(run);
    }

    private static void leave(Run run) {
        run.lane = Lane.LEAVING;
        run.thread.interrupt();
    }

    private void late(Deque<Job> queue, long now, List<Runnable> after) {
        List<Job> late = queue.stream()
                .filter(job -> now - job.admitted() >= WALL_NANOSECONDS)
                .toList();
        queue.removeAll(late);
        late.forEach(job -> giveUp(job, Refusals.late(retryAfter()), after));
    }

    private static Failure tooLong() {
        return new Failure(
                Failure.Kind.LIMIT,
                "the answer takes more than " + CPU_NANOSECONDS / 1_000_000_000L + " s of processor time",
                "ask for a larger width, or compose fewer different parts");
    }

    /** Ends a job that nobody waits for any more. */
    void cancel(Job job, Reply refusal) {
        List<Runnable> after = new ArrayList<>();
        synchronized (this) {
            smallQueue.remove(job);
            largeQueue.remove(job);
            giveUp(job, refusal, after);
            for (Run run : runs) if (run.job.equals(job) && run.lane != Lane.LEAVING) leave(run);
            next();
        }
        after.forEach(Runnable::run);
    }

    /** Sends away whoever waits, and whoever comes; what is worked on goes on. */
    void dismiss() {
        List<Runnable> after = new ArrayList<>();
        synchronized (this) {
            stopping = true;
            for (Job job : waiting()) giveUp(job, Refusals.stopping(), after);
            smallQueue.clear();
            largeQueue.clear();
        }
        after.forEach(Runnable::run);
    }

    private List<Job> waiting() {
        List<Job> all = new ArrayList<>(smallQueue);
        all.addAll(largeQueue);
        return all;
    }

    /** Ends what is worked on: it is refused, and no client is left with a connection that breaks. */
    void giveUp() {
        List<Runnable> after = new ArrayList<>();
        synchronized (this) {
            for (Run run : runs) {
                if (run.lane == Lane.LEAVING) continue;
                giveUp(run.job, Refusals.stopping(), after);
                leave(run);
            }
        }
        after.forEach(Runnable::run);
    }

    synchronized int working(Lane lane) {
        return count(lane);
    }

    synchronized int waiting(Lane lane) {
        return lane == Lane.SMALL ? smallQueue.size() : lane == Lane.LARGE ? largeQueue.size() : 0;
    }

    synchronized boolean isIdle() {
        return runs.isEmpty() && smallQueue.isEmpty() && largeQueue.isEmpty();
    }

    Sizes sizes() {
        return sizes;
    }

    /** The fingerprints that go to the large lane at once. */
    synchronized Set<Long> knownLarge() {
        return Collections.unmodifiableSet(new LinkedHashSet<>(knownLarge.keySet()));
    }
}
