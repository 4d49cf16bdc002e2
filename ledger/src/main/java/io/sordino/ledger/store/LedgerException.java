package io.sordino.ledger.store;

import io.sordino.refusal.InvalidException;

/** A ledger, or what else is kept as it is, that cannot be opened, read or written; nothing was changed unless the message says so. */
public final class LedgerException extends InvalidException {
    private static final long serialVersionUID = 1L;

    /** What is wrong, and what to do. */
    public LedgerException(String reason, String remedy) {
        super(reason, remedy);
    }

    /** As above, where the database said so. */
    public LedgerException(String reason, String remedy, Throwable cause) {
        super(reason, remedy, cause);
    }
}
