package io.sordino.engine;

import io.sordino.mechanism.Mechanism;
import io.sordino.mechanism.Relation;

/** What leaves the room, the plan by which it is accounted for, and the relation that the plan speaks of. */
public record Release<T>(T value, Mechanism plan, Relation relation) {}
