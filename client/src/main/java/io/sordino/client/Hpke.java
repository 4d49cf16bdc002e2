package io.sordino.client;

import java.io.ByteArrayOutputStream;
import java.nio.charset.StandardCharsets;
import java.security.GeneralSecurityException;
import java.security.SecureRandom;
import javax.crypto.Cipher;
import javax.crypto.Mac;
import javax.crypto.spec.GCMParameterSpec;
import javax.crypto.spec.SecretKeySpec;

/**
 * Sealing for one who holds a key: HPKE (RFC 9180) in base mode with X25519, HKDF-SHA256 and AES-128-GCM, one message a context.
 *
 * <p>Not safe for use by several threads at once: each takes its own.
 */
public final class Hpke {
    /** How many bytes a key has, public or secret, and with it what is sent along with a message. */
    public static final int KEY_BYTES = X25519.BYTES;

    /** By how many bytes a sealed message is longer than it was. */
    public static final int TAG_BYTES = 16;

    private static final int AES_KEY = 16;
    private static final int NONCE = 12;
    private static final byte[] KEM = suite("KEM", 0x0020);
    private static final byte[] SUITE = suite("HPKE", 0x0020, 0x0001, 0x0001);
    private static final byte[] VERSION = ascii("HPKE-v1");
    private static final byte[] NOTHING = new byte[0];
    private static final byte[] NO_SALT = new byte[32];

    private final Mac mac;
    private final Cipher cipher;
    private final byte[] recipient;
    private final byte[] context;

    /**
     * @param recipient the public key of the one who can open
     * @param info what both sides know the messages are for
     */
    public Hpke(byte[] recipient, byte[] info) {
        if (!(recipient.length == KEY_BYTES)) throw new IllegalArgumentException("a key has 32 bytes");
        try {
            mac = Mac.getInstance("HmacSHA256");
            cipher = Cipher.getInstance("AES/GCM/NoPadding");
        } catch (GeneralSecurityException e) {
            throw new IllegalStateException("every platform has HmacSHA256 and AES/GCM", e);
        }
        this.recipient = recipient.clone();
        this.context = concat(
                new byte[1],
                extract(SUITE, NOTHING, "psk_id_hash", NOTHING),
                extract(SUITE, NOTHING, "info_hash", info));
    }

    /** A new secret key. */
    public static byte[] newSecret(SecureRandom random) {
        byte[] secret = new byte[KEY_BYTES];
        random.nextBytes(secret);
        return secret;
    }

    /** What others may know of a secret key. */
    public static byte[] publicKey(byte[] secret) {
        return X25519.publicKey(secret);
    }

    /**
     * Seals a message with a key that is used this once.
     *
     * @param once the secret key of this message, whose public key is sent along
     * @param enc the public key of it
     */
    public byte[] seal(byte[] once, byte[] enc, byte[] aad, byte[] message) {
        try {
            return crypt(Cipher.ENCRYPT_MODE, X25519.multiply(once, recipient), enc, aad, message);
        } catch (GeneralSecurityException e) {
            throw new IllegalStateException("nothing that is sealed can fail to be", e);
        }
    }

    /**
     * Opens a message.
     *
     * @param secret the secret key of the recipient
     * @throws GeneralSecurityException where it was not sealed for this key, purpose and additional data
     */
    public byte[] open(byte[] secret, byte[] enc, byte[] aad, byte[] sealed) throws GeneralSecurityException {
        return crypt(Cipher.DECRYPT_MODE, X25519.multiply(secret, enc), enc, aad, sealed);
    }

    private byte[] crypt(int mode, byte[] dh, byte[] enc, byte[] aad, byte[] text) throws GeneralSecurityException {
        int any = 0;
        for (byte b : dh) any |= b;
        // a point of small order: the secret would be known to everybody
        if (any == 0) throw new GeneralSecurityException("no key of its own was sent along");
        byte[] prk = extract(KEM, NOTHING, "eae_prk", dh);
        byte[] shared = expand(KEM, prk, "shared_secret", concat(enc, recipient), 32);
        byte[] secret = extract(SUITE, shared, "secret", NOTHING);
        byte[] key = expand(SUITE, secret, "key", context, AES_KEY);
        byte[] nonce = expand(SUITE, secret, "base_nonce", context, NONCE);
        cipher.init(mode, new SecretKeySpec(key, "AES"), new GCMParameterSpec(8 * TAG_BYTES, nonce));
        cipher.updateAAD(aad);
        return cipher.doFinal(text);
    }

    private byte[] extract(byte[] suite, byte[] salt, String label, byte[] ikm) {
        return hmac(salt.length == 0 ? NO_SALT : salt, concat(VERSION, suite, ascii(label), ikm));
    }

    /** Of one block, which is all that is ever asked for. */
    private byte[] expand(byte[] suite, byte[] prk, String label, byte[] info, int length) {
        byte[] size = {(byte) (length >>> 8), (byte) length};
        byte[] block = hmac(prk, concat(size, VERSION, suite, ascii(label), info, new byte[] {1}));
        byte[] out = new byte[length];
        System.arraycopy(block, 0, out, 0, length);
        return out;
    }

    private byte[] hmac(byte[] key, byte[] text) {
        try {
            mac.init(new SecretKeySpec(key, "HmacSHA256"));
            return mac.doFinal(text);
        } catch (GeneralSecurityException e) {
            throw new IllegalStateException("every key is one for HMAC", e);
        }
    }

    private static byte[] suite(String name, int... ids) {
        byte[] out = new byte[name.length() + 2 * ids.length];
        System.arraycopy(ascii(name), 0, out, 0, name.length());
        for (int i = 0; i < ids.length; i++) {
            out[name.length() + 2 * i] = (byte) (ids[i] >>> 8);
            out[name.length() + 2 * i + 1] = (byte) ids[i];
        }
        return out;
    }

    static byte[] ascii(String text) {
        return text.getBytes(StandardCharsets.US_ASCII);
    }

    static byte[] concat(byte[]... parts) {
        ByteArrayOutputStream out = new ByteArrayOutputStream(128);
        for (byte[] part : parts) out.write(part, 0, part.length);
        return out.toByteArray();
    }
}
