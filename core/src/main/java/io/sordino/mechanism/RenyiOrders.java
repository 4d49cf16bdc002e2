package io.sordino.mechanism;

import io.sordino.refusal.InvalidException;

/**
 * A black box of which the Renyi divergences of some orders are known: at most {@code epsilons[i]} at order {@code alphas[i]}.
 */
public record RenyiOrders(Values alphas, Values epsilons) implements Mechanism {
    public RenyiOrders {
        Check.given("alphas", alphas);
        Check.given("epsilons", epsilons);
        alphas.matches("alphas", "epsilons", epsilons);
        alphas.rise("alphas");
        if (!(alphas.values().get(0) > 1))
            throw new InvalidException(
                    "every order must be above 1, was " + alphas.values().get(0));
    }
}
