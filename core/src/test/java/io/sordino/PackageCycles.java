package io.sordino;

import static com.tngtech.archunit.library.dependencies.SlicesRuleDefinition.slices;

import com.tngtech.archunit.core.domain.JavaClass;
import com.tngtech.archunit.lang.ArchRule;
import com.tngtech.archunit.library.dependencies.SliceAssignment;
import com.tngtech.archunit.library.dependencies.SliceIdentifier;
import java.util.List;

/** The rule that no package sees one that sees it, however far around. */
public final class PackageCycles {
    private PackageCycles() {}

    /** Packages under the root, where each of {@code wholes} counts as one package together with what lies below it. */
    public static ArchRule noneUnder(String root, String... wholes) {
        return slices().assignedFrom(new Packages(root, List.of(wholes)))
                .should()
                .beFreeOfCycles()
                .allowEmptyShould(true);
    }

    private record Packages(String root, List<String> wholes) implements SliceAssignment {
        @Override
        public SliceIdentifier getIdentifierOf(JavaClass type) {
            String name = type.getPackageName();
            if (!isUnder(root, name)) return SliceIdentifier.ignore();
            return SliceIdentifier.of(wholes.stream()
                    .filter(whole -> isUnder(whole, name))
                    .findFirst()
                    .orElse(name));
        }

        private static boolean isUnder(String root, String name) {
            return name.equals(root) || name.startsWith(root + ".");
        }

        @Override
        public String getDescription() {
            return "packages under " + root;
        }
    }
}
