package io.sordino.train.gradient;

import io.sordino.train.data.RecordReading;
import io.sordino.train.model.Bound;
import io.sordino.train.model.Model;
import java.util.List;

/** Other machines that keep records to learn from; found as a service where its module is on the class path. */
public interface RecordCluster {
    /**
     * Starts, or joins, what runs there.
     *
     * @param master where it is
     * @param data a file, a folder or the name of a table
     */
    Opened open(String master, String data);

    /** Records of a cluster. */
    interface Opened extends AutoCloseable {
        /** The names of its columns. */
        List<String> columns();

        /**
         * Reads all records into the memory of the cluster; one that does not fit is refused here.
         *
         * @param number the column that numbers the records: 0, 1, 2, ..., each once
         */
        Held hold(String number, RecordReading reading, Model model, Bound bound);

        /** Lets the cluster go. */
        @Override
        void close();
    }

    /** Records in the memory of a cluster. */
    interface Held extends WholeSums {
        /** How many there are. */
        int size();
    }
}
