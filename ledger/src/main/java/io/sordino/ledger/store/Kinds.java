package io.sordino.ledger.store;

/** What a line can be about. */
public final class Kinds {
    /** A budget begins. */
    public static final String CREATE = "create";
    /** A request took its share. */
    public static final String CHARGE = "charge";
    /** Its one answer was stored. */
    public static final String ANSWER = "answer";
    /** Unused coupons became others. */
    public static final String SWAP = "swap";

    private Kinds() {}
}
