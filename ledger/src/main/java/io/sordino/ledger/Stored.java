package io.sordino.ledger;

import java.nio.charset.StandardCharsets;
import java.util.Arrays;

/** The one answer of a request, as it was given and will be given again. */
public final class Stored {
    private final byte[] bytes;

    Stored(byte[] bytes) {
        this.bytes = bytes.clone();
    }

    /** As it was stored. */
    public byte[] bytes() {
        return bytes.clone();
    }

    /** For answers that are text. */
    public String text() {
        return new String(bytes, StandardCharsets.UTF_8);
    }

    @Override
    public boolean equals(Object other) {
        return other instanceof Stored stored && Arrays.equals(bytes, stored.bytes);
    }

    @Override
    public int hashCode() {
        return Arrays.hashCode(bytes);
    }
}
