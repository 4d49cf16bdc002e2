package io.sordino.client;

/** Bytes as hexadecimal digits. */
public final class Hex {
    private static final String DIGITS = "0123456789abcdef";

    private Hex() {}

    /** Two digits a byte. */
    public static String write(byte[] bytes) {
        StringBuilder out = new StringBuilder(2 * bytes.length);
        for (byte b : bytes) out.append(DIGITS.charAt(b >> 4 & 15)).append(DIGITS.charAt(b & 15));
        return out.toString();
    }

    /** So many bytes, neither more nor fewer. */
    public static byte[] read(String digits, int bytes) {
        if (!(digits.length() == 2 * bytes)) throw new Refused(2 * bytes + " hexadecimal digits were expected");
        byte[] out = new byte[bytes];
        for (int i = 0; i < bytes; i++) {
            int high = DIGITS.indexOf(digits.charAt(2 * i));
            int low = DIGITS.indexOf(digits.charAt(2 * i + 1));
            if (!(high >= 0 && low >= 0)) throw new Refused("hexadecimal digits were expected, in lower case");
            out[i] = (byte) (high << 4 | low);
        }
        return out;
    }
}
