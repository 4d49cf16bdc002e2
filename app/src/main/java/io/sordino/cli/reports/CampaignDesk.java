package io.sordino.cli.reports;

import com.fasterxml.jackson.databind.node.ArrayNode;
import com.fasterxml.jackson.databind.node.ObjectNode;
import io.sordino.account.Accountant;
import io.sordino.cli.CommandException;
import io.sordino.cli.Sources;
import io.sordino.client.Campaign;
import io.sordino.report.text.Json;
import io.sordino.reports.Analysis;
import io.sordino.reports.CampaignFile;
import io.sordino.reports.Estimates;
import io.sordino.server.Errand;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.Map;
import java.util.TreeMap;
import java.util.stream.Stream;

/**
 * The released batches of a campaign for the page: each is opened and counted once, on a thread of its own, and what is known so far is shown.
 */
public final class CampaignDesk {
    private static final int MOST_SHOWN = 64;
    private static final double CONFIDENCE = 0.95;

    private final Accountant accountant;
    private final Campaign campaign;
    private final Map<Integer, byte[]> secrets;
    private final Path store;
    private final Map<String, ObjectNode> known = new TreeMap<>();
    private boolean working;

    private CampaignDesk(Accountant accountant, Campaign campaign, Map<Integer, byte[]> secrets, Path store) {
        this.accountant = accountant;
        this.campaign = campaign;
        this.secrets = secrets;
        this.store = store;
    }

    /** Where the page asks for the batches in the store of a campaign; its keys lie beside it. */
    public static List<Errand> errands(Accountant accountant, String file, String store) {
        Campaign campaign = CampaignFile.read(Sources.path(file));
        Map<Integer, byte[]> secrets = CampaignFile.secrets(Sources.path(CampaignCommand.keys(file)), campaign);
        Path folder = Sources.path(store);
        if (!Files.isDirectory(folder))
            throw CommandException.invalid("--store '" + store + "' is no folder", "give the one of the shuffler");
        CampaignDesk desk = new CampaignDesk(accountant, campaign, secrets, folder);
        desk.look();
        return List.of(new Errand("GET", "/v1/campaign", body -> desk.answer()));
    }

    private List<Path> batches() {
        try (Stream<Path> all = Files.list(store)) {
            return all.filter(file -> String.valueOf(file.getFileName()).matches("batch-\\d+-[0-9a-f]+\\.bin"))
                    .sorted()
                    .toList();
        } catch (IOException gone) {
            return List.of();
        }
    }

    /** Counts what is new, one batch after the other. */
    private synchronized void look() {
        if (working || batches().stream().allMatch(file -> known.containsKey(file.toString()))) return;
        working = true;
        Thread thread = new Thread(this::work, "campaign");
        thread.setDaemon(true);
        thread.start();
    }

    private void work() {
        try {
            for (Path file : batches()) if (!isKnown(file)) keep(file, counted(file));
        } finally {
            rest();
        }
    }

    private synchronized boolean isKnown(Path file) {
        return known.containsKey(file.toString());
    }

    private synchronized void keep(Path file, ObjectNode answer) {
        known.put(file.toString(), answer);
    }

    private synchronized void rest() {
        working = false;
    }

    private ObjectNode counted(Path file) {
        try {
            Analysis.Counted counted = new Analysis(campaign, secrets, 1).of(file);
            Estimates estimates = Estimates.of(campaign, counted, CONFIDENCE, false);
            return AnalysisReport.of(accountant, campaign, counted, estimates, MOST_SHOWN, true)
                    .json(0);
        } catch (RuntimeException unreadable) {
            // one batch that was changed does not hide the others
            ObjectNode json = Json.object();
            json.put("refused_batch", String.valueOf(unreadable.getMessage()));
            return json;
        }
    }

    private synchronized ObjectNode answer() {
        look();
        ObjectNode json = Json.object();
        json.put("question", String.valueOf(campaign.word("question")));
        json.put("values", campaign.values());
        json.put("days", campaign.days());
        json.put("floor", ((Number) campaign.word("floor")).longValue());
        json.put("plan", String.valueOf(campaign.word("plan")));
        json.put("pending", batches().size() - known.size());
        ArrayNode list = json.putArray("batches");
        known.values().forEach(list::add);
        return json;
    }
}
