package io.sordino;

import static com.tngtech.archunit.lang.syntax.ArchRuleDefinition.noClasses;
import static org.assertj.core.api.Assertions.assertThat;

import com.tngtech.archunit.core.domain.JavaClasses;
import com.tngtech.archunit.core.importer.ClassFileImporter;
import com.tngtech.archunit.core.importer.ImportOption;
import com.tngtech.archunit.lang.ArchRule;
import org.junit.jupiter.api.Test;

/** The rooms of the app: reports know no caller, and no room sees one that sees it. */
class AppRoomsTest {
    private static final String OURS = "io.sordino";
    private static final String VIOLATION = "io.sordino.violation";

    private static final JavaClasses APP = new ClassFileImporter()
            .withImportOption(new ImportOption.DoNotIncludeTests())
            .importPackages(
                    OURS + ".cli",
                    OURS + ".data",
                    OURS + ".plot",
                    OURS + ".report",
                    OURS + ".reproduce",
                    OURS + ".server",
                    OURS + ".service");
    private static final JavaClasses VIOLATIONS = new ClassFileImporter().importPackages(VIOLATION + ".report");

    private static ArchRule reportsKnowNoCaller(String root) {
        return noClasses()
                .that()
                .resideInAPackage(root + ".report..")
                .should()
                .dependOnClassesThat()
                .resideInAnyPackage(OURS + ".service..", OURS + ".cli..", OURS + ".server..");
    }

    @Test
    void noRoomSeesOneThatSeesIt() {
        // the commands and the shell that offers them know each other
        PackageCycles.noneUnder(OURS, OURS + ".cli").check(APP);
    }

    @Test
    void roomsThatSeeEachOtherAreDetected() {
        assertThat(PackageCycles.noneUnder(VIOLATION + ".report")
                        .evaluate(VIOLATIONS)
                        .hasViolation())
                .isTrue();
    }

    @Test
    void reportsDoNotKnowWhoAsks() {
        reportsKnowNoCaller(OURS).check(APP);
    }

    @Test
    void aReportThatKnowsWhoAsksIsDetected() {
        assertThat(reportsKnowNoCaller(VIOLATION).evaluate(VIOLATIONS).hasViolation())
                .isTrue();
    }
}
