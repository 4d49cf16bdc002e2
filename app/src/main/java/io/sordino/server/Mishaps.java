package io.sordino.server;

import io.sordino.account.Disagreement;
import io.sordino.report.Failure;
import java.io.PrintWriter;
import java.io.StringWriter;
import java.util.HashSet;
import java.util.Set;
import java.util.concurrent.CompletionException;
import java.util.concurrent.atomic.AtomicLong;
import java.util.function.Consumer;

/**
 * What becomes of everything that is thrown: whoever asked gets the documented refusal, and whoever keeps the server learns what happened.
 *
 * <p>A bug of ours has a number. The client is told the number and nothing of our insides; the server writes the number down with the trace, the
 * trace once for every kind, so that a client who repeats a question fills no disk. Memory that is over is the end of the process.
 */
final class Mishaps {
    private static final int MOST_TRACES = 64;

    private final Consumer<OutOfMemoryError> lastWords;
    private final Consumer<String> written;
    private final AtomicLong numbers = new AtomicLong();
    private final Set<String> traced = new HashSet<>();

    /**
     * @param lastWords what to do when memory is over
     * @param written where it is written down what happened
     */
    Mishaps(Consumer<OutOfMemoryError> lastWords, Consumer<String> written) {
        this.lastWords = lastWords;
        this.written = written;
    }

    /** What the one who asked is told. */
    Failure failure(Throwable thrown) {
        if (thrown instanceof CompletionException && thrown.getCause() != null) return failure(thrown.getCause());
        if (thrown instanceof OutOfMemoryError over) lastWords.accept(over);
        Failure told = Failure.of(thrown);
        // theorems that exclude each other speak of the question alone
        if (told.kind() != Failure.Kind.INTERNAL || thrown instanceof Disagreement) return told;
        return new Failure(
                Failure.Kind.INTERNAL,
                "internal error number " + note(thrown) + " of this server",
                "please report it with the request; the server has written down what happened");
    }

    Reply reply(Throwable thrown) {
        Failure told = failure(thrown);
        return Reply.refused(Api.status(told.kind()), told);
    }

    /** Writes down what nobody waits for. */
    long note(Throwable thrown) {
        if (thrown instanceof OutOfMemoryError over) lastWords.accept(over);
        long number = numbers.incrementAndGet();
        written.accept("sordino: internal error number " + number + ": " + (isNew(thrown) ? trace(thrown) : thrown));
        return number;
    }

    private synchronized boolean isNew(Throwable thrown) {
        StackTraceElement[] frames = thrown.getStackTrace();
        String kind = thrown.getClass().getName() + (frames.length == 0 ? "" : frames[0]);
        return traced.size() < MOST_TRACES && traced.add(kind);
    }

    private static String trace(Throwable thrown) {
        StringWriter text = new StringWriter();
        thrown.printStackTrace(new PrintWriter(text, true));
        return text.toString().stripTrailing();
    }
}
