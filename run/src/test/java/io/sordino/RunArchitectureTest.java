package io.sordino;

import static org.assertj.core.api.Assertions.assertThat;

import com.tngtech.archunit.core.domain.JavaClasses;
import com.tngtech.archunit.core.importer.ClassFileImporter;
import com.tngtech.archunit.core.importer.ImportOption;
import com.tngtech.archunit.lang.ArchRule;
import java.util.List;
import java.util.Map;
import java.util.Set;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.FieldSource;
import org.junit.jupiter.params.provider.MethodSource;

/** What {@link ArchitectureTest} asks of the core, asked of what is run on data. */
class RunArchitectureTest {
    private static final String OURS = "io.sordino";
    private static final String VIOLATION = "io.sordino.violation";

    private static final Map<String, Set<String>> MAY_IMPORT = Map.of(
            "engine", Set.of("noise", "mechanism", "numeric", "refusal"),
            "audit", Set.of("account", "engine", "noise", "mechanism", "numeric", "refusal"),
            "train", Set.of("account", "engine", "noise", "mechanism", "numeric", "refusal"));

    static final List<String> LAYERS = MAY_IMPORT.keySet().stream().sorted().toList();

    private static final JavaClasses RUN = new ClassFileImporter()
            .withImportOption(new ImportOption.DoNotIncludeTests())
            .importPackages(LAYERS.stream().map(layer -> OURS + "." + layer).toList());
    private static final JavaClasses VIOLATIONS = new ClassFileImporter().importPackages(VIOLATION);

    @ParameterizedTest
    @FieldSource("LAYERS")
    void layerImportsOnlyWhatLiesBelowIt(String layer) {
        ArchitectureTest.layering(OURS, layer, MAY_IMPORT).check(RUN);
    }

    @ParameterizedTest
    @FieldSource("LAYERS")
    void importAgainstTheArrowsIsDetected(String layer) {
        assertThat(ArchitectureTest.layering(VIOLATION, layer, MAY_IMPORT)
                        .evaluate(VIOLATIONS)
                        .hasViolation())
                .isTrue();
    }

    @Test
    void everyLayerHasClasses() {
        for (String layer : LAYERS)
            assertThat(RUN.stream().anyMatch(type -> type.getPackageName().startsWith(OURS + "." + layer)))
                    .as(layer)
                    .isTrue();
    }

    @ParameterizedTest
    @MethodSource("io.sordino.ArchitectureTest#effects")
    void whatRunsHasNoEffect(Class<?> violator, ArchRule rule) {
        rule.check(RUN);
    }

    @Test
    void onlyTheSourceOfNoiseMakesBits() {
        ArchitectureTest.keyedBySystem().check(RUN);
        ArchitectureTest.madeByItself().check(RUN);
    }

    @Test
    void noPackageSeesOneThatSeesIt() {
        PackageCycles.noneUnder(OURS).check(RUN);
    }
}
