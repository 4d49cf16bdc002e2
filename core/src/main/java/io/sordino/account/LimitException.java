package io.sordino.account;

/** An answer would take more than a question may; the message names the limit, the remedy a way around it. */
public final class LimitException extends RuntimeException {
    private static final long serialVersionUID = 1L;
    private final String remedy;

    public LimitException(String message, String remedy) {
        super(message);
        this.remedy = remedy;
    }

    public String remedy() {
        return remedy;
    }
}
