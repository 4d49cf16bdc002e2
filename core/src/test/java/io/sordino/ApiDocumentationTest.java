package io.sordino;

import static org.assertj.core.api.Assertions.assertThat;

import com.sun.source.tree.ClassTree;
import com.sun.source.tree.CompilationUnitTree;
import com.sun.source.tree.MethodTree;
import com.sun.source.tree.ModifiersTree;
import com.sun.source.tree.Tree;
import com.sun.source.tree.VariableTree;
import com.sun.source.util.DocTrees;
import com.sun.source.util.JavacTask;
import com.sun.source.util.TreePath;
import com.sun.source.util.TreePathScanner;
import java.io.IOException;
import java.net.URI;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.EnumSet;
import java.util.List;
import java.util.Set;
import java.util.TreeSet;
import java.util.stream.Stream;
import javax.lang.model.element.Modifier;
import javax.tools.JavaCompiler;
import javax.tools.JavaFileObject;
import javax.tools.SimpleJavaFileObject;
import javax.tools.ToolProvider;
import org.junit.jupiter.api.Test;

/**
 * Whatever a program outside can name has words of its own, in the packages that programs are meant to use. That words, tags and
 * links are well formed is doclint's to say, which runs with the compiler.
 */
class ApiDocumentationTest {
    private static final Set<String> PACKAGES =
            Set.of("account", "audit", "engine", "mechanism", "noise", "numeric", "plan", "theorem", "train");

    @Test
    void everythingPublicSaysWhatItIs() throws IOException {
        Set<String> seen = new TreeSet<>();
        List<String> silent = new ArrayList<>();
        for (Path module : modules()) {
            silent.addAll(undocumented(module, 1));
            for (String name : PACKAGES) {
                Path folder = module.resolve(name);
                if (!Files.isDirectory(folder)) continue;
                seen.add(name);
                silent.addAll(undocumented(folder, name.equals("theorem") ? 1 : Integer.MAX_VALUE));
            }
        }
        assertThat(seen).as("a package that is gone is no longer read").isEqualTo(new TreeSet<>(PACKAGES));
        assertThat(silent).as("public, and without a word").isEmpty();
    }

    /** Where the sources of each module begin. */
    private static List<Path> modules() throws IOException {
        try (Stream<Path> folders = Files.list(Path.of(".."))) {
            return folders.map(folder -> folder.resolve(Path.of("src", "main", "java", "io", "sordino")))
                    .filter(Files::isDirectory)
                    .sorted()
                    .toList();
        }
    }

    @Test
    void whatSaysNothingIsFound() throws IOException {
        String code = """
                /** Said. */
                public class Said {
                    public int field;
                    public Said() {}
                    public void method() {}
                    /** Said. */
                    public void saying() {}
                    @Override public String toString() { return ""; }
                    void inside() {}
                    public record Silent(int number) { public Silent {} }
                    private static class Hidden { public void nobodySees() {} }
                    /** Said. */
                    public interface Contract { void kept(); }
                    /** Said. */
                    public enum Choice { ONE }
                }
                """;
        JavaFileObject source =
                new SimpleJavaFileObject(URI.create("string:///Said.java"), JavaFileObject.Kind.SOURCE) {
                    @Override
                    public CharSequence getCharContent(boolean ignoreEncodingErrors) {
                        return code;
                    }
                };
        assertThat(undocumented(List.of(source)))
                .containsExactly(
                        "Said.field",
                        "Said.<init>",
                        "Said.method",
                        "Said.Silent",
                        "Said.Contract.kept",
                        "Said.Choice.ONE");
    }

    private static List<String> undocumented(Path folder, int depth) throws IOException {
        JavaCompiler compiler = ToolProvider.getSystemJavaCompiler();
        try (Stream<Path> files = Files.walk(folder, depth);
                var manager = compiler.getStandardFileManager(null, null, null)) {
            List<Path> sources = files.filter(file -> file.toString().endsWith(".java"))
                    .sorted()
                    .toList();
            return sources.isEmpty() ? List.of() : undocumented(manager.getJavaFileObjectsFromPaths(sources));
        }
    }

    private static List<String> undocumented(Iterable<? extends JavaFileObject> sources) throws IOException {
        JavacTask task =
                (JavacTask) ToolProvider.getSystemJavaCompiler().getTask(null, null, null, List.of(), null, sources);
        List<String> found = new ArrayList<>();
        DocTrees docs = DocTrees.instance(task);
        for (CompilationUnitTree unit : task.parse()) new Reader(docs, found).scan(unit, "");
        return found;
    }

    /** Walks what is public; the second argument is the name of the type around. */
    private static final class Reader extends TreePathScanner<Void, String> {
        private final DocTrees docs;
        private final List<String> silent;

        Reader(DocTrees docs, List<String> silent) {
            this.docs = docs;
            this.silent = silent;
        }

        @Override
        public Void visitClass(ClassTree type, String around) {
            if (!seen(type.getModifiers())) return null;
            String name = around.isEmpty() ? type.getSimpleName().toString() : around + "." + type.getSimpleName();
            note(name);
            return super.visitClass(type, name);
        }

        @Override
        public Void visitMethod(MethodTree method, String around) {
            boolean overrides = method.getModifiers().getAnnotations().stream()
                    .anyMatch(a -> a.getAnnotationType().toString().equals("Override"));
            if (!overrides && !isRecordsOwn(method) && seen(method.getModifiers()))
                note(around + "." + method.getName());
            return null;
        }

        @Override
        public Void visitVariable(VariableTree field, String around) {
            if (seen(field.getModifiers())) note(around + "." + field.getName());
            return null;
        }

        /** The components of a record are explained where the record is. */
        private boolean isRecordsOwn(MethodTree method) {
            return enclosing().getKind() == Tree.Kind.RECORD && method.getReturnType() == null;
        }

        private ClassTree enclosing() {
            return (ClassTree) getCurrentPath().getParentPath().getLeaf();
        }

        private boolean seen(ModifiersTree modifiers) {
            TreePath parent = getCurrentPath().getParentPath();
            boolean implied = parent.getLeaf().getKind() == Tree.Kind.INTERFACE
                    && !modifiers.getFlags().contains(Modifier.PRIVATE);
            return implied
                    || modifiers.getFlags().stream()
                            .anyMatch(EnumSet.of(Modifier.PUBLIC, Modifier.PROTECTED)::contains);
        }

        private void note(String name) {
            String words = docs.getDocComment(getCurrentPath());
            if (words == null || words.isBlank()) silent.add(name);
        }
    }
}
