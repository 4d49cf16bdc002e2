package io.sordino.spark;

import io.sordino.refusal.InvalidException;
import io.sordino.train.data.RecordReading;
import io.sordino.train.gradient.RecordCluster;
import io.sordino.train.model.Bound;
import io.sordino.train.model.Model;
import java.util.List;
import org.apache.spark.sql.Dataset;
import org.apache.spark.sql.Row;

/** Spark as {@code train} knows it. */
public final class SparkTraining implements RecordCluster {
    @Override
    public Opened open(String master, String data) {
        Sessions session = Sessions.at(master);
        try {
            return new Records(session, SparkFiles.typed(session.session(), data));
        } catch (InvalidException e) {
            session.close();
            throw e;
        }
    }

    private record Records(Sessions session, Dataset<Row> frame) implements Opened {
        @Override
        public List<String> columns() {
            return List.of(frame.columns());
        }

        @Override
        public Held hold(String number, RecordReading reading, Model model, Bound bound) {
            return SparkExamples.of(frame, number, reading, model, bound);
        }

        @Override
        public void close() {
            session.close();
        }
    }
}
