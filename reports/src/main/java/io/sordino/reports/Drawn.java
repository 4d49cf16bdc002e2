package io.sordino.reports;

import io.sordino.client.Campaign;
import io.sordino.client.Envelope;
import io.sordino.client.Hex;
import io.sordino.noise.RandomSource;
import java.nio.ByteBuffer;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;

/** What a batch is made of: the reports of all clients whose crowds are large enough, in a random order. */
record Drawn(long clients, List<byte[]> reports) {
    /** From submissions; nothing where there are too few. */
    static Optional<Drawn> of(List<List<byte[]>> submissions, Campaign campaign, RandomSource random) {
        long least = Numbers.whole(campaign, "crowd_floor");
        Map<Integer, Integer> crowds = new HashMap<>();
        for (List<byte[]> one : submissions) crowds.merge(Envelope.crowd(one.get(0)), 1, Integer::sum);
        List<byte[]> reports = new ArrayList<>();
        long clients = 0;
        for (List<byte[]> one : submissions) {
            if (crowds.getOrDefault(Envelope.crowd(one.get(0)), 0) < least) continue;
            one.forEach(Envelope::forgetCrowd);
            reports.addAll(one);
            clients++;
        }
        if (!(clients >= Numbers.whole(campaign, "floor"))) return Optional.empty();
        shuffle(reports, random);
        return Optional.of(new Drawn(clients, reports));
    }

    Batch.Header header(Campaign campaign, int day, byte[] id) {
        return new Batch.Header(
                new Envelope(campaign).length(), Hex.write(campaign.id()), day, Hex.write(id), clients, reports.size());
    }

    /** A uniformly random order (Fisher and Yates). */
    static void shuffle(List<?> list, RandomSource random) {
        for (int left = list.size(); left > 1; left--)
            java.util.Collections.swap(list, (int) random.below(left), left - 1);
    }

    /** The name of a batch, before there is anything in it. */
    static byte[] newId(RandomSource random) {
        return ByteBuffer.allocate(Envelope.ID_BYTES)
                .putLong(random.bits(62) << 2 | random.bits(2))
                .putLong(random.bits(62) << 2 | random.bits(2))
                .array();
    }
}
