package io.sordino.client;

import java.security.SecureRandom;
import java.util.HashMap;
import java.util.Map;
import java.util.Optional;

/** Campaigns, devices and coins for tests. */
final class Campaigns {
    static final byte[] SECRET = Hpke.newSecret(seeded(3));

    private Campaigns() {}

    static Campaign of(String randomizer, int values, int days, boolean memoised, int answers) {
        String text = text(randomizer, values, days, memoised, answers);
        return Campaign.read(text.replace("ID", Campaign.idOf(text)));
    }

    static String text(String randomizer, int values, int days, boolean memoised, int answers) {
        return "{\"format\": \"" + Campaign.FORMAT + "\", \"id\": \"ID\", \"values\": " + values + ", \"days\": " + days
                + ", \"memoised\": " + memoised + ", \"device_answers\": " + answers + ", \"randomizer\": " + randomizer
                + ", \"keys\": [{\"id\": 1, \"from_day\": 1, \"to_day\": " + days + ", \"public\": \""
                + Hex.write(Hpke.publicKey(SECRET)) + "\"}]}";
    }

    /** A probability as a campaign writes it. */
    static long of62(double probability) {
        return (long) (probability * (1L << 62));
    }

    static SecureRandom seeded(long seed) {
        return new Seeded(seed);
    }

    private static final class Seeded extends SecureRandom {
        private static final long serialVersionUID = 1L;
        private final java.util.SplittableRandom random;

        Seeded(long seed) {
            random = new java.util.SplittableRandom(seed);
        }

        @Override
        public void nextBytes(byte[] bytes) {
            random.nextBytes(bytes);
        }
    }

    static Device.Memory memory() {
        Map<String, byte[]> kept = new HashMap<>();
        return new Device.Memory() {
            @Override
            public Optional<byte[]> read(String name) {
                return Optional.ofNullable(kept.get(name));
            }

            @Override
            public void write(Map<String, byte[]> changes) {
                kept.putAll(changes);
            }
        };
    }
}
