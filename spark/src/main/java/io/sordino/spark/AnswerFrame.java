package io.sordino.spark;

import io.sordino.table.release.FlatAnswer;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import org.apache.spark.sql.Dataset;
import org.apache.spark.sql.Row;
import org.apache.spark.sql.RowFactory;
import org.apache.spark.sql.SparkSession;
import org.apache.spark.sql.types.DataType;
import org.apache.spark.sql.types.DataTypes;
import org.apache.spark.sql.types.StructField;

/** The rows of an answer as a frame. */
final class AnswerFrame {
    private AnswerFrame() {}

    static Dataset<Row> of(SparkSession session, FlatAnswer answer) {
        List<StructField> fields = new ArrayList<>();
        for (int i = 0; i < answer.columns().size(); i++)
            fields.add(DataTypes.createStructField(answer.columns().get(i), type(answer, i), true));
        List<Row> rows = new ArrayList<>();
        for (List<Optional<Object>> row : answer.rows())
            rows.add(RowFactory.create(
                    row.stream().map(cell -> cell.orElse(null)).toArray()));
        return session.createDataFrame(rows, DataTypes.createStructType(fields));
    }

    private static DataType type(FlatAnswer answer, int column) {
        return answer.rows().stream()
                .flatMap(row -> row.get(column).stream())
                .findFirst()
                .map(value -> value instanceof Long
                        ? DataTypes.LongType
                        : value instanceof Double
                                ? DataTypes.DoubleType
                                : value instanceof Boolean ? DataTypes.BooleanType : DataTypes.StringType)
                .orElse(DataTypes.StringType);
    }
}
