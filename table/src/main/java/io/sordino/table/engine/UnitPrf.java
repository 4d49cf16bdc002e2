package io.sordino.table.engine;

import io.sordino.noise.RandomSource;
import io.sordino.noise.Seed;
import java.nio.ByteBuffer;
import java.nio.charset.StandardCharsets;
import java.security.GeneralSecurityException;
import java.security.MessageDigest;
import java.util.HexFormat;
import java.util.concurrent.ConcurrentLinkedQueue;
import javax.crypto.Cipher;
import javax.crypto.spec.SecretKeySpec;

/**
 * A keyed function of privacy units: who is in the sample, and which groups of a unit are kept. AES-128 of a block that tells units of different types
 * apart; texts are hashed first. AES is a permutation, so for n units it differs from a random function by n^2 / 2^129.
 *
 * <p>The engine calls from many short-lived threads at once, so ciphers wait in a queue and nothing is tied to a thread.
 */
public final class UnitPrf {
    /** Bytes of a block. */
    public static final int BLOCK = 16;

    private static final byte NUMBER = 1;
    private static final byte TEXT = 2;
    /** No unit has a block of this type. */
    private static final byte PLACES = 3;

    private final byte[] key;
    private final ConcurrentLinkedQueue<Cipher> ciphers = new ConcurrentLinkedQueue<>();

    private UnitPrf(byte[] key) {
        this.key = key;
    }

    /** With a key that nobody has seen. */
    public static UnitPrf fresh(RandomSource random) {
        byte[] key = new byte[BLOCK];
        for (int i = 0; i < BLOCK; i++) key[i] = (byte) random.bits(8);
        return new UnitPrf(key);
    }

    /** With a key that was kept. */
    public static UnitPrf kept(byte[] key) {
        return new UnitPrf(key.clone());
    }

    /** For whoever keeps the sample. */
    public byte[] key() {
        return key.clone();
    }

    /** A block for a whole number: its type in the first byte. */
    public static void encode(long unit, byte[] blocks, int at) {
        ByteBuffer.wrap(blocks, at, BLOCK).put(NUMBER).put(new byte[7]).putLong(unit);
    }

    /** A block for a text: its type, and fifteen bytes of its hash. */
    public static void encode(String unit, byte[] blocks, int at) {
        encodeText(unit.getBytes(StandardCharsets.UTF_8), blocks, at);
    }

    /** The same from the text's bytes in UTF-8. */
    public static void encodeText(byte[] unit, byte[] blocks, int at) {
        byte[] hash = sha256().digest(unit);
        blocks[at] = TEXT;
        System.arraycopy(hash, 0, blocks, at + 1, BLOCK - 1);
    }

    /** A block for a unit and a group: the hash of both, each with its length. */
    public static void encode(String unit, String group, byte[] blocks, int at) {
        encodeTexts(unit.getBytes(StandardCharsets.UTF_8), group.getBytes(StandardCharsets.UTF_8), blocks, at);
    }

    /** The same from the texts' bytes in UTF-8. */
    public static void encodeTexts(byte[] unit, byte[] group, byte[] blocks, int at) {
        MessageDigest digest = sha256();
        digest.update(ByteBuffer.allocate(4).putInt(unit.length).array());
        digest.update(unit);
        byte[] hash = digest.digest(group);
        System.arraycopy(hash, 0, blocks, at, BLOCK);
    }

    /** A block for a unit and a group that are both whole numbers; a group without a name has the block of the least number. */
    public static void encodePair(long unit, long group, byte[] blocks, int at) {
        ByteBuffer.wrap(blocks, at, BLOCK).putLong(unit).putLong(group);
    }

    /** The bits by which places of rows are drawn: their seed is what the key makes of two blocks that no unit has. */
    RandomSource places() {
        byte[] blocks = new byte[2 * BLOCK];
        blocks[0] = PLACES;
        blocks[BLOCK] = PLACES;
        blocks[BLOCK + 1] = 1;
        return Seed.kept(HexFormat.of().formatHex(encrypted(blocks, blocks.length)))
                .source();
    }

    /** Every block, encrypted. */
    public byte[] encrypted(byte[] blocks, int length) {
        try {
            Cipher cipher = ciphers.poll();
            if (cipher == null) {
                cipher = Cipher.getInstance("AES/ECB/NoPadding");
                cipher.init(Cipher.ENCRYPT_MODE, new SecretKeySpec(key, "AES"));
            }
            byte[] out = new byte[length];
            cipher.update(blocks, 0, length, out, 0);
            ciphers.add(cipher);
            return out;
        } catch (GeneralSecurityException e) {
            throw new IllegalStateException("AES failed", e);
        }
    }

    private static MessageDigest sha256() {
        try {
            return MessageDigest.getInstance("SHA-256");
        } catch (GeneralSecurityException e) {
            throw new IllegalStateException("this Java has no SHA-256", e);
        }
    }
}
