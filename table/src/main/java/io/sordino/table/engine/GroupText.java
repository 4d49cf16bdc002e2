package io.sordino.table.engine;

/** Texts for keys of groups that engines would write in different ways. */
public final class GroupText {
    private GroupText() {}

    /** The bits of a number: digits depend on the engine, and in Java on its version. */
    public static String of(double number) {
        return Long.toHexString(Double.doubleToLongBits(number));
    }
}
