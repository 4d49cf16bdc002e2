package io.sordino.cli;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.ObjectMapper;
import io.sordino.data.CheckpointFile;
import io.sordino.data.ModelFile;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.HashMap;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.stream.Collectors;
import java.util.stream.Stream;

/**
 * A process of its own on {@link FaultyFiles}: trains a small model, dies at each operation on files in turn, repeats the command, and looks at
 * all that ever stood on the disk. Prints what is wrong, and at the end how often it died.
 */
public final class CrashRuns {
    private static final boolean SLOW = Boolean.getBoolean("sordino.slow");
    private static final ObjectMapper JSON = new ObjectMapper();
    private static final Set<String> ALL = Set.of("data.csv", "state", "model.json");

    private final Path folder;
    private int wrong;

    private CrashRuns(Path folder) {
        this.folder = folder;
    }

    public static void main(String[] arguments) throws IOException {
        CrashRuns runs = new CrashRuns(Path.of(arguments[0]));
        if (arguments.length > 1) System.exit(runs.train().code());
        int deaths = runs.everywhere(false) + runs.everywhere(true);
        System.out.println(deaths + " deaths, " + runs.wrong + " wrong");
        System.exit(runs.wrong == 0 ? 0 : 1);
    }

    private Shell.Outcome train() {
        return Shell.run(
                "train",
                "--data",
                at("data.csv"),
                "--label",
                "y",
                "--bounds",
                "x=0:9",
                "--epsilon",
                "2",
                "--delta",
                "1e-5",
                "--sampling",
                "cyclic",
                "--batch-size",
                "20",
                "--epochs",
                "2",
                "--accept-noise",
                "--checkpoint",
                at("state"),
                "--out",
                at("model.json"));
    }

    private String at(String name) {
        return folder.resolve(name).toString();
    }

    private void begin() throws IOException {
        try (Stream<Path> files = Files.list(folder)) {
            for (Path file : files.toList()) Files.delete(file);
        }
        writeData(folder);
    }

    static void writeData(Path folder) throws IOException {
        StringBuilder text = new StringBuilder("x,y\n");
        for (int i = 0; i < 40; i++) text.append(i % 10 + "," + (i % 10 > 4 ? 1 : 0) + "\n");
        Files.writeString(folder.resolve("data.csv"), text);
    }

    private int everywhere(boolean powerCut) throws IOException {
        begin();
        // what is loaded once is loaded now
        train();
        begin();
        Kill.arm(-1, powerCut);
        train();
        Kill.disarm();
        List<String> trace = Kill.trace();
        int deaths = 0;
        for (int operation = 0; operation < trace.size(); operation++) {
            // a look at a file changes nothing, and what comes before it is tried by itself
            if (!SLOW && trace.get(operation).matches("(stat|access|list) .*")) continue;
            begin();
            Kill.seen();
            if (dies(operation, powerCut)) deaths++;
            String where = (powerCut ? "power cut at " : "killed at ") + operation + ", " + trace.get(operation);
            whole(where);
            Shell.Outcome again = train();
            if (again.code() != 0) complain(where, again.err());
            consistent(where, Kill.seen(), powerCut);
            try (Stream<Path> files = Files.list(folder)) {
                Set<String> names =
                        files.map(file -> file.getFileName().toString()).collect(Collectors.toSet());
                if (!names.equals(ALL)) complain(where, "files " + names);
            }
        }
        return deaths;
    }

    private boolean dies(int operation, boolean powerCut) throws IOException {
        Kill.arm(operation, powerCut);
        try {
            train();
        } catch (Kill.Dead dead) {
            return true;
        } finally {
            Kill.disarm();
        }
        return false;
    }

    /** What has its name is whole. */
    private void whole(String where) {
        try {
            if (Files.exists(folder.resolve("state"))) CheckpointFile.read(folder.resolve("state"));
            if (Files.exists(folder.resolve("model.json"))) ModelFile.read(folder.resolve("model.json"));
        } catch (RuntimeException e) {
            complain(where, String.valueOf(e.getMessage()));
        }
    }

    /** One model, and one outcome of every round that anybody could see. */
    private void consistent(String where, List<Kill.Seen> seen, boolean powerCut) throws IOException {
        Set<String> models = new HashSet<>();
        Map<Long, String> rounds = new HashMap<>();
        for (Kill.Seen one : seen) {
            JsonNode json = JSON.readTree(one.text());
            String weights = json.path("weights").toString();
            if (one.name().equals("model.json")) models.add(weights);
            // a name that a power cut took back may have been seen: the page says so
            else if (!powerCut
                    && !weights.equals(rounds.getOrDefault(json.path("rounds").asLong(), weights)))
                complain(where, "a round was drawn twice");
            else rounds.put(json.path("rounds").asLong(), weights);
        }
        if (models.size() != 1) complain(where, models.size() + " models");
    }

    private void complain(String where, String what) {
        wrong++;
        System.out.println(where + ": " + what);
    }
}
