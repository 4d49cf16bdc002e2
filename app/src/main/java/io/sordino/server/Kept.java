package io.sordino.server;

import java.util.Arrays;
import java.util.HashMap;
import java.util.Map;
import java.util.zip.CRC32;

/** Something that does not change while the server runs: plain, compressed, and with a tag by which clients know it again. */
final class Kept {
    private final String type;
    private final byte[] plain;
    private final byte[] compressed;
    private final String tag;

    Kept(String type, byte[] plain) {
        this.type = type;
        this.plain = plain;
        compressed = Encodings.gzip(plain);
        CRC32 sum = new CRC32();
        sum.update(plain);
        tag = Long.toHexString(sum.getValue()) + "-" + plain.length;
    }

    /** @param known the If-None-Match of the client */
    Reply reply(Encodings encodings, String known) {
        boolean small = encodings.compresses(plain.length);
        // other bytes, another tag
        String own = small ? "\"" + tag + "-gzip\"" : "\"" + tag + "\"";
        Map<String, String> headers = new HashMap<>();
        headers.put("ETag", own);
        headers.put("Cache-Control", "no-cache");
        headers.put("Vary", "Accept-Encoding");
        if (isKnown(own, known)) return Reply.of(304, type, new byte[0], headers);
        if (small) headers.put("Content-Encoding", "gzip");
        return Reply.of(200, type, small ? compressed : plain, headers);
    }

    /** A list of tags, weak or strong, or a star (RFC 9110, 13.1.2). */
    private static boolean isKnown(String own, String known) {
        return Arrays.stream(known.split(",", -1))
                .map(String::strip)
                .map(one -> one.startsWith("W/") ? one.substring(2) : one)
                .anyMatch(one -> one.equals("*") || one.equals(own));
    }
}
