package io.sordino.ledger.store;

/** How much there is of a resource, and how much of it is taken. */
public record Holding(long most, long spent) {
    /** What may still be taken. */
    public long left() {
        return most - spent;
    }
}
