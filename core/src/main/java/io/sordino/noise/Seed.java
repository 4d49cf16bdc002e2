package io.sordino.noise;

import io.sordino.refusal.InvalidException;
import java.nio.charset.StandardCharsets;
import java.security.MessageDigest;
import java.security.NoSuchAlgorithmException;
import java.util.HexFormat;
import java.util.function.LongSupplier;

/**
 * The key of one run, drawn from the operating system, and a commitment to it that may be published: whoever keeps the key can prove later what
 * the noise was, and could not have chosen it after the fact. Whoever knows the key can take the noise away, so it is a secret like the data.
 */
public final class Seed {
    private static final String PURPOSE = "sordino seed commitment\n";

    private final byte[] key;

    private Seed(byte[] key) {
        this.key = key;
    }

    /** A new key, for one run. */
    public static Seed fresh() {
        return new Seed(AesCounter.freshKey());
    }

    /** As above, in a process that may be copied before it draws: see {@link RandomSource#secure(LongSupplier)}. */
    public static Seed fresh(LongSupplier incarnation) {
        return new Seed(AesCounter.freshKey(incarnation.getAsLong()));
    }

    /** A seed that was kept, to check a commitment or to repeat a run. */
    public static Seed kept(String secret) {
        if (!secret.matches("[0-9a-f]{64}"))
            throw new InvalidException("a kept seed has 64 hexadecimal digits", "give the file that was written");
        return new Seed(HexFormat.of().parseHex(secret));
    }

    /** A source that begins with this key. Two sources of one seed give the same bits: only one of them may be used. */
    public RandomSource source() {
        return AesCounter.keyedBy(key);
    }

    /** May be published: SHA-256 of a purpose and the key. */
    public String commitment() {
        try {
            MessageDigest digest = MessageDigest.getInstance("SHA-256");
            digest.update(PURPOSE.getBytes(StandardCharsets.UTF_8));
            return HexFormat.of().formatHex(digest.digest(key));
        } catch (NoSuchAlgorithmException e) {
            throw new IllegalStateException("this Java has no SHA-256", e);
        }
    }

    /** The key itself, for the owner of the data alone. */
    public String secret() {
        return HexFormat.of().formatHex(key);
    }
}
