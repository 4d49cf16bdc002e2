package io.sordino.spark;

import io.sordino.engine.sample.Batch;
import io.sordino.refusal.InvalidException;
import io.sordino.train.data.DenseFeatures;
import io.sordino.train.data.Examples;
import io.sordino.train.gradient.RecordBlock;
import io.sordino.train.gradient.WholeSums;
import io.sordino.train.model.Bound;
import io.sordino.train.model.Model;
import java.io.IOException;
import java.io.ObjectInputStream;
import java.io.Serializable;
import java.util.ArrayList;
import java.util.Collections;
import java.util.Iterator;
import java.util.List;
import org.apache.spark.api.java.JavaRDD;
import org.apache.spark.api.java.JavaSparkContext;
import org.apache.spark.broadcast.Broadcast;
import org.apache.spark.sql.Column;
import org.apache.spark.sql.Dataset;
import org.apache.spark.sql.Row;
import org.apache.spark.sql.functions;
import org.apache.spark.sql.types.DataTypes;
import org.apache.spark.storage.StorageLevel;

/**
 * Records to learn from that lie on a cluster: {@code descent.begin(examples.size(), examples, random)} trains on them as on one machine. Batches are drawn on the driver by the
 * numbers of the records; each machine adds up the gradients of those that it has, as whole numbers, so that the sum is the same to the last bit.
 */
public final class SparkExamples implements WholeSums, AutoCloseable {
    private final JavaSparkContext context;
    private final JavaRDD<Block> blocks;
    private final int size;
    private final int weights;

    private SparkExamples(JavaSparkContext context, JavaRDD<Block> blocks, int size, int weights) {
        this.context = context;
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
        Repeatable.check(frame);
        List<String> names = List.of(frame.columns());
        List<Column> columns = new ArrayList<>();
        columns.add(column(names, number).cast(DataTypes.LongType));
        columns.add(column(names, label).cast(DataTypes.DoubleType));
        for (String feature : features) columns.add(column(names, feature).cast(DataTypes.DoubleType));
        Dataset<Row> rows = frame.select(columns.toArray(Column[]::new));
        int size =
                size(frame.select(column(names, number).cast(DataTypes.LongType).as("number")));
        int width = features.size();
        JavaRDD<Block> blocks = rows.toJavaRDD()
                .mapPartitions(part -> part.hasNext()
                        ? List.of(Block.of(part, width, model, bound)).iterator()
                        : Collections.emptyIterator())
                .persist(StorageLevel.MEMORY_ONLY());
        JavaSparkContext context =
                JavaSparkContext.fromSparkContext(frame.sparkSession().sparkContext());
        return new SparkExamples(context, blocks, size, model.parameters());
    }

    private static Column column(List<String> names, String name) {
        if (!names.contains(name))
            throw new InvalidException(
                    "there is no column '" + name + "'", "the columns are " + String.join(", ", names));
        return functions.col("`" + name.replace("`", "``") + "`");
    }

    /** The numbers of the records are public, and so is how many there are. */
    private static int size(Dataset<Row> numbers) {
        Row found = numbers.agg(
                        functions.count(functions.lit(1)),
                        functions.count_distinct(functions.col("number")),
                        functions.min("number"),
                        functions.max("number"))
                .head();
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
    public int size() {
        return size;
    }

    @Override
    public double[] of(Batch batch, double[] point) {
        int[] records = batch.records().sorted().toArray();
        Broadcast<int[]> drawn = context.broadcast(records);
        Broadcast<double[]> at = context.broadcast(point.clone());
        try {
            return blocks.map(block -> block.whole(drawn.value(), at.value()))
                    .fold(new double[weights], SparkExamples::sum);
        } catch (Exception e) {
            // Spark throws what it does not declare, and its words may quote rows
            throw new InvalidException(
                    "Spark could not add up the gradients",
                    "check that features and labels are finite numbers, that labels are ones that the model knows, and that the cluster has the memory");
        } finally {
            drawn.destroy();
            at.destroy();
        }
    }

    private static double[] sum(double[] one, double[] other) {
        double[] sum = one.clone();
        for (int j = 0; j < sum.length; j++) sum[j] += other[j];
        return sum;
    }

    /** Lets the cluster forget the records. */
    @Override
    public void close() {
        blocks.unpersist();
    }

    /** The records of a partition; what is worked out of them once is worked out where they are. */
    private static final class Block implements Serializable {
        private static final long serialVersionUID = 1L;

        private final int[] numbers;
        private final double[] values;
        private final double[] labels;
        private final int width;
        private final Model model;
        private final Bound bound;
        private transient RecordBlock block;

        private Block(int[] numbers, double[] values, double[] labels, int width, Model model, Bound bound) {
            this.numbers = numbers;
            this.values = values;
            this.labels = labels;
            this.width = width;
            this.model = model;
            this.bound = bound;
            block = block();
        }

        private RecordBlock block() {
            return new RecordBlock(Examples.of(DenseFeatures.of(values, width), labels), numbers, model, bound);
        }

        static Block of(Iterator<Row> rows, int width, Model model, Bound bound) {
            List<Row> all = new ArrayList<>();
            rows.forEachRemaining(all::add);
            int[] numbers = new int[all.size()];
            double[] labels = new double[all.size()];
            double[] values = new double[all.size() * width];
            for (int i = 0; i < numbers.length; i++) {
                numbers[i] = Math.toIntExact(all.get(i).getLong(0));
                labels[i] = all.get(i).getDouble(1);
                for (int j = 0; j < width; j++)
                    values[i * width + j] = all.get(i).getDouble(2 + j);
            }
            return new Block(numbers, values, labels, width, model, bound);
        }

        private void readObject(ObjectInputStream in) throws IOException, ClassNotFoundException {
            in.defaultReadObject();
            block = block();
        }

        double[] whole(int[] batch, double[] weights) {
            return block.whole(batch, weights);
        }
    }
}
