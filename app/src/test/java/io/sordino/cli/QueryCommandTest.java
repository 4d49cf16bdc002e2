package io.sordino.cli;

import static org.assertj.core.api.Assertions.assertThat;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.ObjectMapper;
import io.sordino.account.Accountant;
import io.sordino.account.Precision;
import io.sordino.mechanism.Relation;
import io.sordino.plan.Plans;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.attribute.FileTime;
import java.nio.file.attribute.PosixFilePermissions;
import java.util.ArrayList;
import java.util.List;
import java.util.stream.Stream;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** Private queries as somebody types them. */
class QueryCommandTest {
    private static final ObjectMapper MAPPER = new ObjectMapper();

    @TempDir
    Path folder;

    private Path trips = Path.of("");

    /** 400 riders, five trips each, in three cities. */
    @BeforeEach
    void writeTrips() throws IOException {
        StringBuilder text = new StringBuilder("rider,city,fare,status\n");
        String[] cities = {"Bonn", "Rom", "Ulm"};
        for (int i = 0; i < 2000; i++)
            text.append("r")
                    .append(i % 400)
                    .append(',')
                    .append(cities[i % 3])
                    .append(',')
                    .append(i % 50)
                    .append(",done\n");
        trips = folder.resolve("trips.csv");
        Files.writeString(trips, text);
    }

    private Shell.Outcome query(String options, String statement) {
        List<String> words = new ArrayList<>(List.of("query", "--data", trips.toString()));
        words.addAll(List.of(Shell.words(options)));
        words.add(statement);
        return Shell.run(words.toArray(String[]::new));
    }

    private JsonNode answer(String options, String statement) throws IOException {
        Shell.Outcome outcome = query(options + " --json", statement);
        assertThat(outcome.err()).isEmpty();
        assertThat(outcome.code()).isZero();
        return MAPPER.readTree(outcome.out());
    }

    private static double epsilon(String plan, double delta) {
        return Accountant.standard()
                .epsilon(Plans.parse(plan), Relation.ADD_OR_REMOVE_ONE, delta, Precision.DEFAULT)
                .epsilon()
                .upper();
    }

    @Test
    void theContractsFieldsAreThere() throws IOException {
        JsonNode json = answer(
                "--unit rider --epsilon 1 --delta 1e-6 --sample 0.5 --max-groups 2 --keys city=Bonn,Rom,Oslo",
                "SELECT city, COUNT(*) AS trips, SUM(fare, contribution_bounds_per_group => (0, 100)) AS fares FROM trips GROUP BY city");
        assertThat(json.path("relation").asText()).isEqualTo("ADD_OR_REMOVE_ONE");
        assertThat(json.path("plan").asText()).startsWith("poisson(0.5, 2 * (");
        assertThat(json.path("epsilon").path("upper").asDouble()).isBetween(0.9, 1.0);
        assertThat(epsilon(json.path("plan").asText(), 1e-6)).isLessThanOrEqualTo(1.001);
        assertThat(json.path("sample").path("id").asText()).hasSize(32);
        assertThat(json.path("rows")).hasSize(3);
        for (JsonNode row : json.path("rows")) {
            assertThat(row.path("trips").path("lower").asDouble())
                    .isLessThanOrEqualTo(row.path("trips").path("upper").asDouble());
            assertThat(row.path("fares").path("value").isNumber()).isTrue();
        }
        assertThat(json.path("charge").isNull()).isTrue();
        assertThat(json.path("statement").asText()).contains("rider").contains("AES-128");
    }

    /** Nothing that is asked again on a sample is cheaper for it: all of it composes inside, and no amplified number of the second alone is had. */
    @Test
    void releasesOnAKeptSampleComposeInside() throws IOException {
        Path kept = folder.resolve("panel.sample");
        JsonNode first = answer(
                "--unit rider --kept-sample " + kept + " --sample 0.2 --epsilon 1 --delta 1e-6",
                "SELECT COUNT(*) AS n FROM trips");
        JsonNode second = answer("--unit rider --kept-sample " + kept, "SELECT COUNT(DISTINCT rider) AS n FROM trips");
        assertThat(second.path("sample").path("id").asText())
                .isEqualTo(first.path("sample").path("id").asText());
        String a = first.path("plan").asText().replaceAll("^poisson\\(0.2, (.*)\\)$", "$1");
        assertThat(second.path("plan").asText()).startsWith("poisson(0.2, " + a + " + ");
        assertThat(second.path("sample").path("releases").asInt()).isEqualTo(2);
        // what is stated holds for all that will ever be released on it, and for what has been
        double stated = second.path("epsilon").path("upper").asDouble();
        assertThat(stated).isLessThanOrEqualTo(1);
        assertThat(epsilon(second.path("plan").asText(), 1e-6)).isLessThanOrEqualTo(stated);
        assertThat(first.path("epsilon").path("upper").asDouble()).isEqualTo(stated);
        // a quarter each: two are left, and no more
        answer("--unit rider --kept-sample " + kept + " --share 0.49", "SELECT COUNT(*) AS n FROM trips");
        String before = Files.readString(kept);
        Shell.Outcome over = query("--unit rider --kept-sample " + kept, "SELECT COUNT(*) AS n FROM trips");
        assertThat(over.code()).isEqualTo(4);
        assertThat(over.err()).contains("is left of what was promised");
        assertThat(Files.readString(kept)).isEqualTo(before);
        assertThat(PosixFilePermissions.toString(Files.getPosixFilePermissions(kept)))
                .isEqualTo("rw-------");
    }

    @Test
    void aKeptSampleIsOfItsDataItsUnitAndItsPromise() throws IOException {
        Path kept = folder.resolve("panel.sample");
        String options = "--unit rider --kept-sample " + kept;
        answer(options + " --sample 0.2 --epsilon 1 --delta 1e-6", "SELECT COUNT(*) AS n FROM trips");
        String before = Files.readString(kept);
        assertThat(query("--kept-sample " + kept, "SELECT COUNT(*) FROM trips").err())
                .contains("units by 'rider'");
        assertThat(query(options + " --epsilon 2", "SELECT COUNT(*) FROM trips").err())
                .contains("was drawn at rate 0.2");
        assertThat(query(options + " --sample 0.3", "SELECT COUNT(*) FROM trips")
                        .err())
                .contains("was drawn at rate 0.2");
        assertThat(query(options + " --preview", "SELECT COUNT(*) FROM trips").code())
                .isZero();
        Files.setLastModifiedTime(trips, FileTime.fromMillis(1_000_000));
        assertThat(query(options, "SELECT COUNT(*) FROM trips").err()).contains("the data have changed");
        assertThat(Files.readString(kept)).isEqualTo(before);
        Files.writeString(kept, before.replaceAll("end\n", ""));
        assertThat(query(options, "SELECT COUNT(*) FROM trips").err()).contains("no kept sample, or not a whole one");
    }

    @Test
    void ratesByAColumnAreAccountedForEachUnitAndStatedForTheLargest() throws IOException {
        JsonNode json = answer(
                "--epsilon 1 --delta 1e-6 --sample-by city=Bonn:0.5,Rom:0.1 --keys city=Bonn,Rom",
                "SELECT city, COUNT(*) AS trips FROM trips GROUP BY city");
        String plan = json.path("plan").asText();
        assertThat(plan).matches("parallel\\(\\[poisson\\(0.1, (.*)\\), poisson\\(0.5, \\1\\)\\]\\)");
        String noise = plan.replaceAll("parallel\\(\\[poisson\\(0.1, (.*)\\), poisson.*", "$1");
        assertThat(json.path("epsilon").path("upper").asDouble())
                .isBetween(epsilon("poisson(0.5, " + noise + ")", 1e-6) * 0.999, 1.0);
        assertThat(epsilon("poisson(0.1, " + noise + ")", 1e-6))
                .isLessThan(0.5 * json.path("epsilon").path("upper").asDouble());
    }

    @Test
    void whoKnowsTheSampleIsPromisedTheSameWithMoreNoise() throws IOException {
        String options = "--epsilon 1 --delta 1e-6 --sample 0.1 --preview";
        JsonNode known = answer(options + " --sample-known", "SELECT COUNT(*) AS n FROM trips");
        JsonNode secret = answer(options, "SELECT COUNT(*) AS n FROM trips");
        assertThat(known.path("plan").asText()).startsWith("known_sample(0.1, ");
        assertThat(secret.path("plan").asText()).startsWith("poisson(0.1, ");
        assertThat(noise(known)).isGreaterThan(2 * noise(secret));
        assertThat(epsilon(known.path("plan").asText(), 1e-6)).isLessThanOrEqualTo(1.001);
    }

    private static double noise(JsonNode json) {
        return json.path("expected").path(0).path("noise_error").asDouble();
    }

    @Test
    void anErrorAsksForTheCheapestPlan() throws IOException {
        JsonNode json = answer("--error 30 --delta 1e-6 --preview", "SELECT COUNT(*) AS n FROM trips");
        double cost = json.path("epsilon").path("upper").asDouble();
        double error = json.path("expected").path(0).path("noise_error").asDouble();
        assertThat(error).isBetween(29.0, 30.0);
        // with a little less epsilon the error would be larger
        JsonNode less =
                answer("--epsilon " + 0.95 * cost + " --delta 1e-6 --preview", "SELECT COUNT(*) AS n FROM trips");
        assertThat(less.path("expected").path(0).path("noise_error").asDouble()).isGreaterThan(30);
        assertThat(query("--error 30 --epsilon 1", "SELECT COUNT(*) FROM trips").err())
                .contains("two answers to one question");
        assertThat(query("--error 1", "SELECT AVG(fare BETWEEN 0 AND 50) FROM trips")
                        .err())
                .contains("--expected-rows");
        assertThat(answer(
                                "--error 1 --expected-rows 2000 --preview",
                                "SELECT AVG(fare BETWEEN 0 AND 50) AS a FROM trips")
                        .path("epsilon")
                        .path("upper")
                        .asDouble())
                .isBetween(0.01, 1.0);
    }

    @Test
    void blocksAnswerWithAnyAggregate() throws IOException {
        JsonNode json = answer(
                "--unit rider --epsilon 8 --delta 1e-6",
                "SELECT SAMPLE_AND_AGGREGATE(MEDIAN(fare), blocks => 40, bounds => (0, 50)) AS m, PROPOSE_TEST_RELEASE(AVG(fare), blocks => 40, width => 50) AS p, SAMPLE_AND_AGGREGATE(COUNT(*), blocks => 10, bounds => (0, 1000)) AS c FROM trips");
        JsonNode row = json.path("rows").path(0);
        assertThat(row.path("m").path("value").asDouble()).isBetween(10.0, 40.0);
        assertThat(row.path("p").path("value").asDouble()).isEqualTo(25);
        assertThat(row.path("c").path("value").asDouble()).isBetween(0.0, 1000.0);
        // few blocks, each with another answer: nothing is told
        JsonNode none = answer(
                "--unit rider --epsilon 1 --delta 1e-6",
                "SELECT PROPOSE_TEST_RELEASE(MAX(fare), blocks => 5, width => 0.5) AS p FROM trips");
        assertThat(none.path("rows").path(0).path("p").isNull()).isTrue();
    }

    @Test
    void severalQueriesAreComparedOnOneSampleOnTheirOwnAndOnAllData() throws IOException {
        JsonNode json = answer(
                "--epsilon 1 --delta 1e-6 --sample 0.1 --preview --queries 10", "SELECT COUNT(*) AS n FROM trips");
        List<Double> noise = new ArrayList<>();
        for (JsonNode way : json.path("ways")) {
            assertThat(epsilon(way.path("plan").asText(), 1e-6)).isLessThanOrEqualTo(1.001);
            noise.add(way.path("expected").path(0).path("noise_error").asDouble());
        }
        // on one sample the noise is largest and the work least
        assertThat(noise.get(0)).isGreaterThan(noise.get(1));
        assertThat(noise.get(1)).isGreaterThan(noise.get(2));
        assertThat(json.path("ways").path(0).path("units_read").asDouble()).isEqualTo(0.1);
    }

    @Test
    void theTableOfUnitsIsMadeOnceAndChecked() throws IOException {
        Path units = folder.resolve("trips.units");
        String options = "--unit rider --epsilon 1 --delta 1e-6 --sample 0.5 --unit-table " + units;
        Shell.Outcome first = query(options, "SELECT COUNT(DISTINCT rider) AS n FROM trips");
        assertThat(first.code()).isZero();
        assertThat(first.err()).contains("made once in");
        assertThat(PosixFilePermissions.toString(Files.getPosixFilePermissions(units)))
                .isEqualTo("rw-------");
        assertThat(query(options, "SELECT COUNT(*) FROM trips").err()).isEmpty();
        assertThat(query(options.replace("--unit rider", "--unit city"), "SELECT COUNT(*) FROM trips")
                        .err())
                .contains("is no table of the units of these data");
        Files.writeString(trips, Files.readString(trips) + "r1,Bonn,5,done\n");
        assertThat(query(options, "SELECT COUNT(*) FROM trips").err())
                .contains("is no table of the units of these data");
        assertThat(query(options.replace("--sample 0.5 ", ""), "SELECT COUNT(*) FROM trips")
                        .err())
                .contains("is of use to a sample alone");
    }

    @Test
    void sampleSizeSpeaksOfTheSameQueryAndPrintsTheCommand() throws IOException {
        String statement = "SELECT COUNT(*) AS n FROM trips WHERE fare > 20";
        Shell.Outcome found = Shell.run(
                "sample-size",
                "--dataset-size",
                "2000",
                "--data",
                trips.toString(),
                "--epsilon",
                "1",
                "--error",
                "150",
                "--json",
                statement);
        assertThat(found.err()).isEmpty();
        JsonNode json = MAPPER.readTree(found.out());
        assertThat(json.path("error").asDouble()).isLessThanOrEqualTo(150);
        assertThat(json.path("rate").asDouble()).isBetween(0.01, 0.5);
        String command = json.path("command").asText();
        assertThat(command).startsWith("./sordino query --data ");
        String[] words = Shell.words(command.substring("./sordino ".length()));
        Shell.Outcome run = Shell.run(words);
        assertThat(run.err()).isEmpty();
        assertThat(run.out()).contains("poisson(" + json.path("rate").asText());
        assertThat(Shell.run(
                                "sample-size",
                                "--dataset-size",
                                "2000",
                                "--data",
                                trips.toString(),
                                "--epsilon",
                                "1",
                                "--error",
                                "0.1",
                                statement)
                        .err())
                .contains("which is what reading everything gives");
    }

    @Test
    void answersGoToFilesOfBothKinds() throws IOException {
        Path csv = folder.resolve("answer.csv");
        Path parquet = folder.resolve("answer.parquet");
        Path picture = folder.resolve("answer.svg");
        String statement = "SELECT city, COUNT(*) AS n FROM trips GROUP BY city";
        String options = "--unit rider --epsilon 5 --delta 1e-6 --keys city=Bonn,Rom";
        assertThat(query(options + " --out " + csv + " --plot " + picture, statement)
                        .code())
                .isZero();
        assertThat(Files.readAllLines(csv)).hasSize(3).first().isEqualTo("city,n,n_lower,n_upper");
        assertThat(Files.readString(picture)).startsWith("<svg");
        assertThat(query(options + " --csv --out " + parquet, statement).out()).startsWith("city,n,n_lower,n_upper\n");
        Shell.Outcome again =
                Shell.run("query", "--data", parquet.toString(), "--epsilon", "1", "SELECT COUNT(*) AS n FROM answer");
        assertThat(again.err()).isEmpty();
    }

    /** Each is one message with the fix, and nothing is left behind. */
    /** What cannot be written is seen before anything is drawn, and nothing takes the place of the data. */
    @Test
    void whereAnAnswerCannotGoIsSaidFirst() throws IOException {
        String count = "SELECT COUNT(*) AS n FROM trips";
        assertThat(query("--epsilon 1 --plot " + folder.resolve("none/picture.svg"), count)
                        .err())
                .contains("no such folder");
        String before = Files.readString(trips);
        for (String option : List.of("--out", "--kept-sample", "--unit-table")) {
            Shell.Outcome outcome = query("--epsilon 1 " + option + " " + trips, count);
            assertThat(outcome.code()).isEqualTo(2);
            assertThat(outcome.err()).contains("is the table itself");
        }
        assertThat(Files.readString(trips)).isEqualTo(before);
        for (String names : List.of(
                "COUNT(*) AS n, SUM(fare BETWEEN 0 AND 9) AS N",
                "COUNT(*) AS n, SUM(fare BETWEEN 0 AND 9) AS n_lower",
                "SUM(fare BETWEEN 0 AND 9) AS n_upper, COUNT(*) AS n"))
            assertThat(query("--epsilon 1", "SELECT " + names + " FROM trips").err())
                    .contains("two columns are called");
    }

    @Test
    void anErrorOfASampleNeedsTheNumberOfRows() throws IOException {
        String count = "SELECT COUNT(*) AS n FROM trips";
        Shell.Outcome outcome = query("--error 50 --sample 0.5 --preview", count);
        assertThat(outcome.code()).isEqualTo(2);
        assertThat(outcome.err()).contains("what the sample adds").contains("--expected-rows");
        // 1.96 sqrt(2000) is 88, which no noise makes less
        assertThat(query("--error 50 --sample 0.5 --expected-rows 2000 --preview", count)
                        .err())
                .contains("the sample alone errs by 87.6");
        answer("--error 100 --sample 0.5 --expected-rows 2000 --preview", count);
    }

    @Test
    void badInputIsRefusedWithTheFix() throws IOException {
        String[][] cases = {
            {"--epsilon 1", "SELECT COUNT(*) FROM trips WHERE fair > 1", "did you mean 'fare'?"},
            {"--epsilon 1 --unit ridr", "SELECT COUNT(*) FROM trips", "did you mean 'rider'?"},
            {"--epsilon 1", "SELECT SUM(fare) FROM trips", "needs bounds"},
            {"--epsilon 1", "SELECT COUNT(*) FROM trips WHERE fare > (SELECT 1)", "(at character 42)"},
            {"--epsilon 1", "SELECT rider FROM trips", "no group"},
            {"--epsilon 1", "SELECT MAX(fare) FROM trips", "decided by one row"},
            {"--epsilon 1", "SELECT COUNT(*) FROM other", "there is no table 'other'"},
            {"--epsilon 1", "SELECT COUNT(*) FROM trips; DROP TABLE trips", "(at character"},
            {"--epsilon 1", "SELECT city, COUNT(*) FROM trips GROUP BY city", "need a delta above 0"},
            {"--epsilon 0", "SELECT COUNT(*) FROM trips", "epsilon must be in (0, 1e6]"},
            {"--epsilon 1 --sample 0", "SELECT COUNT(*) FROM trips", "rate of a sample"},
            {"--epsilon 1 --sample 2", "SELECT COUNT(*) FROM trips", "write a share, such as 0.01"},
            {"--epsilon 1 --sample-known", "SELECT COUNT(*) FROM trips", "there is no sample to be known"},
            {
                "--epsilon 1 --sample 0.1 --sample-by city=Bonn:0.1",
                "SELECT COUNT(*) FROM trips",
                "one rate, or rates by a column"
            },
            {"--epsilon 1 --sample-by city=Bonn", "SELECT COUNT(*) FROM trips", "is no value with a rate"},
            {"--epsilon 1 --sample-by town=Bonn:0.1", "SELECT COUNT(*) FROM trips", "there is no column 'town'"},
            {"--epsilon 1 --sample 0.5 --unit-table x.units", "SELECT COUNT(*) FROM trips", "needs a unit"},
            {"--epsilon 1 --share 0.5", "SELECT COUNT(*) FROM trips", "--kept-sample"},
            {"--epsilon 1 --queries 3", "SELECT COUNT(*) FROM trips", "--preview"},
            {"--epsilon 1 --memory lots", "SELECT COUNT(*) FROM trips", "must be a size"},
            {"--epsilon 1 --out answer.txt", "SELECT COUNT(*) FROM trips", ".csv or .parquet"},
            {
                "--epsilon 1",
                "SELECT PROPOSE_TEST_RELEASE(MEDIAN(fare), blocks => 10, width => 1) FROM trips",
                "needs a delta above 0"
            },
            {"--epsilon 1", "SELECT SAMPLE_AND_AGGREGATE(MEDIAN(fare), blocks => 10) FROM trips", "needs bounds"},
            {
                "--epsilon 1",
                "SELECT SAMPLE_AND_AGGREGATE(fare, blocks => 10, bounds => (0, 1)) FROM trips",
                "takes an aggregate"
            },
            {"--epsilon 1", "SELECT VECTOR_SUM(fare, l2_bound => 5) FROM trips", "needs a delta above 0"},
        };
        for (String[] one : cases) {
            Shell.Outcome outcome = query(one[0], one[1]);
            assertThat(outcome.code()).as(one[1]).isEqualTo(2);
            assertThat(outcome.out()).as(one[1]).isEmpty();
            assertThat(outcome.err())
                    .as(one[0] + " " + one[1])
                    .startsWith("sordino: ")
                    .contains(one[2])
                    .contains("fix: ");
        }
        try (Stream<Path> left = Files.list(folder)) {
            assertThat(left).containsExactly(trips);
        }
    }

    @Test
    void filesThatCannotBeReadAreSaidSo() throws IOException {
        String statement = "SELECT COUNT(*) FROM data";
        for (String name : List.of("gone.csv", "trips.xlsx")) {
            Shell.Outcome outcome =
                    Shell.run("query", "--data", folder.resolve(name).toString(), "--epsilon", "1", statement);
            assertThat(outcome.code()).isEqualTo(2);
            assertThat(outcome.err()).startsWith("sordino: ").contains("fix: ");
        }
        Path broken = folder.resolve("broken.parquet");
        Files.write(broken, new byte[] {'P', 'A', 'R', '1', 0, 0, 0, 0, 9, 9, 9, 9});
        Path cut = folder.resolve("cut.duckdb");
        Files.write(cut, new byte[5000]);
        for (Path file : List.of(broken, cut)) {
            Shell.Outcome outcome = Shell.run("query", "--data", file.toString(), "--epsilon", "1", statement);
            assertThat(outcome.code()).as("%s", file).isEqualTo(2);
            assertThat(outcome.err()).contains("cannot read").contains("fix: ");
        }
    }

    /** The columns that a statement names are public; what rows hold must not stand in any message. */
    @Test
    void nothingOfARowIsInAMessage() throws IOException {
        Files.writeString(trips, "rider,city,fare,status\nsecret-rider,secret-city,secret-fare,secret-status\n");
        List<String> statements = List.of(
                "SELECT SUM(fare BETWEEN 0 AND 1) AS s FROM trips",
                "SELECT COUNT(*) AS n FROM trips WHERE CAST(fare AS DOUBLE) > 1",
                "SELECT MEDIAN(fare BETWEEN 0 AND 9) AS m FROM trips",
                "SELECT SAMPLE_AND_AGGREGATE(AVG(fare), blocks => 3, bounds => (0, 9)) AS m FROM trips");
        for (String statement : statements) {
            Shell.Outcome outcome = query("--unit rider --epsilon 1", statement);
            assertThat(outcome.code()).isZero();
            assertThat(outcome.out() + outcome.err()).doesNotContain("secret-");
        }
    }
}
