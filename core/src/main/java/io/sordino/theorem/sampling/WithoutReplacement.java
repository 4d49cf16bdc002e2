package io.sordino.theorem.sampling;

import io.sordino.loss.Change;
import io.sordino.loss.HasPair;
import io.sordino.loss.Pair;
import io.sordino.loss.Side;
import io.sordino.loss.pair.ReflectedPair;
import io.sordino.loss.pair.ReflectedProfile;
import io.sordino.loss.sampling.PoissonPair;
import io.sordino.loss.sampling.PoissonProfile;
import io.sordino.mechanism.Direction;
import io.sordino.mechanism.Mechanism;
import io.sordino.mechanism.PoissonSampled;
import io.sordino.mechanism.Relation;
import io.sordino.mechanism.SampledWithoutReplacement;
import io.sordino.numeric.Down;
import io.sordino.refusal.Refusal;
import io.sordino.theorem.Citation;
import io.sordino.theorem.Knowledge;
import io.sordino.theorem.Known;
import io.sordino.theorem.Reach;
import io.sordino.theorem.Theorem;
import io.sordino.theorem.neighbours.Changes;
import io.sordino.theorem.neighbours.OtherRecords;
import io.sordino.theorem.neighbours.Sizes;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;

/**
 * A uniformly random subset of m of n records, one of which is replaced: with q = m/n and e^eps' = 1 + q (e^eps - 1),
 * delta'(eps') is at most q delta(eps) for eps of at least 0; reflected, this is a dominating pair, so it composes.
 *
 * <p>From below: where all other records equal the new value of the replaced one, the sampled mechanism is
 * (1 - q) Q + q P against Q, or the other way round.
 *
 * <p>Balle, Barthe and Gaboardi 2018 (arXiv:1807.01647v2), Theorem 9; Zhu, Dong and Wang 2022, Proposition 30. Theory:
 * docs/theory/WithoutReplacement.md
 */
public final class WithoutReplacement implements Theorem<SampledWithoutReplacement> {
    @Override
    public Class<SampledWithoutReplacement> about() {
        return SampledWithoutReplacement.class;
    }

    @Override
    public Citation citation() {
        return Citation.of(WithoutReplacement.class, "Balle, Barthe and Gaboardi 2018, Theorem 9 (arXiv:1807.01647v2)");
    }

    @Override
    public Verdict apply(SampledWithoutReplacement m, Inquiry inquiry) {
        if (inquiry.direction() != Direction.REPLACE)
            return Theorem.silent(
                    "a sample of fixed size tells whether a record was added or removed, because the"
                            + " sample size depends on the dataset size",
                    Relation.askUnder(Relation.REPLACE_ONE).or("use poisson(...)"));
        Optional<Refusal> clash = Sizes.clash(m.sampleSize(), m.base());
        if (clash.isPresent()) return Theorem.silent(clash.get());
        Knowledge base = inquiry.about(m.base());
        if (base.known().isEmpty()) return Theorem.silent(base.why());
        if (m.sampleSize() == m.datasetSize())
            return new Several(base.known().stream()
                    .map(k -> new Holds(k.loss(), k.reach(), List.of(k)))
                    .toList());
        double rate = Math.min(Math.nextDown(1.0), Math.nextUp(m.sampleSize() / (double) m.datasetSize()));
        double rateBelow = Math.nextDown(m.sampleSize() / (double) m.datasetSize());
        boolean either =
                OtherRecords.mayHoldEither(m.base()) || (m.sampleSize() == 1 && OtherRecords.mayBeNone(m.base()));
        List<Holds> holds = new ArrayList<>();
        for (Known known : base.known()) {
            if (known.reach().boundsAbove()) above(known, rate, holds);
            if (known.reach().boundsBelow() && either) below(known, rateBelow, holds);
        }
        if (!either) oneOfMany(m, rateBelow, inquiry, holds);
        return holds.isEmpty() ? Theorem.silent("only a Renyi curve of the base is known") : new Several(holds);
    }

    /**
     * The others are drawn anew inside, so all of one value they would add noise of their own. A subset of a subset is one; and
     * where all others contribute nothing, so does the new value: the pair of a removed record.
     */
    private static void oneOfMany(SampledWithoutReplacement m, double rate, Inquiry inquiry, List<Holds> holds) {
        if (m.base() instanceof SampledWithoutReplacement inner) {
            Mechanism one = new SampledWithoutReplacement(inner.sampleSize(), m.datasetSize(), inner.base());
            inquiry.about(one).known().stream()
                    .filter(known -> known.reach().boundsBelow())
                    .forEach(known -> holds.add(new Holds(known.loss(), Reach.BELOW, List.of(known))));
        }
        if (m.base() instanceof PoissonSampled inner && NoiseAlone.is(inner)) {
            double product = Down.mul(rate, inner.rate());
            if (product > 0)
                inquiry.about(new PoissonSampled(product, inner.base())).known().stream()
                        .filter(known -> known.reach().boundsBelow())
                        .forEach(known -> holds.add(new Holds(known.loss(), Reach.BELOW, List.of(known))));
        } else if (NoiseAlone.is(m.base())) {
            for (Direction direction : Relation.ADD_OR_REMOVE_ONE.directions())
                for (Known known : inquiry.about(m.base(), Relation.ADD_OR_REMOVE_ONE, direction)
                        .known()) if (known.reach().boundsBelow()) below(known, rate, Changes.of(direction), holds);
        }
    }

    private static void above(Known known, double rate, List<Holds> holds) {
        if (known.loss() instanceof HasPair profile)
            holds.add(new Holds(
                    new ReflectedProfile(new PoissonProfile(rate, Change.REMOVED, profile)),
                    Reach.ABOVE,
                    List.of(known)));
        else if (known.loss() instanceof Pair pair)
            holds.add(new Holds(
                    new ReflectedPair(new PoissonPair(rate, Change.REMOVED, pair, Side.UPPER)),
                    Reach.ABOVE,
                    List.of(known)));
    }

    private static void below(Known known, double rate, List<Holds> holds) {
        below(known, rate, Change.REMOVED, holds);
        below(known, rate, Change.ADDED, holds);
    }

    private static void below(Known known, double rate, Change change, List<Holds> holds) {
        holds.addAll(Sampled.of(rate, change, known, Reach.BELOW));
    }
}
