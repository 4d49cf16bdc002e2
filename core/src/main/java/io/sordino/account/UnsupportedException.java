package io.sordino.account;

/** No theorem covers the plan under the relation; the remedy says what to do instead. */
public final class UnsupportedException extends RuntimeException {
    private static final long serialVersionUID = 1L;
    private final String remedy;

    public UnsupportedException(String message, String remedy) {
        super(message);
        this.remedy = remedy;
    }

    public String remedy() {
        return remedy;
    }
}
