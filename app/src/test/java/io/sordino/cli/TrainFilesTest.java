package io.sordino.cli;

import static org.assertj.core.api.Assertions.assertThat;

import io.sordino.data.RunLock;
import io.sordino.noise.RandomSource;
import io.sordino.noise.Seed;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.attribute.PosixFilePermissions;
import java.util.ArrayList;
import java.util.List;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;

/** Files that train, predict and evaluate read and write: what is refused, and that nothing is lost or left half written. */
class TrainFilesTest extends TrainingFolder {
    /** How well a model predicts is for the owner of the records: what does not fit is refused there, by its column. */
    @Test
    void rowsThatDoNotFitAreEvaluatedOnByNobody() throws IOException {
        String header = "age,score,colour,y\n20,1,red,0\n";
        assertThat(train("--sampling", "cyclic").code()).isZero();
        unfit(header + ",1,red,1\n", "column 'age' is missing or NaN");
        unfit(header + "nan,1,red,1\n", "column 'age' is missing or NaN");
        unfit(header + "twelve,1,red,1\n", "column 'age' holds something that is not a number");
        unfit(header + "20d,1,red,1\n", "column 'age' holds something that is not a number");
        unfit(header + "0x10,1,red,1\n", "column 'age' holds something that is not a number");
        unfit(header + "20,1,green,1\n", "column 'colour' holds a level that is not in the schema");
        unfit(header + "20,1,,1\n", "column 'colour' is missing");
        unfit(header + "20,1,red,yes\n", "which has 0, 1");
        unfit(header + "20,1,red,\n", "the label 'y' is missing");
        unfit(header + "20,1\n", "not as many cells");
        unfit(header + "\"20,1,red,1\n", "not as many cells");
        // the control
        Files.writeString(folder.resolve("bad.csv"), header + "\"20\",1.0, red,1.0\n\r\n-inf,+5.,red,1");
        Shell.Outcome fits = Shell.run("evaluate", "--model", at("model.json"), "--data", at("bad.csv"), "--json");
        assertThat(fits.code()).as(fits.err()).isZero();
        assertThat(JSON.readTree(fits.out()).path("records").asInt()).isEqualTo(3);
    }

    private void unfit(String csv, String message) throws IOException {
        Files.writeString(folder.resolve("bad.csv"), csv);
        Shell.Outcome outcome = Shell.run("evaluate", "--model", at("model.json"), "--data", at("bad.csv"));
        assertThat(outcome.code()).as(outcome.out() + outcome.err()).isEqualTo(2);
        assertThat(outcome.err()).contains(message).contains("fix: ").doesNotContain("Exception");
    }

    @Test
    void badDataIsRefusedByColumnAndNoModelIsWritten() throws IOException {
        // a column that never changes is no reason: one record could make it change
        refused("age,old,y\n1,5,0\n2,5,1\n3,5,0\n", "3 rows are too few");
        refused("age,y\n1,0\n2,1\n3,0\n", "3 rows are too few");
        refused("age,y\n1,no\n2,yes\n3,no\n", "3 rows are too few");
        assertThat(Shell.run("evaluate", "--model", at("."), "--data", at("data.csv"))
                        .err())
                .contains("is a folder");
        refused("age,y\n", "no rows");
        refused("age,x\n1,0\n2,1\n", "there is no column 'y'");
        refused("", "the first line of");
        refused("age,age,y\n1,2,0\n2,3,1\n", "two columns of");
        // a sniffer would call the second one y_1 and learn the label from itself
        refused("age,y,y\n1,0,0\n2,1,1\n", "are called 'y'");
        refused("A title\nage,y\n1,0\n2,1\n", "there is no column 'y'");
        assertThat(train("--bounds", "age=x:1").err()).contains("'x' is not a number");
        assertThat(train("--bounds", "age=-1e308:1e308").err()).contains("a finite distance apart");
        assertThat(train("--impute", "age=x").err()).contains("'x' is not a number");
        assertThat(Shell.run(
                                "train",
                                "--data",
                                at("data.csv"),
                                "--label",
                                "y",
                                "--features",
                                "age,age",
                                "--epsilon",
                                "2",
                                "--delta",
                                "1e-5",
                                "--out",
                                at("model.json"))
                        .err())
                .contains("is a feature twice");
        assertThat(train("--find-bounds", "2").err()).contains("below --epsilon 2.0");
        assertThat(train("--find-bounds", "1", "--within", "2:1").err()).contains("--within was '2:1'");
        assertThat(train("--stop-after", "0", "--checkpoint", at("c")).err()).contains("at least 1 round");
        assertThat(train("--learning-rate", "1e308", "--clip", "1e10").err()).contains("smaller --learning-rate");
        assertThat(train("--audit", "5").err()).contains("at least 10 canaries");
        assertThat(train("--epsilon", "0").code()).isEqualTo(2);
        assertThat(train("--model", "forest").err()).contains("linear, logistic, softmax or svm");
        assertThat(train("--sampling", "sorted").err()).contains("allocation");
        assertThat(Shell.run(
                                "train",
                                "--data",
                                at("none.csv"),
                                "--label",
                                "y",
                                "--epsilon",
                                "1",
                                "--delta",
                                "1e-5",
                                "--out",
                                at("m"))
                        .err())
                .contains("there is no such file");
        assertThat(Shell.run("predict", "--model", at("data.csv"), "--data", at("data.csv"))
                        .err())
                .contains("is not JSON");
        try (Stream<Path> files = Files.list(folder)) {
            assertThat(files.map(file -> file.getFileName().toString()).filter(name -> !name.equals(".c.lock")))
                    .containsExactlyInAnyOrder("data.csv", "bad.csv");
        }
    }

    @Test
    void columnsAreWhatTheFirstLineCallsThem() throws IOException {
        StringBuilder text = new StringBuilder("\uFEFF\"a, \"\"really\"\"\";größe;Größe;y\r\n");
        for (int i = 0; i < ROWS; i++)
            text.append(i % 7 + ";\"" + i % 11 + "\";" + i % 5 + (i % 7 > 3 ? ";yes\r\n" : ";no\r\n"));
        Path file = folder.resolve("some[1]*.csv");
        Files.writeString(file, text);
        Files.writeString(folder.resolve("some1more.csv"), "would be read as well, were the name a pattern\n");
        Shell.Outcome outcome = Shell.run(
                "train",
                "--data",
                file.toString(),
                "--label",
                "y",
                "--classes",
                "no,yes",
                "--epsilon",
                "2",
                "--delta",
                "1e-5",
                "--out",
                at("model.json"));
        assertThat(outcome.code()).as(outcome.err()).isZero();
        assertThat(model().path("schema").path("columns").findValuesAsText("name"))
                .containsExactly("a, \"really\"", "größe", "Größe");
    }

    @Test
    void filesAreNotWrittenOverEachOther() throws IOException {
        assertThat(train("--checkpoint", at("model.json")).err()).contains("--checkpoint and --out are both");
        assertThat(train("--seed-file", at("x/../model.json")).err()).contains("--out and --seed-file are both");
        assertThat(Shell.run(
                                "train",
                                "--data",
                                at("data.csv"),
                                "--label",
                                "y",
                                "--epsilon",
                                "2",
                                "--delta",
                                "1e-5",
                                "--out",
                                at("data.csv"))
                        .err())
                .contains("--data and --out are both");
        Path link = Files.createSymbolicLink(folder.resolve("device"), Path.of("/dev/null"));
        assertThat(Shell.run("predict", "--model", at("model.json"), "--data", at("data.csv"), "--out", link.toString())
                        .err())
                .contains("is no ordinary file");
        assertThat(link).isSymbolicLink();
    }

    @Test
    void changedCheckpointIsRefused() throws IOException {
        String[] options = {"--sampling", "poisson", "--checkpoint", at("state")};
        train("--sampling", "poisson", "--checkpoint", at("state"), "--stop-after", "20");
        String kept = Files.readString(folder.resolve("state"));
        assertThat(kept).contains("\"rounds\": 20");
        // fewer rounds would be run again, beyond what was accounted for
        for (String changed : List.of(
                kept.replace("\"rounds\": 20", "\"rounds\": 2"),
                kept.replace("\"rounds\": 20, ", ""),
                kept.replace("red", "rot"))) {
            Files.writeString(folder.resolve("state"), changed);
            assertThat(train(options).err()).contains("has been changed since it was written");
        }
        Files.writeString(folder.resolve("state"), kept.substring(0, kept.length() / 2));
        assertThat(train(options).err()).contains("is not JSON");
        Files.writeString(folder.resolve("state"), kept);
        assertThat(train(options).code()).isZero();
    }

    @Test
    void linksAreNotFollowed() throws IOException {
        Path victim = Files.writeString(folder.resolve("victim"), "precious");
        // where unfinished files used to go
        Files.createSymbolicLink(folder.resolve("model.json.part"), victim);
        assertThat(train("--sampling", "cyclic").code()).isZero();
        Files.createSymbolicLink(folder.resolve("state"), victim);
        assertThat(train("--sampling", "cyclic", "--checkpoint", at("state")).err())
                .contains("is no ordinary file");
        Files.createSymbolicLink(folder.resolve(".other.lock"), victim);
        assertThat(train("--sampling", "cyclic", "--checkpoint", at("other")).err())
                .contains("cannot lock");
        assertThat(victim).hasContent("precious");
        assertThat(PosixFilePermissions.toString(Files.getPosixFilePermissions(folder.resolve("model.json"))))
                .isEqualTo("rw-------");
    }

    @Test
    void modelSaysHowItsNoiseWasDrawnAndOpenColumnsAreWarnedOf() throws IOException {
        Shell.Outcome outcome = train("--sampling", "cyclic");
        assertThat(outcome.err()).doesNotContain("no bounds");
        assertThat(model().path("privacy").path("noise").asText()).contains("by an exact sampler");
        assertThat(model().path("privacy").path("guarantee").path("warnings").toString())
                .contains("no pure guarantee")
                .doesNotContain("low bits");
        String[] open = {
            "train",
            "--data",
            at("data.csv"),
            "--label",
            "y",
            "--drop",
            "colour",
            "--epsilon",
            "2",
            "--delta",
            "1e-5",
            "--sampling",
            "cyclic",
            "--out",
            at("open.json")
        };
        assertThat(Shell.run(open).err()).contains("columns age, score have no bounds");
        assertThat(train("--delta", "5").err()).contains("fix: ");
    }

    @Test
    void secondModelNeedsAWord() throws IOException {
        String[] command = {
            "train",
            "--data",
            at("data.csv"),
            "--label",
            "y",
            "--drop",
            "colour",
            "--bounds",
            "*=0:100",
            "--epsilon",
            "2",
            "--delta",
            "1e-5",
            "--sampling",
            "cyclic",
            "--out",
            at("model.json")
        };
        assertThat(Shell.run(command).code()).isZero();
        String first = Files.readString(folder.resolve("model.json"));
        Shell.Outcome second = Shell.run(command);
        assertThat(second.code()).isEqualTo(2);
        assertThat(second.err()).contains("another model of the same records").contains("--replace");
        assertThat(folder.resolve("model.json")).hasContent(first);
    }

    @Test
    void secondRunOnACheckpointIsRefused() {
        try (RunLock other = RunLock.of(folder.resolve("state"))) {
            assertThat(train("--sampling", "cyclic", "--checkpoint", at("state"))
                            .err())
                    .contains("another run is using '" + at("state") + "'");
            other.remove();
        }
        assertThat(train("--sampling", "cyclic", "--checkpoint", at("state")).code())
                .isZero();
        assertThat(folder.resolve(".state.lock")).doesNotExist();
    }

    @Test
    void changedModelIsRefused() throws IOException {
        assertThat(train("--sampling", "cyclic").code()).isZero();
        String kept = Files.readString(folder.resolve("model.json"));
        String[] command = {"evaluate", "--model", at("model.json"), "--data", at("data.csv")};
        Files.writeString(folder.resolve("model.json"), JSON.readTree(kept).toPrettyString());
        assertThat(Shell.run(command).code()).isZero();
        for (String changed : List.of(
                kept.replace("\"promised_epsilon\": 2", "\"promised_epsilon\": 1"),
                kept.replace("\"weights\": [", "\"weights\": [1"),
                kept.replaceAll(", \"seal\": \"\\w+\"", ""))) {
            assertThat(changed).isNotEqualTo(kept);
            Files.writeString(folder.resolve("model.json"), changed);
            assertThat(Shell.run(command).err()).contains("has been changed since it was written");
        }
        Files.writeString(folder.resolve("model.json"), kept.replace("\"version\": 2", "\"version\": 3"));
        assertThat(Shell.run(command).err()).contains("was written by a later version");
    }

    @Test
    void seedsAreNotUsedTwice() throws IOException {
        Files.writeString(folder.resolve("seed"), Seed.fresh().secret());
        assertThat(train("--seed-file", at("seed")).err()).contains("must not be used twice");
        Seed seed = Seed.fresh();
        RandomSource one = Seed.kept(seed.secret()).source();
        assertThat(one.bits(60)).isEqualTo(seed.source().bits(60));
        assertThat(seed.commitment()).isNotEqualTo(Seed.fresh().commitment()).hasSize(64);
    }

    private void refused(String csv, String message) throws IOException {
        Files.writeString(folder.resolve("bad.csv"), csv);
        Shell.Outcome outcome = Shell.run(
                "train",
                "--data",
                at("bad.csv"),
                "--label",
                "y",
                "--epsilon",
                "1",
                "--delta",
                "1e-5",
                "--sampling",
                "cyclic",
                "--out",
                at("model.json"));
        assertThat(outcome.code()).as(outcome.out() + outcome.err()).isEqualTo(2);
        assertThat(outcome.err()).contains(message).contains("fix: ").doesNotContain("Exception");
    }

    @Test
    void schemaFromAFileStandsAloneAndFitsTheModel() {
        assertThat(train("--sampling", "cyclic").code()).isZero();
        assertThat(again("logistic").code()).isZero();
        assertThat(again("linear").err()).contains("the schema has 2 classes").contains("a regression has none");
        assertThat(again("logistic", "--bounds", "age=0:9").err()).contains("leave out --schema");
        assertThat(again("logistic", "--label", "age").err()).contains("leave out --schema");
    }

    private Shell.Outcome again(String model, String... more) {
        List<String> words = new ArrayList<>(List.of(
                "train",
                "--data",
                at("data.csv"),
                "--schema",
                at("model.json"),
                "--model",
                model,
                "--epsilon",
                "2",
                "--delta",
                "1e-5",
                "--sampling",
                "cyclic",
                "--out",
                at("other.json"),
                "--replace"));
        words.addAll(List.of(more));
        return Shell.run(words.toArray(String[]::new));
    }

    @Test
    void resumedRunKeepsItsColumns() {
        assertThat(train("--sampling", "cyclic", "--checkpoint", at("state"), "--stop-after", "1")
                        .code())
                .isZero();
        assertThat(train("--sampling", "cyclic", "--checkpoint", at("state"), "--impute", "age=30")
                        .err())
                .contains("of other columns, bounds or classes");
        assertThat(train("--sampling", "cyclic", "--checkpoint", at("state")).code())
                .isZero();
    }
}
