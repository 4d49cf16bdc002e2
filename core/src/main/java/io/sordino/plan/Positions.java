package io.sordino.plan;

import io.sordino.mechanism.LastIterate.Position;
import java.util.List;
import java.util.Locale;
import java.util.Optional;
import java.util.stream.Stream;

/** How the position of a record is written: a word, or its number. */
final class Positions {
    private static final List<Position> NAMED = List.of(Position.FIRST, Position.LAST, Position.WORST);

    private Positions() {}

    static Optional<Position> named(String word) {
        return NAMED.stream().filter(position -> text(position).equals(word)).findFirst();
    }

    static String text(Position position) {
        return position.which() == Position.Which.NUMBERED
                ? Long.toString(position.record())
                : position.which().name().toLowerCase(Locale.ROOT);
    }

    /** What may be written. */
    static List<String> choices() {
        return Stream.concat(NAMED.stream().map(Positions::text), Stream.of("NUMBER"))
                .toList();
    }
}
