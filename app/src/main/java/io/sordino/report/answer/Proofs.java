package io.sordino.report.answer;

import com.fasterxml.jackson.databind.node.ArrayNode;
import com.fasterxml.jackson.databind.node.ObjectNode;
import io.sordino.mechanism.Composed;
import io.sordino.mechanism.Mechanism;
import io.sordino.plan.Plans;
import io.sordino.report.text.Json;
import io.sordino.theorem.Derivation;
import io.sordino.theorem.Silence;
import java.util.LinkedHashMap;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.stream.Collectors;

/** Proof trees and silences, as JSON and in a line. */
public final class Proofs {
    private static final int NAMED_BASES = 4;

    private Proofs() {}

    public static ArrayNode json(List<Derivation> why) {
        ArrayNode trees = Json.array();
        why.forEach(derivation -> trees.add(json(derivation)));
        return trees;
    }

    private static ObjectNode json(Derivation derivation) {
        ObjectNode node = Json.object();
        node.put("theorem", derivation.theorem().name());
        node.put("source", derivation.theorem().source());
        node.put("plan", plan(derivation.mechanism()));
        node.set("from", json(once(derivation.from())));
        return node;
    }

    /** Every proof once: a theorem may stand on the same one in both directions. */
    static List<Derivation> once(List<Derivation> all) {
        Map<ObjectNode, Derivation> kept = new LinkedHashMap<>();
        all.forEach(derivation -> kept.putIfAbsent(json(derivation), derivation));
        return List.copyOf(kept.values());
    }

    static ArrayNode silences(List<Silence> silences) {
        ArrayNode all = Json.array();
        for (Silence silence : silences) {
            ObjectNode node = Json.object();
            node.put("theorem", silence.theorem().name());
            node.put("plan", plan(silence.mechanism()));
            node.put("why", silence.why().toString());
            all.add(node);
        }
        return all;
    }

    /** The plan of a node as its user wrote it: theorems see a lone repetition as a composition with one part. */
    static String plan(Mechanism mechanism) {
        boolean alone =
                mechanism instanceof Composed composed && composed.parts().size() == 1;
        return Plans.print(alone ? ((Composed) mechanism).parts().get(0) : mechanism);
    }

    /** The theorem of each tree with its source, and the names of those it stands on. */
    static String line(List<Derivation> why) {
        return why.stream().map(Proofs::line).collect(Collectors.joining("; "));
    }

    private static String line(Derivation derivation) {
        Set<String> names = new LinkedHashSet<>();
        gather(derivation.from(), names);
        String bases = names.stream().limit(NAMED_BASES).collect(Collectors.joining(", "))
                + (names.size() > NAMED_BASES ? ", ..." : "");
        return derivation.theorem().name() + ": " + derivation.theorem().source()
                + (names.isEmpty() ? "" : ", on " + bases);
    }

    private static void gather(List<Derivation> derivations, Set<String> names) {
        for (Derivation derivation : derivations) {
            names.add(derivation.theorem().name());
            gather(derivation.from(), names);
        }
    }
}
