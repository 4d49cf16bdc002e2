package io.sordino.plan;

import io.sordino.mechanism.Counts;
import io.sordino.mechanism.LastIterate;
import io.sordino.mechanism.Mechanism;
import io.sordino.mechanism.Schedule;
import io.sordino.mechanism.Values;
import java.util.List;

/** What a parameter takes, told by the type of its record component. */
enum Kind {
    REAL("a number"),
    WHOLE("a whole number"),
    CHOICE("a word"),
    POSITION("first, last, worst or the number of a record"),
    SCHEDULE("a number or a list of numbers such as [0.1, 0.2]"),
    COUNTS("a whole number or a list of them such as [8, 16]"),
    VALUES("a list of numbers such as [0, 1]"),
    PLAN("a plan such as gaussian(1.1)"),
    PLANS("a list of plans such as [gaussian(1.1), laplace(20)]");

    private final String expected;

    Kind(String expected) {
        this.expected = expected;
    }

    String expected() {
        return expected;
    }

    boolean isNumber() {
        return this == REAL || this == WHOLE || this == SCHEDULE;
    }

    static Kind of(Class<?> type) {
        if (type == double.class) return REAL;
        if (type == long.class) return WHOLE;
        if (type == Schedule.class) return SCHEDULE;
        if (type == Counts.class) return COUNTS;
        if (type == Values.class) return VALUES;
        if (type == Mechanism.class) return PLAN;
        if (type == List.class) return PLANS;
        if (type == LastIterate.Position.class) return POSITION;
        if (type.isEnum()) return CHOICE;
        throw new IllegalStateException("the plan language has no form for a component of type " + type);
    }
}
