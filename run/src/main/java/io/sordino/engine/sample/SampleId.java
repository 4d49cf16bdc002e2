package io.sordino.engine.sample;

import io.sordino.noise.RandomSource;
import io.sordino.refusal.InvalidException;

/** The public name of one secret sample. It says nothing of who is in it, and no two samples have the same. */
public record SampleId(String text) {
    public SampleId {
        if (!text.matches("[0-9a-f]{32}"))
            throw new InvalidException(
                    "the id of a sample has 32 hexadecimal digits", "leave it to the system to draw it");
    }

    /** A name that nobody has had. */
    public static SampleId fresh(RandomSource random) {
        StringBuilder digits = new StringBuilder();
        for (int i = 0; i < 4; i++) digits.append(String.format("%08x", random.bits(32)));
        return new SampleId(digits.toString());
    }

    @Override
    public String toString() {
        return text;
    }
}
