package io.sordino.cli;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.ObjectMapper;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.io.TempDir;

/** A folder with a file to train on, and the command that does. */
abstract class TrainingFolder {
    static final int ROWS = 4000;
    static final ObjectMapper JSON = new ObjectMapper();

    @TempDir
    Path folder = Path.of("");

    @BeforeEach
    void writeData() throws IOException {
        // labels that two numbers and a colour decide
        StringBuilder text = new StringBuilder("age,score,colour,y\n");
        for (int i = 0; i < ROWS; i++) {
            int age = 20 + i * 37 % 60;
            int score = i * 61 % 101;
            String colour = i % 3 == 0 ? "red" : "blue";
            boolean yes = age + score + (i % 3 == 0 ? 30 : 0) > 105;
            text.append(age)
                    .append(',')
                    .append(score)
                    .append(',')
                    .append(colour)
                    .append(',')
                    .append(yes ? 1 : 0)
                    .append('\n');
        }
        Files.writeString(folder.resolve("data.csv"), text);
    }

    String at(String name) {
        return folder.resolve(name).toString();
    }

    Shell.Outcome train(String... more) {
        List<String> words = new ArrayList<>(List.of(
                "train",
                "--data",
                at("data.csv"),
                "--label",
                "y",
                "--delta",
                "1e-5",
                "--out",
                at("model.json"),
                "--bounds",
                "age=20:80",
                "--bounds",
                "score=0:100",
                "--categorical",
                "colour=red|blue",
                "--epochs",
                "4",
                // a test is not held to one budget
                "--replace"));
        words.addAll(List.of(more));
        if (!words.contains("--epsilon")) words.addAll(List.of("--epsilon", "2"));
        return Shell.run(words.toArray(String[]::new));
    }

    JsonNode model() throws IOException {
        return JSON.readTree(folder.resolve("model.json").toFile());
    }
}
