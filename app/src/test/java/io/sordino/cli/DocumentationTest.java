package io.sordino.cli;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.within;

import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.regex.MatchResult;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.MethodSource;

/**
 * What the pages show is what the program does: every console block of every page is run. One that begins with
 * {@code ```console slow} is run with -Dsordino.slow=true alone. With -Dsordino.rewrite=true the outputs and the pictures
 * are written into the pages instead of being compared; with -Dsordino.pages=NAME only pages whose path holds the name are read.
 */
class DocumentationTest {
    private static final Path ROOT = Path.of("..");
    private static final String PROMPT = "$ ./sordino ";
    private static final Pattern CONSOLE = Pattern.compile("```console( slow)?\n(.*?)```", Pattern.DOTALL);
    private static final Pattern JAVA = Pattern.compile("```java\n(.*?)```", Pattern.DOTALL);
    private static final Pattern NUMBER = Pattern.compile("-?\\d+(?:\\.\\d+)?(?:e-?\\d+)?");
    /** Lines that tell of random draws: their words are compared, and their numbers are not. */
    private static final Pattern DRAWN = Pattern.compile("(?m)^(?:seen|estimate|error|\\|) .*$");

    private static final boolean SLOW = Boolean.getBoolean("sordino.slow");
    private static final boolean REWRITE = Boolean.getBoolean("sordino.rewrite");

    @TempDir
    Path pictures;

    /** README.md and its neighbours, docs with all of its folders, and the page of the examples. */
    private static List<Path> pages() throws IOException {
        List<Path> pages = new ArrayList<>();
        try (Stream<Path> root = Files.list(ROOT);
                Stream<Path> docs = Files.walk(ROOT.resolve("docs"));
                Stream<Path> examples = Files.walk(ROOT.resolve("examples"), 1)) {
            Stream.of(root, docs, examples)
                    .flatMap(files -> files)
                    .filter(file -> file.toString().endsWith(".md"))
                    .filter(file -> ROOT.relativize(file).toString().contains(System.getProperty("sordino.pages", "")))
                    .sorted()
                    .forEach(pages::add);
        }
        return pages;
    }

    static List<String> pagesWithConsoleBlocks() throws IOException {
        List<String> found = new ArrayList<>();
        for (Path page : pages())
            if (CONSOLE.matcher(Files.readString(page)).find())
                found.add(ROOT.relativize(page).toString());
        return found;
    }

    @ParameterizedTest
    @MethodSource("pagesWithConsoleBlocks")
    void commandsPrintWhatThePageShows(String page) throws IOException {
        Path file = ROOT.resolve(page);
        String text = Files.readString(file);
        String now = CONSOLE.matcher(text).replaceAll(block -> {
            String replayed = replayed(block);
            if (!REWRITE)
                assertThat(replayed).as("a block of %s, run again", page).isEqualTo(block.group());
            return Matcher.quoteReplacement(replayed);
        });
        if (REWRITE) Files.writeString(file, now);
    }

    /** The block with what its commands print now; as it was where that differs in times and draws alone. */
    private String replayed(MatchResult block) {
        if (block.group(1) != null && !SLOW) return block.group();
        String shown = block.group(2);
        StringBuilder now = new StringBuilder();
        for (String line : shown.lines().filter(l -> l.startsWith(PROMPT)).toList())
            now.append(line).append('\n').append(printed(line.substring(PROMPT.length())));
        return lasting(now.toString()).equals(lasting(shown))
                ? block.group()
                : block.group().replace(shown, now);
    }

    /** What a command prints; a picture that it writes is compared with the one in the folder. */
    private String printed(String command) {
        List<String> words = new ArrayList<>(List.of(Shell.words(command)));
        int out = words.indexOf("--out") + 1;
        String picture = out > 0 ? words.get(out) : "";
        words.replaceAll(word -> {
            String file = word.startsWith("@") ? word.substring(1) : word;
            boolean ours = file.startsWith("docs/") || file.startsWith("examples/");
            return ours ? word.substring(0, word.length() - file.length()) + ROOT.resolve(file) : word;
        });
        if (out > 0 && !REWRITE)
            words.set(out, pictures.resolve(Path.of(picture).getFileName()).toString());
        Shell.Outcome outcome = Shell.run(words.toArray(String[]::new));
        if (out > 0 && !REWRITE) assertSamePicture(Path.of(words.get(out)), ROOT.resolve(picture));
        return outcome.out() + outcome.err();
    }

    /** The last digit of a coordinate depends on the processor. */
    private static void assertSamePicture(Path drawn, Path shown) {
        try {
            String now = Files.readString(drawn);
            String then = Files.readString(shown);
            assertThat(NUMBER.matcher(now).replaceAll("#"))
                    .as("words of %s", shown)
                    .isEqualTo(NUMBER.matcher(then).replaceAll("#"));
            List<Double> places = numbers(now);
            List<Double> before = numbers(then);
            for (int i = 0; i < places.size(); i++)
                assertThat(places.get(i))
                        .as("number %s of %s", i, shown)
                        .isCloseTo(before.get(i), within(0.02 + 1e-6 * Math.abs(before.get(i))));
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        }
    }

    private static List<Double> numbers(String text) {
        return NUMBER.matcher(text)
                .results()
                .map(found -> Double.valueOf(found.group()))
                .toList();
    }

    /** What does not differ from one run to the next. */
    private static String lasting(String text) {
        String timeless = text.replaceAll("\"seconds\": [0-9.e-]+", "\"seconds\": 0");
        return DRAWN.matcher(timeless)
                .replaceAll(line -> Matcher.quoteReplacement(
                        NUMBER.matcher(line.group()).replaceAll("#").replaceAll(" +", " ")));
    }

    @Test
    void aDigitThatIsWrongIsFound() {
        String command = PROMPT + "delta 'gaussian(2)' --epsilon 3 --json\n";
        String right =
                "```console\n" + command + printed(command.substring(PROMPT.length(), command.length() - 1)) + "```";
        Matcher block = CONSOLE.matcher(right);
        assertThat(block.find()).isTrue();
        assertThat(replayed(block)).isEqualTo(right);
        Matcher wrong = CONSOLE.matcher(right.replace("3.4009", "3.4008"));
        assertThat(wrong.find()).isTrue();
        assertThat(replayed(wrong)).isNotEqualTo(wrong.group()).contains("3.4009");
    }

    @Test
    void wordsOfADrawnLineCount() {
        assertThat(lasting("seen     epsilon >= 0.4 at delta")).isEqualTo(lasting("seen     epsilon >= 0.51 at delta"));
        assertThat(lasting("seen     epsilon >= 0.4 at delta"))
                .isNotEqualTo(lasting("seen     epsilon <= 0.4 at delta"));
        assertThat(lasting("claimed  epsilon in [0.4, 0.5]")).isNotEqualTo(lasting("claimed  epsilon in [0.4, 0.6]"));
    }

    /** A page that shows an answer shows it in a block that is run. */
    @Test
    void noCommandStandsWhereItIsNotRun() throws IOException {
        for (Path page : pages())
            assertThat(CONSOLE.matcher(Files.readString(page)).replaceAll("").lines())
                    .as("%s", page)
                    .noneMatch(line -> line.strip().startsWith(PROMPT.strip()));
    }

    @Test
    void javaExampleIsTheOneThatIsCompiled() throws IOException {
        Matcher block = JAVA.matcher(Files.readString(ROOT.resolve("README.md")));
        assertThat(block.find()).isTrue();
        String compiled = Files.readString(Path.of("src/test/java/io/sordino/cli/ReadmeExampleTest.java"));
        assertThat(squeezed(compiled)).contains(squeezed(block.group(1)));
    }

    /** Line breaks are the formatter's. */
    private static String squeezed(String code) {
        return code.replaceAll("\\s+", "");
    }
}
