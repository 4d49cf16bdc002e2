package io.sordino.account;

import io.sordino.loss.Workspace;
import io.sordino.mechanism.Allocated;
import io.sordino.mechanism.Composed;
import io.sordino.mechanism.Direction;
import io.sordino.mechanism.Mechanism;
import io.sordino.mechanism.NormalForm;
import io.sordino.mechanism.PoissonSampled;
import io.sordino.mechanism.Relation;
import io.sordino.mechanism.SampledWithReplacement;
import io.sordino.mechanism.SampledWithoutReplacement;
import io.sordino.numeric.Contradiction;
import io.sordino.numeric.Patience;
import io.sordino.refusal.Refusal;
import io.sordino.theorem.Citation;
import io.sordino.theorem.Derivation;
import io.sordino.theorem.Knowledge;
import io.sordino.theorem.Known;
import io.sordino.theorem.Silence;
import io.sordino.theorem.Theorem;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.Iterator;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.stream.Collectors;
import java.util.stream.Stream;

/**
 * The memory of one question: what the theorems said of every mechanism that came up, in every direction, and what their losses
 * worked out.
 */
final class Session {
    /** @param sampled whether a sampler around it makes the number of its records random */
    private record Key(Mechanism mechanism, Relation relation, Direction direction, boolean sampled) {}

    private final List<Theorem<?>> theorems;
    private final double width;
    private final double depth;
    private final Workspace workspace;
    private final Map<Key, Knowledge> memory = new HashMap<>();
    /** What one theorem said of a mechanism that the caller asked about. */
    private final Map<List<Object>, Knowledge> said = new HashMap<>();

    /** @param depth the logarithm of the smallest delta that matters */
    Session(List<Theorem<?>> theorems, double width, double depth) {
        this(theorems, width, depth, new Workspace());
    }

    Session(List<Theorem<?>> theorems, double width, double depth, Workspace workspace) {
        this.workspace = workspace;
        this.theorems = theorems;
        this.width = width;
        this.depth = depth;
    }

    /** Whether a theorem that spoke may have given up losses that are rarer than the depth. */
    boolean depthMatters() {
        Set<Citation> deep = theorems.stream()
                .filter(Theorem::looksToDepth)
                .map(Theorem::citation)
                .collect(Collectors.toSet());
        // a whole that is composed is worked out where it is asked; only as a part it looks to the depth
        return Stream.concat(
                        memory.values().stream().flatMap(knowledge -> knowledge.known().stream()),
                        said.values().stream()
                                .flatMap(knowledge -> knowledge.known().stream())
                                .filter(known -> !(known.why().mechanism() instanceof Composed)))
                .anyMatch(known -> deep.contains(known.why().theorem()));
    }

    Knowledge about(Mechanism mechanism, Relation relation, Direction direction) {
        return about(mechanism, relation, direction, false);
    }

    private Knowledge about(Mechanism mechanism, Relation relation, Direction direction, boolean sampled) {
        Mechanism normal = NormalForm.normal(mechanism);
        Key key = new Key(normal, relation, direction, sampled);
        Knowledge known = memory.get(key);
        if (known == null) {
            known = ask(key);
            memory.put(key, known);
        }
        return known;
    }

    /** What the theorems say, one after the other, so that a caller may stop early. */
    Iterable<Knowledge> each(Mechanism mechanism, Relation relation, Direction direction, boolean all) {
        Mechanism normal = NormalForm.normal(mechanism);
        List<Theorem<?>> concerned = new ArrayList<>();
        for (Theorem<?> theorem : theorems)
            if (concerns(theorem, normal) && (all || !theorem.forComparison())) concerned.add(theorem);
        return () -> new Hearings(concerned.iterator(), new Key(normal, relation, direction, false));
    }

    /** Asks a theorem when its turn comes. A stream would do, at more than the cost of a closed form. */
    private final class Hearings implements Iterator<Knowledge> {
        private final Iterator<Theorem<?>> concerned;
        private final Key key;

        Hearings(Iterator<Theorem<?>> concerned, Key key) {
            this.concerned = concerned;
            this.key = key;
        }

        @Override
        public boolean hasNext() {
            return concerned.hasNext();
        }

        @Override
        public Knowledge next() {
            Theorem<?> theorem = concerned.next();
            return said.computeIfAbsent(List.of(theorem, key), first -> ask(theorem, key));
        }
    }

    private Knowledge ask(Key key) {
        List<Known> known = new ArrayList<>();
        List<Silence> silences = new ArrayList<>();
        for (Theorem<?> theorem : theorems) {
            if (!concerns(theorem, key.mechanism) || theorem.standsAlone()) continue;
            if (key.sampled && theorem.countsRecords()) continue;
            Knowledge one = ask(theorem, key);
            known.addAll(one.known());
            silences.addAll(one.silences());
        }
        return new Knowledge(known, silences);
    }

    private static <M extends Mechanism> boolean concerns(Theorem<M> theorem, Mechanism mechanism) {
        return theorem.about().isInstance(mechanism)
                && theorem.concerns(theorem.about().cast(mechanism));
    }

    private <M extends Mechanism> Knowledge ask(Theorem<M> theorem, Key key) {
        Patience.check();
        Mechanism mechanism = key.mechanism;
        Theorem.Verdict verdict = verdict(theorem, theorem.about().cast(mechanism), new Question(key, theorem));
        List<Theorem.Holds> holds = verdict instanceof Theorem.Several several
                ? several.holds()
                : verdict instanceof Theorem.Holds one ? List.of(one) : List.of();
        if (!holds.isEmpty()) {
            List<Known> known = new ArrayList<>(holds.size());
            for (Theorem.Holds one : holds) known.add(known(theorem, mechanism, one));
            return new Knowledge(known, List.of());
        }
        Refusal why = verdict instanceof Theorem.Silent silent
                ? silent.why()
                : Refusal.because("what is known of its parts bounds neither end of the whole");
        return new Knowledge(List.of(), List.of(new Silence(theorem.citation(), mechanism, why)));
    }

    /** A theorem that meets a contradiction on its way is named. */
    private static <M extends Mechanism> Theorem.Verdict verdict(Theorem<M> theorem, M mechanism, Question question) {
        try {
            return theorem.apply(mechanism, question);
        } catch (Disagreement named) {
            throw named;
        } catch (Contradiction e) {
            throw Disagreement.within(
                    mechanism,
                    "the loss, " + question.relation.label() + " " + question.direction,
                    new Derivation(theorem.citation(), mechanism, List.of()),
                    e);
        }
    }

    private static Known known(Theorem<?> theorem, Mechanism mechanism, Theorem.Holds holds) {
        List<Derivation> from = holds.from().stream().map(Known::why).toList();
        return new Known(holds.loss(), holds.reach(), new Derivation(theorem.citation(), mechanism, from));
    }

    private final class Question implements Theorem.Inquiry {
        private final Relation relation;
        private final Direction direction;
        private final boolean looksToDepth;
        private final boolean sampled;

        Question(Key key, Theorem<?> asked) {
            relation = key.relation;
            direction = key.direction;
            looksToDepth = asked.looksToDepth();
            sampled = key.sampled
                    || key.mechanism instanceof PoissonSampled
                    || key.mechanism instanceof Allocated
                    || key.mechanism instanceof SampledWithReplacement
                    || key.mechanism instanceof SampledWithoutReplacement;
        }

        @Override
        public Relation relation() {
            return relation;
        }

        @Override
        public Direction direction() {
            return direction;
        }

        @Override
        public double width() {
            return width;
        }

        @Override
        public double depth() {
            if (!looksToDepth) throw new IllegalStateException("a theorem that looks to the depth has to say so");
            return depth;
        }

        @Override
        public Workspace workspace() {
            return workspace;
        }

        @Override
        public Knowledge about(Mechanism inner) {
            return Session.this.about(inner, relation, direction, sampled);
        }

        @Override
        public Knowledge about(Mechanism inner, Relation otherRelation, Direction otherDirection) {
            return Session.this.about(inner, otherRelation, otherDirection, sampled);
        }
    }
}
