package io.sordino.cli;

import io.sordino.account.Accountant;
import io.sordino.report.Report;
import io.sordino.report.text.Json;
import io.sordino.report.text.Style;
import io.sordino.service.Questions;
import java.io.FileDescriptor;
import java.io.FileOutputStream;
import java.io.InputStream;
import java.io.OutputStreamWriter;
import java.io.PrintWriter;
import java.nio.charset.StandardCharsets;
import java.util.Optional;
import java.util.function.LongSupplier;

/**
 * What a command reads from and writes to, and who answers it.
 *
 * @param progress whether somebody watches standard error
 * @param nanoseconds a clock
 */
public record Console(
        InputStream in,
        PrintWriter out,
        PrintWriter err,
        Style outStyle,
        Style errStyle,
        boolean progress,
        LongSupplier nanoseconds,
        Accountant accountant) {
    private static final String TRUE = "true";

    /** The process's own streams. The launcher knows what is a terminal; Java 17 cannot ask about standard error. */
    static Console system() {
        boolean outTerminal = TRUE.equals(System.getProperty("sordino.terminal.out"));
        boolean errTerminal = TRUE.equals(System.getProperty("sordino.terminal.err"));
        boolean colour =
                Optional.ofNullable(System.getenv("NO_COLOR")).orElse("").isEmpty();
        return new Console(
                System.in,
                writer(FileDescriptor.out),
                writer(FileDescriptor.err),
                outTerminal && colour ? Style.COLOUR : Style.PLAIN,
                errTerminal && colour ? Style.COLOUR : Style.PLAIN,
                errTerminal,
                System::nanoTime,
                Accountant.standard());
    }

    /** Not System.out, which forgets that something could not be written when it is wrapped. */
    private static PrintWriter writer(FileDescriptor descriptor) {
        return new PrintWriter(new OutputStreamWriter(new FileOutputStream(descriptor), StandardCharsets.UTF_8), true);
    }

    public Questions desk() {
        return new Questions(accountant);
    }

    public void print(String text) {
        out.print(text);
        out.print('\n');
        out.flush();
    }

    /** Shows an answer to a program or to a person, with what must be said beside it. */
    public void print(Report report, boolean json, long start) {
        print(json ? Json.text(report.json(secondsSince(start))) : report.text(outStyle));
        report.caveats().forEach(this::warn);
        report.failure().ifPresent(this::fail);
    }

    /** Why the exit code is 1, in one line. */
    public void fail(String text) {
        err.print(errStyle.bad("sordino: ") + text + "\n");
        err.flush();
    }

    /** Something to be seen although the answer was given. */
    public void note(String text) {
        err.print("note: " + text + "\n");
        err.flush();
    }

    /** Something to beware of. */
    public void warn(String text) {
        err.print(errStyle.bad("warning: ") + text + "\n");
        err.flush();
    }

    double secondsSince(long start) {
        return Json.seconds(nanoseconds.getAsLong() - start);
    }
}
