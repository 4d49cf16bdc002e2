package io.sordino.theorem.sampling;

import io.sordino.loss.HasPair;
import io.sordino.loss.Pair;
import io.sordino.loss.Profile;
import io.sordino.loss.Side;
import io.sordino.loss.sampling.GaussianReplacePair;
import io.sordino.loss.sampling.MixturePair;
import io.sordino.loss.sampling.PoissonPair;
import io.sordino.loss.sampling.ReplacedInSample;
import io.sordino.mechanism.Direction;
import io.sordino.mechanism.Gaussian;
import io.sordino.mechanism.PoissonSampled;
import io.sordino.mechanism.Relation;
import io.sordino.mechanism.TruncatedPoissonSampled;
import io.sordino.numeric.Binomial;
import io.sordino.numeric.Bracket;
import io.sordino.numeric.Down;
import io.sordino.numeric.Up;
import io.sordino.refusal.Refusal;
import io.sordino.theorem.Citation;
import io.sordino.theorem.Known;
import io.sordino.theorem.Reach;
import io.sordino.theorem.Theorem;
import io.sordino.theorem.neighbours.Changes;
import io.sordino.theorem.neighbours.OtherRecords;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;

/**
 * A Poisson sample at rate q that is cut to a random subset of B where it has more. Of the n - 1 other records K are drawn; with probability
 * t = P(K >= B) they fill the batch, and whether they do is told. If not, the record is in the batch with probability q, as in any Poisson
 * sample. If they do, it is there with probability r = (B / n) P(Bin(n, q) > B) / t, in the place of another one: the Poisson map at rate r of
 * the base's pair for a replaced record. From below: a query to which no other record contributes sees a Poisson sample at rate (1-t) q + t r.
 *
 * <p>Ganesh et al. 2025 (arXiv:2508.15089) for Gaussian noise, with a looser second part. Theory: docs/theory/TruncatedSample.md
 */
public final class TruncatedSample implements Theorem<TruncatedPoissonSampled> {
    /** Counts of which the binomial law is certified. */
    private static final long MOST_RECORDS = 1L << 51;

    private static final double LEAST = 1e-300;

    @Override
    public Class<TruncatedPoissonSampled> about() {
        return TruncatedPoissonSampled.class;
    }

    @Override
    public Citation citation() {
        return Citation.of(TruncatedSample.class, "Ganesh et al. 2025 (arXiv:2508.15089); derived on the theory page");
    }

    @Override
    public Verdict apply(TruncatedPoissonSampled m, Inquiry inquiry) {
        Optional<Refusal> counted = OtherRecords.areCounted(m.base());
        if (counted.isPresent()) return Theorem.silent(counted.get());
        if (!NoiseAlone.is(m.base())) return Theorem.silent(NoiseAlone.needed(m.base()));
        if (!(m.datasetSize() <= MOST_RECORDS)) return Theorem.silent("needs a dataset of at most 2^51 records");
        Batch batch = Batch.of(m);
        List<Holds> holds = new ArrayList<>();
        if (batch.joins >= Double.MIN_NORMAL)
            inquiry.about(new PoissonSampled(batch.joins, m.base()))
                    .attainedPair()
                    .ifPresent(known -> holds.add(new Holds(known.loss(), Reach.BELOW, List.of(known))));
        Optional<Known> free =
                inquiry.about(new PoissonSampled(m.rate(), m.base())).dominatingPair();
        if (free.isEmpty()) return Theorem.silent("the base has no known pair on a Poisson sample");
        // fewer others than places
        if (m.datasetSize() <= m.truncatedBatchSize()) {
            holds.add(new Holds(free.get().loss(), Reach.ABOVE, List.of(free.get())));
            return new Several(holds);
        }
        for (Known full : full(m, batch.placed, inquiry)) {
            Pair mixture = new MixturePair(
                    List.of(batch.filled, batch.open),
                    List.of((Pair) full.loss(), (Pair) free.get().loss()),
                    0);
            holds.add(new Holds(mixture, Reach.ABOVE, List.of(free.get(), full)));
        }
        return new Several(holds);
    }

    /** Pairs for a batch that the others fill, in which the record takes the place of another one with this probability. */
    private static List<Known> full(TruncatedPoissonSampled m, double rate, Inquiry inquiry) {
        Optional<Known> replaced =
                inquiry.about(m.base(), Relation.REPLACE_ONE, Direction.REPLACE).dominatingPair();
        if (replaced.isEmpty()) return List.of();
        Pair base = (Pair) replaced.get().loss();
        if (inquiry.relation() == Relation.ADD_OR_REMOVE_ONE)
            return List.of(new Known(
                    rate < 1 ? new PoissonPair(rate, Changes.of(inquiry.direction()), base, Side.UPPER) : base,
                    Reach.ABOVE,
                    replaced.get().why()));
        if (!(rate < 1)) return List.of(replaced.get());
        List<Known> known = new ArrayList<>();
        HasPair either = new ReplacedInSample(rate, (Profile) base, (Profile) base);
        known.add(new Known(either.pair(Side.UPPER), Reach.ABOVE, replaced.get().why()));
        if (m.base() instanceof Gaussian gaussian) {
            double mu = Up.div(2, gaussian.noiseMultiplier());
            if (mu <= GaussianReplacePair.FARTHEST)
                known.add(new Known(
                        new GaussianReplacePair(rate, mu),
                        Reach.ABOVE,
                        replaced.get().why()));
        }
        return known;
    }

    /**
     * @param filled at least the probability that the others fill the batch
     * @param open at least the probability that they do not
     * @param placed at least the probability that the record is in the batch if they do
     * @param joins at most the probability that it is there at all
     */
    private record Batch(double filled, double open, double placed, double joins) {
        static Batch of(TruncatedPoissonSampled m) {
            long n = m.datasetSize();
            long size = m.truncatedBatchSize();
            Bracket logFilled = Binomial.logSf(size - 1, n - 1, m.rate());
            Bracket logOpen = Binomial.logCdf(size - 1, n - 1, m.rate());
            Bracket logPlaced = Binomial.logSf(size, n, m.rate());
            double logShare = Up.log(Up.div((double) size, (double) n));
            double up = Up.exp(Up.sub(Up.add(logPlaced.upper(), logShare), logFilled.lower()));
            double most = Math.min(m.rate(), up >= 0 ? up : 1);
            double share = Down.div((double) size, (double) n);
            double joined = Down.add(
                    Down.mul(m.rate(), Down.exp(logOpen.lower())), Down.mul(share, Down.exp(logPlaced.lower())));
            return new Batch(
                    probability(logFilled), probability(logOpen), Math.max(LEAST, most), Math.min(m.rate(), joined));
        }

        private static double probability(Bracket log) {
            return Math.min(1, Math.max(LEAST, Up.exp(log.upper())));
        }
    }
}
