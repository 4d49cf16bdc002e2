package io.sordino.engine;

import io.sordino.engine.seal.Seal;
import io.sordino.mechanism.Mechanism;
import io.sordino.mechanism.Relation;
import java.util.Objects;

/**
 * What leaves the room, the plan by which it is accounted for, and the relation that the plan speaks of. Only the queries of this project make
 * one: whoever holds a release holds a number that was drawn as its plan says.
 */
public final class Release<T> {
    private final T value;
    private final Mechanism plan;
    private final Relation relation;

    private Release(T value, Mechanism plan, Relation relation) {
        this.value = value;
        this.plan = plan;
        this.relation = relation;
    }

    /** For queries of this project, which alone have the seal. */
    public static <T> Release<T> of(T value, Mechanism plan, Relation relation, Seal seal) {
        Objects.requireNonNull(seal);
        return new Release<>(value, plan, relation);
    }

    /** What was released. */
    public T value() {
        return value;
    }

    /** What was run. */
    public Mechanism plan() {
        return plan;
    }

    /** What neighbours are, for the plan. */
    public Relation relation() {
        return relation;
    }

    @Override
    public String toString() {
        return "Release[" + value + ", " + plan + ", " + relation + "]";
    }
}
