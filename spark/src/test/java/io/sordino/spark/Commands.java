package io.sordino.spark;

import java.io.IOException;
import java.lang.management.ManagementFactory;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;

/** The command line in a process of its own, with this module beside it. */
final class Commands {
    private Commands() {}

    /** How a command ended. */
    record Ended(int code, String out, String err) {}

    static Ended run(Path folder, String... words) throws IOException, InterruptedException {
        List<String> command = new ArrayList<>(
                List.of(Path.of(System.getProperty("java.home"), "bin", "java").toString()));
        for (String option : ManagementFactory.getRuntimeMXBean().getInputArguments())
            if (option.startsWith("--add-opens") || option.startsWith("-X")) command.add(option);
        command.addAll(List.of(
                "-Dlog4j2.configurationFile=classpath:sordino-log4j2.properties",
                // as the launcher does: the packaged command line brings a logger of its own
                "-Dslf4j.provider=org.apache.logging.slf4j.SLF4JServiceProvider",
                "-Dslf4j.internal.verbosity=ERROR",
                "-cp",
                System.getProperty("surefire.test.class.path", System.getProperty("java.class.path")),
                "io.sordino.cli.Sordino"));
        command.addAll(List.of(words));
        Path out = folder.resolve("out");
        Path err = folder.resolve("err");
        Process process = new ProcessBuilder(command)
                .redirectOutput(out.toFile())
                .redirectError(err.toFile())
                .start();
        int code = process.waitFor();
        return new Ended(code, Files.readString(out), Files.readString(err));
    }
}
