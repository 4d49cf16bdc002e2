package io.sordino.report;

import io.sordino.mechanism.Relation;
import io.sordino.refusal.InvalidException;
import java.util.Arrays;
import java.util.Locale;
import java.util.stream.Collectors;

/** Relations by the names that users know: add-remove or ADD_OR_REMOVE_ONE. */
public final class Relations {
    private Relations() {}

    public static Relation parse(String name) {
        String wanted = name.strip().toLowerCase(Locale.ROOT).replace('_', '-');
        return Arrays.stream(Relation.values())
                .filter(relation -> wanted.equals(relation.label())
                        || wanted.equals(
                                relation.name().toLowerCase(Locale.ROOT).replace('_', '-')))
                .findFirst()
                .orElseThrow(() -> new InvalidException(
                        "relation must be " + labels() + ", was '" + Failure.shortened(name) + "'"));
    }

    public static String labels() {
        return Arrays.stream(Relation.values()).map(Relation::label).collect(Collectors.joining(" or "));
    }

    /** What is protected, as a clause: "when one record is ...". */
    public static String inWords(Relation relation) {
        return switch (relation) {
            case ADD_OR_REMOVE_ONE -> "one record is added to the dataset or removed from it";
            case REPLACE_ONE -> "one record is replaced by any other one";
            case REPLACE_SPECIAL -> "one record is replaced by an empty one that contributes nothing";
        };
    }
}
