package io.sordino.spark;

import io.sordino.refusal.InvalidException;
import java.io.Serializable;
import java.util.ArrayList;
import java.util.List;
import java.util.function.Supplier;

/**
 * What a machine has found, or why it refuses its data: our own words, which say nothing of a row, travel back as a value, since Spark wraps what is thrown in
 * words of its own.
 *
 * @param found one thing, or nothing where it was refused
 */
record Told<T extends Serializable>(ArrayList<T> found, String reason, String remedy) implements Serializable {
    static <T extends Serializable> Told<T> by(Supplier<T> work) {
        try {
            return new Told<>(new ArrayList<>(List.of(work.get())), "", "");
        } catch (InvalidException e) {
            return refusal(e);
        }
    }

    private static <T extends Serializable> Told<T> refusal(InvalidException e) {
        String remedy = e.refusal().remedy().map(Object::toString).orElse("mend the data");
        return new Told<>(new ArrayList<>(), e.refusal().reason(), remedy);
    }

    /** The same without what was found. */
    Told<T> refusal() {
        return new Told<>(new ArrayList<>(), reason, remedy);
    }

    boolean isRefused() {
        return found.isEmpty();
    }

    /** What was found; refuses what that machine has refused. */
    T value() {
        if (isRefused()) throw new InvalidException(reason, remedy);
        return found.get(0);
    }
}
