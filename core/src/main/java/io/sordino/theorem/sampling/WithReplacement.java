package io.sordino.theorem.sampling;

import io.sordino.loss.MixturePair;
import io.sordino.loss.Pair;
import io.sordino.loss.PoissonPair;
import io.sordino.loss.Profile;
import io.sordino.loss.ReflectedPair;
import io.sordino.mechanism.Direction;
import io.sordino.mechanism.Group;
import io.sordino.mechanism.Mechanism;
import io.sordino.mechanism.Relation;
import io.sordino.mechanism.SampledWithReplacement;
import io.sordino.numeric.Binomial;
import io.sordino.theorem.Citation;
import io.sordino.theorem.Known;
import io.sordino.theorem.Reach;
import io.sordino.theorem.Theorem;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;

/**
 * m independent uniform draws from n records. A record is drawn k times with probability B_k = C(m,k) (1/n)^k (1-1/n)^(m-k);
 * with eta = 1 - B_0 and e^eps' = 1 + eta (e^eps - 1), delta'(eps') is at most the sum over k of B_k delta_k(eps), where
 * delta_k is the profile of the base for k replaced records.
 *
 * <p>Replaced record: proved for eps of at least 0, reflected below. Added or removed record: the sample that misses the record
 * is a sample of the smaller dataset, and the one that hits it k times differs from such a sample in k replaced records, so
 * (1 - eta) Q + eta P_k against Q dominates at every order, and the other way round. A record replaced by a special one is a
 * replaced record.
 *
 * <p>Balle, Barthe and Gaboardi 2018 (arXiv:1807.01647v2), Theorems 10 and 11. Theory: docs/theory/WithReplacement.md
 */
public final class WithReplacement implements Theorem<SampledWithReplacement> {
    private static final double NEGLIGIBLE = Math.log(1e-60);
    private static final double UNDERFLOW = -760;
    private static final int MOST_COPIES = 400;
    /** More than these would not fit beside each other, and take longer than anyone waits. */
    private static final long MOST_ATOMS = 500_000;

    @Override
    public Class<SampledWithReplacement> about() {
        return SampledWithReplacement.class;
    }

    @Override
    public Citation citation() {
        return Citation.of(
                WithReplacement.class, "Balle, Barthe and Gaboardi 2018, Theorems 10 and 11 (arXiv:1807.01647v2)");
    }

    @Override
    public Verdict apply(SampledWithReplacement m, Inquiry inquiry) {
        if (m.datasetSize() < 2) return Theorem.silent("a dataset of one record is always drawn; use the plan inside");
        Optional<String> clash = Sizes.clash(m.sampleSize(), m.base());
        if (clash.isPresent()) return Theorem.silent(clash.get());
        double rate = 1.0 / m.datasetSize();
        double eta = -Math.expm1(m.sampleSize() * Math.log1p(-rate));
        if (!(eta < 1)) return Theorem.silent("every record is drawn almost surely; use group(...) for many copies");
        List<Copies> copies = copies(m.sampleSize(), rate);
        List<Double> weights = new ArrayList<>();
        List<Pair> pairs = new ArrayList<>();
        Optional<Known> first = Optional.empty();
        long atoms = 0;
        for (Copies one : copies) {
            if (!one.alone()) break;
            if (pairs.size() == MOST_COPIES)
                return Theorem.silent("a record may be drawn more than " + MOST_COPIES
                        + " times; take a smaller sample_size or a larger dataset_size");
            Optional<Known> known = known(one.most(), m.base(), inquiry);
            if (known.isEmpty())
                return Theorem.silent("the base has no known pair for " + one.most() + " replaced records; use a base"
                        + " such as gaussian(...), laplace(...) or dp(...)");
            Pair pair = (Pair) known.get().loss();
            atoms += pair.atoms().size();
            if (atoms > MOST_ATOMS)
                return Theorem.silent("the laws for all numbers of copies have more than " + MOST_ATOMS
                        + " losses; take a smaller sample_size or a simpler base");
            weights.add(weight(one, m.sampleSize(), rate, eta));
            pairs.add(pair);
            if (first.isEmpty()) first = known;
        }
        double up = Math.min(Math.nextDown(1.0), eta * (1 + 4 * Math.ulp(1.0)));
        List<Known> from = first.stream().toList();
        List<Holds> holds = new ArrayList<>();
        int listed = pairs.size();
        double rest = listed < copies.size()
                ? weight(new Copies(copies.get(listed).least(), m.sampleSize()), m.sampleSize(), rate, eta)
                : 0;
        holds.add(new Holds(sampled(up, new MixturePair(weights, pairs, rest), inquiry), Reach.ABOVE, from));
        if (rest > 0) {
            // what is rarer than any composition needs matters for a single run with a tiny delta; nothing composes it
            for (Copies many : copies.subList(listed, copies.size())) {
                Optional<Known> known = known(many.most(), m.base(), inquiry);
                if (known.isEmpty()) break;
                weights.add(weight(many, m.sampleSize(), rate, eta));
                pairs.add((Pair) known.get().loss());
            }
            if (pairs.size() == copies.size()) {
                Profile deep = sampled(up, new MixturePair(weights, pairs, 0), inquiry)::logDelta;
                holds.add(new Holds(deep, Reach.ABOVE, from));
            }
        }
        boolean adding = inquiry.direction() == Direction.ADD;
        boolean asked = Others.mayHoldEither(m.base()) || (m.sampleSize() == 1 && Others.mayBeNone(m.base()));
        if (asked)
            inquiry.about(m.base(), Relation.REPLACE_ONE, Direction.REPLACE)
                    .attainedPair()
                    .ifPresent(known -> holds.add(below(known, eta * (1 - 4 * Math.ulp(1.0)), adding)));
        return new Several(holds);
    }

    private static Optional<Known> known(long copies, Mechanism base, Inquiry inquiry) {
        return inquiry.about(copies == 1 ? base : new Group(copies, base), Relation.REPLACE_ONE, Direction.REPLACE)
                .dominatingPair();
    }

    /*
     * A record that is replaced, if only by a special one, is replaced in the samples that hold it: the other neighbour's
     * sample is then not one that misses the record, and the direct forms for added and removed records do not hold.
     */
    private static Pair sampled(double eta, Pair mixture, Inquiry inquiry) {
        return inquiry.relation() == Relation.ADD_OR_REMOVE_ONE
                ? new PoissonPair(eta, inquiry.direction() == Direction.ADD, mixture)
                : new ReflectedPair(new PoissonPair(eta, false, mixture));
    }

    /** From {@code least} to {@code most} hits of a record, taken to be the most. */
    private record Copies(long least, long most) {
        boolean alone() {
            return least == most;
        }
    }

    /** One by one while they matter for a delta above 1e-60, then in blocks that double, and at last all that no double shows. */
    private static List<Copies> copies(long draws, double rate) {
        List<Copies> all = new ArrayList<>();
        long k = 1;
        for (; k <= draws; k++) {
            if (k > draws * rate && Binomial.logPmf(k, draws, rate) < NEGLIGIBLE) break;
            all.add(new Copies(k, k));
            if (all.size() > MOST_COPIES) return all;
        }
        while (k <= draws) {
            boolean seen = Binomial.logPmf(k, draws, rate) > UNDERFLOW;
            long most = seen ? Math.min(draws, 2 * k) : draws;
            all.add(new Copies(k, most));
            k = most + 1;
        }
        return all;
    }

    /** The share of these numbers of hits among samples that have the record, rounded up. */
    private static double weight(Copies copies, long draws, double rate, double eta) {
        double log = Binomial.logPmf(copies.least(), draws, rate) - Math.log(eta);
        double weight = Math.max(Double.MIN_NORMAL, Math.exp(log + 4e-14 * (1 + Math.abs(log))));
        // beyond the mean the masses fall at least as fast as by the ratio of the first two
        double k = copies.least() + 1.0;
        double ratio = (draws - copies.least()) / k * rate / (1 - rate);
        if (copies.alone()) return Math.min(1, weight);
        return ratio < 0.99 ? Math.min(1, weight / (1 - ratio)) : 1;
    }

    /** A query that asks whether one value is in the sample sees each record once, however often it was drawn. */
    private static Holds below(Known known, double eta, boolean adding) {
        return new Holds(new PoissonPair(eta, adding, (Pair) known.loss()), Reach.BELOW, List.of(known));
    }
}
