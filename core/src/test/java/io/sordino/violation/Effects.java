package io.sordino.violation;

import java.io.File;
import java.io.FileReader;
import java.io.IOException;
import java.net.Socket;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Clock;
import java.time.Instant;
import java.util.Random;
import java.util.concurrent.ThreadLocalRandom;

/** One class for each effect that the core forbids, so that a test can see each rule catch it. */
public final class Effects {
    private Effects() {}

    /** Reads the file system the old way. */
    public static final class AsksFile {
        public boolean effect() {
            return new File("x").exists();
        }
    }

    /** Opens a file by name. */
    public static final class OpensFile {
        public FileReader effect() throws IOException {
            return new FileReader("x", StandardCharsets.UTF_8);
        }
    }

    /** Reads the file system the new way. */
    public static final class AsksPath {
        public boolean effect() {
            return Files.exists(Path.of("x"));
        }
    }

    /** Speaks to the network. */
    public static final class OpensSocket {
        public Socket effect() {
            return new Socket();
        }
    }

    /** Reads the wall clock. */
    public static final class AsksMillis {
        public long effect() {
            return System.currentTimeMillis();
        }
    }

    /** Reads the stopwatch. */
    public static final class AsksNanos {
        public long effect() {
            return System.nanoTime();
        }
    }

    /** Reads the wall clock through java.time. */
    public static final class AsksInstant {
        public Instant effect() {
            return Instant.now();
        }
    }

    /** Holds a clock. */
    public static final class HoldsClock {
        public Clock effect() {
            return Clock.systemUTC();
        }
    }

    /** Draws from the general-purpose generator. */
    public static final class DrawsRandom {
        public int effect() {
            return new Random(1).nextInt();
        }
    }

    /** Draws from a generator by its interface. */
    public static final class DrawsGenerator {
        public int effect() {
            return java.util.random.RandomGenerator.getDefault().nextInt();
        }
    }

    /** Draws from the system's generator, past the one source of noise. */
    public static final class DrawsSecureRandom {
        public int effect() {
            return new java.security.SecureRandom().nextInt();
        }
    }

    /** Draws from the generator of the thread. */
    public static final class DrawsThreadRandom {
        public int effect() {
            return ThreadLocalRandom.current().nextInt();
        }
    }

    /** Draws from the hidden generator of Math. */
    public static final class DrawsMathRandom {
        public double effect() {
            return Math.random();
        }
    }

    /** Prints where a failure came from, and goes on. */
    public static final class PrintsStackTrace {
        public void effect() {
            new IllegalStateException("x").printStackTrace();
        }
    }

    /** Prints to standard output. */
    public static final class PrintsOut {
        public void effect() {
            System.out.println("x");
        }
    }

    /** Prints to standard error. */
    public static final class PrintsErr {
        public void effect() {
            System.err.println("x");
        }
    }
}
