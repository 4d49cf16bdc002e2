package io.sordino.ledger;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.HashSet;
import java.util.Random;
import java.util.Set;

/** Ends programs that spend at random moments, and looks at what they leave. */
final class Kills {
    private Kills() {}

    static void ofClients(String where, int kills, long seed) throws Exception {
        System.out.println("kills with seed " + seed);
        Random random = new Random(seed);
        Spenders.create(where, 1_000_000);
        Set<String> acknowledged = new HashSet<>();
        for (int kill = 0; kill < kills; kill++) acknowledged.addAll(Spenders.killed(where, "k" + kill, random));
        assertThat(acknowledged).hasSizeGreaterThanOrEqualTo(kills);
        try (Ledger ledger = Ledger.open(where)) {
            Verification verification = ledger.verify();
            assertThat(verification.problems()).isEmpty();
            assertThat(verification.charges()).isGreaterThanOrEqualTo(acknowledged.size());
            for (String id : acknowledged)
                assertThat(ledger.answer("shared", id).orElseThrow().text()).isEqualTo(id);
        }
    }
}
