package io.sordino.plan;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Locale;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import java.util.stream.Collectors;
import org.junit.jupiter.api.Test;

/** docs/plan-language.md tells the truth: its examples are read, its table is the vocabulary, its messages are the real ones. */
class PlanLanguagePageTest {
    private static final Path PAGE = Path.of("..", "docs", "plan-language.md");

    private static List<String> blocks(String kind) throws IOException {
        Matcher matcher =
                Pattern.compile("```" + kind + "\n(.*?)\n```", Pattern.DOTALL).matcher(Files.readString(PAGE));
        List<String> blocks = new ArrayList<>();
        while (matcher.find()) blocks.add(matcher.group(1));
        assertThat(blocks).as("blocks of " + kind).isNotEmpty();
        return blocks;
    }

    @Test
    void everyExampleIsRead() throws IOException {
        for (String block : blocks("plan"))
            block.lines().forEach(plan -> assertThat(Plans.parse(plan)).isNotNull());
        for (String json : blocks("json")) assertThat(Plans.read(json)).isNotNull();
    }

    @Test
    void theTableIsTheVocabulary() throws IOException {
        String page = Files.readString(PAGE);
        for (Entry entry : Vocabulary.ENTRIES) assertThat(page).contains(row(entry));
        long rows = page.lines().filter(line -> line.startsWith("| `")).count();
        assertThat(rows).isEqualTo(Vocabulary.ENTRIES.size());
    }

    private static String row(Entry entry) {
        String aliases = entry.parameters().stream()
                .filter(parameter -> !parameter.aliases().isEmpty())
                .map(parameter -> parameter.name() + " = " + String.join(" = ", parameter.aliases()))
                .collect(Collectors.joining(", "));
        String event = (entry.module().equals(Entry.OURS) ? Entry.OURS + " " : "") + entry.event();
        return "| `" + entry.signature().replace("|", "\\|") + "` | " + String.join(", ", entry.aliases()) + " | "
                + aliases + " | " + event + " |";
    }

    @Test
    void refusalsReadAsShown() throws IOException {
        for (String example : blocks("refused").get(0).split("\n\n")) {
            String plan = example.lines().findFirst().orElseThrow();
            PlanException refusal = PlanErrorsTest.refusal(plan);
            assertThat(refusal.caret(plan) + "\n" + refusal.getMessage() + "\n" + refusal.remedy())
                    .isEqualTo(example);
        }
    }

    @Test
    void theLimitsAreTheRealOnes() throws IOException {
        String page = Files.readString(PAGE);
        assertThat(page)
                .contains(limit("characters of text", Limits.TEXT_CHARACTERS))
                .contains(limit("characters of JSON", Limits.JSON_CHARACTERS))
                .contains(limit("depth of nesting", Limits.DEPTH))
                .contains(limit("terms of all compositions", Limits.TERMS))
                .contains(limit("numbers in all lists", Limits.LIST_NUMBERS))
                .contains(limit("characters of a number", Limits.NUMBER_CHARACTERS))
                .contains(limit("JSON values outside lists of numbers", Limits.JSON_VALUES));
    }

    private static String limit(String name, int most) {
        return "| " + name + " | " + String.format(Locale.ROOT, "%,d", most) + " |";
    }
}
