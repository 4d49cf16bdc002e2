package io.sordino.spark;

import io.sordino.refusal.InvalidException;
import io.sordino.table.engine.Cluster;
import io.sordino.table.engine.Engine;
import io.sordino.table.engine.KeptKey;
import io.sordino.table.query.Schema;
import java.util.Optional;
import java.util.function.DoubleConsumer;

/** Spark as the command line knows it. */
public final class SparkCluster implements Cluster {
    @Override
    public Opened open(String master, String data, String from) {
        Sessions session = Sessions.at(master);
        try {
            return new Table(session, SparkFiles.open(session.session(), data, from));
        } catch (InvalidException e) {
            session.close();
            throw e;
        }
    }

    private record Table(Sessions session, SparkTable table) implements Opened {
        @Override
        public Schema schema() {
            return table.schema();
        }

        @Override
        public String snapshot() {
            return table.snapshot();
        }

        @Override
        public Engine engine(Optional<KeptKey> kept, DoubleConsumer progress) {
            session.session().sparkContext().addSparkListener(new TaskShare(progress));
            return kept.map(table::engine).orElseGet(table::engine);
        }

        @Override
        public void close() {
            session.close();
        }
    }
}
