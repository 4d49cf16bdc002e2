package io.sordino.cli;

import static org.assertj.core.api.Assertions.assertThat;

import com.fasterxml.jackson.databind.JsonNode;
import io.sordino.noise.Seed;
import java.io.IOException;
import java.nio.file.Files;
import java.sql.Connection;
import java.sql.SQLException;
import java.sql.Statement;
import java.util.ArrayList;
import java.util.List;
import java.util.Properties;
import org.duckdb.DuckDBDriver;
import org.junit.jupiter.api.Test;

/** train, predict and evaluate: from a file to a model and back, and what is refused on the way. */
class TrainTest extends TrainingFolder {
    private double accuracy() throws IOException {
        Shell.Outcome outcome = Shell.run("evaluate", "--model", at("model.json"), "--data", at("data.csv"), "--json");
        assertThat(outcome.code()).as(outcome.err()).isZero();
        return JSON.readTree(outcome.out()).path("accuracy").asDouble();
    }

    @Test
    void modelCarriesItsStatementProofSchemaAndCommitment() throws IOException {
        Shell.Outcome outcome = train("--sampling", "poisson", "--seed-file", at("seed"));
        assertThat(outcome.code()).as(outcome.err()).isZero();
        JsonNode privacy = model().path("privacy");
        assertThat(privacy.path("plan").asText()).startsWith("64 * poisson(0.0625, gaussian(");
        assertThat(privacy.path("guarantee").path("statement").asText()).contains("epsilon at most");
        assertThat(privacy.path("guarantee").path("epsilon").path("upper").asDouble())
                .isBetween(1.9, 2.0);
        assertThat(privacy.path("guarantee").path("because")).isNotEmpty();
        assertThat(privacy.path("seed_commitments").path(0).asText())
                .isEqualTo(Seed.kept(Files.readString(folder.resolve("seed"))).commitment());
        assertThat(model().path("schema").path("columns")).hasSize(3);
        assertThat(accuracy()).isGreaterThan(0.8);
        assertThat(outcome.out())
                .contains("promise  epsilon <= 2 at delta = 1e-5")
                .doesNotContain("loss");
        Shell.Outcome predicted = Shell.run("predict", "--model", at("model.json"), "--data", at("data.csv"));
        assertThat(predicted.out().lines()).hasSize(ROWS + 1);
        assertThat(predicted.out()).startsWith("predicted,p_0,p_1\n");
    }

    @Test
    void everySamplingTrainsAndLastIteratesNeedFeatureNorms() throws IOException {
        for (String sampling : List.of("full", "cyclic", "without-replacement", "one-pass", "last-cyclic")) {
            boolean last = sampling.equals("one-pass") || sampling.equals("last-cyclic");
            Shell.Outcome outcome = train(
                    "--sampling", sampling, last ? "--feature-norm" : "--clip", "1", "--radius", "5", "--accept-noise");
            assertThat(outcome.code()).as(sampling + outcome.err()).isZero();
            assertThat(model().path("privacy").path("sampling").asText()).isEqualTo(sampling);
            assertThat(model().path("privacy").path("released").asText())
                    .isEqualTo(last ? "the last iterate alone" : "every step");
        }
        assertThat(train("--sampling", "sampled", "--clip", "1").err()).contains("--feature-norm in place of --clip");
        assertThat(train("--sampling", "one-pass", "--feature-norm", "1", "--checkpoint", at("c"))
                        .err())
                .contains("no checkpoints");
        assertThat(folder.resolve("c")).doesNotExist();
    }

    @Test
    void stoppedRunGoesOnWithTheSamePlan() throws IOException {
        String[] options = {"--sampling", "poisson", "--checkpoint", at("state"), "--stop-after", "20"};
        assertThat(train(options).out()).contains("stopped after round 20 of 64");
        assertThat(folder.resolve("model.json")).doesNotExist();
        assertThat(train("--sampling", "cyclic", "--checkpoint", at("state")).err())
                .contains("of another plan");
        Shell.Outcome outcome = train("--sampling", "poisson", "--checkpoint", at("state"));
        assertThat(outcome.code()).as(outcome.err()).isZero();
        String weights = model().path("weights").toString();
        // the run is over: the same command gives the same model, and draws nothing
        outcome = train("--sampling", "poisson", "--checkpoint", at("state"));
        assertThat(outcome.code()).as(outcome.err()).isZero();
        assertThat(outcome.err()).contains("was over: its model was written again");
        assertThat(model().path("weights").toString()).isEqualTo(weights);
        assertThat(train("--sampling", "poisson", "--checkpoint", at("state"), "--model", "svm")
                        .err())
                .contains("of other data or settings");
        String data = Files.readString(folder.resolve("data.csv"));
        Files.writeString(folder.resolve("data.csv"), data + "20,1,red,0\n");
        assertThat(train("--sampling", "poisson", "--checkpoint", at("state")).err())
                .contains("of other data or settings: 4000 records");
        Files.writeString(folder.resolve("data.csv"), data);
        assertThat(model().path("privacy").path("plan").asText()).startsWith("64 * poisson(");
        assertThat(model().path("privacy").path("seed_commitments")).hasSize(2);
        assertThat(accuracy()).isGreaterThan(0.8);
    }

    @Test
    void automaticChoiceTakesTheLeastNoiseAndSaysWhy() throws IOException {
        Shell.Outcome outcome =
                train("--auto", "--json", "--feature-norm", "2", "--radius", "5", "--batch-size", "1000");
        assertThat(outcome.code()).as(outcome.err()).isZero();
        JsonNode report = JSON.readTree(outcome.out());
        double least = Double.POSITIVE_INFINITY;
        String best = "";
        for (JsonNode tried : report.path("tried"))
            if (!tried.has("why") && tried.path("noise_left").asDouble() < least) {
                least = tried.path("noise_left").asDouble();
                best = tried.path("sampling").asText();
            }
        assertThat(report.path("tried")).hasSize(10);
        assertThat(report.path("sampling").asText()).isEqualTo(best);
    }

    @Test
    void noiseScheduleIsAccountedForAsItIs() throws IOException {
        assertThat(train("--sampling", "poisson", "--noise-schedule", "2,1").code())
                .isZero();
        String plan = model().path("privacy").path("plan").asText();
        assertThat(plan).startsWith("32 * poisson(0.0625, gaussian(").contains(" + 32 * poisson(0.0625, gaussian(");
        assertThat(train("--sampling", "full", "--noise-schedule", "5,4,3,2,1").err())
                .contains("does not fit 4 rounds");
        assertThat(train("--noise-schedule", "1,0").err()).contains("above 0");
    }

    @Test
    void sparseColumnsAndManyLevelsAreKeptSparse() throws IOException {
        StringBuilder text = new StringBuilder("town,words,y\n");
        for (int i = 0; i < ROWS; i++) {
            int town = i * 31 % 200;
            int word = i * 17 % 5000;
            text.append("t")
                    .append(town)
                    .append(",\"")
                    .append(word)
                    .append(":1 ")
                    .append(5000 + i % 7);
            text.append(":0.5\",").append(town < 100 ? 1 : 0).append('\n');
        }
        Files.writeString(folder.resolve("data.csv"), text);
        StringBuilder levels = new StringBuilder("town=t0");
        for (int i = 1; i < 200; i++) levels.append("|t").append(i);
        String[] sparse = {
            "train",
            "--data",
            at("data.csv"),
            "--label",
            "y",
            "--delta",
            "1e-5",
            "--epsilon",
            "50",
            "--categorical",
            levels.toString(),
            "--sparse",
            "words=5010",
            "--learning-rate",
            "20",
            "--accept-noise",
            "--sampling",
            "cyclic",
            "--replace",
            "--out",
            at("model.json")
        };
        Shell.Outcome outcome = Shell.run(sparse);
        assertThat(outcome.code()).as(outcome.err()).isZero();
        assertThat(model().path("weights")).hasSize(200 + 5010 + 1);
        assertThat(model().path("schema")
                        .path("columns")
                        .path(1)
                        .path("sparse_width")
                        .asInt())
                .isEqualTo(5010);
        assertThat(accuracy()).isGreaterThan(0.9);
        Files.writeString(folder.resolve("data.csv"), text.toString().replace("17:1 5001", "17:1 9"));
        List<String> shown = new ArrayList<>(List.of(sparse));
        shown.add("--show-misfits");
        outcome = Shell.run(shown.toArray(String[]::new));
        assertThat(outcome.code()).as(outcome.err()).isZero();
        assertThat(outcome.err()).containsPattern("rows? counts? as nothing: column 'words'.*PLACE:NUMBER");
    }

    @Test
    void boundsFromTheDataAreChargedToTheSameBudget() throws IOException {
        Shell.Outcome outcome = Shell.run(
                "train",
                "--data",
                at("data.csv"),
                "--label",
                "y",
                "--drop",
                "colour",
                "--epsilon",
                "20",
                "--delta",
                "1e-5",
                "--sampling",
                "cyclic",
                "--epochs",
                "4",
                "--find-bounds",
                "8",
                "--within",
                "0:1000",
                "--out",
                at("model.json"));
        assertThat(outcome.code()).as(outcome.err()).isZero();
        assertThat(model().path("privacy").path("plan").asText())
                .startsWith("exponential(2) + exponential(2) + exponential(2) + exponential(2) + ");
        assertThat(model().path("privacy")
                        .path("guarantee")
                        .path("epsilon")
                        .path("upper")
                        .asDouble())
                .isLessThanOrEqualTo(20);
        assertThat(model().path("schema").path("columns").path(0).path("upper").asDouble())
                .isBetween(70.0, 200.0);
    }

    @Test
    void theSamplingIsChosenWithWhatBoundsCost() throws IOException {
        Shell.Outcome outcome = Shell.run(
                "train",
                "--data",
                at("data.csv"),
                "--label",
                "y",
                "--drop",
                "colour",
                "--epsilon",
                "20",
                "--delta",
                "1e-5",
                "--auto",
                "--epochs",
                "4",
                "--find-bounds",
                "8",
                "--within",
                "0:1000",
                "--out",
                at("model.json"));
        assertThat(outcome.code()).as(outcome.err()).isZero();
        JsonNode privacy = model().path("privacy");
        assertThat(privacy.path("plan").asText())
                .startsWith("exponential(2) + exponential(2) + exponential(2) + exponential(2) + ");
        assertThat(privacy.path("guarantee").path("epsilon").path("upper").asDouble())
                .isBetween(19.0, 20.0);
        assertThat(model().path("schema").path("columns").path(0).path("upper").asDouble())
                .isBetween(70.0, 200.0);
    }

    @Test
    void auditOfOneRunStaysBelowTheClaim() {
        Shell.Outcome outcome = train("--sampling", "cyclic", "--audit", "500");
        assertThat(outcome.code()).as(outcome.err()).isZero();
        assertThat(outcome.out()).contains("audit    one run with 500 canaries shows epsilon >= ");
    }

    @Test
    void parquetIsReadAsWell() throws IOException, SQLException {
        try (Connection connection = new DuckDBDriver().connect("jdbc:duckdb:", new Properties());
                Statement statement = connection.createStatement()) {
            statement.execute(
                    "COPY (SELECT i % 97 AS a, i % 89 / 10.0 AS b, i % 97 > 48 AS y FROM range(2000) t(i)) TO '"
                            + at("data.parquet") + "'");
        }
        Shell.Outcome outcome = Shell.run(
                "train",
                "--data",
                at("data.parquet"),
                "--label",
                "y",
                "--classes",
                "false,true",
                "--bounds",
                "*=0:100",
                "--epsilon",
                "4",
                "--delta",
                "1e-5",
                "--sampling",
                "cyclic",
                "--learning-rate",
                "4",
                "--out",
                at("model.json"),
                "--show-loss");
        assertThat(outcome.code()).as(outcome.err()).isZero();
        assertThat(outcome.err()).contains("it is not private");
        Shell.Outcome evaluated =
                Shell.run("evaluate", "--model", at("model.json"), "--data", at("data.parquet"), "--json");
        assertThat(JSON.readTree(evaluated.out()).path("accuracy").asDouble()).isGreaterThan(0.8);
    }

    @Test
    void sparseColumnsAreReadFromParquet() throws IOException, SQLException {
        try (Connection connection = new DuckDBDriver().connect("jdbc:duckdb:", new Properties());
                Statement statement = connection.createStatement()) {
            statement.execute("COPY (SELECT (i % 2) || ':1 ' || (2 + i % 997) || ':0.5' AS words, i % 2 AS y"
                    + " FROM range(2000) t(i)) TO '" + at("data.parquet") + "'");
        }
        Shell.Outcome outcome = Shell.run(
                "train",
                "--data",
                at("data.parquet"),
                "--label",
                "y",
                "--sparse",
                "words=1000",
                "--epsilon",
                "20",
                "--delta",
                "1e-5",
                "--sampling",
                "poisson",
                "--learning-rate",
                "4",
                "--out",
                at("model.json"));
        assertThat(outcome.code()).as(outcome.err()).isZero();
        Shell.Outcome evaluated =
                Shell.run("evaluate", "--model", at("model.json"), "--data", at("data.parquet"), "--json");
        assertThat(JSON.readTree(evaluated.out()).path("accuracy").asDouble()).isGreaterThan(0.9);
    }

    @Test
    void automaticChoiceWithACheckpointLeavesLastIteratesOut() {
        Shell.Outcome outcome = train("--auto", "--feature-norm", "2", "--radius", "5", "--checkpoint", at("state"));
        assertThat(outcome.out()).contains("last-full: not possible: a last iterate alone has no checkpoints");
    }

    @Test
    void auditTrainsOnRecordsThatAreLookedAtWithARateThatItsLossAllows() {
        // a learning rate that logistic loss would not allow, and a rest of 4000 - 1500 * 2 records that is never used
        Shell.Outcome outcome = train(
                "--model",
                "svm",
                "--smoothing",
                "10",
                "--feature-norm",
                "1",
                "--learning-rate",
                "9.5",
                "--sampling",
                "one-pass",
                "--batch-size",
                "1500",
                "--epsilon",
                "60",
                "--audit",
                "1000");
        assertThat(outcome.code()).as(outcome.err()).isZero();
        assertThat(outcome.out()).contains("unused   1000 records").containsPattern("shows epsilon >= [1-9]");
    }
}
