package io.sordino.data;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.sordino.refusal.InvalidException;
import java.io.IOException;
import java.nio.channels.FileChannel;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.StandardOpenOption;
import java.nio.file.attribute.PosixFilePermissions;
import java.util.ArrayList;
import java.util.List;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** Files are there whole or not at all. */
class AtomicTest {
    @TempDir
    Path folder = Path.of("");

    private List<String> names() throws IOException {
        try (Stream<Path> files = Files.list(folder)) {
            return files.map(file -> file.getFileName().toString()).sorted().toList();
        }
    }

    @Test
    void whatCannotBeWrittenLeavesNothing() throws IOException {
        Path file = folder.resolve("file");
        Files.writeString(file, "old");
        assertThatThrownBy(() -> Atomic.write(file, out -> {
                    out.write(new byte[100]);
                    throw new IOException("No space left on device");
                }))
                .isInstanceOf(InvalidException.class)
                .hasMessageContaining("cannot write")
                .hasMessageContaining("No space left on device");
        assertThatThrownBy(() -> Atomic.write(file, out -> {
                    throw new IllegalStateException("the answers stopped");
                }))
                .hasMessage("the answers stopped");
        assertThat(file).hasContent("old");
        assertThat(names()).containsExactly("file");
    }

    @Test
    void unfinishedFilesHaveNamesThatNobodyGuessesAndOneReader() throws IOException {
        Path file = folder.resolve("file");
        List<String> seen = new ArrayList<>();
        for (int i = 0; i < 2; i++)
            Atomic.write(file, out -> {
                out.write('x');
                for (String name : names()) {
                    if (name.equals("file")) continue;
                    seen.add(name);
                    assertThat(name).matches("\\.file\\.[0-9a-f]{32}\\.part");
                    assertThat(PosixFilePermissions.toString(Files.getPosixFilePermissions(folder.resolve(name))))
                            .isEqualTo("rw-------");
                }
            });
        assertThat(seen).hasSize(2).doesNotHaveDuplicates();
    }

    @Test
    void permissionsOfAFileThatIsReplacedStayUnlessItIsSecret() throws IOException {
        Path file = folder.resolve("file");
        Atomic.write(file, "one");
        assertThat(PosixFilePermissions.toString(Files.getPosixFilePermissions(file)))
                .isEqualTo("rw-------");
        Files.setPosixFilePermissions(file, PosixFilePermissions.fromString("rw-r--r--"));
        Atomic.write(file, "two");
        assertThat(file).hasContent("two");
        assertThat(PosixFilePermissions.toString(Files.getPosixFilePermissions(file)))
                .isEqualTo("rw-r--r--");
        assertThatThrownBy(() -> Atomic.writeSecret(file, "three")).hasMessageContaining("exists");
        assertThat(file).hasContent("two");
    }

    @Test
    void leftoversGoAndFilesOfWritersAtWorkStay() throws IOException {
        Path file = folder.resolve("file");
        String dead = ".file." + "0a".repeat(16) + ".part";
        String other = ".other." + "0a".repeat(16) + ".part";
        String alive = ".file." + "0b".repeat(16) + ".part";
        for (String name : List.of(dead, other, alive)) Files.writeString(folder.resolve(name), "half");
        try (FileChannel work = FileChannel.open(folder.resolve(alive), StandardOpenOption.WRITE)) {
            assertThat(work.tryLock()).isNotNull();
            Atomic.write(file, "whole");
            assertThat(names()).containsExactly(alive, other, "file");
        }
        Atomic.write(file, "whole");
        assertThat(names()).containsExactly(other, "file");
    }

    @Test
    void linksAndDevicesAreRefused() throws IOException {
        Path victim = Files.writeString(folder.resolve("victim"), "precious");
        Path link = Files.createSymbolicLink(folder.resolve("link"), victim);
        assertThatThrownBy(() -> Atomic.write(link, "x")).hasMessageContaining("is no ordinary file");
        assertThatThrownBy(() -> Atomic.write(Path.of("/dev/full"), "x")).hasMessageContaining("is no ordinary file");
        assertThatThrownBy(() -> Atomic.write(folder.resolve("no/file"), "x")).hasMessageContaining("no such folder");
        assertThatThrownBy(() -> Atomic.write(folder, "x")).hasMessageContaining("is a folder");
        assertThat(victim).hasContent("precious");
    }
}
