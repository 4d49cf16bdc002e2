package io.sordino.account;

import io.sordino.refusal.Refusal;
import io.sordino.refusal.Remedy;

/** An answer would take more than a question may; the refusal names the limit and a way around it. */
public final class LimitException extends RuntimeException {
    private static final long serialVersionUID = 1L;
    private final transient Refusal refusal;

    /** Of the limit that was hit and a way around it. */
    public LimitException(String reason, String remedy) {
        this(Refusal.of(reason, remedy));
    }

    /** Of a refusal that names the limit. */
    public LimitException(Refusal refusal) {
        super(refusal.reason());
        this.refusal = refusal;
    }

    /** The limit, and a way around it. */
    public Refusal refusal() {
        return refusal;
    }

    /** What to do instead, as an imperative. */
    public String remedy() {
        return refusal.remedy().map(Remedy::toString).orElse("");
    }
}
