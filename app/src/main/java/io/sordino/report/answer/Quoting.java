package io.sordino.report.answer;

import io.sordino.mechanism.Relation;
import java.util.Collection;
import java.util.EnumSet;
import java.util.List;
import java.util.Set;

/** Which number of a table to quote, and why: rows of different relations promise different things. */
final class Quoting {
    private Quoting() {}

    /** A line for every relation of a table that has more than one. */
    static List<String> lines(Collection<Relation> relations) {
        Set<Relation> shown = EnumSet.noneOf(Relation.class);
        shown.addAll(relations);
        if (shown.size() < 2) return List.of();
        return shown.stream()
                .map(one -> "quote " + one.label() + " " + when(one))
                .toList();
    }

    private static String when(Relation relation) {
        return switch (relation) {
            case ADD_OR_REMOVE_ONE ->
                "if it may be secret who is in the data: nobody can tell whether a record was there";
            case REPLACE_ONE ->
                "if the number of records is public: nobody can tell what a record said; it moves twice as far, so it costs more";
            case REPLACE_SPECIAL ->
                "if a record may be blanked out and keeps its place: what fixed batches and shuffled ones can be compared under";
        };
    }
}
