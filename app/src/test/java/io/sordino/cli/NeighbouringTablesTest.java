package io.sordino.cli;

import static org.assertj.core.api.Assertions.assertThat;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.ObjectMapper;
import com.fasterxml.jackson.databind.node.ArrayNode;
import com.fasterxml.jackson.databind.node.ObjectNode;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Random;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/**
 * Queries as somebody types them on pairs of tables that differ in one rider: nothing that is printed may differ but the numbers that noise was added to. Both
 * tables have the same name, so that messages can be compared word by word.
 */
class NeighbouringTablesTest {
    private static final int PAIRS = Boolean.getBoolean("sordino.slow") ? 1000 : 5;
    private static final ObjectMapper MAPPER = new ObjectMapper();
    private static final String[] CITIES = {"Bonn", "Rom", "Ulm", "", "Zürich"};
    private static final String[] ODD = {"", "NaN", "inf", "-inf", "-0.0", "1e308", "5e-324", "abc", "\"a,b\"", "٣"};

    /** What is asked, with options before the bar; some of it is refused. */
    private static final List<String> ASKED = List.of(
            "--unit rider --epsilon 1 --keys city=Bonn,Rom,Oslo|SELECT city, COUNT(*) AS n, SUM(fare BETWEEN 0 AND 100) AS s FROM trips GROUP BY city",
            "--unit rider --epsilon 1 --delta 1e-6 --sample 0.5 --keys city=Bonn|SELECT city, AVG(fare BETWEEN -5 AND 50) AS a, STDDEV(fare BETWEEN -5 AND 50) AS d FROM trips GROUP BY city",
            "--unit rider --epsilon 1 --delta 1e-6|SELECT COUNT(DISTINCT rider) AS k, MEDIAN(fare BETWEEN 0 AND 50) AS m, HISTOGRAM(fare, bins => (0, 10)) AS h FROM trips WHERE fare / (fare - 3) < 2",
            "--epsilon 1 --delta 1e-6|SELECT COUNT(*) AS n, VECTOR_SUM(fare, fare, l2_bound => 3) AS v FROM trips WHERE city LIKE 'B%'",
            "--unit rider --epsilon 1 --delta 1e-6 --sample-by city=Bonn:0.9,*:0.2|SELECT SUM(fare BETWEEN 0 AND 9) AS s FROM trips",
            "--unit rider --epsilon 2 --delta 1e-6|SELECT SAMPLE_AND_AGGREGATE(MAX(fare), blocks => 10, bounds => (0, 100)) AS b FROM trips",
            // refused, whoever is in the table
            "--unit rider --epsilon 1|SELECT AVG(fare) FROM trips",
            "--unit riders --epsilon 1|SELECT COUNT(*) FROM trips",
            "--unit rider --epsilon 1|SELECT COUNT(*) FROM trips WHERE fare > (SELECT 1)",
            "--unit rider --epsilon 1 --delta 1e-6 --memory 1MB|SELECT city, COUNT(*) AS n FROM trips GROUP BY city");

    @TempDir
    Path folder = Path.of("");

    private Shell.Outcome query(List<String> rows, String asked, boolean json) throws IOException {
        Path file = folder.resolve("trips.csv");
        Files.write(file, rows);
        String[] both = asked.split("\\|", 2);
        List<String> words = new ArrayList<>(List.of("query", "--data", file.toString()));
        words.addAll(List.of(Shell.words(both[0])));
        if (json) words.add("--json");
        words.add(both[1]);
        return Shell.run(words.toArray(String[]::new));
    }

    /** A table of few or many rows, odd ones too, in which rider 0 may have any of them. */
    private static List<String> table(Random random) {
        List<String> rows = new ArrayList<>(List.of("rider,city,fare"));
        int n = random.nextInt(4) == 0 ? random.nextInt(3) : random.nextInt(120);
        for (int i = 0; i < n; i++) {
            int rider = random.nextInt(4) == 0 ? 0 : 1 + random.nextInt(20);
            String fare = random.nextInt(3) == 0 ? ODD[random.nextInt(ODD.length)] : "" + random.nextInt(60);
            String row = rider + "," + CITIES[random.nextInt(CITIES.length)] + "," + fare;
            // a row that is too long or too short is nobody's
            rows.add(random.nextInt(20) == 0 ? row + ",more" : random.nextInt(20) == 0 ? rider + ",Bonn" : row);
        }
        return rows;
    }

    private static List<String> withoutRider(List<String> rows) {
        return rows.stream().filter(row -> !row.startsWith("0,")).toList();
    }

    /** Numbers with noise, and the public name of a sample, are taken out; all else stays. */
    private static String masked(String json) throws IOException {
        JsonNode tree = MAPPER.readTree(json);
        for (JsonNode row : tree.path("rows")) mask(row);
        if (tree.path("sample") instanceof ObjectNode sample) sample.put("id", "");
        return tree.toPrettyString();
    }

    private static void mask(JsonNode node) {
        if (node instanceof ObjectNode object) {
            for (String name : List.of("value", "lower", "upper"))
                if (object.path(name).isNumber()) object.put(name, 0);
            object.forEach(NeighbouringTablesTest::mask);
        }
        if (node instanceof ArrayNode array) array.forEach(NeighbouringTablesTest::mask);
    }

    @Test
    void nothingDiffersButWhatNoiseWasAddedTo() throws IOException {
        long seed = PAIRS > 100 ? new Random().nextLong() : 5;
        System.out.println("neighbouring tables on the command line, seed " + seed);
        Random random = new Random(seed);
        int refused = 0;
        int answered = 0;
        for (int pair = 0; pair < PAIRS; pair++) {
            List<String> with = table(random);
            List<String> without = withoutRider(with);
            for (String asked : ASKED) {
                Shell.Outcome one = query(with, asked, true);
                Shell.Outcome other = query(without, asked, true);
                String where = asked + "\n" + String.join("\n", with);
                assertThat(other.code()).as(where).isEqualTo(one.code());
                assertThat(other.err()).as(where).isEqualTo(one.err());
                if (one.code() == 0) {
                    answered++;
                    assertThat(masked(other.out())).as(where).isEqualTo(masked(one.out()));
                } else {
                    refused++;
                    assertThat(one.out()).as(where).isEmpty();
                    assertThat(other.out()).as(where).isEmpty();
                }
            }
        }
        assertThat(answered).isGreaterThanOrEqualTo(6 * PAIRS);
        assertThat(refused).isGreaterThanOrEqualTo(3 * PAIRS);
    }

    /** Keys of fifty riders are shown and one of a single rider is not, whoever that is. */
    @Test
    void aKeyOfOneRiderIsNotShown() throws IOException {
        List<String> without = new ArrayList<>(List.of("rider,city,fare"));
        for (int i = 1; i <= 200; i++) without.add(i + "," + (i % 2 == 0 ? "Bonn" : "Rom") + ",7");
        List<String> with = new ArrayList<>(without);
        with.add("0,Oslo,7");
        with.add("0,Bonn,7");
        String asked =
                "--unit rider --epsilon 2 --delta 1e-6 --max-groups 2|SELECT city, COUNT(*) AS n FROM trips GROUP BY city";
        Shell.Outcome one = query(with, asked, true);
        Shell.Outcome other = query(without, asked, true);
        assertThat(masked(one.out()))
                .isEqualTo(masked(other.out()))
                .contains("Bonn")
                .doesNotContain("Oslo");
        // control: a public key is shown, whether or not there is anybody
        assertThat(query(without, asked.replace("--max", "--keys city=Oslo --max"), true)
                        .out())
                .contains("Oslo");
    }
}
