package io.sordino.cli;

import java.io.IOException;
import java.io.PrintWriter;
import java.io.UncheckedIOException;
import java.io.Writer;
import java.util.Optional;
import java.util.concurrent.ArrayBlockingQueue;
import java.util.concurrent.BlockingQueue;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.ExecutionException;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import java.util.concurrent.Future;
import java.util.function.Function;

/** Answers lines on all cores and writes the answers in the order of the lines. */
final class Pipeline {
    /** What an answer may need: with less for each, one that is given alone would be refused among others. */
    private static final long BYTES_OF_AN_ANSWER = 120L << 20;

    private static final int WAITING_OF_A_THREAD = 32;

    private final int threads;
    private final Function<InputLines.Line, String> answering;
    private final Progress progress;

    Pipeline(int threads, Function<InputLines.Line, String> answering, Progress progress) {
        this.threads = threads;
        this.answering = answering;
        this.progress = progress;
    }

    /** As many as there are cores, and memory for an answer on each; two at least. */
    static int threads(int cores, long memory) {
        return (int) Math.max(2, Math.min(cores, memory / BYTES_OF_AN_ANSWER));
    }

    /** An answer on its way; empty after the last line. */
    private record Pending(Optional<Future<String>> answer) {}

    void run(InputLines lines, Writer answers) throws IOException {
        BlockingQueue<Pending> pending = new ArrayBlockingQueue<>(WAITING_OF_A_THREAD * threads);
        ExecutorService workers = Executors.newFixedThreadPool(threads, Pipeline::daemon);
        // read on a thread of its own: whoever sends a line and waits for its answer gets it before the next line
        daemon(() -> read(lines, workers, pending)).start();
        try {
            for (Pending next = pending.take(); next.answer.isPresent(); next = pending.take()) {
                answers.write(next.answer.get().get());
                answers.write('\n');
                if (pending.isEmpty()) {
                    answers.flush();
                    // nobody would read the others
                    if (answers instanceof PrintWriter writer && writer.checkError())
                        throw new IOException("the answers could not be written");
                }
                progress.step();
            }
        } catch (InterruptedException e) {
            Thread.currentThread().interrupt();
            throw new IOException("interrupted", e);
        } catch (ExecutionException e) {
            if (e.getCause() instanceof UncheckedIOException unreadable)
                throw CommandException.invalid(
                        "the requests could not be read: " + unreadable.getMessage(), "check the file");
            throw new IllegalStateException(e.getCause());
        } finally {
            workers.shutdownNow();
        }
    }

    private void read(InputLines lines, ExecutorService workers, BlockingQueue<Pending> pending) {
        try {
            try {
                for (Optional<InputLines.Line> line = lines.next(); line.isPresent(); line = lines.next()) {
                    InputLines.Line one = line.get();
                    pending.put(new Pending(Optional.of(workers.submit(() -> answering.apply(one)))));
                }
                pending.put(new Pending(Optional.empty()));
            } catch (IOException e) {
                pending.put(new Pending(Optional.of(CompletableFuture.failedFuture(new UncheckedIOException(e)))));
            } catch (RuntimeException | Error e) {
                pending.put(new Pending(Optional.of(CompletableFuture.failedFuture(e))));
            }
        } catch (InterruptedException e) {
            Thread.currentThread().interrupt();
        }
    }

    private static Thread daemon(Runnable work) {
        Thread thread = new Thread(work, "batch");
        thread.setDaemon(true);
        return thread;
    }
}
