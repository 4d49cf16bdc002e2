package io.sordino.mechanism;

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

    public InvalidException(String reason) {
        this(Refusal.because(reason));
    }

    public InvalidException(String reason, String remedy) {
        this(Refusal.of(reason, remedy));
    }

    public InvalidException(String reason, String remedy, Throwable cause) {
        this(reason, remedy);
        initCause(cause);
    }

    public InvalidException(Refusal refusal) {
        this(refusal.toString(), refusal);
    }

    protected InvalidException(String message, Refusal refusal) {
        super(message);
        this.refusal = refusal;
    }

    public Refusal refusal() {
        return refusal;
    }
}
