package io.sordino.client;

import java.security.MessageDigest;
import java.security.NoSuchAlgorithmException;

/**
 * What everybody can work out from the id of a report: which function it hashes by, which column of a Hadamard matrix it speaks of. The
 * id is a digest of the key that the report is sealed with, so its bits are coins already, and nobody names a function outright.
 */
public final class PublicCoins {
    private PublicCoins() {}

    /** The column of a report, among as many as the values and the row of ones need. */
    public static int column(byte[] id, int values) {
        int bits = 32 - Integer.numberOfLeadingZeros(values);
        return word(id, 0) >>> (32 - bits);
    }

    /** The entry of a value's row, which is the one after its own number: nobody has the row of ones. */
    public static int entry(int value, int column) {
        return Integer.bitCount((value + 1) & column) & 1;
    }

    static byte[] digest(String purpose, byte[]... parts) {
        try {
            MessageDigest sha = MessageDigest.getInstance("SHA-256");
            sha.update(Hpke.ascii(purpose));
            for (byte[] part : parts) sha.update(part);
            return sha.digest();
        } catch (NoSuchAlgorithmException e) {
            throw new IllegalStateException("every platform has SHA-256", e);
        }
    }

    private static int word(byte[] bytes, int at) {
        return (bytes[at] & 0xff) << 24
                | (bytes[at + 1] & 0xff) << 16
                | (bytes[at + 2] & 0xff) << 8
                | (bytes[at + 3] & 0xff);
    }
}
