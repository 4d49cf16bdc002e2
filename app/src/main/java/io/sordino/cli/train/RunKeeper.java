package io.sordino.cli.train;

import io.sordino.cli.CommandException;
import io.sordino.cli.Console;
import io.sordino.data.Atomic;
import io.sordino.data.CheckpointFile;
import io.sordino.data.RunLock;
import io.sordino.report.text.Json;
import java.nio.file.Files;
import java.nio.file.LinkOption;
import java.nio.file.Path;
import java.util.Optional;

/**
 * The state of one run on disk. It is locked from before it is read until the model is written. All rounds are in it before a model is, and it
 * stays when the run is over: whoever repeats the command gets the same model again, and not a second one under the same promise.
 */
final class RunKeeper implements AutoCloseable {
    private static final int MOST_PARTS = 64;
    private static final long PATIENCE_NANOSECONDS = 10_000_000_000L;

    private final Console console;
    private final Optional<Path> file;
    private final Optional<RunLock> lock;
    private final Optional<CheckpointFile> stored;
    private long lastSaved;

    RunKeeper(Console console, Optional<Path> file) {
        this.console = console;
        this.file = file;
        file.ifPresent(Atomic::check);
        lock = file.map(RunLock::of);
        try {
            stored = file.filter(Files::exists).map(CheckpointFile::read);
        } catch (RuntimeException | Error e) {
            close();
            throw e;
        }
        lastSaved = console.nanoseconds().getAsLong();
    }

    boolean isKeeping() {
        return file.isPresent();
    }

    Optional<CheckpointFile> stored() {
        return stored;
    }

    /** Whether all that is left to do is to write the model. */
    boolean isComplete() {
        return stored.filter(CheckpointFile::complete).isPresent();
    }

    /** A second model of the same records would be a second release; one that was written by this very run is not. */
    void refuseSecondModel(Path target, boolean replace) {
        if (replace || isComplete() || !Files.exists(target, LinkOption.NOFOLLOW_LINKS)) return;
        throw CommandException.invalid(
                "'" + target + "' exists: another model of the same records would spend another budget",
                "name a new file, or insist with --replace");
    }

    /** Whether the state after this round is to be kept: of every round, or of every 64th part of many, and after ten seconds. */
    boolean isDue(long round, long rounds) {
        return file.isPresent()
                && (round == rounds
                        || round % Math.max(1, rounds / MOST_PARTS) == 0
                        || console.nanoseconds().getAsLong() - lastSaved > PATIENCE_NANOSECONDS);
    }

    void save(CheckpointFile state) {
        file.ifPresent(path -> Atomic.write(path, Json.text(state.json()) + "\n"));
        lastSaved = console.nanoseconds().getAsLong();
    }

    String name() {
        return file.map(Path::toString).orElse("");
    }

    /** The model is written: nobody needs to be kept away any more. */
    void finished() {
        lock.ifPresent(RunLock::remove);
    }

    @Override
    public void close() {
        lock.ifPresent(RunLock::close);
    }
}
