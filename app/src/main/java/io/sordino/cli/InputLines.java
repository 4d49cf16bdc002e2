package io.sordino.cli;

import java.io.BufferedReader;
import java.io.IOException;
import java.io.InputStream;
import java.io.InputStreamReader;
import java.nio.charset.StandardCharsets;
import java.util.Optional;

/** The lines of a stream that are not blank, none of them longer than a request may be. */
final class InputLines {
    static final int MOST_CHARACTERS = 4_000_000;

    /** A line, cut off where it is too long. */
    record Line(String text, boolean tooLong) {}

    private final BufferedReader reader;

    InputLines(InputStream stream) {
        reader = new BufferedReader(new InputStreamReader(stream, StandardCharsets.UTF_8));
    }

    Optional<Line> next() throws IOException {
        while (true) {
            StringBuilder text = new StringBuilder();
            boolean tooLong = false;
            int c = reader.read();
            if (c < 0) return Optional.empty();
            for (; c >= 0 && c != '\n'; c = reader.read()) {
                if (text.length() < MOST_CHARACTERS) text.append((char) c);
                else tooLong = true;
            }
            if (tooLong) return Optional.of(new Line("", true));
            if (!text.toString().isBlank()) return Optional.of(new Line(text.toString(), false));
        }
    }
}
