package io.sordino.cli;

import io.sordino.account.Accountant;
import io.sordino.report.text.Style;
import java.io.ByteArrayInputStream;
import java.io.PrintWriter;
import java.io.StringWriter;
import java.nio.charset.StandardCharsets;
import java.util.ArrayList;
import java.util.List;

/** Runs a command line in this JVM, as a shell would. */
final class Shell {
    private Shell() {}

    record Outcome(int code, String out, String err) {}

    static Outcome run(String... arguments) {
        return fed("", arguments);
    }

    static Outcome fed(String input, String... arguments) {
        return fed(Accountant.standard(), Style.PLAIN, input, arguments);
    }

    static Outcome fed(Accountant accountant, Style style, String input, String... arguments) {
        StringWriter out = new StringWriter();
        StringWriter err = new StringWriter();
        Console console = new Console(
                new ByteArrayInputStream(input.getBytes(StandardCharsets.UTF_8)),
                new PrintWriter(out),
                new PrintWriter(err),
                style,
                style,
                false,
                System::nanoTime,
                accountant);
        int code = Sordino.run(console, arguments);
        console.out().flush();
        console.err().flush();
        return new Outcome(code, out.toString(), err.toString());
    }

    /** The words of a line, with '...' and "..." kept together. */
    static String[] words(String line) {
        List<String> words = new ArrayList<>();
        StringBuilder word = new StringBuilder();
        boolean started = false;
        char quote = 0;
        for (char c : line.toCharArray()) {
            if (quote != 0 ? c == quote : c == '\'' || c == '"') {
                quote = quote == 0 ? c : 0;
                started = true;
            } else if (quote == 0 && c == ' ') {
                if (started) words.add(word.toString());
                word.setLength(0);
                started = false;
            } else {
                word.append(c);
                started = true;
            }
        }
        if (started) words.add(word.toString());
        return words.toArray(String[]::new);
    }
}
