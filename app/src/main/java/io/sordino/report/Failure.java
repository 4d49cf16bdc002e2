package io.sordino.report;

import com.fasterxml.jackson.databind.node.ObjectNode;
import io.sordino.account.LimitException;
import io.sordino.account.UnsupportedException;
import io.sordino.plan.PlanException;
import java.util.Locale;
import java.util.OptionalInt;
import java.util.concurrent.CancellationException;

/**
 * Why a request was not answered, and what to do about it.
 *
 * @param position where in the text of the plan, counted from 0; empty if there is no place
 */
public record Failure(Kind kind, String message, String remedy, OptionalInt position) {
    /** Whose turn it is. */
    public enum Kind {
        /** The request is wrong. */
        INVALID,
        /** No theorem covers it. */
        UNSUPPORTED,
        /** An answer would take more time or memory than a request may. */
        LIMIT,
        /** A bug of ours. */
        INTERNAL
    }

    private static final int SHORT = 40;

    public Failure(Kind kind, String message, String remedy) {
        this(kind, message, remedy, OptionalInt.empty());
    }

    public static Failure invalid(String message, String remedy) {
        return new Failure(Kind.INVALID, message, remedy);
    }

    /** What an exception of the core means to the one who asked. */
    public static Failure of(RuntimeException e) {
        String message = String.valueOf(e.getMessage());
        if (e instanceof PlanException plan)
            return new Failure(
                    Kind.INVALID,
                    message,
                    plan.remedy(),
                    plan.position() < 0 ? OptionalInt.empty() : OptionalInt.of(plan.position()));
        if (e instanceof UnsupportedException unsupported)
            return new Failure(Kind.UNSUPPORTED, message, unsupported.remedy());
        if (e instanceof LimitException limit) return new Failure(Kind.LIMIT, message, limit.remedy());
        if (e instanceof CancellationException)
            return new Failure(Kind.LIMIT, message, "ask for a larger width, or compose fewer different parts");
        if (e instanceof IllegalArgumentException && !isOurs(e)) return slip(message);
        return new Failure(
                Kind.INTERNAL,
                "internal error: " + e.getClass().getSimpleName() + ": " + message,
                "please report it with the request");
    }

    /** Errors of the JVM that mean the request was too large for it. */
    public static Failure of(VirtualMachineError e) {
        return new Failure(
                Kind.LIMIT,
                e instanceof StackOverflowError
                        ? "the plan is nested too deep"
                        : "the answer needs more memory than a request may take",
                "ask for a larger width, or compose fewer different parts");
    }

    /** Numbers and losses are built by us alone: a guard that fires there has found a bug, not a wrong request. */
    private static boolean isOurs(RuntimeException e) {
        StackTraceElement[] trace = e.getStackTrace();
        String thrower = trace.length == 0 ? "" : trace[0].getClassName();
        return thrower.startsWith("io.sordino.numeric.") || thrower.startsWith("io.sordino.loss.");
    }

    /** Guards say what is allowed, and some add a hint after a semicolon. */
    private static Failure slip(String message) {
        int hint = message.indexOf("; ");
        return hint < 0
                ? invalid(message, "correct the value")
                : invalid(message.substring(0, hint), message.substring(hint + 2));
    }

    public ObjectNode json() {
        ObjectNode error = Json.object();
        error.put("kind", kind.name().toLowerCase(Locale.ROOT));
        error.put("message", message);
        error.put("remedy", remedy);
        position.ifPresent(at -> error.put("position", at));
        return error;
    }

    /** The part of a refusal that the plan and the relation do not say already. */
    String reason() {
        int colon = message.indexOf(": ");
        return colon < 0 ? "no theorem speaks of it" : message.substring(colon + 2);
    }

    /** User text that is quoted in a message. */
    static String shortened(String text) {
        String visible = text.replaceAll("\\p{Cntrl}", " ");
        return visible.length() <= SHORT ? visible : visible.substring(0, SHORT) + "...";
    }
}
