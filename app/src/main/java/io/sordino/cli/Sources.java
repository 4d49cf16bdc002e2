package io.sordino.cli;

import io.sordino.mechanism.Mechanism;
import io.sordino.plan.PlanException;
import io.sordino.plan.PlanTemplate;
import io.sordino.plan.Plans;
import java.io.FileNotFoundException;
import java.io.IOException;
import java.io.InputStream;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.InvalidPathException;
import java.nio.file.NoSuchFileException;
import java.nio.file.Path;
import java.util.function.Function;

/** Plans from where the user has them: the argument itself, @file, or - for standard input. */
public final class Sources {
    /** A little more than a plan may hold, so that the plan's own limit speaks. */
    private static final int MOST_BYTES = 33_000_000;

    /** Some editors begin a file with it, and nobody sees it. */
    private static final String BYTE_ORDER_MARK = "\uFEFF";

    private Sources() {}

    public static Mechanism plan(String argument, Console console) {
        return read(argument, console, Plans::read);
    }

    static PlanTemplate template(String argument, Console console) {
        return read(argument, console, PlanTemplate::parse);
    }

    /** The plan in a file, whose name needs no @, or in standard input. */
    static Mechanism history(String file, Console console) {
        return parsed(file.equals("-") ? standardInput(console) : file(file), Plans::read);
    }

    private static <T> T read(String argument, Console console, Function<String, T> reading) {
        if (argument.equals("-")) return parsed(standardInput(console), reading);
        if (argument.startsWith("@")) return parsed(file(argument.substring(1)), reading);
        return parsed(argument, reading);
    }

    private static <T> T parsed(String text, Function<String, T> reading) {
        try {
            return reading.apply(text);
        } catch (PlanException e) {
            throw CommandException.of(e, text);
        }
    }

    private static String standardInput(Console console) {
        try {
            return text(console.in());
        } catch (IOException e) {
            throw CommandException.invalid(
                    "cannot read standard input: " + e.getMessage(), "give the plan as an argument");
        }
    }

    private static String file(String name) {
        try (InputStream in = Files.newInputStream(path(name))) {
            return text(in);
        } catch (IOException e) {
            throw unreadable(name, e);
        }
    }

    private static String text(InputStream in) throws IOException {
        String text = new String(in.readNBytes(MOST_BYTES), StandardCharsets.UTF_8);
        return text.startsWith(BYTE_ORDER_MARK) ? text.substring(BYTE_ORDER_MARK.length()) : text;
    }

    public static Path path(String name) {
        try {
            return Path.of(name);
        } catch (InvalidPathException e) {
            throw CommandException.invalid("'" + name + "' is not a file name", "check the name");
        }
    }

    static CommandException unreadable(String name, IOException e) {
        boolean missing = e instanceof NoSuchFileException || e instanceof FileNotFoundException;
        String why = missing
                ? "there is no such file"
                : Files.isDirectory(path(name))
                        ? "it is a folder"
                        : e.getClass().getSimpleName();
        return CommandException.invalid("cannot read '" + name + "': " + why, "check the name; - reads standard input");
    }
}
