package io.sordino.plan;

import static org.assertj.core.api.Assertions.assertThat;

import com.fasterxml.jackson.databind.ObjectMapper;
import io.sordino.mechanism.Mechanism;
import java.io.IOException;
import java.io.InputStream;
import java.nio.charset.StandardCharsets;
import java.util.HashSet;
import java.util.List;
import java.util.Objects;
import java.util.Set;
import org.junit.jupiter.api.Test;

/** Plans that were stored once stay readable and keep their meaning: lines are added to the resource, never changed. */
class StoredPlansTest {
    private static List<String[]> stored() throws IOException {
        try (InputStream file =
                Objects.requireNonNull(StoredPlansTest.class.getResourceAsStream("/plans/stored.txt"))) {
            return new String(file.readAllBytes(), StandardCharsets.UTF_8)
                    .lines()
                    .filter(line -> !line.startsWith("#"))
                    .map(line -> line.split("\t"))
                    .toList();
        }
    }

    @Test
    void storedTextAndJsonMeanTheSameMechanism() throws IOException {
        for (String[] plan : stored())
            assertThat(Plans.read(plan[1])).as(plan[0]).isEqualTo(Plans.read(plan[0]));
    }

    @Test
    void storedPlansAreStillWrittenThatWay() throws IOException {
        ObjectMapper mapper = new ObjectMapper();
        for (String[] plan : stored()) {
            Mechanism mechanism = Plans.read(plan[0]);
            assertThat(Plans.print(mechanism)).isEqualTo(plan[0]);
            assertThat(mapper.readTree(PlanJson.write(mechanism))).isEqualTo(mapper.readTree(plan[1]));
        }
    }

    @Test
    void everyMechanismIsStored() throws IOException {
        Set<Class<?>> seen = new HashSet<>();
        for (String[] plan : stored()) seen.add(Plans.read(plan[0]).getClass());
        assertThat(seen).contains(Mechanism.class.getPermittedSubclasses());
    }
}
