package io.sordino.ledger;

import io.sordino.mechanism.Mechanism;
import java.nio.charset.StandardCharsets;

/** What was drawn, and the plan of what ran. */
public final class Drawn {
    private final Mechanism plan;
    private final byte[] answer;

    /** Of bytes. */
    public Drawn(Mechanism plan, byte[] answer) {
        this.plan = plan;
        this.answer = answer.clone();
    }

    /** Of a text. */
    public Drawn(Mechanism plan, String answer) {
        this(plan, answer.getBytes(StandardCharsets.UTF_8));
    }

    Mechanism plan() {
        return plan;
    }

    byte[] answer() {
        return answer.clone();
    }
}
