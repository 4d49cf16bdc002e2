package io.sordino.account;

import io.sordino.refusal.Refusal;
import io.sordino.refusal.Remedy;

/** No theorem covers the plan under the relation; the refusal says why, and what to do instead. */
public final class UnsupportedException extends RuntimeException {
    private static final long serialVersionUID = 1L;
    private final transient Refusal refusal;
    private final String why;

    /** Of what is not covered and a way around it. */
    public UnsupportedException(String reason, String remedy) {
        this(Refusal.of(reason, remedy), reason);
    }

    /** @param why the reason without the plan and the relation, for those who know them */
    public UnsupportedException(Refusal refusal, String why) {
        super(refusal.reason());
        this.refusal = refusal;
        this.why = why;
    }

    /** What is not covered, and what to do instead. */
    public Refusal refusal() {
        return refusal;
    }

    /** The reason without the plan and the relation, for those who know them. */
    public String why() {
        return why;
    }

    /** What to do instead, as an imperative. */
    public String remedy() {
        return refusal.remedy().map(Remedy::toString).orElse("");
    }
}
