package io.sordino.cli;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Random;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** Two files that differ in one record are trained on alike: exit, words and what is written differ by noise alone. */
class NeighbouringFilesTest {
    private static final boolean SLOW = Boolean.getBoolean("sordino.slow");
    private static final int PAIRS = SLOW ? 1000 : 24;
    private static final int ROWS = 400;

    @TempDir
    Path folder = Path.of("");

    private String at(String name) {
        return folder.resolve(name).toString();
    }

    private Shell.Outcome trained(List<String> rows, List<String> more) throws IOException {
        Files.writeString(folder.resolve("data.csv"), "x,c,w,y\n" + String.join("\n", rows) + "\n");
        Files.deleteIfExists(folder.resolve("model.json"));
        List<String> words = new ArrayList<>(List.of(
                "train",
                "--data",
                at("data.csv"),
                "--label",
                "y",
                "--categorical",
                "c=a|b",
                "--sparse",
                "w=3",
                "--impute",
                "x=1",
                "--epsilon",
                "1",
                "--delta",
                "1e-5",
                "--epochs",
                "2",
                "--accept-noise",
                "--out",
                at("model.json")));
        words.addAll(more);
        Shell.Outcome outcome = Shell.run(words.toArray(String[]::new));
        return new Shell.Outcome(outcome.code(), withoutChance(outcome.out()), withoutChance(outcome.err()));
    }

    /** Commitments to seeds and times are not up to the data. */
    private static String withoutChance(String text) {
        return text.replaceAll("[0-9a-f]{64}", "COMMITMENT").replaceAll("[0-9.]+ ?(ms|s)\\b", "TIME");
    }

    @Test
    void oneRecordDoesNotChangeWhatIsSaid() throws IOException {
        long seed = SLOW ? new Random().nextLong() : 20261116;
        if (SLOW) System.out.println("neighbouring files, seed " + seed);
        Random random = new Random(seed);
        List<List<String>> options = List.of(
                List.of("--sampling", "cyclic"),
                List.of("--sampling", "cyclic", "--bounds", "x=0:10"),
                List.of("--sampling", "full", "--bounds", "x=200:300"),
                List.of("--sampling", "full", "--find-bounds", "0.1", "--within", "0:100"),
                List.of("--sampling", "cyclic", "--model", "linear"),
                List.of("--sampling", "last-full", "--feature-norm", "1", "--radius", "2"));
        for (int pair = 0; pair < PAIRS; pair++) {
            List<String> more = options.get(pair % options.size());
            List<String> rows = new ArrayList<>();
            // columns are often the same in every row: that is where a single record can show
            int[] kinds = {random.nextInt(3), random.nextInt(3), random.nextInt(3), random.nextInt(3)};
            for (int i = 0; i < ROWS; i++) rows.add(row(random, kinds));
            List<String> others = new ArrayList<>(rows);
            others.set(random.nextInt(ROWS), row(random, new int[] {4, 4, 4, 4}));
            Shell.Outcome one = trained(rows, more);
            Shell.Outcome other = trained(others, more);
            assertThat(one.code()).as(one.err()).isZero();
            assertThat(other).as("%s", more).isEqualTo(one);
        }
    }

    private static String row(Random random, int[] kinds) {
        return number(random, kinds[0])
                + ","
                + (kinds[1] < 2 ? "a" : random.nextBoolean() ? "a" : "b")
                + ","
                + (kinds[2] == 0 ? "" : kinds[2] == 1 ? "0:1 2:0.5" : random.nextInt(3) + ":" + number(random, 4))
                + ","
                + (kinds[3] == 0 ? "0" : random.nextInt(2));
    }

    private static String number(Random random, int kind) {
        String[] wild = {"0", "-0.0", "5", "5", "250", "1e300", "-1e300", "1.3e154", "4.9e-324", "1e-162", "1"};
        return kind == 0
                ? "5"
                : kind == 1 ? "1e9" : kind == 4 ? wild[random.nextInt(wild.length)] : "" + random.nextInt(100);
    }

    @Test
    void columnsThatNeverChangeAreTrainedOnAndToldToTheOwnerAlone() throws IOException {
        List<String> rows = new ArrayList<>();
        for (int i = 0; i < ROWS; i++) rows.add("5,a,,0");
        Shell.Outcome quiet = trained(rows, List.of("--sampling", "cyclic"));
        assertThat(quiet.code()).as(quiet.err()).isZero();
        assertThat(quiet.out() + quiet.err()).doesNotContain("every row");
        assertThat(folder.resolve("model.json")).exists();
        Shell.Outcome told = trained(rows, List.of("--sampling", "cyclic", "--show-constants"));
        assertThat(told.code()).isZero();
        assertThat(told.out()).isEqualTo(quiet.out());
        assertThat(told.err())
                .contains("column 'x' is the same in every row", "column 'c' is the same", "column 'w' is the same")
                .contains("not private, do not publish it");
        assertThat(Files.readString(folder.resolve("model.json"))).doesNotContain("constant");
        rows.set(3, "6,b,0:1,1");
        assertThat(trained(rows, List.of("--sampling", "cyclic", "--show-constants"))
                        .err())
                .doesNotContain("every row");
    }
}
