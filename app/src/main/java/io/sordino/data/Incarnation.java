package io.sordino.data;

import io.sordino.noise.RandomSource;
import io.sordino.noise.Seed;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.security.SecureRandom;
import java.security.SecureRandomSpi;
import java.util.function.LongSupplier;
import java.util.function.Supplier;

/**
 * Tells a process from a copy of it: a number that changes when the machine was started anew, when the process goes by another number, or when
 * the clock on the wall and the one that counts from the start have moved against each other, as they do where a virtual machine is restored. A
 * clock that is set looks the same, and costs a new key. A copy whose clocks nobody has told the time yet cannot be told: whoever restores a
 * machine sets its clock first.
 *
 * <p>Every command draws from {@link #source()} or from a {@link #seed()}: the number goes into each new key, and it is made of the instant at
 * which a copy was noticed, so that two copies have different keys even where the system would give both of them the same bytes.
 */
public final class Incarnation implements LongSupplier {
    private static final long APART_NANOSECONDS = 500_000_000L;
    private static final long PATIENCE_NANOSECONDS = 1_000_000_000L;
    private static final long NANOSECONDS_A_MILLISECOND = 1_000_000L;

    private final LongSupplier milliseconds;
    private final LongSupplier nanoseconds;
    private final Supplier<String> machine;
    private long life;
    private long apart;
    private long looked;
    private String known;

    Incarnation(LongSupplier milliseconds, LongSupplier nanoseconds, Supplier<String> machine) {
        this.milliseconds = milliseconds;
        this.nanoseconds = nanoseconds;
        this.machine = machine;
        looked = nanoseconds.getAsLong();
        apart = milliseconds.getAsLong() * NANOSECONDS_A_MILLISECOND - looked;
        known = machine.get();
        life = mixed(0, looked);
    }

    /** Of this process. */
    public static Incarnation ofProcess() {
        return new Incarnation(System::currentTimeMillis, System::nanoTime, Incarnation::machine);
    }

    /** Noise of this process, and of no copy of it. */
    public static RandomSource source() {
        return RandomSource.secure(ofProcess());
    }

    /** A key for one run. What follows from it is the same in a copy that goes on with the same run, and so is what is released. */
    public static Seed seed() {
        return Seed.fresh(ofProcess());
    }

    /** The same noise, for the client's code, which knows no source but Java's. */
    public static SecureRandom javaSource() {
        return new Drawn(source());
    }

    @Override
    public synchronized long getAsLong() {
        long now = nanoseconds.getAsLong();
        long between = milliseconds.getAsLong() * NANOSECONDS_A_MILLISECOND - now;
        boolean jumped = !(Math.abs(between - apart) <= APART_NANOSECONDS) || now - looked < 0;
        if (jumped || now - looked > PATIENCE_NANOSECONDS) {
            String seen = machine.get();
            boolean copied = jumped || !seen.equals(known);
            known = seen;
            looked = now;
            // followed slowly, since clocks drift
            apart = between;
            if (copied) life = mixed(life, now);
        }
        return life;
    }

    /** Stafford's mixer (2011, no. 13) over all that is known; never what it was before. */
    private long mixed(long before, long now) {
        long mixed = 0;
        for (long part : new long[] {before, now, apart, known.hashCode()}) {
            mixed += part + 0x9e3779b97f4a7c15L;
            mixed = (mixed ^ mixed >>> 30) * 0xbf58476d1ce4e5b9L;
            mixed = (mixed ^ mixed >>> 27) * 0x94d049bb133111ebL;
            mixed ^= mixed >>> 31;
        }
        return mixed == before ? mixed + 1 : mixed;
    }

    /** Which start of which machine this is, and which process; where nothing tells, the number of the process alone. */
    private static String machine() {
        return text(Path.of("/proc/sys/kernel/random/boot_id")) + " " + process();
    }

    private static String process() {
        try {
            // asked of the system each time: Java remembers its own
            return Path.of("/proc/self").toRealPath().toString();
        } catch (IOException e) {
            return String.valueOf(ProcessHandle.current().pid());
        }
    }

    private static String text(Path file) {
        try {
            return Files.readString(file).strip();
        } catch (IOException e) {
            return "";
        }
    }

    /** Java's way of asking a source of ours. */
    private static final class Drawn extends SecureRandom {
        private static final long serialVersionUID = 1;

        Drawn(RandomSource source) {
            super(new Bytes(source), null);
        }

        private static final class Bytes extends SecureRandomSpi {
            private static final long serialVersionUID = 1;

            private final transient RandomSource source;

            Bytes(RandomSource source) {
                this.source = source;
            }

            /** Of no use: the system has said enough. */
            @Override
            protected void engineSetSeed(byte[] seed) {}

            @Override
            protected synchronized void engineNextBytes(byte[] bytes) {
                for (int i = 0; i < bytes.length; i++) bytes[i] = (byte) source.bits(Byte.SIZE);
            }

            @Override
            protected synchronized byte[] engineGenerateSeed(int count) {
                byte[] seed = new byte[count];
                engineNextBytes(seed);
                return seed;
            }
        }
    }
}
