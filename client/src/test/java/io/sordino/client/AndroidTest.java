package io.sordino.client;

import static org.assertj.core.api.Assertions.assertThat;

import com.tngtech.archunit.core.domain.Dependency;
import com.tngtech.archunit.core.domain.JavaClass;
import com.tngtech.archunit.core.domain.JavaClasses;
import com.tngtech.archunit.core.importer.ClassFileImporter;
import com.tngtech.archunit.core.importer.ImportOption;
import java.io.ByteArrayOutputStream;
import java.io.DataInputStream;
import java.io.IOException;
import java.io.InputStream;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Set;
import java.util.TreeSet;
import java.util.stream.Stream;
import java.util.zip.ZipEntry;
import java.util.zip.ZipOutputStream;
import org.junit.jupiter.api.Test;

/** What a device must have: little, old, and nothing that Android lacks since API 26. */
class AndroidTest {
    /** Classes of the platform that are in Android since API 26 with all members that Java 8 knows. */
    private static final Set<String> MAY_USE = Set.of(
            "java.io.ByteArrayOutputStream",
            "java.io.Serializable",
            "java.lang.ArithmeticException",
            "java.lang.Boolean",
            "java.lang.CharSequence",
            "java.lang.Double",
            "java.lang.IllegalArgumentException",
            "java.lang.IllegalStateException",
            "java.lang.Integer",
            "java.lang.Long",
            "java.lang.Math",
            "java.lang.NumberFormatException",
            "java.lang.Object",
            "java.lang.RuntimeException",
            "java.lang.String",
            "java.lang.StringBuilder",
            "java.lang.System",
            "java.lang.Throwable",
            "java.math.BigDecimal",
            "java.math.BigInteger",
            "java.nio.charset.Charset",
            "java.nio.charset.StandardCharsets",
            "java.security.GeneralSecurityException",
            "java.security.MessageDigest",
            "java.security.NoSuchAlgorithmException",
            "java.security.SecureRandom",
            "java.security.Key",
            "java.security.spec.AlgorithmParameterSpec",
            "java.util.ArrayList",
            "java.util.Arrays",
            "java.util.Collections",
            "java.util.HashSet",
            "java.util.Iterator",
            "java.util.List",
            "java.util.Map",
            "java.util.Map$Entry",
            "java.util.Optional",
            "java.util.Set",
            "java.util.TreeMap",
            "java.util.function.Supplier",
            "javax.crypto.Cipher",
            "javax.crypto.Mac",
            "javax.crypto.spec.GCMParameterSpec",
            "javax.crypto.spec.SecretKeySpec");

    private static final int JAVA_8 = 52;
    private static final Path CLASSES = Path.of("target", "classes");

    private static final JavaClasses CLIENT = new ClassFileImporter()
            .withImportOption(new ImportOption.DoNotIncludeTests())
            .importPackages("io.sordino.client");

    private static Set<String> used(JavaClasses classes) {
        Set<String> used = new TreeSet<>();
        for (JavaClass one : classes)
            for (Dependency dependency : one.getDirectDependenciesFromSelf()) {
                JavaClass target = dependency.getTargetClass().getBaseComponentType();
                if (!target.isPrimitive() && !target.getPackageName().equals("io.sordino.client"))
                    used.add(target.getName());
            }
        return used;
    }

    @Test
    void onlyWhatEveryDeviceHasIsUsed() {
        assertThat(used(CLIENT)).isNotEmpty().isSubsetOf(MAY_USE);
    }

    @Test
    void whatADeviceLacksIsNoticed() {
        // the control: these tests use classes that devices lack
        assertThat(used(new ClassFileImporter().importClasses(HpkeTest.class)))
                .contains("java.util.HexFormat", "javax.crypto.KeyAgreement");
    }

    @Test
    void classFilesAreOld() throws IOException {
        int seen = 0;
        for (Path file : classFiles()) {
            try (DataInputStream in = new DataInputStream(Files.newInputStream(file))) {
                in.readInt();
                in.readUnsignedShort();
                assertThat(in.readUnsignedShort()).as(file.toString()).isLessThanOrEqualTo(JAVA_8);
                seen++;
            }
        }
        assertThat(seen).isGreaterThan(5);
    }

    @Test
    void theArchiveIsSmall() throws IOException {
        ByteArrayOutputStream bytes = new ByteArrayOutputStream();
        try (ZipOutputStream zip = new ZipOutputStream(bytes)) {
            for (Path file : classFiles()) {
                zip.putNextEntry(new ZipEntry(file.toString()));
                try (InputStream in = Files.newInputStream(file)) {
                    in.transferTo(zip);
                }
            }
        }
        assertThat(bytes.size()).isBetween(10_000, 150_000);
    }

    private static Iterable<Path> classFiles() throws IOException {
        try (Stream<Path> files = Files.walk(CLASSES)) {
            return files.filter(file -> file.toString().endsWith(".class")).toList();
        }
    }
}
