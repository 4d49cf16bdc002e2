package io.sordino.engine;

import io.sordino.mechanism.Mechanism;

/** What leaves the room, and the plan by which it is accounted for. */
public record Release<T>(T value, Mechanism plan) {}
