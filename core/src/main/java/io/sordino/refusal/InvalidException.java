package io.sordino.refusal;

import java.io.Serial;

/**
 * A plan, a number or data that its guard does not allow: the one who asked has to change it.
 *
 * <p>Every other {@link IllegalArgumentException}, such as that of a guard of our own numerics, has found a bug of ours.
 */
public class InvalidException extends IllegalArgumentException {
    @Serial
    private static final long serialVersionUID = 1L;

    private final transient Refusal refusal;

    /** Of what is wrong, where the reason says all. */
    public InvalidException(String reason) {
        this(Refusal.because(reason));
    }

    /** Of what is wrong and how to mend it. */
    public InvalidException(String reason, String remedy) {
        this(Refusal.of(reason, remedy));
    }

    /** As above, where something else found it. */
    public InvalidException(String reason, String remedy, Throwable cause) {
        this(reason, remedy);
        initCause(cause);
    }

    /** Of a refusal that is known already. */
    public InvalidException(Refusal refusal) {
        this(refusal.toString(), refusal);
    }

    /** For relatives that know more of what is wrong. */
    protected InvalidException(String message, Refusal refusal) {
        super(message);
        this.refusal = refusal;
    }

    /** What is wrong, and how to mend it. */
    public Refusal refusal() {
        return refusal;
    }
}
