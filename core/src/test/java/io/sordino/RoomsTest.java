package io.sordino;

import static com.tngtech.archunit.lang.syntax.ArchRuleDefinition.noClasses;
import static org.assertj.core.api.Assertions.assertThat;

import com.tngtech.archunit.core.domain.JavaClasses;
import com.tngtech.archunit.core.importer.ClassFileImporter;
import com.tngtech.archunit.core.importer.ImportOption;
import com.tngtech.archunit.lang.ArchRule;
import org.junit.jupiter.api.Test;

/** The rooms inside a layer: what is public for the sake of a neighbouring room stays between the two. */
class RoomsTest {
    private static final String OURS = "io.sordino";
    private static final String VIOLATION = "io.sordino.violation";

    private static final JavaClasses CORE = new ClassFileImporter()
            .withImportOption(new ImportOption.DoNotIncludeTests())
            .importPackages(OURS);
    private static final JavaClasses VIOLATIONS = new ClassFileImporter().importPackages(VIOLATION);

    private static ArchRule latticeIsInternal(String root) {
        return noClasses()
                .that()
                .resideOutsideOfPackages(
                        root + ".loss.lattice..", root + ".loss.composition..", root + ".loss.allocation..")
                .should()
                .dependOnClassesThat()
                .resideInAPackage(root + ".loss.lattice..")
                .allowEmptyShould(true);
    }

    @Test
    void onlySumsOfLossesAndOfRatiosEnterTheLattice() {
        latticeIsInternal(OURS).check(CORE);
    }

    @Test
    void anotherRoomOnTheLatticeIsDetected() {
        assertThat(latticeIsInternal(VIOLATION)
                        .evaluate(VIOLATIONS)
                        .getFailureReport()
                        .getDetails())
                .anyMatch(detail -> detail.contains("EntersTheLattice"));
    }

    @Test
    void noPackageSeesOneThatSeesIt() {
        PackageCycles.noneUnder(OURS).check(CORE);
    }

    @Test
    void packagesThatSeeEachOtherAreDetected() {
        assertThat(PackageCycles.noneUnder(VIOLATION + ".loss")
                        .evaluate(VIOLATIONS)
                        .hasViolation())
                .isTrue();
    }
}
