package io.sordino.report;

import com.fasterxml.jackson.databind.node.ObjectNode;
import io.sordino.account.Disagreement;
import io.sordino.account.LimitException;
import io.sordino.account.UnsupportedException;
import io.sordino.ledger.OverBudgetException;
import io.sordino.mechanism.Mechanism;
import io.sordino.plan.PlanException;
import io.sordino.plan.Plans;
import io.sordino.refusal.InvalidException;
import io.sordino.refusal.Refusal;
import io.sordino.refusal.Remedy;
import io.sordino.report.text.Json;
import java.util.Locale;
import java.util.OptionalInt;
import java.util.concurrent.CancellationException;

/**
 * Why a request was not answered, and what to do about it.
 *
 * @param why the message without what those who know the plan and the relation need not be told again
 * @param position where in the text of the plan, counted from 0; empty if there is no place
 */
public record Failure(Kind kind, String message, String why, Remedy remedy, OptionalInt position) {
    /** Whose turn it is. */
    public enum Kind {
        /** The request is wrong. */
        INVALID,
        /** No theorem covers it. */
        UNSUPPORTED,
        /** An answer would take more time or memory than a request may. */
        LIMIT,
        /** What is left of a budget does not suffice. */
        BUDGET,
        /** Whoever asks may not. */
        DENIED,
        /** A bug of ours. */
        INTERNAL
    }

    private static final int SHORT = 40;
    private static final int LONG = 600;

    private static final Remedy CORRECT = Remedy.of("correct the value");
    private static final Remedy ASK_LESS = Remedy.of("ask for a larger width, or compose fewer different parts");

    public Failure(Kind kind, String message, String remedy) {
        this(kind, message, Remedy.of(remedy));
    }

    private Failure(Kind kind, String message, Remedy remedy) {
        this(kind, message, message, remedy, OptionalInt.empty());
    }

    public static Failure invalid(String message, String remedy) {
        return new Failure(Kind.INVALID, message, remedy);
    }

    /** What is thrown, whatever it is, means to the one who asked. */
    public static Failure of(Throwable thrown) {
        if (thrown instanceof RuntimeException e) return of(e);
        if (thrown instanceof StackOverflowError || thrown instanceof OutOfMemoryError)
            return of((VirtualMachineError) thrown);
        return internal(thrown);
    }

    /** What an exception means to the one who asked: one that carries a refusal is meant for them, any other is a bug of ours. */
    public static Failure of(RuntimeException e) {
        if (e instanceof OverBudgetException over)
            return new Failure(
                    Kind.BUDGET,
                    over.refusal().reason(),
                    over.refusal().remedy().orElse(CORRECT));
        if (e instanceof InvalidException invalid) return of(invalid);
        if (e instanceof UnsupportedException unsupported) return of(unsupported);
        if (e instanceof LimitException limit)
            return new Failure(
                    Kind.LIMIT,
                    limit.refusal().reason(),
                    limit.refusal().remedy().orElse(ASK_LESS));
        if (e instanceof CancellationException)
            return new Failure(Kind.LIMIT, String.valueOf(e.getMessage()), ASK_LESS);
        if (e instanceof Disagreement disagreement)
            return new Failure(
                    Kind.INTERNAL,
                    "internal error: theorems exclude each other: " + disagreement.told(Failure::plan),
                    "do not use the answer, and please report it with the request");
        return internal(e);
    }

    private static Failure internal(Throwable thrown) {
        return new Failure(
                Kind.INTERNAL,
                "internal error: " + thrown.getClass().getSimpleName() + ": " + thrown.getMessage(),
                "please report it with the request");
    }

    private static Failure of(InvalidException e) {
        Refusal refusal = e.refusal();
        OptionalInt position = e instanceof PlanException plan && plan.position() >= 0
                ? OptionalInt.of(plan.position())
                : OptionalInt.empty();
        return new Failure(
                Kind.INVALID,
                refusal.reason(),
                refusal.reason(),
                refusal.remedy().orElse(CORRECT),
                position);
    }

    private static Failure of(UnsupportedException e) {
        Refusal refusal = e.refusal();
        return new Failure(
                Kind.UNSUPPORTED,
                refusal.reason(),
                e.why(),
                refusal.remedy().orElseGet(Remedy::seeCoverage),
                OptionalInt.empty());
    }

    private static String plan(Mechanism mechanism) {
        String text = Plans.print(mechanism);
        return text.length() <= LONG ? text : text.substring(0, LONG) + "...";
    }

    /** Errors of the JVM that mean the request was too large for it. */
    public static Failure of(VirtualMachineError e) {
        return new Failure(
                Kind.LIMIT,
                e instanceof StackOverflowError
                        ? "the plan is nested too deep"
                        : "the answer needs more memory than a request may take",
                ASK_LESS);
    }

    public ObjectNode json() {
        ObjectNode error = Json.object();
        error.put("kind", kind.name().toLowerCase(Locale.ROOT));
        error.put("message", message);
        error.put("remedy", remedy.toString());
        position.ifPresent(at -> error.put("position", at));
        return error;
    }

    public Refusal refusal() {
        return Refusal.of(message, remedy);
    }

    /** User text that is quoted in a message. */
    public static String shortened(String text) {
        String visible = text.replaceAll("\\p{Cntrl}", " ");
        return visible.length() <= SHORT ? visible : visible.substring(0, SHORT) + "...";
    }
}
