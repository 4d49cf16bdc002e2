package io.sordino.spark;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.sql.Connection;
import java.sql.SQLException;
import java.sql.Statement;
import java.util.ArrayList;
import java.util.List;
import java.util.Properties;
import org.duckdb.DuckDBDriver;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** sordino query --spark in a process of its own: it pays once, and a request that is repeated gets the answer that it had. */
class CommandTest {
    @TempDir
    Path folder = Path.of("");

    private Commands.Ended run(String... words) throws IOException, InterruptedException {
        return Commands.run(folder, words);
    }

    @Test
    void aRequestIsPaidForOnceAndAnsweredAlike() throws IOException, InterruptedException {
        StringBuilder text = new StringBuilder("rider,city,fare\n");
        for (int i = 0; i < 1000; i++)
            text.append("r")
                    .append(i % 200)
                    .append(i % 2 == 0 ? ",Bonn," : ",Rom,")
                    .append(i % 50)
                    .append('\n');
        Path trips = folder.resolve("trips.csv");
        Files.writeString(trips, text);
        String ledger = folder.resolve("team.db").toString();
        assertThat(run("ledger", "create", "--ledger", ledger, "--budget", "team", "--epsilon", "5", "--delta", "1e-5")
                        .code())
                .isZero();
        String[] asked = {
            "query",
            "--spark",
            "local[2]",
            "--data",
            trips.toString(),
            "--unit",
            "rider",
            "--epsilon",
            "1",
            "--delta",
            "1e-6",
            "--sample",
            "0.5",
            "--ledger",
            ledger,
            "--budget",
            "team",
            "--request-id",
            "one",
            "--keys",
            "city=Bonn,Rom",
            "--json",
            "SELECT city, COUNT(*) AS trips FROM trips GROUP BY city"
        };
        Commands.Ended first = run(asked);
        assertThat(first.err()).isEmpty();
        assertThat(first.code()).isZero();
        assertThat(first.out()).contains("\"plan\"").contains("\"charge\"").contains("\"city\"");
        Commands.Ended again = run(asked);
        assertThat(again.out()).isEqualTo(first.out());
        Commands.Ended status = run("ledger", "status", "--ledger", ledger, "--budget", "team", "--json");
        assertThat(status.out()).contains("\"spent\": 1}");
    }

    @Test
    void aModelIsTrainedAndWhatNeedsTheRecordsHereIsRefused() throws IOException, InterruptedException, SQLException {
        Path people = folder.resolve("people.parquet");
        try (Connection connection = new DuckDBDriver().connect("jdbc:duckdb:", new Properties());
                Statement statement = connection.createStatement()) {
            statement.execute(
                    "COPY (SELECT i AS id, i % 100 AS age, CAST(i % 100 > 50 AS INTEGER) AS income FROM range(2000) AS t(i)) TO '"
                            + people + "' (FORMAT parquet)");
        }
        String model = folder.resolve("model.json").toString();
        List<String> asked = new ArrayList<>(List.of("train", "--spark", "local[2]", "--data", people.toString()));
        asked.addAll(List.of("--label", "income", "--bounds", "age=0:100", "--epsilon", "4", "--delta", "1e-5"));
        asked.addAll(List.of("--epochs", "2", "--batch-size", "1000", "--out", model));
        Commands.Ended unnumbered = run(asked.toArray(String[]::new));
        assertThat(unnumbered.code()).isEqualTo(2);
        assertThat(unnumbered.err()).contains("--spark and --number go together");
        asked.addAll(List.of("--number", "id"));
        List<String> last = new ArrayList<>(asked);
        last.addAll(List.of("--sampling", "one-pass", "--feature-norm", "1", "--radius", "5"));
        assertThat(run(last.toArray(String[]::new)).err()).contains("a guarantee for the last iterate alone");
        assertThat(Path.of(model)).doesNotExist();
        Commands.Ended trained = run(asked.toArray(String[]::new));
        assertThat(trained.err().lines()).hasSize(1).first().asString().contains("counts as nothing");
        assertThat(trained.code()).isZero();
        assertThat(Files.readString(Path.of(model))).contains("\"age\"").doesNotContain("\"id\"");
    }
}
