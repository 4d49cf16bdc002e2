package io.sordino.data;

import io.sordino.mechanism.InvalidException;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.ByteBuffer;
import java.nio.channels.FileChannel;
import java.nio.charset.StandardCharsets;
import java.nio.file.AtomicMoveNotSupportedException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.StandardCopyOption;
import java.nio.file.StandardOpenOption;
import java.nio.file.attribute.PosixFileAttributeView;
import java.nio.file.attribute.PosixFilePermissions;

/** Files that are there whole or not at all, whatever happens while they are written. */
public final class Atomic {
    private Atomic() {}

    /** Refuses before any work is done if the file could not be written. */
    public static void check(Path file) {
        Path folder = folder(file);
        if (!(Files.isDirectory(folder) && Files.isWritable(folder) && !Files.isDirectory(file)))
            throw new InvalidException(
                    "cannot write '" + file + "': no such folder, or not writable", "choose another name");
        // a device or a pipe would be replaced by a file
        if (!(Files.notExists(file) || Files.isRegularFile(file)))
            throw new InvalidException("'" + file + "' is no ordinary file", "choose another name");
    }

    public static void write(Path file, String text) {
        write(file, text, part -> {});
    }

    /** A file that its owner alone may read, where the file system knows of owners. */
    public static void writeSecret(Path file, String text) {
        write(file, text, part -> {
            if (Files.getFileStore(part).supportsFileAttributeView(PosixFileAttributeView.class))
                Files.setPosixFilePermissions(part, PosixFilePermissions.fromString("rw-------"));
        });
    }

    /** What is done with a file before anything is written to it. */
    private interface Before {
        void with(Path part) throws IOException;
    }

    private static void write(Path file, String text, Before before) {
        Path part = folder(file).resolve(file.getFileName() + ".part");
        try {
            try (FileChannel channel = FileChannel.open(
                    part, StandardOpenOption.CREATE, StandardOpenOption.WRITE, StandardOpenOption.TRUNCATE_EXISTING)) {
                before.with(part);
                ByteBuffer bytes = ByteBuffer.wrap(text.getBytes(StandardCharsets.UTF_8));
                while (bytes.hasRemaining()) channel.write(bytes);
                // the name must not come to point at bytes that are still on their way
                channel.force(true);
            }
            move(part, file);
        } catch (IOException e) {
            remove(part);
            throw new UncheckedIOException("cannot write '" + file + "': " + e.getMessage(), e);
        }
    }

    private static void move(Path part, Path file) throws IOException {
        try {
            Files.move(part, file, StandardCopyOption.ATOMIC_MOVE, StandardCopyOption.REPLACE_EXISTING);
        } catch (AtomicMoveNotSupportedException e) {
            Files.move(part, file, StandardCopyOption.REPLACE_EXISTING);
        }
    }

    private static void remove(Path part) {
        try {
            Files.deleteIfExists(part);
        } catch (IOException leftBehind) {
            // it ends in .part and is no model: the first failure is the one to tell
            part.toFile().deleteOnExit();
        }
    }

    private static Path folder(Path file) {
        Path parent = file.toAbsolutePath().getParent();
        return parent == null ? file.toAbsolutePath().getRoot() : parent;
    }
}
