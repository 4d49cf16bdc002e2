package io.sordino;

import static com.tngtech.archunit.base.DescribedPredicate.not;
import static com.tngtech.archunit.core.domain.JavaCall.Predicates.target;
import static com.tngtech.archunit.core.domain.JavaClass.Predicates.resideInAPackage;
import static com.tngtech.archunit.core.domain.JavaClass.Predicates.resideInAnyPackage;
import static com.tngtech.archunit.core.domain.properties.HasName.AndFullName.Predicates.fullNameMatching;
import static com.tngtech.archunit.core.domain.properties.HasName.Predicates.nameMatching;
import static com.tngtech.archunit.lang.syntax.ArchRuleDefinition.classes;
import static com.tngtech.archunit.lang.syntax.ArchRuleDefinition.noClasses;
import static org.assertj.core.api.Assertions.assertThat;

import com.tngtech.archunit.core.domain.JavaClasses;
import com.tngtech.archunit.core.importer.ClassFileImporter;
import com.tngtech.archunit.core.importer.ImportOption;
import com.tngtech.archunit.lang.ArchRule;
import io.sordino.violation.Effects;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.Arguments;
import org.junit.jupiter.params.provider.FieldSource;
import org.junit.jupiter.params.provider.MethodSource;

/**
 * The packages of the core import only what lies below them, and none of them reads files, sockets, clocks or dice.
 *
 * <p>Each rule also runs on a class under {@code io.sordino.violation} that breaks it: a rule that cannot fail says
 * nothing.
 */
class ArchitectureTest {
    private static final String OURS = "io.sordino";
    private static final String VIOLATION = "io.sordino.violation";

    private static final JavaClasses CORE = new ClassFileImporter()
            .withImportOption(new ImportOption.DoNotIncludeTests())
            .importPackages(OURS);
    private static final JavaClasses VIOLATIONS = new ClassFileImporter().importPackages(VIOLATION);

    private static final Map<String, Set<String>> MAY_IMPORT = Map.of(
            "numeric", Set.of(),
            "refusal", Set.of(),
            "mechanism", Set.of("refusal"),
            "plan", Set.of("mechanism", "numeric", "refusal"),
            "loss", Set.of("numeric"),
            "theorem", Set.of("loss", "mechanism", "numeric", "refusal"),
            "account", Set.of("theorem", "loss", "mechanism", "numeric", "refusal"),
            "noise", Set.of("mechanism", "numeric", "refusal"));

    static final List<String> LAYERS = MAY_IMPORT.keySet().stream().sorted().toList();

    static List<Arguments> effects() {
        return List.of(
                effect(
                        Effects.AsksFile.class,
                        dependingOn("java\\.io\\.(File(?!NotFoundException).*|RandomAccessFile)")),
                effect(
                        Effects.OpensFile.class,
                        dependingOn("java\\.io\\.(File(?!NotFoundException).*|RandomAccessFile)")),
                effect(Effects.AsksPath.class, dependingOn("java\\.nio\\.(file|channels)\\..*")),
                effect(Effects.OpensSocket.class, dependingOn("javax?\\.net\\..*")),
                effect(Effects.AsksMillis.class, calling(System.class, "currentTimeMillis")),
                effect(Effects.AsksNanos.class, calling(System.class, "nanoTime")),
                effect(Effects.AsksInstant.class, callingAny("java\\.time\\..*\\.now\\(.*")),
                effect(Effects.HoldsClock.class, dependingOn("java\\.time\\.(Clock|InstantSource)")),
                effect(Effects.DrawsRandom.class, dependingOn("java\\.util\\.Random")),
                effect(Effects.DrawsGenerator.class, dependingOn("java\\.util\\.random\\..*")),
                effect(Effects.DrawsThreadRandom.class, dependingOn("java\\.util\\.concurrent\\.ThreadLocalRandom")),
                effect(Effects.DrawsMathRandom.class, callingAny("java\\.lang\\.(Strict)?Math\\.random\\(\\)")),
                effect(Effects.PrintsStackTrace.class, callingAny(".*\\.printStackTrace\\(.*")),
                effect(Effects.PrintsOut.class, noClasses().should().accessField(System.class, "out")),
                effect(Effects.PrintsErr.class, noClasses().should().accessField(System.class, "err")));
    }

    @ParameterizedTest
    @FieldSource("LAYERS")
    void layerImportsOnlyWhatLiesBelowIt(String layer) {
        layering(OURS, layer, MAY_IMPORT).check(CORE);
    }

    @ParameterizedTest
    @FieldSource("LAYERS")
    void importAgainstTheArrowsIsDetected(String layer) {
        assertThat(layering(VIOLATION, layer, MAY_IMPORT).evaluate(VIOLATIONS).hasViolation())
                .isTrue();
    }

    @Test
    void everyClassLivesInALayer() {
        livingInALayer(OURS).check(CORE);
    }

    @Test
    void classOutsideTheLayersIsDetected() {
        assertThat(livingInALayer(VIOLATION).evaluate(VIOLATIONS).hasViolation())
                .isTrue();
    }

    @ParameterizedTest
    @MethodSource("effects")
    void coreHasNoEffect(Class<?> violator, ArchRule rule) {
        rule.check(CORE);
    }

    @Test
    void onlyTheSourceOfNoiseAsksTheSystemForAKey() {
        keyedBySystem().check(CORE);
        assertThat(keyedBySystem()
                        .evaluate(new ClassFileImporter().importClasses(Effects.DrawsSecureRandom.class))
                        .hasViolation())
                .isTrue();
    }

    @Test
    void onlyTheSourceOfNoiseMakesOne() {
        madeByItself().check(CORE);
    }

    static ArchRule madeByItself() {
        return noClasses()
                .that()
                .doNotHaveSimpleName("AesCounter")
                .should()
                .callConstructorWhere(target(fullNameMatching("io\\.sordino\\.noise\\.AesCounter\\.<init>.*")));
    }

    static ArchRule keyedBySystem() {
        return noClasses()
                .that()
                .doNotHaveSimpleName("AesCounter")
                .should()
                .dependOnClassesThat(nameMatching("java\\.security\\.SecureRandom|javax\\.crypto\\..*"));
    }

    @ParameterizedTest
    @MethodSource("effects")
    void effectIsDetected(Class<?> violator, ArchRule rule) {
        JavaClasses one = new ClassFileImporter().importClasses(violator);
        assertThat(rule.evaluate(one).hasViolation()).isTrue();
    }

    static ArchRule layering(String root, String layer, Map<String, Set<String>> mayImport) {
        String[] allowed = Stream.concat(Stream.of(layer), mayImport.getOrDefault(layer, Set.of()).stream())
                .map(name -> root + "." + name + "..")
                .toArray(String[]::new);
        return noClasses()
                .that()
                .resideInAPackage(root + "." + layer + "..")
                .should()
                .dependOnClassesThat(resideInAPackage(OURS + "..").and(not(resideInAnyPackage(allowed))))
                .allowEmptyShould(true);
    }

    private static ArchRule livingInALayer(String root) {
        // the root package holds the way in, which may see every layer and which no layer sees
        String[] layers = Stream.concat(
                        root.equals(OURS) ? Stream.of(OURS) : Stream.empty(),
                        LAYERS.stream().map(layer -> root + "." + layer + ".."))
                .toArray(String[]::new);
        return classes().should().resideInAnyPackage(layers).allowEmptyShould(true);
    }

    private static Arguments effect(Class<?> violator, ArchRule rule) {
        return Arguments.of(violator, rule.allowEmptyShould(true));
    }

    private static ArchRule dependingOn(String className) {
        return noClasses().should().dependOnClassesThat(nameMatching(className));
    }

    private static ArchRule calling(Class<?> owner, String method) {
        return noClasses().should().callMethod(owner, method);
    }

    /** Matches the full name of what is called, since javac records the static type of the receiver as its owner. */
    private static ArchRule callingAny(String method) {
        return noClasses().should().callMethodWhere(target(fullNameMatching(method)));
    }
}
