package io.sordino.audit;

import io.sordino.mechanism.Mechanism;
import io.sordino.mechanism.Relation;
import io.sordino.numeric.Bracket;
import java.util.Optional;

/**
 * What an audit saw.
 *
 * @param epsilonLower at this delta the mechanism as it runs cannot have a smaller epsilon, with the given confidence
 * @param claimed what the accountant says epsilon is at this delta
 * @param finding what contradicts the claim, where something does
 */
public record AuditResult(
        Mechanism plan,
        Relation relation,
        long samples,
        double confidence,
        double delta,
        double epsilonLower,
        Bracket claimed,
        Optional<String> finding) {
    /** Whether what was seen can be squared with the claim. */
    public enum Verdict {
        /** Nothing that was seen contradicts the claim; that is no proof. */
        CONSISTENT,
        /** Something that was seen contradicts the claim. */
        VIOLATED
    }

    /** Violated if something was found. */
    public Verdict verdict() {
        return finding.isEmpty() ? Verdict.CONSISTENT : Verdict.VIOLATED;
    }
}
