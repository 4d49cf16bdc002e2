package io.sordino.plan;

import java.util.List;
import java.util.Optional;

/** A plan as it was written, before it means anything: each node knows its place in the text. */
sealed interface Syntax {
    int position();

    /** What the node is, for messages: "a number", "a plan". */
    String describe();

    /** The same tree with a number in place of the hole. */
    default Syntax fill(Numeral value) {
        return this;
    }

    default boolean isHole() {
        return false;
    }

    default Optional<Numeral> numeral() {
        return Optional.empty();
    }

    default Optional<List<Double>> numbers() {
        return Optional.empty();
    }

    default Optional<String> word() {
        return Optional.empty();
    }

    default Optional<Call> call() {
        return Optional.empty();
    }

    default Optional<List<Syntax>> plans() {
        return Optional.empty();
    }

    /** A number. */
    record Literal(int position, Numeral value) implements Syntax {
        @Override
        public String describe() {
            return "the number " + Numeral.text(value.value());
        }

        @Override
        public Optional<Numeral> numeral() {
            return Optional.of(value);
        }
    }

    /** The unknown number of a template. */
    record Hole(int position) implements Syntax {
        @Override
        public String describe() {
            return "'?'";
        }

        @Override
        public Syntax fill(Numeral value) {
            return new Literal(position, value);
        }

        @Override
        public boolean isHole() {
            return true;
        }
    }

    /** A bare word, such as the name of a choice. */
    record Word(int position, String text) implements Syntax {
        @Override
        public String describe() {
            return "the word '" + Nearest.shortened(text) + "'";
        }

        @Override
        public Optional<String> word() {
            return Optional.of(text);
        }
    }

    /** A list of numbers. */
    record Numbers(int position, List<Double> values) implements Syntax {
        @Override
        public String describe() {
            return "a list of numbers";
        }

        @Override
        public Optional<List<Double>> numbers() {
            return Optional.of(values);
        }
    }

    /** A list of plans, the operands of a composition. */
    record Plans(int position, List<Syntax> parts) implements Syntax {
        @Override
        public String describe() {
            return parts.isEmpty() ? "an empty list" : "a list of plans";
        }

        @Override
        public Syntax fill(Numeral value) {
            return new Plans(
                    position, parts.stream().map(part -> part.fill(value)).toList());
        }

        @Override
        public Optional<List<Syntax>> plans() {
            return Optional.of(parts);
        }
    }

    /** A name with arguments; the operators + and * are calls of "composed" and "repeated". */
    record Call(int position, String name, List<Argument> arguments) implements Syntax {
        @Override
        public String describe() {
            return "a plan";
        }

        @Override
        public Syntax fill(Numeral value) {
            return new Call(
                    position,
                    name,
                    arguments.stream().map(argument -> argument.fill(value)).toList());
        }

        @Override
        public Optional<Call> call() {
            return Optional.of(this);
        }
    }

    /** One argument of a call, with its name if it has one. */
    record Argument(int position, Optional<String> name, Syntax value) {
        static Argument positional(Syntax value) {
            return new Argument(value.position(), Optional.empty(), value);
        }

        static Argument named(String name, Syntax value) {
            return new Argument(value.position(), Optional.of(name), value);
        }

        Argument fill(Numeral number) {
            return new Argument(position, name, value.fill(number));
        }
    }
}
