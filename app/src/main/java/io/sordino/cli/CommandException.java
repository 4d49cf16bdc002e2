package io.sordino.cli;

import io.sordino.plan.PlanException;
import io.sordino.report.Failure;

/** A request that ends here: what to tell the user, and the exit code. */
public final class CommandException extends RuntimeException {
    private static final long serialVersionUID = 1L;

    static final int INVALID = 2;
    static final int NOT_ANSWERED = 3;
    static final int OVER_BUDGET = 4;
    static final int NOT_WRITTEN = 5;
    static final int OUR_BUG = 70;

    private final transient Failure failure;
    private final String excerpt;

    private CommandException(Failure failure, String excerpt) {
        super(failure.message());
        this.failure = failure;
        this.excerpt = excerpt;
    }

    CommandException(Failure failure) {
        this(failure, "");
    }

    public static CommandException invalid(String message, String remedy) {
        return new CommandException(Failure.invalid(message, remedy));
    }

    /** A request for more than is left. */
    public static CommandException overBudget(String message, String remedy) {
        return new CommandException(new Failure(Failure.Kind.BUDGET, message, remedy));
    }

    /** A request that is wrong, with the place in what was typed. */
    public static CommandException invalid(String message, String remedy, String excerpt) {
        return new CommandException(Failure.invalid(message, remedy), excerpt);
    }

    /** A plan that cannot be read, with the place in its text. */
    static CommandException of(PlanException e, String text) {
        return new CommandException(Failure.of(e), e.caret(text));
    }

    Failure failure() {
        return failure;
    }

    /** The wrong line and a ^ under the place; empty if there is none. */
    String excerpt() {
        return excerpt;
    }

    int exitCode() {
        return switch (failure.kind()) {
            case INVALID, DENIED -> INVALID;
            case UNSUPPORTED, LIMIT -> NOT_ANSWERED;
            case BUDGET -> OVER_BUDGET;
            case INTERNAL -> OUR_BUG;
        };
    }
}
