package io.sordino.theorem.sampling;

import io.sordino.loss.Change;
import io.sordino.loss.Loss;
import io.sordino.loss.Pair;
import io.sordino.loss.Profile;
import io.sordino.loss.Side;
import io.sordino.loss.primitive.GaussianPair;
import io.sordino.loss.sampling.GaussianMixturePair;
import io.sordino.loss.sampling.MixturePair;
import io.sordino.loss.sampling.PoissonPair;
import io.sordino.numeric.Binomial;
import io.sordino.numeric.Ulp;
import io.sordino.theorem.Known;
import io.sordino.theorem.Reach;
import io.sordino.theorem.Theorem;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.function.LongFunction;
import java.util.function.UnaryOperator;

/**
 * How often one of {@code draws} independent chances hits, each with probability {@code rate}, and the mixture of the laws for every number
 * of hits: a record that is drawn again and again, or a group of records that may each be drawn.
 */
record BinomialMixture(long draws, double rate) {
    private static final double NEGLIGIBLE = Math.log(1e-60);
    private static final double UNDERFLOW = -760;
    private static final int MOST_COPIES = 400;
    /** Up to here the mixture of normal laws is worked out. */
    private static final int MOST_HIDDEN = 64;

    /** More than these would not fit beside each other, and take longer than anyone waits. */
    private static final long MOST_ATOMS = 500_000;

    /** The probability of a hit at all. */
    double any() {
        return -Math.expm1(draws * Math.log1p(-rate));
    }

    double anyUp() {
        return Math.min(Math.nextDown(1.0), any() * (1 + 4 * Ulp.ONE));
    }

    double anyDown() {
        return any() * (1 - 4 * Ulp.ONE);
    }

    /** A law given that there is a hit, the number of hits told. */
    record Found(Pair pair, boolean composes, List<Known> from) {}

    /** What was found, or why nothing was. */
    record Mixtures(List<Found> found, String why) {
        /** @param sampled from a law given that there is a hit to that of all samples */
        List<Theorem.Holds> holds(UnaryOperator<Pair> sampled) {
            List<Theorem.Holds> holds = new ArrayList<>();
            for (Found one : found) {
                Pair pair = sampled.apply(one.pair());
                // what is rarer than any composition needs matters only for a single run: nothing composes it
                Loss loss = one.composes() ? pair : (Profile) pair::logDelta;
                holds.add(new Theorem.Holds(loss, Reach.ABOVE, one.from()));
            }
            return holds;
        }
    }

    /** A query that asks whether there was a hit at all sees each of them as one. */
    Theorem.Holds below(Known attained, Change change) {
        Pair pair = new PoissonPair(anyDown(), change, (Pair) attained.loss(), Side.LOWER);
        return new Theorem.Holds(pair, Reach.BELOW, List.of(attained));
    }

    /** From {@code least} to {@code most} hits, taken to be the most. */
    private record Copies(long least, long most) {
        boolean alone() {
            return least == most;
        }
    }

    /**
     * One mixture for any composition, which counts very many hits as infinite loss, and one for a single run that does not.
     *
     * @param known a pair that dominates so many hits
     */
    Mixtures mixtures(LongFunction<Optional<Known>> known) {
        List<Copies> copies = copies();
        List<Double> weights = new ArrayList<>();
        List<Pair> pairs = new ArrayList<>();
        List<Known> from = new ArrayList<>();
        long atoms = 0;
        for (Copies one : copies) {
            if (!one.alone()) break;
            if (pairs.size() == MOST_COPIES) return none("there may be more than " + MOST_COPIES + " hits");
            Optional<Known> dominating = known.apply(one.most());
            // what is not known of so many hits may be anything
            if (dominating.isEmpty()) break;
            Pair pair = (Pair) dominating.get().loss();
            atoms += pair.atoms().size();
            if (atoms > MOST_ATOMS)
                return none("the laws for all numbers of hits have more than " + MOST_ATOMS + " losses");
            weights.add(weight(one));
            pairs.add(pair);
            if (from.isEmpty()) from.add(dominating.get());
        }
        int listed = pairs.size();
        double rest =
                listed < copies.size() ? weight(new Copies(copies.get(listed).least(), draws)) : 0;
        if (listed == 0 || !(rest < 1)) return none("the base has no known pair for " + (listed + 1) + " hits");
        List<Found> found = new ArrayList<>();
        found.add(new Found(new MixturePair(weights, pairs, rest), true, from));
        for (Copies many : copies.subList(listed, copies.size())) {
            Optional<Known> dominating = known.apply(many.most());
            if (dominating.isEmpty()) break;
            weights.add(weight(many));
            pairs.add((Pair) dominating.get().loss());
        }
        if (rest > 0 && pairs.size() == copies.size())
            found.add(new Found(new MixturePair(weights, pairs, 0), false, from));
        return new Mixtures(found, "");
    }

    private static Mixtures none(String why) {
        return new Mixtures(List.of(), why);
    }

    /**
     * Gaussian noise that a hit shifts by mu, the number of hits not told, given that there is one.
     *
     * @param most numbers of hits above are left out
     * @param rest at least their probability
     */
    record Hidden(BinomialMixture hits, double mu, int most, double rest) {
        /** Never below the truth: what is left out counts as infinite loss. */
        Pair dominating(Change change) {
            Pair listed = attained(change);
            return rest > 0 ? new MixturePair(List.of(1.0), List.of(listed), rest) : listed;
        }

        /** Never above the truth. */
        Pair attained(Change change) {
            return GaussianMixturePair.ofHits(hits.draws, most, hits.rate, hits.any(), mu, change);
        }

        /** Probabilities of 1, 2, ... hits, rounded up. */
        List<Double> likely() {
            List<Double> likely = new ArrayList<>();
            for (int k = 1; k <= most; k++) likely.add(hits.weight(new Copies(k, k)) * hits.anyUp());
            return likely;
        }

        /** The number of hits told: above {@link #dominating}, and made of laws that are known in closed form. */
        Pair told() {
            List<Double> weights = new ArrayList<>();
            List<Pair> pairs = new ArrayList<>();
            for (int k = 1; k <= most; k++) {
                weights.add(hits.weight(new Copies(k, k)));
                pairs.add(GaussianPair.of(k * mu));
            }
            return new MixturePair(weights, pairs, rest);
        }
    }

    /** Empty where too many numbers of hits matter. */
    Optional<Hidden> hidden(double mu) {
        int most = 0;
        for (Copies one : copies()) {
            if (!one.alone()) return Optional.of(new Hidden(this, mu, most, weight(new Copies(one.least(), draws))));
            if (++most > MOST_HIDDEN) return Optional.empty();
        }
        return Optional.of(new Hidden(this, mu, most, 0));
    }

    /** One by one while they matter for a delta above 1e-60, then in blocks that double, and at last all that no double shows. */
    private List<Copies> copies() {
        List<Copies> all = new ArrayList<>();
        long k = 1;
        for (; k <= draws; k++) {
            if (k > 1 && k > draws * rate && Binomial.logPmf(k, draws, rate) < NEGLIGIBLE) break;
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

    /** The share of these numbers of hits where there is one at all, rounded up. */
    private double weight(Copies copies) {
        double log = Binomial.logPmf(copies.least(), draws, rate) - Math.log(any());
        double weight = Math.max(Double.MIN_NORMAL, Math.exp(log + 4e-14 * (1 + Math.abs(log))));
        // beyond the mean the masses fall at least as fast as by the ratio of the first two
        double k = copies.least() + 1.0;
        double ratio = (draws - copies.least()) / k * rate / (1 - rate);
        if (copies.alone()) return Math.min(1, weight);
        return ratio < 0.99 ? Math.min(1, weight / (1 - ratio)) : 1;
    }
}
