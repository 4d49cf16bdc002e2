package io.sordino.ledger.store;

import java.nio.charset.StandardCharsets;
import java.security.MessageDigest;
import java.security.NoSuchAlgorithmException;
import java.util.HexFormat;

/** Hashes that each stand for everything before them. */
public final class Chain {
    /** Before the first entry. */
    public static final String START = "0".repeat(64);

    private Chain() {}

    /** Of a line that comes after the entry with this hash. */
    public static String next(String previous, String line) {
        MessageDigest digest = digest();
        digest.update(HexFormat.of().parseHex(previous));
        return HexFormat.of().formatHex(digest.digest(line.getBytes(StandardCharsets.UTF_8)));
    }

    /** Of an answer. */
    public static String of(byte[] bytes) {
        return HexFormat.of().formatHex(digest().digest(bytes));
    }

    private static MessageDigest digest() {
        try {
            return MessageDigest.getInstance("SHA-256");
        } catch (NoSuchAlgorithmException e) {
            throw new IllegalStateException("every Java has SHA-256", e);
        }
    }
}
