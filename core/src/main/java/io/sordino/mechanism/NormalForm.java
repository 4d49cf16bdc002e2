package io.sordino.mechanism;

import io.sordino.refusal.InvalidException;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;

/** Sums and repetitions, nested in any way, as one list of different mechanisms with their counts. */
public record NormalForm(Map<Mechanism, Long> counts) {
    /** The parts of a mechanism; one that is neither a sum nor a repetition is its only part. */
    public static NormalForm of(Mechanism mechanism) {
        Map<Mechanism, Long> counts = new LinkedHashMap<>();
        gather(mechanism, 1, counts);
        return new NormalForm(counts);
    }

    /** The same mechanism as a single one, or as a sum of repetitions of different ones. */
    public static Mechanism normal(Mechanism mechanism) {
        if (!(mechanism instanceof Composed || mechanism instanceof Repeated)) return mechanism;
        List<Mechanism> parts = new ArrayList<>();
        of(mechanism).counts.forEach((part, count) -> parts.add(count == 1 ? part : new Repeated(count, part)));
        Mechanism only = parts.get(0);
        return parts.size() == 1 && !(only instanceof Repeated) ? only : new Composed(parts);
    }

    private static void gather(Mechanism mechanism, long count, Map<Mechanism, Long> counts) {
        if (mechanism instanceof Composed composed) {
            for (Mechanism part : composed.parts()) gather(part, count, counts);
        } else if (mechanism instanceof Repeated repeated) {
            gather(repeated.base(), product(count, repeated.count()), counts);
        } else {
            counts.merge(mechanism, count, NormalForm::sum);
        }
    }

    private static long product(long a, long b) {
        if (Math.multiplyHigh(a, b) != 0 || a * b > Repeated.MOST || a * b < 0) throw tooMany();
        return a * b;
    }

    private static long sum(long a, long b) {
        if (a + b > Repeated.MOST) throw tooMany();
        return a + b;
    }

    private static InvalidException tooMany() {
        return new InvalidException(
                "the plan repeats a mechanism more than 10^15 times", "count must be at most 10^15");
    }
}
