package io.sordino.data;

import io.sordino.refusal.InvalidException;
import java.io.IOException;
import java.nio.channels.FileChannel;
import java.nio.channels.OverlappingFileLockException;
import java.nio.file.Files;
import java.nio.file.LinkOption;
import java.nio.file.Path;
import java.nio.file.StandardOpenOption;
import java.util.Set;

/**
 * Keeps a second run away from the state of one that is on its way: going on from one state twice would be two runs under one promise. The lock
 * is on a file beside it, since the state itself is replaced each time that it is written, and the system lets go of it when the run dies.
 */
public final class RunLock implements AutoCloseable {
    private final Path path;
    private final FileChannel channel;

    private RunLock(Path path, FileChannel channel) {
        this.path = path;
        this.channel = channel;
    }

    /** Takes the lock of this file, or refuses. */
    public static RunLock of(Path file) {
        Path path = Atomic.folder(file).resolve(Atomic.prefix(file) + "lock");
        try {
            FileChannel channel = FileChannel.open(
                    path,
                    Set.of(StandardOpenOption.CREATE, StandardOpenOption.WRITE, LinkOption.NOFOLLOW_LINKS),
                    Atomic.ownerOnly(path));
            if (isTaken(channel)) return new RunLock(path, channel);
            channel.close();
        } catch (IOException e) {
            throw new InvalidException(
                    "cannot lock '" + file + "': " + e.getMessage(), "keep it on a file system that has locks", e);
        }
        throw new InvalidException(
                "another run is using '" + file + "'", "wait until it has ended, or give this run a file of its own");
    }

    private static boolean isTaken(FileChannel channel) throws IOException {
        try {
            return channel.tryLock() != null;
        } catch (OverlappingFileLockException e) {
            return false;
        }
    }

    /** The run is over, and its state says so: whoever opened the lock before it was removed has nothing left to run. */
    public void remove() {
        try {
            Files.deleteIfExists(path);
        } catch (IOException e) {
            throw new InvalidException("cannot remove '" + path + "'", "remove it: the run is over", e);
        }
    }

    @Override
    public void close() {
        try {
            channel.close();
        } catch (IOException e) {
            throw new InvalidException("cannot close '" + path + "': " + e.getMessage(), "check the disk", e);
        }
    }
}
