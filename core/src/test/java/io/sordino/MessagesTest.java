package io.sordino;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.Set;
import java.util.function.Predicate;
import java.util.regex.MatchResult;
import java.util.regex.Pattern;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;

/**
 * Refusals are values: nobody reads one out of a sentence or a stack trace, and the core does not know how it is asked.
 *
 * <p>Each rule also reads a line that breaks it.
 */
final class MessagesTest {
    private static final Path CORE = Path.of("src", "main", "java");
    private static final Path APP = Path.of("..", "app").resolve(CORE);

    private static final Pattern COMMENT = Pattern.compile("/\\*[\\s\\S]*?\\*/|(?m)^[ \\t]*//.*$");
    private static final Pattern LITERAL = Pattern.compile("\"(?:[^\"\\\\\n]|\\\\.)*\"");

    private static final Pattern FLAG_OR_COMMAND = Pattern.compile("(?<![\\w-])--[a-z]|\\bsordino [a-z]");
    private static final Pattern READ_OUT_OF_TEXT =
            Pattern.compile("(?:indexOf|split|splitWithDelimiters|compile)\\(\\s*\";|getStackTrace\\(");
    private static final Pattern UNTYPED = Pattern.compile("new IllegalArgumentException\\(");

    /** What a seed is hashed with, which nobody reads. */
    private static final Set<String> NO_MESSAGES = Set.of("\"sordino seed commitment\\n\"");

    @Test
    void theCoreNamesNoFlagAndNoCommand() {
        assertThat(sources(CORE).flatMap(MessagesTest::flagsAndCommands)).isEmpty();
    }

    @Test
    void flagsAndCommandsAreDetected() {
        assertThat(flagsAndCommands("""
                        /** As "--comment" says. */
                        // and so does "--another" one
                        silent("ask for --relation replace-one");
                        silent("run `sordino support`");
                        silent("a -- b, x--, 1--2");
                        """))
                .containsExactly("\"ask for --relation replace-one\"", "\"run `sordino support`\"");
    }

    /** Bugs are told apart by where they were thrown, for the log alone: what is answered is decided before. */
    private static final Path LOG_OF_BUGS = APP.resolve(Path.of("io", "sordino", "server", "Mishaps.java"));

    @Test
    void nobodyReadsARefusalOutOfText() {
        assertThat(found(
                        READ_OUT_OF_TEXT,
                        Stream.concat(sources(CORE), sources(APP, file -> !file.equals(LOG_OF_BUGS)))))
                .isEmpty();
        assertThat(found(READ_OUT_OF_TEXT, Stream.of(read(LOG_OF_BUGS)))).containsExactly("getStackTrace(");
    }

    @Test
    void readingOutOfTextIsDetected() {
        for (String line : List.of(
                "int hint = message.indexOf(\"; \");",
                "message.split(\"; \", 2)",
                "Pattern.compile(\";\\\\s\")",
                "String thrower = e.getStackTrace()[0].getClassName();"))
            assertThat(found(READ_OUT_OF_TEXT, Stream.of(line))).as(line).hasSize(1);
    }

    /** Where plans, numbers and data come in, a guard says by its type that it speaks to the one who asked. */
    @Test
    void guardsOfWhatIsGivenAreTyped() {
        for (String layer : ArchitectureTest.LAYERS)
            if (!Set.of("numeric", "loss", "theorem").contains(layer))
                assertThat(found(UNTYPED, sources(CORE.resolve("io/sordino").resolve(layer))))
                        .as(layer)
                        .isEmpty();
        assertThat(found(UNTYPED, sources(APP))).isEmpty();
    }

    /** The control: numbers and losses are built by us alone, and their guards find bugs. */
    @Test
    void guardsOfOurOwnAreNot() {
        assertThat(found(UNTYPED, sources(CORE.resolve("io/sordino/numeric")))).isNotEmpty();
        assertThat(found(UNTYPED, sources(CORE.resolve("io/sordino/loss")))).isNotEmpty();
    }

    private static Stream<String> flagsAndCommands(String source) {
        return LITERAL.matcher(COMMENT.matcher(source).replaceAll(""))
                .results()
                .map(MatchResult::group)
                .filter(literal -> FLAG_OR_COMMAND.matcher(literal).find() && !NO_MESSAGES.contains(literal));
    }

    private static List<String> found(Pattern pattern, Stream<String> sources) {
        return sources.flatMap(source -> pattern.matcher(source).results().map(MatchResult::group))
                .toList();
    }

    private static Stream<String> sources(Path folder) {
        return sources(folder, file -> true);
    }

    private static Stream<String> sources(Path folder, Predicate<Path> wanted) {
        try (Stream<Path> files = Files.walk(folder)) {
            List<Path> found = files.filter(file -> file.toString().endsWith(".java"))
                    .filter(wanted)
                    .toList();
            assertThat(found).as("%s", folder).isNotEmpty();
            return found.stream().map(MessagesTest::read);
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        }
    }

    private static String read(Path file) {
        try {
            return Files.readString(file);
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        }
    }
}
