package io.sordino.theorem.sampling;

import io.sordino.loss.Change;
import io.sordino.loss.Pair;
import io.sordino.loss.Side;
import io.sordino.loss.pair.ReflectedPair;
import io.sordino.loss.sampling.PoissonPair;
import io.sordino.mechanism.Direction;
import io.sordino.mechanism.Group;
import io.sordino.mechanism.Mechanism;
import io.sordino.mechanism.Relation;
import io.sordino.mechanism.SampledWithReplacement;
import io.sordino.refusal.Refusal;
import io.sordino.theorem.Citation;
import io.sordino.theorem.Known;
import io.sordino.theorem.Theorem;
import io.sordino.theorem.neighbours.Changes;
import io.sordino.theorem.neighbours.OtherRecords;
import io.sordino.theorem.neighbours.Sizes;
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
        if (m.datasetSize() < 2)
            return Theorem.silent("a dataset of one record is always drawn", "use the plan inside");
        Optional<Refusal> clash = Sizes.clash(m.sampleSize(), m.base());
        if (clash.isPresent()) return Theorem.silent(clash.get());
        BinomialMixture hits = new BinomialMixture(m.sampleSize(), 1.0 / m.datasetSize());
        if (!(hits.any() < 1))
            return Theorem.silent("every record is drawn almost surely", "use group(...) for many copies");
        BinomialMixture.Mixtures mixtures = hits.mixtures(copies -> known(copies, m.base(), inquiry));
        if (mixtures.found().isEmpty())
            return Theorem.silent(
                    mixtures.why(), "take a smaller sample_size, a larger dataset_size or a simpler base");
        List<Holds> holds = mixtures.holds(mixture -> sampled(hits.anyUp(), mixture, inquiry));
        // where a record is replaced, the samples that hold it are those of a removed one
        Change change = inquiry.direction() == Direction.REPLACE ? Change.REMOVED : Changes.of(inquiry.direction());
        boolean asked =
                OtherRecords.mayHoldEither(m.base()) || (m.sampleSize() == 1 && OtherRecords.mayBeNone(m.base()));
        if (asked)
            inquiry.about(m.base(), Relation.REPLACE_ONE, Direction.REPLACE)
                    .attainedPair()
                    .ifPresent(known -> holds.add(hits.below(known, change)));
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
                ? new PoissonPair(eta, Changes.of(inquiry.direction()), mixture, Side.UPPER)
                : new ReflectedPair(new PoissonPair(eta, Change.REMOVED, mixture, Side.UPPER));
    }
}
