package io.sordino.reports;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.sordino.Privacy;
import io.sordino.account.Accountant;
import io.sordino.client.Campaign;
import io.sordino.client.Randomizer;
import io.sordino.mechanism.Relation;
import io.sordino.refusal.InvalidException;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.Optional;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

class PlannerTest {
    @TempDir
    private Path folder = Path.of("");

    @Test
    void thePromiseIsKeptByTheHonestClientsOfTheSmallestBatch() throws IOException {
        Question question = new Question("q", 2000, 4, false, 1, 1, 1e-6, 0.2, 0.05);
        assertThat(question.floor()).isEqualTo(1600);
        assertThat(question.honest()).isEqualTo(1500);
        List<Planner.Way> ways = new Planner(Accountant.standard(), question).compare(false);
        assertThat(ways)
                .extracting(Planner.Way::name)
                .contains("randomized_response", "unary", "local_hash", "hadamard");
        for (int i = 1; i < ways.size(); i++)
            if (ways.get(i).guaranteesLocally() == ways.get(i - 1).guaranteesLocally())
                assertThat(ways.get(i).typical())
                        .isGreaterThanOrEqualTo(ways.get(i - 1).typical());
        CampaignFile.Texts texts = CampaignFile.of(question, ways.get(0), false, 0, Devices.seeded(1));
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

    /** Whoever writes a campaign can give it the id that fits: what the programs ask of it later is looked at first. */
    @Test
    void aFileThatSaysTooLittleIsRefusedWhenItIsRead() throws IOException {
        Question question = new Question("q", 1000, 2, false, 1, 1, 1e-6, 0, 0);
        Planner.Way way = new Planner(Accountant.standard(), question).alone().get(0);
        String text =
                CampaignFile.of(question, way, false, 0, Devices.seeded(1)).campaign();
        Path file = folder.resolve("c.json");
        CampaignFile.read(Files.writeString(file, text));
        for (String name : List.of(
                "clients",
                "floor",
                "corrupt",
                "honest",
                "crowd_floor",
                "delta",
                "certified_epsilon",
                "local_epsilon",
                "question",
                "plan",
                "day_plan",
                "local_plan")) {
            String field = "\"" + name + "\": ([^\",]+|\"[^\"]*\"), ";
            for (String other : List.of("", "\"" + name + "\": true, ")) {
                String changed = text.replaceFirst(field, other);
                assertThat(changed).isNotEqualTo(text);
                if (other.isEmpty() && name.startsWith("local")) continue;
                Files.writeString(file, changed.replaceFirst("[0-9a-f]{64}", Campaign.idOf(changed)));
                assertThatThrownBy(() -> CampaignFile.read(file))
                        .as(changed)
                        .isInstanceOf(InvalidException.class)
                        .hasMessageContaining(name);
            }
        }
    }

    @Test
    void keysAreRotatedWithoutChangingTheCampaign() throws IOException {
        Question question = new Question("q \"x\"", 1000, 2, false, 5, 2, 1e-5, 0, 0);
        Candidate response = Candidate.of(2, 1).get(0);
        Planner.Way way = new Planner.Way(
                "randomized_response",
                1,
                Optional.of(response.plan().apply(1)),
                response.plan().apply(1),
                response.words().apply(1),
                Privacy.of("shuffled(1000, randomized_response(1))").epsilon(1e-5),
                new Law("x", 0.7, 0.3),
                1,
                1,
                1);
        CampaignFile.Texts texts = CampaignFile.of(question, way, false, 0, Devices.seeded(1));
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

    /** A bit a value is more than a message holds: what is planned must be read by devices. */
    @Test
    void waysWhoseMessagesWouldBeTooLongAreNotPlanned() {
        for (int values : new int[] {8 * Randomizer.LONGEST, 8 * Randomizer.LONGEST + 1, 1 << 20}) {
            Question asked = new Question("q", 1000, values, false, 1, 1, 1e-6, 0, 0);
            List<Planner.Way> ways = new Planner(Accountant.standard(), asked).alone();
            for (Planner.Way way : ways) {
                String text =
                        CampaignFile.of(asked, way, false, 0, Devices.seeded(1)).campaign();
                assertThat(Campaign.read(text).values()).isEqualTo(values);
            }
            assertThat(ways).hasSize(values <= 8 * Randomizer.LONGEST ? 5 : 3);
        }
    }

    @Test
    void impossibleQuestionsAreRefused() {
        assertThatThrownBy(() -> new Question("q", 10, 4, false, 1, 1, 1e-6, 0.5, 0.5))
                .hasMessageContaining("honest");
        assertThatThrownBy(() -> new Question("q", 10, 1, false, 1, 1, 1e-6, 0, 0))
                .hasMessageContaining("alphabet");
        assertThatThrownBy(() -> new Question("q", 10, 4, false, 1, Double.NaN, 1e-6, 0, 0))
                .hasMessageContaining("epsilon");
        assertThatThrownBy(() -> new Question("q", 10, 4, false, 1, 1, 0, 0, 0)).hasMessageContaining("delta");
        assertThatThrownBy(() -> new Question("q", 10, 4, false, 0, 1, 1e-6, 0, 0))
                .hasMessageContaining("days");
    }

    /** Only the shuffler protects several messages: they are shown, and chosen where that is allowed. */
    @Test
    void waysWithoutALocalGuaranteeMustBeAllowed() {
        Question question = new Question("q", 20_000, 2, false, 1, 1, 1e-6, 0, 0);
        List<Planner.Way> usual = new Planner(Accountant.standard(), question).compare(false);
        assertThat(usual.get(0).guaranteesLocally()).isTrue();
        assertThat(usual).extracting(Planner.Way::name).contains("split_sum", "blanket_histogram");
        Planner.Way best =
                new Planner(Accountant.standard(), question).compare(true).get(0);
        assertThat(best.name()).isEqualTo("split_sum");
        assertThat(best.guaranteesLocally()).isFalse();
        assertThat(best.typical()).isBetween(1.3569, 1.3575);
        assertThat(best.campaign().epsilon().upper()).isLessThanOrEqualTo(1);
    }

    /** Laplace noise composes badly: over a month of days single messages are better than a sum. */
    @Test
    void overManyDaysSingleMessagesWin() {
        Question question = new Question("q", 20_000, 2, false, 30, 1, 1e-6, 0, 0);
        List<Planner.Way> ways = new Planner(Accountant.standard(), question).compare(true);
        assertThat(ways.get(0).name()).isNotEqualTo("split_sum");
        assertThat(ways).extracting(Planner.Way::name).contains("split_sum");
    }

    @Test
    void sumsOfNumbersArePlanned() {
        Question question = new Question("q", 10_000, 2, true, 1, 1, 1e-6, 0.1, 0.02);
        List<Planner.Way> ways = new Planner(Accountant.standard(), question).compare(false);
        assertThat(ways).extracting(Planner.Way::name).containsExactly("local_laplace", "split_sum");
        // 9,000 report and 8,800 of them add up the noise that was planned
        assertThat(ways.get(1).typical())
                .isBetween(Math.sqrt(2 * 9000 / 8800.0), 1.003 * Math.sqrt(2 * 9000 / 8800.0) + 0.01);
    }
}
