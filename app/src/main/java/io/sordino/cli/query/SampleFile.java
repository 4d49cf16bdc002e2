package io.sordino.cli.query;

import io.sordino.cli.CommandException;
import io.sordino.cli.Sources;
import io.sordino.data.Atomic;
import io.sordino.table.KeptSample;
import java.io.IOException;
import java.nio.channels.FileChannel;
import java.nio.channels.OverlappingFileLockException;
import java.nio.file.Files;
import java.nio.file.LinkOption;
import java.nio.file.Path;
import java.nio.file.StandardOpenOption;
import java.util.Optional;

/** The file of a kept sample, which one query at a time may use. What is released is on disk before anything is drawn. */
final class SampleFile implements AutoCloseable {
    private final Path file;
    private final FileChannel channel;

    private SampleFile(Path file, FileChannel channel) {
        this.file = file;
        this.channel = channel;
    }

    /** Waits for nobody: a sample that is in use is refused. */
    static SampleFile open(String name) {
        Path file = Sources.path(name);
        Atomic.check(file);
        Path beside = file.resolveSibling(file.getFileName() + ".lock");
        try {
            FileChannel channel = FileChannel.open(
                    beside, StandardOpenOption.CREATE, StandardOpenOption.WRITE, LinkOption.NOFOLLOW_LINKS);
            if (!isOurs(channel)) {
                channel.close();
                throw CommandException.invalid(
                        "the sample '" + name + "' is in use by another query", "wait until it has ended");
            }
            return new SampleFile(file, channel);
        } catch (IOException e) {
            throw CommandException.invalid("the sample '" + name + "' cannot be locked", "check its folder");
        }
    }

    private static boolean isOurs(FileChannel channel) throws IOException {
        try {
            return Optional.ofNullable(channel.tryLock()).isPresent();
        } catch (OverlappingFileLockException e) {
            return false;
        }
    }

    Optional<KeptSample> read() {
        return read(file);
    }

    /** For whoever only looks, and waits for nobody. */
    static Optional<KeptSample> read(Path file) {
        if (!Files.exists(file, LinkOption.NOFOLLOW_LINKS)) return Optional.empty();
        try {
            return Optional.of(KeptSample.parse(Files.readString(file)));
        } catch (IOException e) {
            throw CommandException.invalid("the sample '" + file + "' cannot be read", "check its rights");
        }
    }

    /** For the first time: its owner alone may read it. */
    void create(KeptSample sample) {
        Atomic.writeSecret(file, sample.text());
    }

    void update(KeptSample sample) {
        Atomic.write(file, sample.text());
    }

    @Override
    public void close() {
        try {
            channel.close();
        } catch (IOException e) {
            throw CommandException.invalid("the sample '" + file + "' cannot be unlocked", "check its folder");
        }
    }
}
