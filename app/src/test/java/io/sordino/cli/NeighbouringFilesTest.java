package io.sordino.cli;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.Collections;
import java.util.List;
import java.util.Random;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** Two files that differ in one record are trained on alike: exit, words and what is written differ by noise alone. */
class NeighbouringFilesTest {
    private static final boolean SLOW = Boolean.getBoolean("sordino.slow");
    private static final int PAIRS = SLOW ? 1000 : 24;
    private static final int ROWS = 400;

    /** Rows that do not fit: cells too few and too many, quotes, levels, classes and numbers that are none, what is no UTF-8. */
    private static final List<String> MISFITS = List.of(
            "5",
            "5,a,0:1",
            "5,a,0:1,1,7",
            "\"5,a,0:1,1",
            "5\",a,0:1,1",
            "5,\"a\"b,0:1,1",
            ",,,",
            " ",
            "twelve,a,0:1,1",
            "1d,a,0:1,1",
            "inf,a,0:1,1",
            "-infinity,a,0:1,0",
            "nan,a,0:1,1",
            "5,green,0:1,1",
            "5,,0:1,1",
            "5,a,3:1,1",
            "5,a,1:1 0:1,1",
            "5,a,0:nan,1",
            "5,a,words,1",
            "5,a,0:1,",
            "5,a,0:1,maybe",
            "5,a,0:1,2",
            "5,a,0:1,nan",
            "5,a,0:1,1e999",
            "5,a,0:1,\u0000",
            "5,\uD800,0:1,1",
            "x".repeat(5 << 20));

    @TempDir
    Path folder = Path.of("");

    private String at(String name) {
        return folder.resolve(name).toString();
    }

    private Shell.Outcome trained(List<String> rows, List<String> more) throws IOException {
        // what stands for half a character is no UTF-8
        byte[] bytes = ("x,c,w,y\n" + String.join("\n", rows) + "\n")
                .replace('\uD800', '\u00FF')
                .getBytes(StandardCharsets.ISO_8859_1);
        Files.write(folder.resolve("data.csv"), bytes);
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
            others.set(
                    random.nextInt(ROWS),
                    random.nextBoolean()
                            ? row(random, new int[] {4, 4, 4, 4})
                            : MISFITS.get(random.nextInt(MISFITS.size())));
            Shell.Outcome one = trained(rows, more);
            Shell.Outcome other = trained(others, more);
            assertThat(one.code()).as(one.err()).isZero();
            assertThat(other).as("%s", more).isEqualTo(one);
        }
    }

    /** Each of them by itself, in a file of few records, with every bound and loss. */
    @Test
    void noRecordDecidesWhetherThereIsAModel() throws IOException {
        List<List<String>> options = List.of(
                List.of("--sampling", "cyclic"),
                List.of("--sampling", "full", "--find-bounds", "0.1", "--within", "0:100"),
                List.of("--sampling", "cyclic", "--model", "linear"),
                List.of("--sampling", "last-full", "--feature-norm", "1", "--radius", "2"));
        for (int i = 0; i < MISFITS.size(); i++) {
            List<String> more = options.get(i % options.size());
            List<String> rows = new ArrayList<>(Collections.nCopies(40, "5,a,0:1,1"));
            Shell.Outcome one = trained(rows, more);
            rows.set(7, MISFITS.get(i));
            Shell.Outcome other = trained(rows, more);
            assertThat(one.code()).as(one.err()).isZero();
            assertThat(other).as("row %s", i).isEqualTo(one);
            assertThat(folder.resolve("model.json")).exists();
        }
        // and if there is no other
        List<String> nothing = new ArrayList<>(Collections.nCopies(40, "no,such,row"));
        Shell.Outcome none = trained(nothing, List.of("--sampling", "cyclic"));
        nothing.set(3, "5,a,0:1,1");
        assertThat(trained(nothing, List.of("--sampling", "cyclic"))).isEqualTo(none);
        assertThat(none.code()).as(none.err()).isZero();
    }

    @Test
    void rowsThatDoNotFitAreToldToTheOwnerAlone() throws IOException {
        List<String> rows = new ArrayList<>(Collections.nCopies(40, "5,a,0:1,1"));
        rows.set(1, "5,a,0:1,maybe");
        rows.set(2, "5,green,0:1,maybe");
        rows.set(3, "5,green,0:1,1");
        rows.set(4, "5,a");
        Shell.Outcome quiet = trained(rows, List.of("--sampling", "cyclic"));
        assertThat(quiet.code()).as(quiet.err()).isZero();
        assertThat(quiet.err()).contains("whose 'y' is none of 0, 1, counts as nothing", "--show-misfits");
        Shell.Outcome told = trained(rows, List.of("--sampling", "cyclic", "--show-misfits"));
        assertThat(told.out()).isEqualTo(quiet.out());
        assertThat(told.err())
                .contains("1 row counts as nothing: the label 'y' holds a class that is not in the schema")
                .contains("2 rows count as nothing: column 'c' holds a level that is not in the schema")
                .contains("1 row counts as nothing: a line has not as many cells")
                .contains("not private, do not publish it");
        // the control
        Collections.fill(rows, "5,a,0:1,1");
        assertThat(trained(rows, List.of("--sampling", "cyclic", "--show-misfits"))
                        .err())
                .contains("all rows fit")
                .doesNotContain("as nothing");
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
