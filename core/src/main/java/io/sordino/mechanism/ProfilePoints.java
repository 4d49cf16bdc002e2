package io.sordino.mechanism;

import io.sordino.refusal.InvalidException;

/**
 * A black box of which some points of its privacy curve are known: it is (epsilons[i], deltas[i])-private for every i.
 */
public record ProfilePoints(Values epsilons, Values deltas) implements Mechanism {
    public ProfilePoints {
        Check.given("epsilons", epsilons);
        Check.given("deltas", deltas);
        epsilons.matches("epsilons", "deltas", deltas);
        epsilons.rise("epsilons");
        for (double delta : deltas.values())
            if (!(delta < 1)) throw new InvalidException("every delta must be below 1, was " + delta);
    }
}
