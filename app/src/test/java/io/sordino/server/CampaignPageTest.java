package io.sordino.server;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;
import static org.junit.jupiter.api.Assumptions.assumeTrue;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.node.ObjectNode;
import io.sordino.account.Accountant;
import io.sordino.account.Precision;
import io.sordino.cli.reports.CampaignDesk;
import io.sordino.client.Campaign;
import io.sordino.client.Device;
import io.sordino.mechanism.Relation;
import io.sordino.noise.RandomSource;
import io.sordino.reports.CampaignFile;
import io.sordino.reports.Planner;
import io.sordino.reports.Question;
import io.sordino.reports.Store;
import io.sordino.reports.Submissions;
import java.io.ByteArrayInputStream;
import java.io.IOException;
import java.net.InetAddress;
import java.net.InetSocketAddress;
import java.nio.file.Files;
import java.nio.file.Path;
import java.security.SecureRandom;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** The released batches of a real campaign, as the shuffle room gets and shows them; the browser is skipped or required as in {@link PageTest}. */
class CampaignPageTest {
    private static final int CLIENTS = 600;

    @TempDir
    private Path folder = Path.of("");

    /** Two days of a campaign, planned, answered, shuffled and released. */
    private void collected() throws IOException {
        Question question = new Question("Which colour?", CLIENTS, 4, false, 3, 4, 1e-4, 0, 0);
        Planner.Way way =
                new Planner(Accountant.standard(), question).compare(false).get(0);
        SecureRandom random = new SecureRandom();
        CampaignFile.Texts texts = CampaignFile.of(question, way, false, 0, random);
        Files.writeString(folder.resolve("c.json"), texts.campaign());
        Files.writeString(folder.resolve("c.key"), texts.secrets());
        Campaign campaign = CampaignFile.read(folder.resolve("c.json"));
        for (int day = 1; day <= 2; day++)
            try (Store store = Store.open(folder.resolve("store"), campaign, day, RandomSource.secure())) {
                List<List<byte[]>> sent = new ArrayList<>();
                Submissions submissions = new Submissions(campaign, day);
                for (int i = 0; i < CLIENTS; i++) {
                    byte[] one = new Device(campaign, new Forgetful(), random).report(day, i % 3);
                    sent.add(submissions.next(new ByteArrayInputStream(one)).orElseThrow());
                }
                store.take(sent);
                assertThat(store.release()).isPresent();
            }
    }

    private static final class Forgetful implements Device.Memory {
        private final Map<String, byte[]> kept = new HashMap<>();

        @Override
        public Optional<byte[]> read(String name) {
            return Optional.ofNullable(kept.get(name));
        }

        @Override
        public void write(Map<String, byte[]> changes) {
            kept.putAll(changes);
        }
    }

    private List<Errand> errands() {
        return CampaignDesk.errands(
                Accountant.standard(),
                folder.resolve("c.json").toString(),
                folder.resolve("store").toString());
    }

    private static ObjectNode whole(Errand errand) throws InterruptedException {
        for (int i = 0; i < 600; i++) {
            ObjectNode answer = errand.answering().answer("", "");
            if (answer.path("pending").asInt() == 0) return answer;
            Thread.sleep(100);
        }
        throw new AssertionError("batches are not opened");
    }

    @Test
    void batchesAreOpenedOnceAndADamagedOneHidesNoOther() throws IOException, InterruptedException {
        collected();
        Errand errand = errands().get(0);
        assertThat(errand.path()).isEqualTo("/v1/campaign");
        ObjectNode answer = whole(errand);
        assertThat(answer.path("batches")).hasSize(2);
        JsonNode first = answer.path("batches").path(0);
        assertThat(first.path("clients").asInt()).isEqualTo(CLIENTS);
        double upper = Accountant.standard()
                .epsilon(
                        io.sordino.plan.Plans.parse(first.path("plan").asText()),
                        Relation.REPLACE_ONE,
                        1e-4,
                        Precision.DEFAULT)
                .epsilon()
                .upper();
        assertThat(first.path("epsilon").path("upper").asDouble()).isEqualTo(upper);
        Files.writeString(folder.resolve("store").resolve("batch-3-" + "0".repeat(32) + ".bin"), "no batch");
        ObjectNode more = whole(errand);
        assertThat(more.path("batches")).hasSize(3);
        assertThat(more.path("batches").path(2).path("refused_batch").asText()).contains("cut short");
        Files.writeString(folder.resolve("c.key"), "{}");
        assertThatThrownBy(this::errands).hasMessageContaining("keys of another campaign");
    }

    @Test
    void theRoomShowsThemAsBars() throws Exception {
        Optional<Path> executable = Browser.installed();
        if ("required".equals(System.getProperty("sordino.browser")))
            assertThat(executable).as("a chromium on the path").isPresent();
        assumeTrue(executable.isPresent(), "there is no chromium on the path");
        collected();
        List<Errand> errands = errands();
        whole(errands.get(0));
        try (Server server = new Server(
                        Accountant.standard(),
                        new InetSocketAddress(InetAddress.getLoopbackAddress(), 0),
                        "test",
                        Server.Settings.usual().with(errands));
                Browser browser = new Browser(executable.orElseThrow())) {
            browser.resize(1280, 900);
            browser.open(server.url() + "shuffle");
            browser.await("document.querySelector('#models').dataset.several");
            browser.click("#show-campaign");
            browser.await("document.querySelector('#campaign').dataset.batches === '2'");
            String shown = browser.value("document.querySelector('#campaign').textContent")
                    .asText();
            assertThat(shown)
                    .contains(
                            "Which colour?: 2 batches released of 3 days",
                            "Day 2: 600 devices",
                            "epsilon of the batch");
            assertThat(browser.value("document.querySelectorAll('#campaign svg').length")
                            .asInt())
                    .isEqualTo(2);
            // nobody knows the truth: there are no outlines
            assertThat(browser.value("document.querySelectorAll('#campaign svg rect.axis').length")
                            .asInt())
                    .isZero();
            // the promise of 1 for 5,000 clients: a shuffler 5.83, several messages as good as a curator
            double several = browser.value("Number(document.querySelector('#models').dataset.several)")
                    .asDouble();
            double shuffled = browser.value("Number(document.querySelector('#models').dataset.shuffled)")
                    .asDouble();
            assertThat(several).isBetween(1.35, 1.38);
            assertThat(shuffled).isBetween(5.7, 6.0);
            assertThat(browser.complaints()).isEmpty();
            Optional<String> pictures = Optional.ofNullable(System.getProperty("sordino.screenshots"));
            if (pictures.isPresent())
                Files.write(Path.of(pictures.get()).resolve("campaign.webp"), browser.screenshot(10_000));
        }
    }
}
