package io.sordino.account;

import io.sordino.mechanism.Refusal;
import io.sordino.mechanism.Remedy;

/** An answer would take more than a question may; the refusal names the limit and a way around it. */
public final class LimitException extends RuntimeException {
    private static final long serialVersionUID = 1L;
    private final transient Refusal refusal;

    public LimitException(String reason, String remedy) {
        this(Refusal.of(reason, remedy));
    }

    public LimitException(Refusal refusal) {
        super(refusal.reason());
        this.refusal = refusal;
    }

    public Refusal refusal() {
        return refusal;
    }

    public String remedy() {
        return refusal.remedy().map(Remedy::toString).orElse("");
    }
}
