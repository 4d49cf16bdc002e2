package io.sordino.theorem.primitive;

import io.sordino.loss.Change;
import io.sordino.loss.Pair;
import io.sordino.loss.Side;
import io.sordino.loss.pair.AtomicPair;
import io.sordino.loss.primitive.GaussianPair;
import io.sordino.loss.sampling.GaussianMixturePair;
import io.sordino.loss.sampling.MixturePair;
import io.sordino.loss.sampling.PoissonPair;
import io.sordino.mechanism.Direction;
import io.sordino.mechanism.GaussianMixture;
import io.sordino.mechanism.Relation;
import io.sordino.numeric.Ulp;
import io.sordino.theorem.Citation;
import io.sordino.theorem.Reach;
import io.sordino.theorem.Theorem;
import io.sordino.theorem.neighbours.Changes;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.TreeMap;

/**
 * Gaussian noise on a value that one record moves by a random amount c_i, with probability p_i and not told: the mixture of N(c_i, s^2) against
 * N(0, s^2), exactly and in both directions. Vectors c_i are dominated by their lengths.
 *
 * <p>Choquette-Choo, Ganesh, Steinke and Thakurta 2024 (arXiv:2310.15526), Corollary 4.7. Theory: docs/theory/MixtureOfGaussians.md
 */
public final class MixtureOfGaussians implements Theorem<GaussianMixture> {
    /** Up to here the mixture is worked out with the amount not told. */
    private static final int MOST_SHIFTS = 256;

    private static final double LEAST_SHIFT = 1e-6;
    private static final double LARGEST_SHIFT = 1e3;
    private static final double LEAST_RATE = 1e-300;

    @Override
    public Class<GaussianMixture> about() {
        return GaussianMixture.class;
    }

    @Override
    public Citation citation() {
        return Citation.of(
                MixtureOfGaussians.class,
                "Choquette-Choo, Ganesh, Steinke and Thakurta 2024, Corollary 4.7 (arXiv:2310.15526)");
    }

    @Override
    public Verdict apply(GaussianMixture m, Inquiry inquiry) {
        if (inquiry.direction() == Direction.REPLACE)
            return Theorem.silent("stated for added or removed records", Relation.askUnder(Relation.ADD_OR_REMOVE_ONE));
        Shifts shifts = Shifts.of(m);
        if (shifts.probabilities.isEmpty()) return Theorem.exact(AtomicPair.equal());
        Change change = Changes.of(inquiry.direction());
        double rate = shifts.moving() / (shifts.moving() + shifts.still);
        if (!(shifts.areOrdinary() && rate > LEAST_RATE)) return Theorem.above(shifts.told());
        GaussianMixturePair moved = shifts.moved(change);
        if (shifts.still == 0) return Theorem.exact(moved);
        double doubt = Ulp.ONE * (8 + m.samplingProbs().values().size());
        double up = Math.min(Math.nextDown(1.0), rate * (1 + doubt));
        double down = rate * (1 - doubt);
        return new Several(List.of(
                new Holds(new PoissonPair(up, change, moved, Side.UPPER), Reach.ABOVE, List.of()),
                new Holds(new PoissonPair(down, change, moved, Side.LOWER), Reach.BELOW, List.of())));
    }

    /**
     * How far the record moves the value, in standard deviations, with the probabilities as they are written.
     *
     * @param still the probability that it does not move
     */
    private record Shifts(TreeMap<Double, Double> probabilities, double still) {
        static Shifts of(GaussianMixture m) {
            TreeMap<Double, Double> probabilities = new TreeMap<>();
            double still = 0;
            for (int i = 0; i < m.sensitivities().values().size(); i++) {
                double p = m.samplingProbs().values().get(i);
                double sensitivity = m.sensitivities().values().get(i);
                if (p == 0) continue;
                if (sensitivity == 0) still += p;
                else
                    probabilities.merge(
                            Math.max(Double.MIN_VALUE, sensitivity / m.standardDeviation()), p, Double::sum);
            }
            return new Shifts(probabilities, still);
        }

        double moving() {
            return probabilities.values().stream().mapToDouble(p -> p).sum();
        }

        boolean areOrdinary() {
            return probabilities.size() <= MOST_SHIFTS
                    && probabilities.firstKey() >= LEAST_SHIFT
                    && probabilities.lastKey() <= LARGEST_SHIFT;
        }

        GaussianMixturePair moved(Change change) {
            double sum = moving();
            List<Double> logs = new ArrayList<>();
            double error = 0;
            for (double p : probabilities.values()) {
                logs.add(Math.log(p) - Math.log(sum));
                error = Math.max(error, Math.abs(Math.log(p)));
            }
            double doubt = 4 * Ulp.ONE * (4 + logs.size() + error);
            return new GaussianMixturePair(logs, doubt, List.copyOf(probabilities.keySet()), change);
        }

        /** The same with the amount told. */
        Pair told() {
            double sum = still + moving();
            double doubt = 1 + Ulp.ONE * (8 + probabilities.size());
            List<Double> weights = new ArrayList<>();
            List<Pair> pairs = new ArrayList<>();
            if (still > 0) {
                weights.add(still / sum * doubt);
                pairs.add(AtomicPair.equal());
            }
            for (Map.Entry<Double, Double> one : probabilities.entrySet()) {
                weights.add(Math.max(Double.MIN_NORMAL, one.getValue() / sum * doubt));
                pairs.add(GaussianPair.of(Math.nextUp(one.getKey())));
            }
            return new MixturePair(weights, pairs, 0);
        }
    }
}
