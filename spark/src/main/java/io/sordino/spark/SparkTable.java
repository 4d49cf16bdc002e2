package io.sordino.spark;

import io.sordino.noise.RandomSource;
import io.sordino.refusal.InvalidException;
import io.sordino.table.PrivateQuery;
import io.sordino.table.PrivateQuery.Answered;
import io.sordino.table.QueryBuilder;
import io.sordino.table.engine.KeptKey;
import io.sordino.table.engine.Source;
import io.sordino.table.plan.QueryPlan;
import io.sordino.table.query.Column;
import io.sordino.table.query.Column.Kind;
import io.sordino.table.query.Dialect;
import io.sordino.table.query.Draft;
import io.sordino.table.query.Schema;
import io.sordino.table.release.FlatAnswer;
import java.util.ArrayList;
import java.util.HashSet;
import java.util.List;
import java.util.Optional;
import java.util.Set;
import java.util.function.Supplier;
import org.apache.spark.sql.Dataset;
import org.apache.spark.sql.Row;
import org.apache.spark.sql.types.DataType;
import org.apache.spark.sql.types.DataTypes;
import org.apache.spark.sql.types.DecimalType;
import org.apache.spark.sql.types.StringType;
import org.apache.spark.sql.types.StructField;

/** A frame that can be asked private queries. */
public final class SparkTable implements Source {
    private static final Set<DataType> WHOLE =
            Set.of(DataTypes.ByteType, DataTypes.ShortType, DataTypes.IntegerType, DataTypes.LongType);

    private final Dataset<Row> frame;
    private final Schema schema;
    private final Supplier<Fingerprint> now;
    private final Fingerprint fingerprint;

    private SparkTable(Dataset<Row> frame, Schema schema, Supplier<Fingerprint> now) {
        this.frame = frame;
        this.schema = schema;
        this.now = now;
        fingerprint = now.get();
    }

    static SparkTable of(Dataset<Row> frame) {
        return of(frame, false);
    }

    /**
     * As above.
     *
     * @param loose whether texts are read as numbers where numbers are wanted, as those of CSV files are
     */
    static SparkTable of(Dataset<Row> frame, boolean loose) {
        if (Connected.is(frame.sparkSession()))
            throw new InvalidException(
                    "the frame is one of Spark Connect, whose plan cannot be looked at from here",
                    "ask its Parquet files with SordinoSpark.parquet(session, paths), or from a program on the cluster, with spark-submit");
        Repeatable.check(frame);
        return of(frame, loose, () -> Fingerprint.of(frame));
    }

    /** As above, of a frame that is known to be the same whenever it is read, as long as its files are. */
    static SparkTable of(Dataset<Row> frame, boolean loose, Supplier<Fingerprint> now) {
        List<Column> columns = new ArrayList<>();
        Set<String> seen = new HashSet<>();
        StructField[] fields = frame.schema().fields();
        for (int i = 0; i < fields.length; i++) {
            String name = fields[i].name();
            if (!seen.add(name))
                throw new InvalidException(
                        "two columns of the frame are called '" + name + "'", "give every column its own name");
            Kind kind = kind(fields[i].dataType());
            columns.add(new Column(name, kind == Kind.TEXT && loose ? Kind.LOOSE : kind, name(i)));
        }
        return new SparkTable(frame, new Schema(columns, Dialect.SPARK), now);
    }

    /** What a column is called in all that is asked of Spark: by its place, so that no name can be taken for anything else. */
    private static String name(int place) {
        return "c" + place;
    }

    private static Kind kind(DataType type) {
        if (WHOLE.contains(type)) return Kind.INTEGER;
        if (type.equals(DataTypes.DoubleType) || type.equals(DataTypes.FloatType) || type instanceof DecimalType)
            return Kind.NUMBER;
        // other collations take different texts for the same
        if (type instanceof StringType text) return text.isUTF8BinaryCollation() ? Kind.TEXT : Kind.OTHER;
        if (type.equals(DataTypes.BooleanType)) return Kind.BOOLEAN;
        // moments with a zone are shown differently by every session
        return type.equals(DataTypes.DateType) || type.equals(DataTypes.TimestampNTZType) ? Kind.TIME : Kind.OTHER;
    }

    @Override
    public Schema schema() {
        return schema;
    }

    @Override
    public String snapshot() {
        return fingerprint.text();
    }

    /** A query, to be built step by step. */
    public QueryBuilder query() {
        return PrivateQuery.on(this);
    }

    /** Reads a statement; a frame has no name, so that FROM may call it anything. */
    public PrivateQuery query(String statement, Draft settings) {
        return PrivateQuery.of(this, statement, settings);
    }

    /** The engine that adds up, over a sample that is drawn afresh. */
    public SparkEngine engine() {
        return new SparkEngine(this, Optional.empty());
    }

    /** The engine that adds up, over a sample that was drawn before. */
    public SparkEngine engine(KeptKey key) {
        return new SparkEngine(this, Optional.of(key));
    }

    /** Draws a sample and noise, and answers: each call is another release of the plan. */
    public Released run(PrivateQuery query, QueryPlan plan, RandomSource random) {
        return released(query.run(plan, engine(), random));
    }

    /** As above, on a sample that was drawn before. */
    public Released run(PrivateQuery query, QueryPlan plan, KeptKey key, RandomSource random) {
        return released(query.run(plan, engine(key), random));
    }

    private Released released(Answered answered) {
        return new Released(
                answered,
                AnswerFrame.of(
                        frame.sparkSession(), FlatAnswer.of(answered.release().value())));
    }

    /**
     * What was released.
     *
     * @param frame its rows: a number is three columns, its value and the ends of its interval
     */
    public record Released(Answered answered, Dataset<Row> frame) {}

    /** The rows, with columns by their places. */
    Dataset<Row> rows() {
        return frame.toDF(schema.columns().stream().map(Column::sql).toArray(String[]::new));
    }

    /** Refuses a frame that is no longer what it was. */
    void checkUnchanged() {
        if (!now.get().equals(fingerprint))
            throw new InvalidException(
                    "the files of the frame have changed since it was read", "read them again, and ask again");
    }
}
