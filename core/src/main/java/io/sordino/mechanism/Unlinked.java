package io.sordino.mechanism;

/**
 * Several local reports of each client on the same value, all shuffled together: nobody can tell which belong to one client. Reports that travel
 * together are {@code shuffled(clients, messages * plan)}.
 */
public record Unlinked(long clients, long messages, Mechanism randomizer) implements Mechanism {
    public Unlinked {
        Check.atLeast("clients", 2, clients);
        Check.atLeast("messages", 1, messages);
        Check.given("plan", randomizer);
    }
}
