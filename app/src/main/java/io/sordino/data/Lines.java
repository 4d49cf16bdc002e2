package io.sordino.data;

import io.sordino.table.engine.CsvLine;
import java.io.IOException;
import java.io.InputStream;
import java.nio.ByteBuffer;
import java.nio.charset.CharacterCodingException;
import java.nio.charset.CharsetDecoder;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Arrays;
import java.util.Locale;
import java.util.Optional;
import java.util.zip.GZIPInputStream;

/** The lines of a file, which may be packed, that are not empty; they end in LF, CR or CRLF. */
final class Lines implements AutoCloseable {
    private static final int BUFFER_BYTES = 1 << 20;

    private final InputStream in;
    private final CharsetDecoder decoder = StandardCharsets.UTF_8.newDecoder();
    private final byte[] buffer = new byte[BUFFER_BYTES];
    private int at;
    private int end;
    private byte[] line = new byte[1024];
    private int length;
    private boolean isTooLong;

    Lines(Path file) throws IOException {
        InputStream plain = Files.newInputStream(file);
        in = file.toString().toLowerCase(Locale.ROOT).endsWith(".gz")
                ? new GZIPInputStream(plain, BUFFER_BYTES)
                : plain;
    }

    /** Goes to the next line; false where there is none. */
    boolean next() throws IOException {
        do {
            length = 0;
            isTooLong = false;
            if (!isFilled()) return false;
            while (isFilled() && !takeUpToTheEnd()) {}
            // of CRLF the second is an empty line, and these are passed over
        } while (length == 0);
        return true;
    }

    private boolean isFilled() throws IOException {
        if (at == end) {
            at = 0;
            end = Math.max(0, in.read(buffer));
        }
        return at < end;
    }

    /** Takes what the buffer has of the line; true where the line ends in it. */
    private boolean takeUpToTheEnd() {
        int stop = at;
        while (stop < end && buffer[stop] != '\n' && buffer[stop] != '\r') stop++;
        int more = stop - at;
        if (length + more > CsvLine.MOST_BYTES) isTooLong = true;
        else {
            if (length + more > line.length) line = Arrays.copyOf(line, Math.max(2 * line.length, length + more));
            System.arraycopy(buffer, at, line, length, more);
            length += more;
        }
        boolean ends = stop < end;
        at = ends ? stop + 1 : stop;
        return ends;
    }

    /** The text of the line; nothing where it is longer than a line may be, or no UTF-8. */
    Optional<String> text() {
        if (isTooLong) return Optional.empty();
        for (int i = 0; i < length; i++) if (line[i] < 0) return decoded();
        return Optional.of(new String(line, 0, length, StandardCharsets.ISO_8859_1));
    }

    /** Whether the line is a plain one, which then takes it apart. */
    boolean isTaken(PlainLine plain) {
        return !isTooLong && plain.take(line, length);
    }

    private Optional<String> decoded() {
        try {
            return Optional.of(decoder.decode(ByteBuffer.wrap(line, 0, length)).toString());
        } catch (CharacterCodingException e) {
            return Optional.empty();
        }
    }

    @Override
    public void close() throws IOException {
        in.close();
    }
}
