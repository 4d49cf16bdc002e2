package io.sordino.theorem.composition;

import io.sordino.loss.Pair;
import io.sordino.loss.RenyiCurve;
import io.sordino.loss.pair.AtomicPair;
import io.sordino.loss.primitive.GaussianPair;
import io.sordino.loss.renyi.ConcentratedCurve;
import io.sordino.loss.renyi.MixtureCurve;
import io.sordino.loss.sampling.MixturePair;
import io.sordino.mechanism.Mechanism;
import io.sordino.mechanism.Mixture;
import io.sordino.numeric.Up;
import io.sordino.theorem.Citation;
import io.sordino.theorem.Knowledge;
import io.sordino.theorem.Known;
import io.sordino.theorem.Reach;
import io.sordino.theorem.Theorem;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;

/**
 * One of several mechanisms, chosen at random beforehand and told: delta(eps) = sum of w_i delta_i(eps) in either direction, and
 * E[e^((alpha-1) L)] = sum of w_i E[e^((alpha-1) L_i)]. Exact where the parts are; a choice that stays secret reveals no more.
 *
 * <p>The joint convexity of divergences, with equality where the parts do not overlap. Theory: docs/theory/ChosenAtRandom.md
 */
public final class ChosenAtRandom implements Theorem<Mixture> {
    @Override
    public Class<Mixture> about() {
        return Mixture.class;
    }

    @Override
    public Citation citation() {
        return Citation.of(
                ChosenAtRandom.class, "profiles of what is chosen by a public coin are averages; proof on its page");
    }

    @Override
    public Verdict apply(Mixture m, Inquiry inquiry) {
        List<Double> weights = new ArrayList<>();
        double rest = 0;
        List<Knowledge> parts = new ArrayList<>();
        double sum = m.weights().values().stream().mapToDouble(w -> w).sum();
        for (int i = 0; i < m.plans().size(); i++) {
            double weight = m.weights().values().get(i) / sum;
            if (!(weight > Double.MIN_NORMAL)) {
                rest = Up.add(rest, weight);
                continue;
            }
            weights.add(weight);
            Mechanism plan = m.plans().get(i);
            parts.add(inquiry.about(plan));
        }
        List<Holds> holds = new ArrayList<>();
        List<Known> above = new ArrayList<>();
        for (Knowledge part : parts) {
            Optional<Known> one = part.dominatingPair();
            if (one.isEmpty()) return Theorem.silent(part.why());
            above.add(one.get());
        }
        boolean exact = rest == 0 && above.stream().allMatch(known -> known.reach() == Reach.EXACT);
        List<Pair> pairs = above.stream().map(known -> (Pair) known.loss()).toList();
        holds.add(new Holds(new MixturePair(weights, pairs, rest), exact ? Reach.EXACT : Reach.ABOVE, above));
        if (!exact) attained(weights, parts).ifPresent(holds::add);
        if (rest == 0) curve(weights, parts).ifPresent(holds::add);
        return new Several(holds);
    }

    /** Of a part of which nothing is known from below, that its two laws may be equal. */
    private static Optional<Holds> attained(List<Double> weights, List<Knowledge> parts) {
        List<Pair> pairs = new ArrayList<>();
        List<Known> from = new ArrayList<>();
        for (Knowledge part : parts) {
            Optional<Known> known = part.attainedPair();
            known.ifPresent(from::add);
            pairs.add(known.map(one -> (Pair) one.loss()).orElseGet(AtomicPair::equal));
        }
        return from.isEmpty()
                ? Optional.empty()
                : Optional.of(new Holds(new MixturePair(weights, pairs, 0), Reach.BELOW, from));
    }

    private static Optional<Holds> curve(List<Double> weights, List<Knowledge> parts) {
        List<RenyiCurve> curves = new ArrayList<>();
        List<Known> from = new ArrayList<>();
        for (Knowledge part : parts) {
            Optional<Known> known = part.known().stream()
                    .filter(one -> one.reach().boundsAbove()
                            && (one.loss() instanceof RenyiCurve || one.loss() instanceof GaussianPair))
                    .findFirst();
            if (known.isEmpty()) return Optional.empty();
            from.add(known.get());
            curves.add(
                    known.get().loss() instanceof GaussianPair noise
                            ? ConcentratedCurve.gaussian(noise.muUp())
                            : (RenyiCurve) known.get().loss());
        }
        return Optional.of(new Holds(new MixtureCurve(weights, curves), Reach.ABOVE, from));
    }
}
