package io.sordino.report.answer;

import static org.assertj.core.api.Assertions.assertThat;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.node.ObjectNode;
import io.sordino.account.Accountant;
import io.sordino.mechanism.Mechanism;
import io.sordino.mechanism.Mechanisms;
import io.sordino.plan.Plans;
import io.sordino.theorem.catalogue.Theorems;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Arrays;
import java.util.HashSet;
import java.util.Set;
import org.junit.jupiter.api.Test;

/** The matrix of what is covered is complete, and its page is up to date. */
class SupportTest {
    private static final Path PAGE = Path.of("../docs/support.md");
    private static final Support SUPPORT = Support.of(Accountant.standard());

    @Test
    void everyShapeHasAnExample() {
        Set<Class<?>> shown = new HashSet<>();
        Support.EXAMPLES.forEach(plan -> gather(Plans.parse(plan), shown));
        assertThat(shown).containsAll(Arrays.asList(Mechanism.class.getPermittedSubclasses()));
    }

    private static void gather(Mechanism mechanism, Set<Class<?>> shown) {
        shown.add(mechanism.getClass());
        Mechanisms.inner(mechanism).forEach(part -> gather(part, shown));
    }

    @Test
    void everyTheoremSpeaksSomewhere() {
        ObjectNode matrix = SUPPORT.json(0);
        Set<String> inCells = new HashSet<>();
        for (JsonNode plan : matrix.path("plans"))
            for (JsonNode relation : plan.path("relations"))
                for (JsonNode theorem : relation.path("theorems"))
                    inCells.add(theorem.path("theorem").asText());
        assertThat(inCells)
                .as("a theorem that no example reaches needs an example in Support.EXAMPLES")
                .containsAll(Theorems.ALL.stream()
                        .map(theorem -> theorem.citation().name())
                        .toList());
    }

    @Test
    void everyCellNamesATheoremOrARefusalWithARemedy() {
        for (JsonNode plan : SUPPORT.json(0).path("plans"))
            for (JsonNode relation : plan.path("relations"))
                assertThat(!relation.path("theorems").isEmpty()
                                ^ !relation.path("error")
                                        .path("remedy")
                                        .asText()
                                        .isBlank())
                        .as(plan.toString())
                        .isTrue();
    }

    /** With -Dsordino.rewrite=true the page is written instead of compared. */
    @Test
    void pageIsWhatTheCommandWrites() throws IOException {
        if (Boolean.getBoolean("sordino.rewrite")) Files.writeString(PAGE, SUPPORT.markdown());
        assertThat(Files.readString(PAGE))
                .as("run ./sordino support --markdown > docs/support.md")
                .isEqualTo(SUPPORT.markdown());
    }
}
