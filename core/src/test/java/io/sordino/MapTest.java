package io.sordino;

import static org.assertj.core.api.Assertions.assertThat;

import io.sordino.mechanism.Composed;
import io.sordino.mechanism.Mechanism;
import io.sordino.mechanism.Repeated;
import io.sordino.theorem.Theorem;
import io.sordino.theorem.catalogue.Theorems;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Arrays;
import java.util.Set;
import java.util.TreeSet;
import java.util.stream.Collectors;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;

/** Code, theory pages and the map share names; a link that leads nowhere fails here. */
final class MapTest {
    private static final Path DOCS = Path.of("..", "docs");
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
        java.util.regex.Matcher links =
                java.util.regex.Pattern.compile("`([a-z/]+/[A-Z]\\w+\\.java)`").matcher(map);
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
