package io.sordino.mechanism;

/**
 * The same mechanism seen by a group of {@code size} records that change together.
 */
public record Group(long size, Mechanism base) implements Mechanism {
    public Group {
        Check.atLeast("size", 1, size);
        Check.given("plan", base);
    }
}
