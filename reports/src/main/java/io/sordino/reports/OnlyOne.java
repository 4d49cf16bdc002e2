package io.sordino.reports;

import io.sordino.refusal.InvalidException;
import java.io.IOException;
import java.nio.channels.FileChannel;
import java.nio.channels.OverlappingFileLockException;
import java.nio.file.Path;
import java.nio.file.StandardOpenOption;

/** A file that one shuffler has locked, for as long as its process lives. */
final class OnlyOne implements AutoCloseable {
    private final FileChannel channel;

    private OnlyOne(FileChannel channel) {
        this.channel = channel;
    }

    /** Locks a file for a store, or refuses. */
    static OnlyOne of(Path file, String store) throws IOException {
        FileChannel channel = FileChannel.open(file, StandardOpenOption.CREATE, StandardOpenOption.WRITE);
        if (isLocked(channel)) return new OnlyOne(channel);
        channel.close();
        throw inUse(store);
    }

    private static boolean isLocked(FileChannel channel) throws IOException {
        try {
            return channel.tryLock() != null;
        } catch (OverlappingFileLockException heldByThisProcess) {
            return false;
        }
    }

    static InvalidException inUse(String store) {
        return new InvalidException(
                "the store '" + store + "' is in use by another shuffler", "stop the other one first");
    }

    @Override
    public void close() throws IOException {
        channel.close();
    }
}
