package io.sordino.reports;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.sordino.Privacy;
import io.sordino.account.Accountant;
import io.sordino.client.Campaign;
import io.sordino.mechanism.Relation;
import io.sordino.refusal.InvalidException;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

class PlannerTest {
    @TempDir
    private Path folder = Path.of("");

    @Test
    void thePromiseIsKeptByTheHonestClientsOfTheSmallestBatch() throws IOException {
        Question question = new Question("q", 2000, 4, 1, 1, 1e-6, 0.2, 0.05);
        assertThat(question.floor()).isEqualTo(1600);
        assertThat(question.honest()).isEqualTo(1500);
        List<Planner.Way> ways = new Planner(Accountant.standard(), question).compare();
        assertThat(ways)
                .extracting(Planner.Way::name)
                .contains("randomized_response", "unary", "local_hash", "hadamard");
        for (int i = 1; i < ways.size(); i++)
            assertThat(ways.get(i).typical())
                    .isGreaterThanOrEqualTo(ways.get(i - 1).typical());
        CampaignFile.Texts texts = CampaignFile.of(question, ways.get(0), false, Devices.seeded(1));
        Path file = folder.resolve("c.json");
        Path keys = folder.resolve("c.key");
        Files.writeString(file, texts.campaign());
        Files.writeString(keys, texts.secrets());
        Campaign campaign = CampaignFile.read(file);
        assertThat(CampaignFile.secrets(keys, campaign)).containsOnlyKeys(1);
        String plan = String.valueOf(campaign.word("plan"));
        assertThat(plan).startsWith("shuffled(1500, ");
        assertThat(Privacy.of(plan)
                        .under(Relation.REPLACE_ONE)
                        .epsilon(1e-6)
                        .epsilon()
                        .upper())
                .isLessThanOrEqualTo(1);
        // the law that devices toss by is no less noisy than the one that was accounted for
        Law law = Law.of(campaign);
        assertThat(Math.log(law.p() / law.q())).isLessThanOrEqualTo(ways.get(0).localEpsilon());
        assertThat(Math.log(law.p() / law.q())).isGreaterThan(ways.get(0).localEpsilon() - 1e-9);
    }

    @Test
    void keysAreRotatedWithoutChangingTheCampaign() throws IOException {
        Question question = new Question("q \"x\"", 1000, 2, 5, 2, 1e-5, 0, 0);
        Candidate response = Candidate.of(2, 1).get(0);
        Planner.Way way = new Planner.Way(
                "randomized_response",
                1,
                response.plan().apply(1),
                response.words().apply(1),
                Privacy.of("shuffled(1000, randomized_response(1))").epsilon(1e-5),
                new Law("x", 0.7, 0.3),
                1,
                1);
        CampaignFile.Texts texts = CampaignFile.of(question, way, false, Devices.seeded(1));
        Path file = folder.resolve("c.json");
        Path keys = folder.resolve("c.key");
        Files.writeString(file, texts.campaign());
        Files.writeString(keys, texts.secrets());
        Campaign before = CampaignFile.read(file);
        CampaignFile.Texts rotated = CampaignFile.rotated(file, keys, 3, Devices.seeded(2));
        Files.writeString(file, rotated.campaign());
        assertThatThrownBy(() -> CampaignFile.secrets(keys, CampaignFile.read(file)))
                .isInstanceOf(InvalidException.class)
                .hasMessageContaining("key 2");
        Files.writeString(keys, rotated.secrets());
        Campaign after = CampaignFile.read(file);
        assertThat(after.id()).isEqualTo(before.id());
        assertThat(after.key(2).number()).isEqualTo(1);
        assertThat(after.key(3).number()).isEqualTo(2);
        assertThat(CampaignFile.secrets(keys, after)).containsOnlyKeys(1, 2);
        assertThatThrownBy(() -> CampaignFile.rotated(file, keys, 3, Devices.seeded(3)))
                .isInstanceOf(InvalidException.class);
    }

    @Test
    void impossibleQuestionsAreRefused() {
        assertThatThrownBy(() -> new Question("q", 10, 4, 1, 1, 1e-6, 0.5, 0.5)).hasMessageContaining("honest");
        assertThatThrownBy(() -> new Question("q", 10, 1, 1, 1, 1e-6, 0, 0)).hasMessageContaining("alphabet");
        assertThatThrownBy(() -> new Question("q", 10, 4, 1, Double.NaN, 1e-6, 0, 0))
                .hasMessageContaining("epsilon");
        assertThatThrownBy(() -> new Question("q", 10, 4, 1, 1, 0, 0, 0)).hasMessageContaining("delta");
        assertThatThrownBy(() -> new Question("q", 10, 4, 0, 1, 1e-6, 0, 0)).hasMessageContaining("days");
    }
}
