package io.sordino.server;

import java.io.ByteArrayOutputStream;
import java.nio.ByteBuffer;
import java.util.Set;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.atomic.AtomicBoolean;
import java.util.concurrent.atomic.AtomicLong;
import java.util.function.Consumer;
import org.eclipse.jetty.http.BadMessageException;
import org.eclipse.jetty.http.HttpException;
import org.eclipse.jetty.http.HttpHeader;
import org.eclipse.jetty.io.Content;
import org.eclipse.jetty.server.Request;

/**
 * Reads bodies as they arrive, on no thread of its own, and holds no more of them than there is room for.
 *
 * <p>The first kilobytes of every body are free, since connections are counted too: small questions are read even where clients have
 * filled the room with large ones.
 */
final class Bodies {
    /** The largest body: a history of tens of thousands of entries fits. */
    static final int MOST_BYTES = 1 << 20;

    static final int FREE_BYTES = 16 << 10;
    static final long MOST_BYTES_HELD = 48L << 20;
    private static final long PATIENCE_NANOSECONDS = 15_000_000_000L;

    private final AtomicLong held = new AtomicLong();
    private final Set<Reading> arriving = ConcurrentHashMap.newKeySet();

    long held() {
        return held.get();
    }

    private boolean take(long bytes) {
        if (held.addAndGet(bytes) <= MOST_BYTES_HELD) return true;
        held.addAndGet(-bytes);
        return false;
    }

    /** A body that was read; what it holds is given back once. */
    final class Body {
        private final byte[] bytes;
        private final AtomicLong charged;

        private Body(byte[] bytes, AtomicLong charged) {
            this.bytes = bytes;
            this.charged = charged;
        }

        byte[] bytes() {
            return bytes;
        }

        void release() {
            held.addAndGet(-charged.getAndSet(0));
        }
    }

    /** Refuses bodies that take too long; called again and again. */
    void watch(long now) {
        for (Reading reading : arriving)
            if (now - reading.since > PATIENCE_NANOSECONDS) reading.refuse(Refusals.slow("the body"));
    }

    /** Hands over the body or a refusal, once; what fails on the way, or in the hands of the receiver, is told. */
    void read(Request request, Consumer<Body> done, Consumer<Reply> refused, Consumer<Throwable> failed) {
        if (request.getHeaders().getLongField(HttpHeader.CONTENT_LENGTH) > MOST_BYTES)
            refused.accept(Refusals.large(MOST_BYTES));
        else new Reading(request, done, refused, failed).begin();
    }

    private final class Reading {
        private final Request request;
        private final Consumer<Body> done;
        private final Consumer<Reply> refused;
        private final Consumer<Throwable> failed;
        private final ByteArrayOutputStream bytes = new ByteArrayOutputStream();
        private final AtomicLong charged = new AtomicLong();
        private final AtomicBoolean over = new AtomicBoolean();
        private final long since = System.nanoTime();

        Reading(Request request, Consumer<Body> done, Consumer<Reply> refused, Consumer<Throwable> failed) {
            this.failed = failed;
            this.request = request;
            this.done = done;
            this.refused = refused;
        }

        void begin() {
            arriving.add(this);
            go();
        }

        private void go() {
            try {
                arrive();
            } catch (Throwable e) {
                over.set(true);
                arriving.remove(this);
                held.addAndGet(-charged.getAndSet(0));
                failed.accept(e);
            }
        }

        private void arrive() {
            while (!over.get()) {
                Content.Chunk chunk = request.read();
                if (chunk == null) {
                    request.demand(this::go);
                    return;
                }
                if (Content.Chunk.isFailure(chunk)) {
                    fail(chunk.getFailure());
                    return;
                }
                boolean kept = keep(chunk);
                boolean last = chunk.isLast();
                chunk.release();
                if (!kept) return;
                if (last) {
                    finish();
                    return;
                }
            }
        }

        private boolean keep(Content.Chunk chunk) {
            ByteBuffer part = chunk.getByteBuffer();
            int size = bytes.size() + part.remaining();
            if (size > MOST_BYTES) return refuse(Refusals.large(MOST_BYTES));
            long owed = Math.max(0, size - FREE_BYTES) - charged.get();
            if (owed > 0) {
                if (!take(owed)) return refuse(Refusals.full());
                charged.addAndGet(owed);
            }
            byte[] copy = new byte[part.remaining()];
            part.get(copy);
            bytes.writeBytes(copy);
            return true;
        }

        private void finish() {
            if (!over.compareAndSet(false, true)) return;
            arriving.remove(this);
            done.accept(new Body(bytes.toByteArray(), charged));
        }

        private void fail(Throwable failure) {
            if (failure instanceof BadMessageException || failure instanceof HttpException)
                refuse(Refusals.invalid(400, "the body is not as HTTP has it", "check the length or the chunks")
                        .with("Connection", "close"));
            else refuse(Refusals.slow("the body"));
        }

        private boolean refuse(Reply reply) {
            if (!over.compareAndSet(false, true)) return false;
            arriving.remove(this);
            held.addAndGet(-charged.getAndSet(0));
            refused.accept(reply);
            return false;
        }
    }
}
