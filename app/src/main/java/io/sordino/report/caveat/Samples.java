package io.sordino.report.caveat;

import io.sordino.mechanism.Mechanism;
import io.sordino.mechanism.Mechanisms;
import io.sordino.mechanism.NormalForm;
import io.sordino.mechanism.PoissonSampled;
import io.sordino.mechanism.Repeated;
import io.sordino.mechanism.SampledByHits;
import io.sordino.mechanism.SampledWithReplacement;
import io.sordino.mechanism.SampledWithoutReplacement;
import io.sordino.plan.Plans;
import java.util.ArrayList;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Map;
import java.util.Set;

/** Which releases of a plan share a sample and which have one of their own, in words: a sample used twice amplifies once. */
public final class Samples {
    private static final int LONGEST_PLAN = 60;

    private Samples() {}

    public static List<String> of(Mechanism plan) {
        Set<String> sentences = new LinkedHashSet<>();
        gather(plan, sentences);
        return List.copyOf(sentences);
    }

    private static void gather(Mechanism plan, Set<String> sentences) {
        Map<Mechanism, Long> parts = NormalForm.of(plan).counts();
        long fresh = 0;
        List<String> names = new ArrayList<>();
        for (Map.Entry<Mechanism, Long> part : parts.entrySet()) {
            if (!isSample(part.getKey())) continue;
            fresh += part.getValue();
            names.add(shown(part.getValue() == 1 ? part.getKey() : new Repeated(part.getValue(), part.getKey())));
        }
        if (fresh > 1)
            sentences.add(String.join(" + ", names) + ": fresh samples, " + count(fresh)
                    + " of them, each amplifying its own release.");
        for (Mechanism part : parts.keySet()) {
            if (isSample(part)) shared(part, sentences);
            Mechanisms.inner(part).forEach(inner -> gather(inner, sentences));
        }
    }

    private static void shared(Mechanism sample, Set<String> sentences) {
        long releases = 0;
        for (Mechanism inner : Mechanisms.inner(sample))
            for (long count : NormalForm.of(inner).counts().values()) releases += count;
        if (releases > 1)
            sentences.add(shown(sample) + ": one sample, reused by " + count(releases)
                    + " releases; it amplifies once, and they are composed before it does. For fresh samples, sample each"
                    + " release.");
    }

    private static boolean isSample(Mechanism mechanism) {
        return mechanism instanceof PoissonSampled
                || mechanism instanceof SampledByHits
                || mechanism instanceof SampledWithoutReplacement
                || mechanism instanceof SampledWithReplacement;
    }

    private static String count(long number) {
        return number == 2 ? "two" : Long.toString(number);
    }

    private static String shown(Mechanism plan) {
        String text = Plans.print(plan);
        return text.length() <= LONGEST_PLAN ? text : text.substring(0, LONGEST_PLAN) + "...";
    }
}
