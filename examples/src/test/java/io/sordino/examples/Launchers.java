package io.sordino.examples;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;

/** Starts the classes that are tested, and not an older build; the quick compiler is enough for so short a run. */
final class Launchers {
    private Launchers() {}

    static Path in(Path folder) throws IOException {
        String java = Path.of(System.getProperty("java.home"), "bin", "java").toString();
        Path launcher = folder.resolve("sordino");
        Files.writeString(
                launcher,
                String.format(
                        "#!/bin/sh%nexec '%s' -XX:TieredStopAtLevel=1 -XX:+UseSerialGC -cp '%s' io.sordino.cli.Sordino \"$@\"%n",
                        java, System.getProperty("java.class.path")));
        assertThat(launcher.toFile().setExecutable(true)).isTrue();
        return launcher;
    }
}
