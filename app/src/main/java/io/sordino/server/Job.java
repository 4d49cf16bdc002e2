package io.sordino.server;

import io.sordino.report.Failure;
import java.util.concurrent.CompletableFuture;
import java.util.function.Supplier;

/** A request from its admission to its answer. */
final class Job {
    /** What is to be done. */
    interface Work {
        /** Runs on a thread of a lane. Work that may be repeated is at times given up and begun again in another lane. */
        Reply run(Turn turn);

        /** What is answered where the work is given up, which may tell what was done until then. */
        default Reply instead(Reply refusal) {
            return refusal;
        }

        /** Whether a second run does no harm: a question may be asked twice, money may not be spent twice. */
        default boolean repeatable() {
            return true;
        }
    }

    /** One run of the work, as the work sees it. */
    interface Turn {
        /** Does one of several things that have their own processor time each; answers with the limit where that is over. */
        <T> T item(Supplier<T> part, java.util.function.Function<Failure, T> over);
    }

    private final Work work;
    private final long fingerprint;
    private final long shape;
    private final long admitted;
    private final CompletableFuture<Reply> reply = new CompletableFuture<>();

    /**
     * @param fingerprint equal for equal questions
     * @param shape equal for questions that differ in their numbers alone
     */
    Job(Work work, long fingerprint, long shape, long admitted) {
        this.work = work;
        this.fingerprint = fingerprint;
        this.shape = shape;
        this.admitted = admitted;
    }

    Work work() {
        return work;
    }

    long fingerprint() {
        return fingerprint;
    }

    long shape() {
        return shape;
    }

    long admitted() {
        return admitted;
    }

    CompletableFuture<Reply> reply() {
        return reply;
    }

    boolean isDone() {
        return reply.isDone();
    }
}
