package io.sordino.cli;

import java.io.IOException;
import java.nio.file.FileSystems;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.HashSet;
import java.util.List;
import java.util.Optional;
import java.util.Set;

/**
 * When a process dies, and what its death leaves. From the fatal operation on nothing that it does reaches a file, as if it were not there any
 * more; in a JVM that is to be killed for good ({@code -Dsordino.kill=OPERATION}) it is halted. A power cut besides loses bytes that were not forced, and
 * names that were given or taken since their folder was forced.
 */
final class Kill {
    /** What the rest of a process that is dead runs into. */
    static final class Dead extends Error {
        private static final long serialVersionUID = 1L;
    }

    private static final int HALTED = 137;
    private static final String HALT_AT = System.getProperty("sordino.kill", "");

    private static boolean watching = !HALT_AT.isEmpty();
    private static long at = -1;
    private static boolean powerCut;
    private static boolean dead;
    private static long operations;
    private static final List<String> TRACE = new ArrayList<>();
    private static final List<Seen> SEEN = new ArrayList<>();
    private static final Set<Path> UNFORCED = new HashSet<>();
    private static final List<Named> NAMES = new ArrayList<>();

    /** A file as it stood there for everybody to see. */
    record Seen(String name, String text) {}

    private record Named(Path path, Optional<byte[]> before) {}

    private Kill() {}

    /** From now on counts operations and dies at this one; never if it is negative. */
    static synchronized void arm(long operation, boolean cut) {
        at = operation;
        powerCut = cut;
        dead = false;
        operations = 0;
        UNFORCED.clear();
        NAMES.clear();
        TRACE.clear();
        watching = true;
    }

    /** The process is gone, or has ended: what is left on the disk. Returns how many operations there were. */
    static synchronized long disarm() throws IOException {
        watching = false;
        if (dead && powerCut) {
            for (Path path : UNFORCED) if (Files.exists(path)) Files.write(path, new byte[0]);
            for (int i = NAMES.size() - 1; i >= 0; i--) {
                Named named = NAMES.get(i);
                if (named.before.isPresent()) Files.write(named.path, named.before.get());
                else Files.deleteIfExists(named.path);
            }
        }
        return operations;
    }

    static synchronized boolean isDead() {
        return dead;
    }

    /** What was done, in order. */
    static synchronized List<String> trace() {
        return List.copyOf(TRACE);
    }

    /** What has stood there since this was last asked. */
    static synchronized List<Seen> seen() {
        List<Seen> all = List.copyOf(SEEN);
        SEEN.clear();
        return all;
    }

    static synchronized void at(String operation) {
        if (!watching) return;
        if (dead) throw new Dead();
        TRACE.add(operation);
        if (!HALT_AT.isEmpty() && operation.equals(HALT_AT))
            Runtime.getRuntime().halt(HALTED);
        if (operations++ != at) return;
        dead = true;
        throw new Dead();
    }

    static synchronized void written(Path path) {
        if (watching && !dead) UNFORCED.add(path);
    }

    static synchronized void forced(Path path) {
        UNFORCED.remove(path);
    }

    static synchronized void namesForced() {
        NAMES.clear();
    }

    /** A name is about to be given or taken away. */
    static synchronized void before(Path path) throws IOException {
        if (!watching || dead || !powerCut) return;
        watching = false;
        Path plain = FileSystems.getDefault().getPath(path.toString());
        NAMES.add(new Named(
                path, Files.isRegularFile(plain) ? Optional.of(Files.readAllBytes(plain)) : Optional.empty()));
        watching = true;
    }

    /** A file has got its name, with whatever of it is on the disk. */
    static synchronized void named(Path from, Path to) throws IOException {
        if (UNFORCED.remove(from)) UNFORCED.add(to);
        SEEN.add(new Seen(String.valueOf(to.getFileName()), Files.readString(to)));
    }
}
