package io.sordino.ledger.rule;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Set;
import java.util.stream.Collectors;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/** What a ledger rests on has, as every theorem of the accountant has, a page, a table by an oracle, and a test of the same name. */
class TheoremsTest {
    private static final Path GOLDEN = Path.of("src", "test", "resources", "golden");

    @ParameterizedTest
    @ValueSource(
            strings = {
                "CouponBank",
                "SumsFilter",
                "ConcentratedFilter",
                "GaussianFilter",
                "RenyiFilter",
                "NaturalFilter",
                "Exchange"
            })
    void everyTheoremHasItsPageTableAndTest(String name) throws IOException {
        Path page = Path.of("..", "docs", "theory", name + ".md");
        assertThat(Files.readString(page)).startsWith("# " + name).contains("## Statement", "## Proof", "## Table");
        Path table = GOLDEN.resolve(name + ".csv");
        String source = Files.readAllLines(table).get(0);
        assertThat(source).matches("# source: oracle/\\w+\\.py, .*\\bdigits\\b.*");
        Path oracle = Path.of("..", source.replaceFirst("# source: (oracle/\\w+\\.py), .*", "$1"));
        assertThat(Files.readString(oracle)).contains(name);
        String test = name.equals("Exchange") ? "Domination" : name;
        assertThat(Files.readString(
                        Path.of("src", "test", "java", "io", "sordino", "ledger", "rule", test + "Test.java")))
                .contains("\"/golden/" + name + ".csv\"");
        assertThat(Files.readString(Path.of("..", "docs", "ledger.md"))).contains("theory/" + name + ".md");
    }

    @Test
    void everyTableIsOneOfThem() throws IOException {
        try (Stream<Path> tables = Files.list(GOLDEN)) {
            Set<String> names =
                    tables.map(table -> table.getFileName().toString()).collect(Collectors.toSet());
            assertThat(names).hasSize(7);
        }
    }
}
