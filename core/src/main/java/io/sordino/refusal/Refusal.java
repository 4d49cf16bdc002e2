package io.sordino.refusal;

import java.util.Optional;

/**
 * Why a question is not answered, and what to do about it where something can be done.
 *
 * <p>Silences of theorems and exceptions carry it, so that nobody has to read it out of a sentence.
 */
public record Refusal(String reason, Optional<Remedy> remedy) {
    /** One that nobody knows a way around. */
    public static Refusal because(String reason) {
        return new Refusal(reason, Optional.empty());
    }

    /** With a remedy in words. */
    public static Refusal of(String reason, String remedy) {
        return of(reason, Remedy.of(remedy));
    }

    /** With a remedy that may name an option. */
    public static Refusal of(String reason, Remedy remedy) {
        return new Refusal(reason, Optional.of(remedy));
    }

    /** In one line, which is for reading only. */
    @Override
    public String toString() {
        return reason + remedy.map(advice -> "; " + advice).orElse("");
    }
}
