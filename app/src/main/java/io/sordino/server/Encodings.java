package io.sordino.server;

import java.io.ByteArrayOutputStream;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.util.Locale;
import java.util.zip.GZIPOutputStream;

/**
 * What a client can read, from its Accept-Encoding (RFC 9110, 12.5.3): a weight of 0 forbids.
 *
 * @param gzip whether it reads gzip
 * @param plain whether it reads what is not compressed
 */
record Encodings(boolean gzip, boolean plain) {
    private static final int WORTH_IT = 1024;
    private static final String BEFORE_A_PARAMETER = ";";

    static Encodings of(String header) {
        double any = -1;
        double gzip = -1;
        double plain = -1;
        for (String one : header.toLowerCase(Locale.ROOT).split(",", -1)) {
            String[] parts = one.strip().split(BEFORE_A_PARAMETER, -1);
            double weight = weight(parts);
            switch (parts[0].strip()) {
                case "gzip", "x-gzip" -> gzip = weight;
                case "identity" -> plain = weight;
                case "*" -> any = weight;
                default -> {}
            }
        }
        boolean reads = gzip >= 0 ? gzip > 0 : any > 0;
        boolean forbids = plain >= 0 ? plain == 0 : any == 0;
        return new Encodings(reads, !forbids);
    }

    /** Of q=0.5; 1 if there is none, 0 if it is not a number. */
    private static double weight(String[] parts) {
        for (int i = 1; i < parts.length; i++) {
            String parameter = parts[i].replaceAll("\\s", "");
            if (!parameter.startsWith("q=")) continue;
            String number = parameter.substring(2);
            return number.matches("[01](\\.\\d{0,3})?") ? Double.parseDouble(number) : 0;
        }
        return 1;
    }

    boolean compresses(int bytes) {
        return gzip && (bytes >= WORTH_IT || (!plain && bytes > 0));
    }

    static byte[] gzip(byte[] plain) {
        ByteArrayOutputStream out = new ByteArrayOutputStream(plain.length / 4 + 64);
        try (GZIPOutputStream zip = new GZIPOutputStream(out)) {
            zip.write(plain);
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        }
        return out.toByteArray();
    }
}
