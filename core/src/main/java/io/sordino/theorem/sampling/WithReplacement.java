package io.sordino.theorem.sampling;

import io.sordino.loss.MixturePair;
import io.sordino.loss.Pair;
import io.sordino.loss.PoissonPair;
import io.sordino.loss.ReflectedPair;
import io.sordino.mechanism.Direction;
import io.sordino.mechanism.Group;
import io.sordino.mechanism.Mechanism;
import io.sordino.mechanism.Relation;
import io.sordino.mechanism.SampledWithReplacement;
import io.sordino.numeric.Binomial;
import io.sordino.numeric.Up;
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
 * (1 - eta) Q + eta P_k against Q dominates at every order, and the other way round.
 *
 * <p>Balle, Barthe and Gaboardi 2018 (arXiv:1807.01647v2), Theorems 10 and 11. Theory: docs/theory/WithReplacement.md
 */
public final class WithReplacement implements Theorem<SampledWithReplacement> {
    private static final double NEGLIGIBLE = Math.log(1e-60);
    private static final int MOST_COPIES = 400;
    /** How well logarithms of weights are known, relatively to themselves. */
    private static final double LOG_ERROR = 1.5e-14;

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
        List<Double> weights = new ArrayList<>();
        List<Pair> pairs = new ArrayList<>();
        List<Known> from = new ArrayList<>();
        double error = 0;
        for (long k = 1; k <= m.sampleSize(); k++) {
            double log = Binomial.logPmf(k, m.sampleSize(), rate) - Math.log(eta);
            if (log < NEGLIGIBLE && k > m.sampleSize() * rate) break;
            if (weights.size() == MOST_COPIES)
                return Theorem.silent("a record may be drawn more than " + MOST_COPIES
                        + " times; take a smaller sample_size or a larger dataset_size");
            Mechanism group = k == 1 ? m.base() : new Group(k, m.base());
            Optional<Known> known = inquiry.about(group, Relation.REPLACE_ONE, Direction.REPLACE)
                    .dominatingPair();
            if (known.isEmpty())
                return Theorem.silent("the base has no known pair for " + k + " replaced records; use a base such as"
                        + " gaussian(...), laplace(...) or dp(...)");
            weights.add(Math.exp(log));
            error = Math.max(error, LOG_ERROR * (1 + Math.abs(log) + Math.abs(Math.log(eta))));
            pairs.add((Pair) known.get().loss());
            from.add(known.get());
        }
        double up = Math.min(Math.nextDown(1.0), eta * (1 + 4 * Math.ulp(1.0)));
        Pair mixture = new MixturePair(weights, pairs, error, rest(m, weights.size(), rate, eta));
        List<Holds> holds = new ArrayList<>();
        Known first = from.get(0);
        boolean adding = inquiry.direction() == Direction.ADD;
        Pair sampled = new PoissonPair(up, adding, mixture);
        holds.add(new Holds(
                inquiry.direction() == Direction.REPLACE ? new ReflectedPair(sampled) : sampled,
                Reach.ABOVE,
                List.of(first)));
        inquiry.about(m.base(), Relation.REPLACE_ONE, Direction.REPLACE)
                .attainedPair()
                .ifPresent(known -> holds.add(below(known, eta * (1 - 4 * Math.ulp(1.0)), adding)));
        return new Several(holds);
    }

    /** The share of samples with more copies than are listed. */
    private static double rest(SampledWithReplacement m, int listed, double rate, double eta) {
        if (listed >= m.sampleSize()) return 0;
        return Math.min(1, Up.exp(Binomial.logSf(listed, m.sampleSize(), rate).upper()) / eta * (1 + 1e-9));
    }

    /** A query that asks whether one value is in the sample sees each record once, however often it was drawn. */
    private static Holds below(Known known, double eta, boolean adding) {
        return new Holds(new PoissonPair(eta, adding, (Pair) known.loss()), Reach.BELOW, List.of(known));
    }
}
