package io.sordino.table;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.sordino.account.Accountant;
import io.sordino.refusal.InvalidException;
import io.sordino.table.plan.QueryPlan;
import io.sordino.table.query.Draft;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** The builder says what a statement says. */
class QueryBuilderTest {
    @TempDir
    Path folder = Path.of("");

    private Path file() throws IOException {
        Path file = folder.resolve("trips.csv");
        Files.writeString(file, "rider,city,fare,status\nr1,Bonn,3,done\n");
        return file;
    }

    @Test
    void aBuiltQueryIsThatOfItsStatement() throws IOException {
        Path file = file();
        PrivateQuery built = PrivateQuery.on(file)
                .unit("rider")
                .epsilon(1)
                .delta(1e-6)
                .sample(0.1)
                .maxGroups(2)
                .maxRows(5)
                .keys("city", "Bonn", "Rom")
                .where("status = 'done' AND fare > 0")
                .groupBy("city")
                .count()
                .as("trips")
                .countUnits()
                .as("riders")
                .sum("fare", 0, 100)
                .as("fares")
                .average("fare", 0, 100)
                .as("fare")
                .variance("fare", 0, 100)
                .as("v")
                .deviation("fare", 0, 100)
                .as("sd")
                .median("fare", 0, 100)
                .as("m")
                .quantile("fare", 0.9, 0, 100)
                .as("q")
                .histogram("fare", 0, 10, 20)
                .as("h")
                .vectorSum(5, "fare", "fare * 2")
                .as("w")
                .sampleAndAggregate("MEDIAN(fare)", 20, 0, 100)
                .as("b")
                .proposeTestRelease("AVG(fare)", 50, 10)
                .as("p")
                .build();
        PrivateQuery said = PrivateQuery.of(
                file,
                "SELECT city, COUNT(*) AS trips, COUNT(DISTINCT rider) AS riders, SUM(fare BETWEEN 0 AND 100) AS fares, AVG(fare BETWEEN 0 AND 100) AS fare,"
                        + " VARIANCE(fare BETWEEN 0 AND 100) AS v, STDDEV(fare BETWEEN 0 AND 100) AS sd, MEDIAN(fare BETWEEN 0 AND 100) AS m,"
                        + " QUANTILE(fare, 0.9, contribution_bounds_per_group => (0, 100)) AS q, HISTOGRAM(fare, bins => (0, 10, 20)) AS h,"
                        + " VECTOR_SUM(fare, fare * 2, l2_bound => 5) AS w, SAMPLE_AND_AGGREGATE(MEDIAN(fare), blocks => 20, bounds => (0, 100)) AS b,"
                        + " PROPOSE_TEST_RELEASE(AVG(fare), blocks => 50, width => 10) AS p FROM trips WHERE status = 'done' AND fare > 0 GROUP BY city",
                new Draft(
                        Optional.of("rider"),
                        Optional.of(1.0),
                        Optional.of(1e-6),
                        Optional.of(2L),
                        Optional.of(5L),
                        Optional.of(0.1),
                        Map.of("city", List.of("Bonn", "Rom")),
                        false,
                        0.95));
        QueryPlan one = built.plan(Accountant.standard());
        QueryPlan other = said.plan(Accountant.standard());
        assertThat(one.layout().parts()).isEqualTo(other.layout().parts());
        assertThat(one.layout().values()).isEqualTo(other.layout().values());
        assertThat(one.plan()).isEqualTo(other.plan());
        assertThat(built.query().keys()).isEqualTo(said.query().keys());
        assertThat(built.query().outputs().stream().map(output -> output.name()))
                .containsExactlyElementsOf(said.query().outputs().stream()
                        .map(output -> output.name())
                        .toList());
    }

    @Test
    void whatAStatementMayNotSayABuilderMayNot() throws IOException {
        Path file = file();
        assertThatThrownBy(() ->
                        PrivateQuery.on(file).epsilon(1).sum("nothing", 0, 1).build())
                .hasMessageContaining("there is no column 'nothing'");
        assertThatThrownBy(() -> PrivateQuery.on(file).epsilon(1).sum("fare); DROP TABLE data", 0, 1))
                .isInstanceOf(InvalidException.class);
        assertThatThrownBy(() -> PrivateQuery.on(file)
                        .epsilon(1)
                        .where("fare > random()")
                        .count()
                        .build())
                .isInstanceOf(InvalidException.class);
        assertThatThrownBy(() -> PrivateQuery.on(file).count().build()).hasMessageContaining("no epsilon");
        assertThatThrownBy(() -> PrivateQuery.on(file).epsilon(1).countUnits())
                .hasMessageContaining("units are counted");
    }
}
