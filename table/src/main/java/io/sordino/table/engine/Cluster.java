package io.sordino.table.engine;

import java.util.Optional;
import java.util.function.DoubleConsumer;

/** Other machines to add up on; found as a service where its module is on the class path. */
public interface Cluster {
    /**
     * Starts, or joins, what runs there, and looks at the columns of a table.
     *
     * @param master where it is
     * @param data a file, a folder or the name of a table
     * @param from what the statement calls it
     */
    Opened open(String master, String data, String from);

    /** A table of the cluster. */
    interface Opened extends Source, AutoCloseable {
        /**
         * The engine that adds up.
         *
         * @param kept the key of a sample that is used again
         * @param progress is told the share that is done, now and then; it is for whoever runs the query alone
         */
        Engine engine(Optional<KeptKey> kept, DoubleConsumer progress);

        /** Lets the cluster go. */
        @Override
        void close();
    }
}
