package io.sordino.spark;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.sordino.client.Campaign;
import io.sordino.refusal.InvalidException;
import io.sordino.reports.Analysis;
import io.sordino.reports.CampaignFile;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** Batches that are counted on Spark have the numbers of the stream analyzer. */
class ReportsTest {
    @TempDir
    Path folder = Path.of("");

    private String run(String... words) throws IOException, InterruptedException {
        Commands.Ended ended = Commands.run(folder, words);
        assertThat(ended.code()).as("%s: %s", List.of(words), ended.err()).isZero();
        return ended.out();
    }

    private String at(String name) {
        return folder.resolve(name).toString();
    }

    @Test
    void eachBatchAndEachDayIsTheStreams() throws IOException, InterruptedException {
        String campaign = at("campaign.json");
        run(
                "campaign",
                "plan",
                "--clients",
                "600",
                "--alphabet",
                "5",
                "--days",
                "2",
                "--epsilon",
                "4",
                "--delta",
                "1e-6",
                "--out",
                campaign);
        StringBuilder values = new StringBuilder();
        for (int i = 0; i < 700; i++) values.append(i % 5 * (i % 2)).append('\n');
        Files.writeString(folder.resolve("values.txt"), values);
        List<String> batches = new ArrayList<>();
        for (int day = 1; day <= 2; day++) {
            String reports = at("reports" + day + ".bin");
            batches.add(at("batch" + day + ".bin"));
            run("report", "--campaign", campaign, "--values", at("values.txt"), "--day", "" + day, "--out", reports);
            run(
                    "shuffler",
                    "--campaign",
                    campaign,
                    "--store",
                    at("store"),
                    "--day",
                    "" + day,
                    "--in",
                    reports,
                    "--out",
                    batches.get(day - 1));
        }
        Campaign read = CampaignFile.read(Path.of(campaign));
        Map<Integer, byte[]> secrets = CampaignFile.secrets(Path.of(at("campaign.key")), read);
        String text = Files.readString(Path.of(campaign));
        List<Analysis.Counted> expected = new ArrayList<>();
        for (String batch : batches) expected.add(new Analysis(read, secrets, 2).of(Path.of(batch)));
        List<Analysis.Counted> found = SparkReports.count(Local.SESSION, text, secrets, batches);
        assertThat(found).isEqualTo(expected);
        assertThat(SparkReports.byDay(found)).hasSize(2).containsEntry(1, expected.get(0));
        assertThat(expected.get(0).reports()).isEqualTo(700);

        // a changed file is refused by its digest, as in the stream
        byte[] bytes = Files.readAllBytes(Path.of(batches.get(0)));
        bytes[bytes.length / 2] ^= 1;
        Files.write(folder.resolve("changed.bin"), bytes);
        assertThatThrownBy(() -> SparkReports.count(Local.SESSION, text, secrets, List.of(at("changed.bin"))))
                .isInstanceOf(InvalidException.class)
                .hasNoCause()
                .hasMessageContaining("changed.bin");

        // from the command line, each batch by itself: the report is the stream's
        String[] stream = {"analyze", "--campaign", campaign, "--batch", batches.get(0), "--batch", batches.get(1)};
        List<String> onSpark = new ArrayList<>(List.of(stream));
        onSpark.addAll(List.of("--spark", "local[1]"));
        assertThat(run(onSpark.toArray(String[]::new))).contains("700").isEqualTo(run(stream));
    }
}
