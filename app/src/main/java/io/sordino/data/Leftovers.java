package io.sordino.data;

import java.io.IOException;
import java.nio.channels.FileChannel;
import java.nio.channels.FileLock;
import java.nio.channels.OverlappingFileLockException;
import java.nio.file.DirectoryStream;
import java.nio.file.Files;
import java.nio.file.LinkOption;
import java.nio.file.NoSuchFileException;
import java.nio.file.Path;
import java.nio.file.StandardOpenOption;
import java.nio.file.attribute.FileAttribute;
import java.util.Optional;
import java.util.Set;
import java.util.concurrent.ConcurrentHashMap;

/**
 * Unfinished files. A writer locks its own, and the system lets go of the lock when the writer dies: what can be locked has been left behind.
 * Where a file system knows no locks nothing is removed.
 */
final class Leftovers {
    /** Closing any channel of a file gives up the process's locks on it, so that our own files are known without opening them. */
    private static final Set<Path> OURS = ConcurrentHashMap.newKeySet();

    private Leftovers() {}

    /** Opens something. */
    interface Opening {
        FileChannel open() throws IOException;
    }

    /** A file that is ours until it is released; empty if somebody took it for a leftover before it was locked. */
    static Optional<FileChannel> claim(Path path, Opening opening) throws IOException {
        boolean claimed = false;
        OURS.add(path);
        try {
            FileChannel channel = opening.open();
            try {
                claimed = locked(channel) && Files.exists(path, LinkOption.NOFOLLOW_LINKS);
                return claimed ? Optional.of(channel) : Optional.empty();
            } finally {
                if (!claimed) channel.close();
            }
        } finally {
            if (!claimed) OURS.remove(path);
        }
    }

    static void release(Path path) {
        OURS.remove(path);
    }

    /** Removes what writers of this file that died have left. */
    static void remove(Path file) throws IOException {
        try (DirectoryStream<Path> candidates =
                Files.newDirectoryStream(Atomic.folder(file), one -> Atomic.isUnfinished(file, one))) {
            for (Path candidate : candidates) if (!OURS.contains(candidate)) removeIfDead(candidate);
        }
    }

    private static void removeIfDead(Path candidate) throws IOException {
        try (FileChannel channel = FileChannel.open(
                candidate, Set.of(StandardOpenOption.WRITE, LinkOption.NOFOLLOW_LINKS), new FileAttribute<?>[0])) {
            FileLock lock = channel.tryLock();
            if (lock != null) Files.deleteIfExists(candidate);
        } catch (NoSuchFileException | OverlappingFileLockException e) {
            return; // finished in the meantime, or at work in this process
        }
    }

    /** Whether the lock is held; a file system without locks has no cleaners either. */
    private static boolean locked(FileChannel channel) {
        try {
            return channel.tryLock() != null;
        } catch (OverlappingFileLockException e) {
            return false;
        } catch (IOException e) {
            return true;
        }
    }
}
