package io.sordino.spark;

import io.sordino.engine.sample.Batch;
import io.sordino.refusal.InvalidException;
import io.sordino.train.data.Cells;
import io.sordino.train.data.DenseFeatures;
import io.sordino.train.data.Examples;
import io.sordino.train.data.RecordReading;
import io.sordino.train.gradient.RecordBlock;
import io.sordino.train.gradient.RecordCluster;
import io.sordino.train.model.Bound;
import io.sordino.train.model.Model;
import java.io.IOException;
import java.io.ObjectInputStream;
import java.io.Serializable;
import java.util.ArrayList;
import java.util.BitSet;
import java.util.Collections;
import java.util.List;
import org.apache.spark.api.java.JavaRDD;
import org.apache.spark.api.java.JavaSparkContext;
import org.apache.spark.broadcast.Broadcast;
import org.apache.spark.sql.Column;
import org.apache.spark.sql.Dataset;
import org.apache.spark.sql.Row;
import org.apache.spark.sql.functions;
import org.apache.spark.sql.types.DataType;
import org.apache.spark.sql.types.DataTypes;
import org.apache.spark.sql.types.NumericType;
import org.apache.spark.storage.StorageLevel;

/**
 * Records to learn from that lie on a cluster: {@code descent.begin(examples.size(), examples, random)} trains on them as on one machine. Batches are drawn on the driver by the
 * numbers of the records; each machine adds up the gradients of those that it has, as whole numbers, so that the sum is the same to the last bit.
 */
public final class SparkExamples implements RecordCluster.Held, AutoCloseable {
    private final Dataset<Row> frame;
    private final Fingerprint fingerprint;
    private final JavaSparkContext context;
    private final JavaRDD<Told<Block>> blocks;
    private final int size;
    private final int weights;

    private SparkExamples(
            Dataset<Row> frame, Fingerprint fingerprint, JavaRDD<Told<Block>> blocks, int size, int weights) {
        this.frame = frame;
        this.fingerprint = fingerprint;
        context = JavaSparkContext.fromSparkContext(frame.sparkSession().sparkContext());
        this.blocks = blocks;
        this.size = size;
        this.weights = weights;
    }

    /**
     * Holds a frame in the cluster's memory.
     *
     * @param number the column that numbers the records: 0, 1, 2, ..., each once, stored with them
     */
    public static SparkExamples of(
            Dataset<Row> frame, String number, List<String> features, String label, Model model, Bound bound) {
        return of(frame, number, new Plain(new ArrayList<>(features), label), model, bound);
    }

    /** As above, where records are made of their cells in another way. */
    public static SparkExamples of(Dataset<Row> frame, String number, RecordReading reading, Model model, Bound bound) {
        Repeatable.check(frame);
        Fingerprint fingerprint = Fingerprint.of(frame);
        List<Cells.Wanted> wanted = List.copyOf(reading.wanted());
        Column numbers = column(frame, new Cells.Wanted(number, true)).cast(DataTypes.LongType);
        List<Column> columns = new ArrayList<>(List.of(numbers));
        for (Cells.Wanted one : wanted) columns.add(column(frame, one));
        int size = size(frame.select(numbers.as("number")));
        JavaRDD<Told<Block>> blocks = frame.select(columns.toArray(Column[]::new))
                .toJavaRDD()
                .mapPartitions(part -> part.hasNext()
                        ? List.of(Block.of(new BlockCells(wanted, part), reading, model, bound))
                                .iterator()
                        : Collections.emptyIterator())
                .persist(StorageLevel.MEMORY_ONLY());
        SparkExamples examples = new SparkExamples(frame, fingerprint, blocks, size, model.parameters());
        examples.refuse();
        return examples;
    }

    private static Column column(Dataset<Row> frame, Cells.Wanted wanted) {
        List<String> names = List.of(frame.columns());
        if (!names.contains(wanted.name()))
            throw new InvalidException(
                    "there is no column '" + wanted.name() + "'", "the columns are " + String.join(", ", names));
        DataType type = frame.schema().fields()[names.indexOf(wanted.name())].dataType();
        if (wanted.numeric() && !(type instanceof NumericType || type.equals(DataTypes.BooleanType)))
            throw new InvalidException(
                    "column '" + wanted.name() + "' holds no numbers", "name its levels or leave it out");
        Column column = functions.col("`" + wanted.name().replace("`", "``") + "`");
        return column.cast(wanted.numeric() ? DataTypes.DoubleType : DataTypes.StringType);
    }

    /** The numbers of the records are public, and so is how many there are. */
    private static int size(Dataset<Row> numbers) {
        Row found = SparkEngine.collected(numbers.agg(
                        functions.count(functions.lit(1)),
                        functions.count_distinct(functions.col("number")),
                        functions.min("number"),
                        functions.max("number")))
                .get(0);
        long count = found.getLong(0);
        if (!(count >= 1
                && count <= Examples.MOST
                && found.getLong(1) == count
                && found.getLong(2) == 0
                && found.getLong(3) == count - 1))
            throw new InvalidException(
                    "records must be numbered 0, 1, 2, ..., each once, and there may be at most 2^26",
                    "store such a column with the records");
        return (int) count;
    }

    /** How many records there are. */
    @Override
    public int size() {
        return size;
    }

    /** Reads all records, and refuses what one of the machines has refused: before anything is drawn. */
    private void refuse() {
        List<Told<Block>> refused;
        try {
            refused = blocks.filter(Told::isRefused).map(Told::refusal).collect();
        } catch (Exception e) {
            throw failed();
        }
        if (!refused.isEmpty()) {
            close();
            refused.get(0).value();
        }
        checkUnchanged();
    }

    @Override
    public double[] of(Batch batch, double[] point) {
        checkUnchanged();
        int[] records = batch.records().sorted().toArray();
        Broadcast<int[]> drawn = context.broadcast(records);
        Broadcast<double[]> at = context.broadcast(point.clone());
        try {
            return blocks.map(block -> block.value().whole(drawn.value(), at.value()))
                    .fold(new double[weights], SparkExamples::sum);
        } catch (Exception e) {
            throw failed();
        } finally {
            if (!context.sc().isStopped()) {
                drawn.destroy();
                at.destroy();
            }
        }
    }

    /** A block that was lost is read again, and must then be the same. */
    private void checkUnchanged() {
        if (!Fingerprint.of(frame).equals(fingerprint))
            throw new InvalidException(
                    "the files of the records have changed since they were read", "train again, on files that stay");
    }

    /** Spark throws what it does not declare, and its words may quote rows. */
    private InvalidException failed() {
        return SparkEngine.failed(frame.sparkSession(), "read the records or add up their gradients");
    }

    private static double[] sum(double[] one, double[] other) {
        double[] sum = one.clone();
        for (int j = 0; j < sum.length; j++) sum[j] += other[j];
        return sum;
    }

    /** Lets the cluster forget the records. */
    @Override
    public void close() {
        if (!context.sc().isStopped()) blocks.unpersist();
    }

    /** Columns that are numbers already. */
    private record Plain(ArrayList<String> features, String label) implements RecordReading {
        @Override
        public List<Cells.Wanted> wanted() {
            List<Cells.Wanted> wanted = new ArrayList<>();
            for (String feature : features) wanted.add(new Cells.Wanted(feature, true));
            wanted.add(new Cells.Wanted(label, true));
            return wanted;
        }

        @Override
        public Examples of(Cells cells) {
            DenseFeatures.Builder values = new DenseFeatures.Builder(cells.rows(), features.size());
            double[] labels = new double[cells.rows()];
            BitSet unfit = new BitSet();
            cells.read(wanted(), cells.rows(), new Cells.Sink() {
                @Override
                public void number(int row, int column, double value) {
                    // a record that has one number too few counts as nothing: to refuse it would tell that it is there
                    if (!Double.isFinite(value)) unfit.set(row);
                    else if (column < features.size()) values.put(row, column, value);
                    else labels[row] = value;
                }

                @Override
                public void text(int row, int column, String value) {
                    throw new IllegalStateException("all columns are numbers");
                }

                @Override
                public void unreadable(int row, String problem) {
                    throw new IllegalStateException("the cells of a frame can be read");
                }
            });
            unfit.stream().forEach(row -> labels[row] = Examples.NO_LABEL);
            return Examples.of(values.build(), labels);
        }
    }

    /** The records of a partition; what is worked out of them once is worked out where they are. */
    private static final class Block implements Serializable {
        private static final long serialVersionUID = 1L;

        private final int[] numbers;
        private final Examples examples;
        private final Model model;
        private final Bound bound;
        private transient RecordBlock block;

        private Block(int[] numbers, Examples examples, Model model, Bound bound) {
            this.numbers = numbers;
            this.examples = examples;
            this.model = model;
            this.bound = bound;
            block = new RecordBlock(examples, numbers, model, bound);
        }

        static Told<Block> of(BlockCells cells, RecordReading reading, Model model, Bound bound) {
            return Told.by(() -> new Block(cells.places(), reading.of(cells), model, bound));
        }

        private void readObject(ObjectInputStream in) throws IOException, ClassNotFoundException {
            in.defaultReadObject();
            block = new RecordBlock(examples, numbers, model, bound);
        }

        double[] whole(int[] batch, double[] weights) {
            return block.whole(batch, weights);
        }
    }
}
