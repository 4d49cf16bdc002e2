package io.sordino.table;

import static com.tngtech.archunit.lang.syntax.ArchRuleDefinition.noClasses;

import com.tngtech.archunit.core.domain.JavaClasses;
import com.tngtech.archunit.core.importer.ClassFileImporter;
import com.tngtech.archunit.core.importer.ImportOption;
import io.sordino.PackageCycles;
import org.junit.jupiter.api.Test;

/** The rooms of the module: none sees one that sees it, and one of them alone knows the engine. */
class TableArchitectureTest {
    private static final JavaClasses TABLE = new ClassFileImporter()
            .withImportOption(new ImportOption.DoNotIncludeTests())
            .importPackages("io.sordino.table");

    @Test
    void noRoomSeesOneThatSeesIt() {
        PackageCycles.noneUnder("io.sordino.table").check(TABLE);
    }

    @Test
    void oneRoomKnowsTheEngine() {
        noClasses()
                .that()
                .resideOutsideOfPackage("io.sordino.table.duck..")
                .should()
                .dependOnClassesThat()
                .resideInAnyPackage("org.duckdb..", "java.sql..")
                .check(TABLE);
    }
}
