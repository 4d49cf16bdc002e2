package io.sordino;

import static org.assertj.core.api.Assertions.assertThat;

import io.sordino.mechanism.Composed;
import io.sordino.mechanism.Mechanism;
import io.sordino.mechanism.Repeated;
import io.sordino.theorem.Theorem;
import io.sordino.theorem.TheoremContract;
import io.sordino.theorem.catalogue.Theorems;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Arrays;
import java.util.Set;
import java.util.TreeSet;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import java.util.stream.Collectors;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;

/** Code, theory pages and the map share names; a link that leads nowhere fails here. */
final class MapTest {
    private static final Path DOCS = Path.of("..", "docs");
    private static final Path GOLDEN = Path.of("src", "test", "resources", "golden");
    /** Schemes whose theorems are still to come; they parse, print and are refused with a remedy. */
    private static final Set<String> TO_COME = Set.of();

    @Test
    void everyTheoremHasItsPage() {
        for (Theorem<?> theorem : Theorems.ALL) {
            Path page = DOCS.resolve("theory").resolve(theorem.citation().name() + ".md");
            assertThat(page).as("the page of %s", theorem.citation()).isRegularFile();
        }
    }

    @Test
    void everyTheoremHasItsTestWhichInheritsTheContract() throws ClassNotFoundException {
        for (Theorem<?> theorem : Theorems.ALL) {
            String test = theorem.getClass().getPackageName() + "."
                    + theorem.citation().name() + "Test";
            assertThat(Class.forName(test))
                    .as("the test of %s", theorem.citation())
                    .isAssignableTo(TheoremContract.class);
        }
    }

    /** The contract reads the table that has the name of the test, so that whoever has both reads it. */
    @Test
    void everyTheoremHasItsTableWhoseSourceIsAnOracle() throws IOException {
        for (Theorem<?> theorem : Theorems.ALL) {
            Path table = GOLDEN.resolve(theorem.citation().name() + ".csv");
            assertThat(table).as("the table of %s", theorem.citation()).isRegularFile();
            String source = Files.readAllLines(table).get(0);
            assertThat(source).as("%s", table).matches("# source: oracle/\\w+\\.py, .*\\bdigits\\b.*");
            Path oracle = Path.of("..", source.replaceFirst("# source: (oracle/\\w+\\.py), .*", "$1"));
            assertThat(oracle).as("%s", table).isRegularFile();
            assertThat(Files.readString(oracle))
                    .as("%s", table)
                    .contains(theorem.citation().name());
        }
    }

    @Test
    void everyTableIsReadByATest() throws IOException {
        Set<String> names =
                Theorems.ALL.stream().map(theorem -> theorem.citation().name()).collect(Collectors.toSet());
        StringBuilder tests = new StringBuilder();
        try (Stream<Path> sources = Files.walk(Path.of("src", "test", "java"))) {
            for (Path source : sources.filter(Files::isRegularFile).toList()) tests.append(Files.readString(source));
        }
        try (Stream<Path> tables = Files.list(GOLDEN)) {
            for (Path table : tables.toList()) {
                String name = table.getFileName().toString().replaceFirst("\\.csv$", "");
                Pattern read = Pattern.compile("[\"/]" + name + "\\.csv\"");
                assertThat(names.contains(name) || read.matcher(tests).find())
                        .as("a test reads %s", table)
                        .isTrue();
            }
        }
    }

    @Test
    void everyPageSaysWhatIsStated() throws IOException {
        try (Stream<Path> pages = Files.list(DOCS.resolve("theory"))) {
            for (Path page : pages.toList())
                assertThat(Files.readString(page))
                        .as("%s", page)
                        .startsWith("# ")
                        .contains("## ");
        }
    }

    @Test
    void everyMechanismHasATheoremOrIsKnownToLackOne() {
        Set<Class<?>> covered = Theorems.ALL.stream().map(Theorem::about).collect(Collectors.toSet());
        Set<String> lacking = new TreeSet<>();
        for (Class<?> mechanism : Mechanism.class.getPermittedSubclasses())
            if (!covered.contains(mechanism) && !mechanism.equals(Repeated.class) && !localRandomizer(mechanism))
                lacking.add(mechanism.getSimpleName());
        assertThat(covered).contains(Composed.class);
        assertThat(lacking).isEqualTo(new TreeSet<>(TO_COME));
    }

    /** Randomizers that are spoken of inside `shuffled` alone. */
    private static boolean localRandomizer(Class<?> mechanism) {
        return Arrays.asList(
                        "LocalLaplace", "SubsetSelection", "LocalHash", "HadamardResponse", "UnaryEncoding", "Rappor")
                .contains(mechanism.getSimpleName());
    }

    @Test
    void theMapNamesFilesThatExist() throws IOException {
        String map = Files.readString(DOCS.resolve("map.md"));
        Matcher links = Pattern.compile("`([a-z/]+/[A-Z]\\w+\\.java)`").matcher(map);
        int seen = 0;
        while (links.find()) {
            seen++;
            String name = links.group(1);
            assertThat(Stream.of("core", "run")
                            .map(module -> Path.of("..", module, "src", "main", "java", "io", "sordino")
                                    .resolve(name)))
                    .as("%s, named in the map", name)
                    .anyMatch(Files::isRegularFile);
        }
        assertThat(seen).isGreaterThan(20);
    }
}
