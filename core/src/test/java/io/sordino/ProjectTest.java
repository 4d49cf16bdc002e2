package io.sordino;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.TreeMap;
import java.util.TreeSet;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;

/** What the files around the code say of each other is true: versions agree, links lead somewhere, commands name what exists. */
class ProjectTest {
    private static final Path ROOT = Path.of("..");
    private static final Pattern VERSION =
            Pattern.compile("<artifactId>sordino(?:-bom)?</artifactId>\\s*<version>([^<]+)</version>");
    private static final Pattern LINK = Pattern.compile("\\]\\(([^)\\s]+)\\)");
    private static final Pattern CODE = Pattern.compile("(?m)^ {4}.*$|```.*?```|`[^`\n]*`", Pattern.DOTALL);
    private static final Pattern PROFILE = Pattern.compile("-P([a-z]+)");
    /** Of a command, as the shell's {@code if} and {@code case} and as Windows' {@code if} have it. */
    private static final Pattern HEAP =
            Pattern.compile("([a-z]+(?: \\| [a-z]+)*)(?: \\]; then|\\)|\" set) heap=([0-9]+[mg])");

    private static final Pattern MODULE = Pattern.compile("<module>([a-z]+)</module>");
    private static final Pattern MODULES = Pattern.compile("-pl ([a-z,]+)");

    @Test
    void versionsAgree() throws IOException {
        Set<String> versions = new TreeSet<>();
        try (Stream<Path> files = Files.walk(ROOT, 2)) {
            for (Path pom : files.filter(file -> file.endsWith("pom.xml")).toList()) {
                Matcher version = VERSION.matcher(Files.readString(pom));
                assertThat(version.find()).as("%s", pom).isTrue();
                versions.add(version.group(1));
            }
        }
        assertThat(versions).hasSize(1);
        String version = versions.iterator().next();
        assertThat(Files.readAllLines(ROOT.resolve("CITATION.cff"))).contains("version: " + version);
        String newest = Files.readAllLines(ROOT.resolve("CHANGELOG.md")).stream()
                .filter(line -> line.startsWith("## "))
                .findFirst()
                .orElseThrow();
        assertThat(newest).startsWith(version.endsWith("-SNAPSHOT") ? "## [Unreleased]" : "## [" + version + "] - ");
    }

    @Test
    void linksLeadSomewhere() throws IOException {
        List<String> broken = new ArrayList<>();
        int seen = 0;
        for (Path page : pages()) {
            Matcher links = LINK.matcher(CODE.matcher(Files.readString(page)).replaceAll(""));
            while (links.find()) {
                String target = links.group(1).replaceFirst("#.*", "");
                if (target.isEmpty() || target.startsWith("http")) continue;
                seen++;
                if (!Files.exists(page.resolveSibling(target))) broken.add(ROOT.relativize(page) + " -> " + target);
            }
        }
        assertThat(broken).isEmpty();
        assertThat(seen).isGreaterThan(100);
    }

    @Test
    void commandsNameProfilesAndModulesThatExist() throws IOException {
        String parent = Files.readString(ROOT.resolve("pom.xml"));
        for (Path page : pages()) {
            for (String line : Files.readAllLines(page)) {
                if (!line.contains("./mvnw")) continue;
                Matcher profiles = PROFILE.matcher(line);
                while (profiles.find())
                    assertThat(parent).as("%s", page).contains("<id>" + profiles.group(1) + "</id>");
                Matcher modules = MODULES.matcher(line);
                while (modules.find())
                    for (String module : modules.group(1).split(",", -1))
                        assertThat(parent).as("%s", page).contains("<module>" + module + "</module>");
            }
        }
    }

    /** What is published has a name as a module and stands in the BOM and on its page; the rest is not deployed. */
    @Test
    void everyModuleIsPublishedOrNot() throws IOException {
        String bom = Files.readString(ROOT.resolve("bom/pom.xml"));
        String page = Files.readString(ROOT.resolve("docs/build.md"));
        Matcher modules = MODULE.matcher(Files.readString(ROOT.resolve("pom.xml")));
        int published = 0;
        while (modules.find()) {
            String module = modules.group(1);
            String pom = Files.readString(ROOT.resolve(module).resolve("pom.xml"));
            if (module.equals("bom") || pom.contains("<maven.deploy.skip>true<")) continue;
            published++;
            assertThat(bom).contains("<artifactId>sordino-" + module + "</artifactId>");
            assertThat(page).contains("| `sordino-" + module + "` | `io.sordino." + module + "` |");
            Path named = ROOT.resolve(module).resolve("src/main/java/module-info.java");
            assertThat(
                            Files.exists(named)
                                    ? Files.readString(named).contains("module io.sordino." + module + " {")
                                    : pom.contains("<Automatic-Module-Name>io.sordino." + module + "<"))
                    .as(module)
                    .isTrue();
        }
        assertThat(published).isGreaterThanOrEqualTo(7);
    }

    @Test
    void launchersGiveTheSameMemory() throws IOException {
        Map<String, String> checkout = heaps("sordino");
        assertThat(checkout).containsKeys("serve", "train", "query");
        assertThat(heaps("distribution/sordino")).isEqualTo(checkout);
        assertThat(heaps("distribution/sordino.cmd")).isEqualTo(checkout);
    }

    private static Map<String, String> heaps(String launcher) throws IOException {
        Map<String, String> heaps = new TreeMap<>();
        Matcher found = HEAP.matcher(Files.readString(ROOT.resolve(launcher)));
        while (found.find())
            for (String command : found.group(1).split(" \\| ", -1)) heaps.put(command, found.group(2));
        return heaps;
    }

    private static List<Path> pages() throws IOException {
        try (Stream<Path> root = Files.list(ROOT);
                Stream<Path> docs = Files.walk(ROOT.resolve("docs"));
                Stream<Path> examples = Files.list(ROOT.resolve("examples"));
                Stream<Path> hosting = Files.walk(ROOT.resolve(".github"))) {
            return Stream.of(root, docs, examples, hosting)
                    .flatMap(files -> files)
                    .filter(file -> file.toString().endsWith(".md"))
                    .sorted()
                    .toList();
        }
    }
}
