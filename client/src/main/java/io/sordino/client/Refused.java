package io.sordino.client;

/** Something that is not done, with the reason; nothing was sent and nothing was charged. */
public final class Refused extends RuntimeException {
    private static final long serialVersionUID = 1L;

    /** For this reason, which says nothing about a value. */
    public Refused(String reason) {
        super(reason);
    }
}
