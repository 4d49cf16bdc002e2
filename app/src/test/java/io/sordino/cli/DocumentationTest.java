package io.sordino.cli;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/**
 * What the pages show is what the program does. Run with -Dsordino.rewrite=true, the test writes the output into the pages
 * instead of comparing it.
 */
class DocumentationTest {
    private static final Path ROOT = Path.of("..");
    private static final String PROMPT = "$ ./sordino ";
    private static final Pattern CONSOLE = Pattern.compile("```console\n(.*?)```", Pattern.DOTALL);
    private static final Pattern JAVA = Pattern.compile("```java\n(.*?)```", Pattern.DOTALL);

    @ParameterizedTest
    @ValueSource(
            strings = {
                "README.md",
                "docs/cli.md",
                "docs/one-sample-twice.md",
                "docs/subsampled-response.md",
                "docs/sample-size.md",
                "docs/shuffling.md",
                "docs/last-iterate.md"
            })
    void commandsPrintWhatThePageShows(String page) throws IOException {
        Path file = ROOT.resolve(page);
        String text = Files.readString(file);
        Matcher blocks = CONSOLE.matcher(text);
        String replayed =
                blocks.replaceAll(block -> Matcher.quoteReplacement("```console\n" + replayed(block.group(1)) + "```"));
        assertThat(replayed).contains(PROMPT);
        if (Boolean.getBoolean("sordino.rewrite")) Files.writeString(file, replayed);
        else assertThat(withoutSeconds(replayed)).isEqualTo(withoutSeconds(text));
    }

    private static String replayed(String block) {
        StringBuilder out = new StringBuilder();
        for (String line : block.lines().filter(l -> l.startsWith(PROMPT)).toList()) {
            List<String> words = new ArrayList<>(List.of(Shell.words(line.substring(PROMPT.length()))));
            words.replaceAll(
                    word -> word.startsWith("docs/") ? ROOT.resolve(word).toString() : word);
            Shell.Outcome outcome = Shell.run(words.toArray(String[]::new));
            out.append(line).append('\n').append(outcome.out()).append(outcome.err());
        }
        return out.toString();
    }

    private static String withoutSeconds(String text) {
        return text.replaceAll("\"seconds\": [0-9.e-]+", "\"seconds\": 0");
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
