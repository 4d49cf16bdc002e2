package io.sordino.table.duck;

import io.sordino.table.engine.KeptKey;
import java.util.Optional;
import java.util.function.DoubleConsumer;

/**
 * How a query is run. The engine writes nothing to disk: it could encrypt what it spills only with an extension that would have to be fetched.
 *
 * @param memory what the engine may use, such as 2GB
 * @param units the units of the data, so that a sample of them need not look at every row
 * @param kept the key of a sample that is used again; a sample is drawn afresh where there is none
 * @param progress is told the share that is done, now and then; it depends on the data and is for whoever runs the query alone
 */
public record Running(
        int threads, String memory, Optional<UnitTable> units, Optional<KeptKey> kept, DoubleConsumer progress) {
    /** With a sample that is drawn afresh. */
    public static Running of(int threads, String memory) {
        return new Running(threads, memory, Optional.empty(), Optional.empty(), share -> {});
    }

    /** With the units of the data in a table. */
    public Running with(UnitTable table) {
        return new Running(threads, memory, Optional.of(table), kept, progress);
    }

    /** On a sample that was drawn before. */
    public Running on(KeptKey key) {
        return new Running(threads, memory, units, Optional.of(key), progress);
    }

    /** With somebody who watches. */
    public Running watched(DoubleConsumer watcher) {
        return new Running(threads, memory, units, kept, watcher);
    }
}
