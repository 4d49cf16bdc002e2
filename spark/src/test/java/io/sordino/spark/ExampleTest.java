package io.sordino.spark;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.List;
import org.apache.spark.sql.Row;
import org.junit.jupiter.api.Test;

/** The example answers what is so. */
class ExampleTest {
    @Test
    void threeCitiesHaveAThirdOfTheTripsEach() {
        List<Row> rows = TripsExample.answer(Local.SESSION).collectAsList();
        assertThat(rows).extracting(row -> row.getString(0)).containsExactly("Bonn", "Rom", "Ulm");
        for (Row row : rows) {
            double trips = row.getDouble(row.fieldIndex("trips"));
            // the interval holds but one time in twenty: five times its width holds but once in many lives
            double reach = row.getDouble(row.fieldIndex("trips_upper")) - row.getDouble(row.fieldIndex("trips_lower"));
            assertThat(Math.abs(trips - 20_000 / 3.0)).isLessThan(5 * reach);
        }
    }
}
