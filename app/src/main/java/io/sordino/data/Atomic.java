package io.sordino.data;

import io.sordino.refusal.InvalidException;
import java.io.IOException;
import java.io.OutputStream;
import java.io.UncheckedIOException;
import java.nio.channels.Channels;
import java.nio.channels.FileChannel;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.LinkOption;
import java.nio.file.Path;
import java.nio.file.StandardCopyOption;
import java.nio.file.StandardOpenOption;
import java.nio.file.attribute.FileAttribute;
import java.nio.file.attribute.PosixFilePermission;
import java.nio.file.attribute.PosixFilePermissions;
import java.security.SecureRandom;
import java.util.HexFormat;
import java.util.Optional;
import java.util.Set;
import java.util.regex.Pattern;

/**
 * The one writer of files. A file is there whole or not at all, whatever happens while it is written: its bytes go to a new file with a name
 * that nobody can guess and that its owner alone may read, reach the disk, and only then get their name, which reaches the disk as well.
 * Symbolic links are never followed, and what a writer that died has left behind is removed by the next one.
 */
public final class Atomic {
    private static final String UNFINISHED = ".part";
    private static final int NAME_BYTES = 16;
    private static final Set<PosixFilePermission> OWNER =
            Set.of(PosixFilePermission.OWNER_READ, PosixFilePermission.OWNER_WRITE);
    private static final SecureRandom NAMES = new SecureRandom();

    private Atomic() {}

    /** What writes the bytes. */
    public interface Filling {
        void into(OutputStream out) throws IOException;
    }

    /** Refuses before any work is done if the file could not be written. */
    public static void check(Path file) {
        Path folder = folder(file);
        if (Files.isDirectory(file)) throw new InvalidException("'" + file + "' is a folder", "name a file in it");
        if (!(Files.isDirectory(folder) && Files.isWritable(folder)))
            throw new InvalidException(
                    "cannot write '" + file + "': no such folder, or not writable", "choose another name");
        // a device or a pipe would be replaced by a file, and a link would lead elsewhere
        if (!(Files.notExists(file, LinkOption.NOFOLLOW_LINKS) || Files.isRegularFile(file, LinkOption.NOFOLLOW_LINKS)))
            throw new InvalidException("'" + file + "' is no ordinary file", "choose another name");
    }

    /** A file that its owner alone may read, unless it takes the place of one with other permissions. */
    public static void write(Path file, String text) {
        write(file, text.getBytes(StandardCharsets.UTF_8));
    }

    /** As above. */
    public static void write(Path file, byte... bytes) {
        write(file, out -> out.write(bytes));
    }

    /** As above; what the filling throws leaves nothing behind. */
    public static void write(Path file, Filling filling) {
        write(file, filling, false);
    }

    /** Writes a file by its name, such as an engine does. */
    public interface Writer {
        void write(Path part);
    }

    /** A file that somebody else writes: under a name that nobody can guess first, then under its own. */
    public static void replace(Path file, Writer writer) {
        check(file);
        Path part = folder(file).resolve(prefix(file) + random() + ".writing");
        try {
            try {
                writer.write(part);
                if (knowsOwners(part)) Files.setPosixFilePermissions(part, OWNER);
                keepPermissions(file, part);
                try (FileChannel written =
                        FileChannel.open(part, StandardOpenOption.WRITE, LinkOption.NOFOLLOW_LINKS)) {
                    written.force(true);
                }
                Files.move(part, file, StandardCopyOption.ATOMIC_MOVE, StandardCopyOption.REPLACE_EXISTING);
            } finally {
                Files.deleteIfExists(part);
            }
            forceNames(folder(file));
        } catch (IOException e) {
            throw unwritten(file, e);
        }
    }

    /** A file that its owner alone may read, where the file system knows of owners, and that takes no other's place. */
    public static void writeSecret(Path file, String text) {
        write(file, out -> out.write(text.getBytes(StandardCharsets.UTF_8)), true);
    }

    private static void write(Path file, Filling filling, boolean secret) {
        check(file);
        try {
            Leftovers.remove(file);
            try (Part part = Part.of(file)) {
                filling.into(part.out());
                part.out().flush();
                if (!secret) keepPermissions(file, part.path());
                // the name must not come to point at bytes that are still on their way
                part.channel().force(true);
                if (secret && Files.exists(file, LinkOption.NOFOLLOW_LINKS))
                    throw new InvalidException("'" + file + "' exists", "name a new file");
                Files.move(part.path(), file, StandardCopyOption.ATOMIC_MOVE, StandardCopyOption.REPLACE_EXISTING);
            }
            forceNames(folder(file));
        } catch (IOException | UncheckedIOException e) {
            throw unwritten(file, e);
        }
    }

    private static InvalidException unwritten(Path file, Exception e) {
        return new InvalidException(
                "cannot write '" + file + "': "
                        + Optional.ofNullable(e.getMessage())
                                .orElse(e.getClass().getSimpleName()),
                "make room or choose another file",
                e);
    }

    private static String random() {
        byte[] name = new byte[NAME_BYTES];
        NAMES.nextBytes(name);
        return HexFormat.of().formatHex(name);
    }

    /** Where bytes go before they have a name. It is locked, so that nobody takes it for a leftover. */
    private record Part(Path path, FileChannel channel, OutputStream out) implements AutoCloseable {
        static Part of(Path file) throws IOException {
            while (true) {
                Path path = folder(file).resolve(prefix(file) + random() + UNFINISHED);
                Optional<FileChannel> channel = Leftovers.claim(path, () -> create(path));
                if (channel.isPresent()) return new Part(path, channel.get(), Channels.newOutputStream(channel.get()));
            }
        }

        @Override
        public void close() throws IOException {
            try {
                Files.deleteIfExists(path);
            } finally {
                Leftovers.release(path);
                channel.close();
            }
        }
    }

    /** A new file, open for writing: never one that is there already, nor what a link leads to. */
    static FileChannel create(Path path) throws IOException {
        return FileChannel.open(
                path,
                Set.of(StandardOpenOption.CREATE_NEW, StandardOpenOption.WRITE, LinkOption.NOFOLLOW_LINKS),
                ownerOnly(path));
    }

    static FileAttribute<?>[] ownerOnly(Path path) {
        return knowsOwners(path)
                ? new FileAttribute<?>[] {PosixFilePermissions.asFileAttribute(OWNER)}
                : new FileAttribute<?>[] {};
    }

    /** Whoever may read the old file was given leave by its owner. */
    private static void keepPermissions(Path file, Path part) throws IOException {
        if (knowsOwners(file) && Files.isRegularFile(file, LinkOption.NOFOLLOW_LINKS))
            Files.setPosixFilePermissions(part, Files.getPosixFilePermissions(file, LinkOption.NOFOLLOW_LINKS));
    }

    /** A name is on the disk when its folder is; only where the system lets folders be opened. */
    static void forceNames(Path folder) throws IOException {
        if (!knowsOwners(folder)) return;
        try (FileChannel names = FileChannel.open(folder, StandardOpenOption.READ)) {
            names.force(true);
        }
    }

    private static boolean knowsOwners(Path path) {
        return path.getFileSystem().supportedFileAttributeViews().contains("posix");
    }

    /** How the names of unfinished copies of a file begin; a random part and {@code .part} follow. */
    static String prefix(Path file) {
        return "." + file.getFileName() + ".";
    }

    static boolean isUnfinished(Path file, Path candidate) {
        return candidate
                .getFileName()
                .toString()
                .matches(Pattern.quote(prefix(file)) + "[0-9a-f]{" + 2 * NAME_BYTES + "}" + Pattern.quote(UNFINISHED));
    }

    static Path folder(Path file) {
        Path parent = file.toAbsolutePath().getParent();
        return parent == null ? file.toAbsolutePath().getRoot() : parent;
    }
}
