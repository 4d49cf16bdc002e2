package io.sordino.noise;

import io.sordino.refusal.InvalidException;
import java.lang.invoke.MethodHandles;
import java.lang.invoke.VarHandle;
import java.nio.ByteBuffer;
import java.nio.ByteOrder;
import java.security.GeneralSecurityException;
import java.security.MessageDigest;
import java.security.SecureRandom;
import java.util.Arrays;
import java.util.Optional;
import java.util.function.LongSupplier;
import javax.crypto.Cipher;
import javax.crypto.spec.IvParameterSpec;
import javax.crypto.spec.SecretKeySpec;

/**
 * AES-256 in counter mode with fast key erasure: every block of output begins with the key of the next one, and key and output are
 * wiped as they are used, so that a look into memory tells nothing of what was drawn before. A source of the system's takes part of every key
 * from there, and none of a block that another incarnation has drawn; one of a {@link Seed} is what the seed makes it, wherever it runs.
 */
final class AesCounter extends RandomSource {
    static final int KEY_BYTES = 32;
    private static final int BLOCK_BYTES = KEY_BYTES + 8192;
    private static final VarHandle LONGS = MethodHandles.byteArrayViewVarHandle(long[].class, ByteOrder.BIG_ENDIAN);
    private static final IvParameterSpec ZERO = new IvParameterSpec(new byte[16]);

    private final Cipher cipher;
    private final boolean bySystem;
    private final Optional<LongSupplier> incarnation;
    private long born;
    private final byte[] zeros = new byte[BLOCK_BYTES];
    private final byte[] block = new byte[BLOCK_BYTES];
    private int position = BLOCK_BYTES;
    private long word;
    private int left;

    /** The key is wiped. */
    AesCounter(byte[] key) {
        this(key, false, Optional.empty());
    }

    private AesCounter(byte[] key, boolean bySystem, Optional<LongSupplier> incarnation) {
        this.bySystem = bySystem;
        this.incarnation = incarnation;
        born = incarnation.map(LongSupplier::getAsLong).orElse(0L);
        if (!(key.length == KEY_BYTES)) throw new InvalidException("an AES-256 key has 32 bytes, not " + key.length);
        try {
            cipher = Cipher.getInstance("AES/CTR/NoPadding");
        } catch (GeneralSecurityException e) {
            throw new IllegalStateException("this Java has no AES in counter mode", e);
        }
        rekey(key);
    }

    static AesCounter keyedBySystem() {
        return new AesCounter(freshKey(), true, Optional.empty());
    }

    static AesCounter keyedBySystem(LongSupplier incarnation) {
        return new AesCounter(freshKey(incarnation.getAsLong()), true, Optional.of(incarnation));
    }

    static AesCounter keyedBy(byte[] key) {
        return new AesCounter(key.clone());
    }

    static byte[] freshKey() {
        byte[] key = new byte[KEY_BYTES];
        new SecureRandom().nextBytes(key);
        return key;
    }

    /**
     * A key that differs between incarnations even where the system gives both the same bytes, as the pool of a machine does that was copied with
     * everything else: SHA-256 of both.
     */
    static byte[] freshKey(long incarnation) {
        return keyOf(freshKey(), incarnation);
    }

    static byte[] keyOf(byte[] bytes, long incarnation) {
        try {
            MessageDigest digest = MessageDigest.getInstance("SHA-256");
            digest.update(bytes);
            digest.update(ByteBuffer.allocate(Long.BYTES).putLong(incarnation).array());
            Arrays.fill(bytes, (byte) 0);
            return digest.digest();
        } catch (GeneralSecurityException e) {
            throw new IllegalStateException("this Java has no SHA-256", e);
        }
    }

    private void rekey(byte[] key) {
        try {
            cipher.init(Cipher.ENCRYPT_MODE, new SecretKeySpec(key, 0, KEY_BYTES, "AES"), ZERO);
        } catch (GeneralSecurityException e) {
            throw new IllegalStateException("this Java refuses a 256-bit AES key", e);
        }
        Arrays.fill(key, 0, KEY_BYTES, (byte) 0);
    }

    private void refill() {
        try {
            cipher.doFinal(zeros, 0, BLOCK_BYTES, block, 0);
        } catch (GeneralSecurityException e) {
            throw new IllegalStateException("AES failed", e);
        }
        if (bySystem) {
            byte[] fresh = freshKey();
            for (int i = 0; i < KEY_BYTES; i++) block[i] ^= fresh[i];
            Arrays.fill(fresh, (byte) 0);
        }
        rekey(block);
        position = KEY_BYTES;
    }

    /** What a copy of this process may have given, or may give, is not given here. */
    private void renewIfCopied(LongSupplier now) {
        long life = now.getAsLong();
        if (life == born) return;
        born = life;
        Arrays.fill(block, (byte) 0);
        position = BLOCK_BYTES;
        word = 0;
        left = 0;
        rekey(freshKey(life));
    }

    @Override
    public long bits(int count) {
        if (!(count >= 1 && count <= MOST_BITS)) throw new InvalidException("count must be in [1, 62], was " + count);
        if (incarnation.isPresent()) renewIfCopied(incarnation.get());
        if (left < count) {
            if (position == BLOCK_BYTES) refill();
            word = (long) LONGS.get(block, position);
            LONGS.set(block, position, 0L);
            position += Long.BYTES;
            left = Long.SIZE;
        }
        long taken = word >>> (Long.SIZE - count);
        word <<= count;
        left -= count;
        return taken;
    }

    @Override
    int digitBits() {
        return 31;
    }
}
