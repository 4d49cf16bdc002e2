package io.sordino.ledger;

import io.sordino.refusal.InvalidException;

/** A request that would take more than is left; nothing was charged. */
public final class OverBudgetException extends InvalidException {
    private static final long serialVersionUID = 1L;

    /** What is missing and what is left. */
    public OverBudgetException(Decision.Refused refused) {
        super(
                refused.why() + "; left: " + refused.left() + "; nothing was charged",
                "ask for less or for more noise, or create a budget for it");
    }
}
