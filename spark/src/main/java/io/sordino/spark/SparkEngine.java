package io.sordino.spark;

import io.sordino.noise.RandomSource;
import io.sordino.refusal.InvalidException;
import io.sordino.table.engine.Engine;
import io.sordino.table.engine.KeptKey;
import io.sordino.table.engine.Secrets;
import io.sordino.table.engine.Tally;
import io.sordino.table.plan.Integers;
import io.sordino.table.plan.Layout;
import io.sordino.table.plan.Part;
import io.sordino.table.query.Query;
import java.math.BigInteger;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import org.apache.spark.sql.Dataset;
import org.apache.spark.sql.Row;
import org.apache.spark.sql.SparkSession;

/**
 * Adds up integers on a cluster. What comes to the driver are sums of groups and never a row. What Spark says when it fails may quote rows, so none of it is
 * told.
 */
public final class SparkEngine implements Engine {
    private final SparkTable table;
    private final Optional<KeptKey> kept;

    SparkEngine(SparkTable table, Optional<KeptKey> kept) {
        this.table = table;
        this.kept = kept;
    }

    @Override
    public Optional<KeptKey> kept() {
        return kept;
    }

    @Override
    public List<Integers> strata(Query query, Layout layout, RandomSource random) {
        table.checkUnchanged();
        Secrets secrets = Secrets.draw(query, layout, kept, random);
        Frames frames = Frames.of(query, layout, table.rows(), secrets);
        List<Integers> integers = new Reading(query, layout, frames).all();
        table.checkUnchanged();
        return integers;
    }

    /** What the frames say. */
    private static final class Reading {
        private final Query query;
        private final Layout layout;
        private final Frames frames;
        private final int width;
        private final Tally tally;

        Reading(Query query, Layout layout, Frames frames) {
            this.query = query;
            this.layout = layout;
            this.frames = frames;
            width = query.groups().size() + (query.strata().isPresent() ? 1 : 0);
            tally = new Tally(query, layout);
        }

        List<Integers> all() {
            for (Row row : collected(frames.sums())) {
                List<BigInteger> sums = new ArrayList<>();
                for (int j = 0; j < tally.columns(); j++) sums.add(Frames.whole(row, width + 2 * j));
                tally.sums(stratum(row), key(row), sums);
            }
            int index = 0;
            for (Part part : layout.parts())
                if (part instanceof Part.Tree tree) readBins(frames.tree(tree), index++);
                else if (part.isOfBlocks()) readBins(frames.blocks(part), index++);
            return tally.integers();
        }

        private void readBins(Dataset<Row> bins, int index) {
            for (Row row : collected(bins))
                tally.bin(
                        stratum(row),
                        key(row),
                        index,
                        Math.toIntExact(row.getLong(width)),
                        Frames.whole(row, width + 1));
        }

        private int stratum(Row row) {
            return query.strata().isPresent() ? (int) row.getLong(0) : 0;
        }

        private List<Optional<Object>> key(Row row) {
            List<Optional<Object>> key = new ArrayList<>();
            for (int i = width - query.groups().size(); i < width; i++) key.add(Optional.ofNullable(row.get(i)));
            return List.copyOf(key);
        }
    }

    /** Sums of groups. */
    static List<Row> collected(Dataset<Row> sums) {
        try {
            return sums.collectAsList();
        } catch (Exception e) {
            // Spark throws what it does not declare, and its words may quote rows
            throw failed(sums.sparkSession(), "add up the rows of the frame to their end");
        }
    }

    static InvalidException failed(SparkSession session, String work) {
        if (!Connected.is(session) && session.sparkContext().isStopped())
            return new InvalidException(
                    "the Spark application has ended before its work had", "check the master, and start again");
        return new InvalidException(
                "Spark could not " + work,
                "check that its files are whole and that the cluster has the memory; Spark's own log says more");
    }
}
