package io.sordino.reports;

import io.sordino.client.Campaign;
import io.sordino.client.Rehearsal;
import io.sordino.refusal.InvalidException;
import java.security.SecureRandom;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;

/**
 * A whole campaign day by day with made-up clients: who drops out, who lies, whose value changes; what the analyzer sees, and what is learnt by an attacker who
 * sees who sent what. Reports are not sealed, since a simulation has nobody to hide them from; all else is what devices and analyzer do.
 */
public final class Simulation {
    private final Campaign campaign;
    private final Rehearsal devices;
    private final int clients;
    private final double dropout;
    private final double changing;
    private final long corrupt;
    private final int watched;
    private final byte[] anyId;
    private final int[] held;
    private final int[] answers;
    private final int[] first;
    private final List<Map<Integer, byte[][]>> memory = new ArrayList<>();
    private final List<List<Said>> heard = new ArrayList<>();

    /** A report of a device that is watched. */
    private static final class Said {
        final byte[] message;
        final byte[] id;

        Said(byte[] message, byte[] id) {
            this.message = message;
            this.id = id;
        }
    }

    /**
     * A day that was released, or not: what was counted, and how many of the honest ones who reported hold each value.
     *
     * @param silent clients that have no answer left
     */
    public record Day(int day, boolean released, Analysis.Counted counted, List<Long> truth, long silent) {
        public Day {
            truth = List.copyOf(truth);
        }
    }

    /**
     * What an attacker who sees every report with its sender guesses.
     *
     * @param right share of the watched devices whose first value it names
     * @param blind share that it would name by always saying the most frequent value
     */
    public record Attack(int watched, double right, double blind) {}

    /**
     * @param watched how many honest devices the attacker's guesses are counted on
     */
    public Simulation(
            Campaign campaign, int clients, double dropout, double changing, int watched, SecureRandom random) {
        if (!(clients >= 2 && clients <= 10_000_000))
            throw new InvalidException("clients must be in [2, 1e7] to be simulated, was " + clients);
        if (campaign.says("numbers"))
            throw new InvalidException(
                    "a simulation is of counts, and the campaign asks for numbers", "plan one with --alphabet");
        this.campaign = campaign;
        this.devices = new Rehearsal(campaign, random);
        this.clients = clients;
        this.dropout = dropout;
        this.changing = changing;
        this.corrupt = Math.min(clients - 1L, Numbers.whole(campaign, "corrupt"));
        this.watched = (int) Math.min(watched, clients - corrupt);
        this.anyId = devices.id();
        held = new int[clients];
        answers = new int[clients];
        for (int i = 0; i < clients; i++) held[i] = drawn();
        if (campaign.memoised()) for (int i = 0; i < clients; i++) memory.add(new HashMap<>(2));
        for (int i = 0; i < this.watched; i++) heard.add(new ArrayList<>());
        first = held.clone();
    }

    /** Values are held by falling shares: the v-th by one in v + 2, of those that are left. */
    private int drawn() {
        int last = campaign.values() - 1;
        for (int v = 0; v < last; v++) if (devices.below(v + 2L) == 0) return v;
        return last;
    }

    /** The next day. */
    public Day next(int day) {
        Counter counter = Counter.of(campaign);
        long[] truth = new long[campaign.values()];
        long reported = 0;
        long messages = 0;
        long silent = 0;
        boolean repeatable = campaign.randomizer().repeatable();
        for (int i = 0; i < clients; i++) {
            if (changing > 0 && day > 1 && devices.happens(changing)) held[i] = drawn();
            // those who lie are the last ones, and never drop out
            boolean lies = i >= clients - corrupt;
            if (!lies && dropout > 0 && devices.happens(dropout)) continue;
            byte[] id = repeatable ? anyId : devices.id();
            byte[][] said = lies ? devices.say(campaign.values() - 1, id) : answered(i, id);
            if (said.length == 0) {
                silent++;
                continue;
            }
            reported++;
            // what those who lie hold is nobody's business, and told by nothing
            if (!lies) truth[held[i]]++;
            for (byte[] message : said) {
                counter.take(message, id);
                if (i < watched) heard.get(i).add(new Said(message, id));
                messages++;
            }
        }
        List<Long> supports = new ArrayList<>();
        for (long count : counter.supports(campaign.values())) supports.add(count);
        List<Long> holders = new ArrayList<>();
        for (long count : truth) holders.add(count);
        return new Day(
                day,
                reported >= Numbers.whole(campaign, "floor"),
                new Analysis.Counted(day, reported, messages, 0, supports),
                holders,
                silent);
    }

    private byte[][] answered(int client, byte[] id) {
        if (campaign.memoised()) {
            byte[][] before = memory.get(client).get(held[client]);
            if (before != null) return before;
        }
        if (answers[client] >= campaign.answers()) return new byte[0][];
        answers[client]++;
        byte[][] said = devices.say(held[client], id);
        if (campaign.memoised()) memory.get(client).put(held[client], said);
        return said;
    }

    /** What is learnt so far by one who sees the reports of each device: the value that most of them support. */
    public Attack attack() {
        if (new Law.Words(campaign).name().equals("split"))
            throw new InvalidException("whoever sees all residues of a device adds them up: nothing is hidden");
        long[] prior = new long[campaign.values()];
        int right = 0;
        for (int i = 0; i < watched; i++) {
            prior[first[i]]++;
            // one at a time: what counts millions of reports has more room than those of a thousand devices need
            Counter watching = Counter.of(campaign);
            for (Said one : heard.get(i)) watching.take(one.message, one.id);
            long[] supports = watching.supports(campaign.values());
            int best = 0;
            for (int v = 1; v < supports.length; v++) if (supports[v] > supports[best]) best = v;
            if (best == first[i]) right++;
        }
        long most = 0;
        for (long count : prior) most = Math.max(most, count);
        return new Attack(watched, right / (double) watched, most / (double) watched);
    }
}
