package io.sordino.cli;

import static org.assertj.core.api.Assertions.assertThat;

import io.sordino.Privacy;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** A model that an earlier version has written is read, predicts what it did, and its plan is still private. Never change these files. */
class StoredModelTest {
    private static final Path STORED = Path.of("src", "test", "resources", "stored");

    @TempDir
    Path folder = Path.of("");

    @Test
    void predictsWhatItDid() throws IOException {
        Path predicted = folder.resolve("predicted.csv");
        Shell.Outcome outcome = Shell.run(
                "predict",
                "--model",
                STORED.resolve("model.json").toString(),
                "--data",
                STORED.resolve("rows.csv").toString(),
                "--out",
                predicted.toString());
        assertThat(outcome.code()).as(outcome.err()).isZero();
        assertThat(predicted).hasSameTextualContentAs(STORED.resolve("predicted.csv"));
    }

    @Test
    void planMeansWhatItDid() throws IOException {
        String plan = "5 * allocated(1, 16, gaussian(1.3338))";
        assertThat(Files.readString(STORED.resolve("model.json"))).contains("\"plan\": \"" + plan + "\"");
        assertThat(Privacy.of(plan).epsilon(1e-5).epsilon().lower()).isLessThanOrEqualTo(1.999905441873982);
    }
}
