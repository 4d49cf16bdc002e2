package io.sordino.report;

import io.sordino.account.Accountant;
import io.sordino.account.Precision;
import io.sordino.mechanism.Mechanism;
import io.sordino.mechanism.NormalForm;
import io.sordino.mechanism.Relation;
import java.util.Optional;

/**
 * A plan, the relation it is asked under and the width wanted.
 *
 * @param relationGiven whether the asker named the relation or left it to the plan
 */
public record Question(Mechanism plan, Relation relation, boolean relationGiven, Precision wanted) {
    public Question {
        // counts that multiply beyond the limit are a slip of the asker, and this says so before any work is done
        NormalForm.of(plan);
    }

    public static Question of(Mechanism plan, Optional<Relation> relation, Precision wanted) {
        return new Question(
                plan, relation.orElseGet(() -> Accountant.defaultRelation(plan)), relation.isPresent(), wanted);
    }

    public Question withWidth(Precision other) {
        return new Question(plan, relation, relationGiven, other);
    }

    /** What must be said about a relation that nobody asked for. */
    public Optional<String> note() {
        return relationGiven || relation == Relation.ADD_OR_REMOVE_ONE
                ? Optional.empty()
                : Optional.of("answered under " + relation.label()
                        + ", since a part of the plan speaks of replaced records only; --relation names another one");
    }
}
