package io.sordino.data;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.function.LongSupplier;
import java.util.function.Supplier;

/**
 * Tells a process from a copy of it: a number that changes when the machine was started anew, when the process goes by another number, or when
 * the clock on the wall and the one that counts from the start have moved against each other, as they do where a virtual machine is restored. A
 * clock that is set looks the same, and costs a new key. A copy whose clocks nobody has told the time yet cannot be told: whoever restores a
 * machine sets its clock first.
 *
 * <p>Noise is drawn with it by {@link io.sordino.noise.RandomSource#secure(LongSupplier)}.
 */
public final class Incarnation implements LongSupplier {
    private static final long APART_NANOSECONDS = 500_000_000L;
    private static final long PATIENCE_NANOSECONDS = 1_000_000_000L;
    private static final long NANOSECONDS_A_MILLISECOND = 1_000_000L;

    private final LongSupplier milliseconds;
    private final LongSupplier nanoseconds;
    private final Supplier<String> machine;
    private long lives;
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
    }

    /** Of this process. */
    public static Incarnation ofProcess() {
        return new Incarnation(System::currentTimeMillis, System::nanoTime, Incarnation::machine);
    }

    @Override
    public synchronized long getAsLong() {
        long now = nanoseconds.getAsLong();
        long between = milliseconds.getAsLong() * NANOSECONDS_A_MILLISECOND - now;
        boolean jumped = !(Math.abs(between - apart) <= APART_NANOSECONDS) || now - looked < 0;
        if (jumped || now - looked > PATIENCE_NANOSECONDS) {
            String seen = machine.get();
            if (jumped || !seen.equals(known)) lives++;
            known = seen;
            looked = now;
            // followed slowly, since clocks drift
            apart = between;
        }
        return lives;
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
}
