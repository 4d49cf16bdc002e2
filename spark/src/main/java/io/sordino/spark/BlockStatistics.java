package io.sordino.spark;

import static org.apache.spark.sql.functions.col;
import static org.apache.spark.sql.functions.lit;

import io.sordino.table.plan.Blocks;
import io.sordino.table.query.BlockStatistic.Kind;
import java.math.BigInteger;
import java.util.ArrayList;
import java.util.List;
import org.apache.spark.sql.Column;
import org.apache.spark.sql.Dataset;
import org.apache.spark.sql.Row;
import org.apache.spark.sql.api.java.UDF4;
import org.apache.spark.sql.expressions.Window;
import org.apache.spark.sql.expressions.WindowSpec;
import org.apache.spark.sql.functions;
import org.apache.spark.sql.types.DataTypes;

/** What each block says of its rows, whose numbers on the grid are r: exact sums, and one rounding at the end, as the embedded engine makes it. */
record BlockStatistics(Blocks blocks, List<String> named) {
    private static final int BITS = 30;

    /** Group keys and d, the statistic of a block. */
    Dataset<Row> of(Dataset<Row> rows) {
        List<String> keys = new ArrayList<>(named);
        keys.add("block");
        Column[] by = keys.stream().map(functions::col).toArray(Column[]::new);
        Dataset<Row> taken = blocks.kind() == Kind.QUANTILE ? ranked(rows, by) : rows;
        return taken.groupBy(by).agg(statistic().as("d"));
    }

    /** With the number that stands at the place of the quantile, and NULL elsewhere. */
    private Dataset<Row> ranked(Dataset<Row> rows, Column[] by) {
        WindowSpec block = Window.partitionBy(by);
        Column count = functions.count(col("r")).over(block);
        Column rank = functions.row_number().over(block.orderBy(col("r").asc_nulls_last()));
        // the place that the embedded engine takes, in its own roundings
        Column above = functions.floor(col("k").cast(DataTypes.DoubleType)
                .minus(col("k").cast(DataTypes.DoubleType).multiply(lit(blocks.share()))));
        Column place = functions.greatest(lit(1L), col("k").minus(above));
        return rows.withColumn("k", count)
                .withColumn("rank", rank)
                .withColumn("r", functions.when(col("rank").equalTo(place), col("r")));
    }

    private Column statistic() {
        Column r = col("r");
        Column count = functions.count(r);
        Column sum = functions.sum(r);
        return switch (blocks.kind()) {
            case COUNT -> functions.count(lit(1)).cast(DataTypes.DoubleType);
            case SUM -> scaled(sum, blocks.exponent());
            case MEAN ->
                scaled(functions.expr("CASE WHEN count(r) > 0 THEN sum(r) DIV count(r) END"), blocks.exponent());
            case LEAST -> scaled(functions.min(r), blocks.exponent());
            case LARGEST, QUANTILE -> scaled(functions.max(r), blocks.exponent());
            case VARIANCE -> variance(count, sum, r);
            case DEVIATION -> functions.sqrt(variance(count, sum, r));
        };
    }

    private Column variance(Column count, Column sum, Column r) {
        Column square = r.multiply(r);
        Column steps = functions
                .udf(new Variance(), DataTypes.DoubleType)
                .apply(
                        count,
                        sum,
                        functions.sum(functions.shiftright(square, BITS)),
                        functions.sum(square.bitwiseAND(lit((1L << BITS) - 1))));
        return functions.when(count.geq(lit(2L)), steps.multiply(lit(Math.scalb(1.0, -2 * blocks.exponent()))));
    }

    /** A whole number as a double: of a negative one, one less is rounded first. */
    private static Column scaled(Column steps, int exponent) {
        Column number = functions
                .when(
                        steps.lt(lit(0L)),
                        steps.plus(lit(1L))
                                .multiply(lit(-1L))
                                .cast(DataTypes.DoubleType)
                                .multiply(lit(-1.0))
                                .minus(lit(1.0)))
                .otherwise(steps.cast(DataTypes.DoubleType));
        return number.multiply(lit(Math.scalb(1.0, -exponent)));
    }

    /** The sum of squared distances from the mean, by one row less than there are, rounded towards 0: in 128 bits, which Spark's numbers do not have. */
    private static final class Variance implements UDF4<Long, Long, Long, Long, Double> {
        private static final long serialVersionUID = 1L;

        @Override
        public Double call(Long count, Long sum, Long upper, Long lower) {
            if (count < 2) return 0.0;
            BigInteger n = BigInteger.valueOf(count);
            BigInteger total = BigInteger.valueOf(sum);
            BigInteger squares = BigInteger.valueOf(upper).shiftLeft(BITS).add(BigInteger.valueOf(lower));
            return n.multiply(squares)
                    .subtract(total.multiply(total))
                    .divide(n.multiply(n.subtract(BigInteger.ONE)))
                    .doubleValue();
        }
    }
}
