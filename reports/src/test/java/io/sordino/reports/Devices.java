package io.sordino.reports;

import io.sordino.client.Campaign;
import io.sordino.client.Device;
import io.sordino.client.Hex;
import io.sordino.client.Hpke;
import java.security.SecureRandom;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.SplittableRandom;

/** Campaigns and the devices that answer them, for tests. */
final class Devices {
    static final byte[] SECRET = Hpke.newSecret(seeded(9));
    static final Map<Integer, byte[]> SECRETS = Map.of(1, SECRET);

    private Devices() {}

    static Campaign campaign(String randomizer, int values, long floor, long corrupt) {
        return Campaign.read(text(randomizer, values, floor, corrupt, 0));
    }

    static String text(String randomizer, int values, long floor, long corrupt, int crowdFloor) {
        String text = "{\"format\": \"" + Campaign.FORMAT + "\", \"id\": \"ID\", \"values\": " + values
                + ", \"days\": 3, \"memoised\": false, \"device_answers\": 3, \"floor\": " + floor + ", \"corrupt\": "
                + corrupt + ", \"crowd_floor\": " + crowdFloor + ", \"randomizer\": " + randomizer
                + ", \"keys\": [{\"id\": 1, \"from_day\": 1, \"to_day\": 2, \"public\": \""
                + Hex.write(Hpke.publicKey(SECRET)) + "\"}]}";
        return text.replace("ID", Campaign.idOf(text));
    }

    static long of62(double probability) {
        return (long) (probability * 0x1p62);
    }

    static String response(double truth) {
        return "{\"name\": \"randomized_response\", \"truth\": " + of62(truth) + "}";
    }

    static SecureRandom seeded(long seed) {
        SplittableRandom random = new SplittableRandom(seed);
        return new SecureRandom() {
            private static final long serialVersionUID = 1L;

            @Override
            public void nextBytes(byte[] bytes) {
                random.nextBytes(bytes);
            }
        };
    }

    static Device device(Campaign campaign, SecureRandom random) {
        Map<String, byte[]> kept = new HashMap<>();
        return new Device(
                campaign,
                new Device.Memory() {
                    @Override
                    public Optional<byte[]> read(String name) {
                        return Optional.ofNullable(kept.get(name));
                    }

                    @Override
                    public void write(Map<String, byte[]> changes) {
                        kept.putAll(changes);
                    }
                },
                random);
    }

    /** What devices with these values send on a day. */
    static List<byte[]> sent(Campaign campaign, int day, int[] values, long seed) {
        SecureRandom random = seeded(seed);
        List<byte[]> sent = new ArrayList<>();
        for (int value : values) sent.add(device(campaign, random).report(day, value));
        return sent;
    }

    /** The reports of a submission. */
    static List<byte[]> reports(Campaign campaign, byte[] sent) {
        int length = new io.sordino.client.Envelope(campaign).length();
        List<byte[]> reports = new ArrayList<>();
        for (int at = 2; at < sent.length; at += length)
            reports.add(java.util.Arrays.copyOfRange(sent, at, at + length));
        return reports;
    }
}
