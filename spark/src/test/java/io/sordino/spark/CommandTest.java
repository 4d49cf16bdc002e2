package io.sordino.spark;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.IOException;
import java.lang.management.ManagementFactory;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.stream.Collectors;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** sordino query --spark in a process of its own: it pays once, and a request that is repeated gets the answer that it had. */
class CommandTest {
    @TempDir
    Path folder = Path.of("");

    private record Ended(int code, String out, String err) {}

    private Ended run(String... words) throws IOException, InterruptedException {
        List<String> command = new ArrayList<>(
                List.of(Path.of(System.getProperty("java.home"), "bin", "java").toString()));
        command.addAll(ManagementFactory.getRuntimeMXBean().getInputArguments().stream()
                .filter(option -> option.startsWith("--add-opens") || option.startsWith("-X"))
                .collect(Collectors.toList()));
        command.addAll(List.of(
                "-Dlog4j2.configurationFile=classpath:sordino-log4j2.properties",
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

    @Test
    void aRequestIsPaidForOnceAndAnsweredAlike() throws IOException, InterruptedException {
        StringBuilder text = new StringBuilder("rider,city,fare\n");
        for (int i = 0; i < 1000; i++)
            text.append("r")
                    .append(i % 200)
                    .append(i % 2 == 0 ? ",Bonn," : ",Rom,")
                    .append(i % 50)
                    .append('\n');
        Path trips = folder.resolve("trips.csv");
        Files.writeString(trips, text);
        String ledger = folder.resolve("team.db").toString();
        assertThat(run("ledger", "create", "--ledger", ledger, "--budget", "team", "--epsilon", "5", "--delta", "1e-5")
                        .code)
                .isZero();
        String[] asked = {
            "query",
            "--spark",
            "local[2]",
            "--data",
            trips.toString(),
            "--unit",
            "rider",
            "--epsilon",
            "1",
            "--delta",
            "1e-6",
            "--sample",
            "0.5",
            "--ledger",
            ledger,
            "--budget",
            "team",
            "--request-id",
            "one",
            "--keys",
            "city=Bonn,Rom",
            "--json",
            "SELECT city, COUNT(*) AS trips FROM trips GROUP BY city"
        };
        Ended first = run(asked);
        assertThat(first.err).isEmpty();
        assertThat(first.code).isZero();
        assertThat(first.out).contains("\"plan\"").contains("\"charge\"").contains("\"city\"");
        Ended again = run(asked);
        assertThat(again.out).isEqualTo(first.out);
        Ended status = run("ledger", "status", "--ledger", ledger, "--budget", "team", "--json");
        assertThat(status.out).contains("\"spent\": 1}");
    }
}
