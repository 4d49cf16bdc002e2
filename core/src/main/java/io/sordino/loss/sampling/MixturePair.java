package io.sordino.loss.sampling;

import io.sordino.loss.Atom;
import io.sordino.loss.Pair;
import io.sordino.numeric.Bracket;
import io.sordino.numeric.Down;
import io.sordino.numeric.Patience;
import io.sordino.numeric.Ulp;
import io.sordino.numeric.Up;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.List;
import java.util.function.Function;

/**
 * One of several pairs, drawn with the given probabilities and told to the attacker: profiles and masses are weighted sums.
 * A bound from above: weights are rounded up, and what none of them covers counts as infinite loss.
 *
 * @param weights at least the true ones
 * @param rest at least the probability of a pair that is not listed; it cannot be read off the weights, whose sum is rounded
 */
public record MixturePair(List<Double> weights, List<Pair> pairs, double rest) implements Pair {
    public MixturePair {
        weights = List.copyOf(weights);
        pairs = List.copyOf(pairs);
        if (!(weights.size() == pairs.size() && !pairs.isEmpty()))
            throw new IllegalArgumentException("a mixture needs one weight for each pair");
        if (!(rest >= 0 && rest <= 1)) throw new IllegalArgumentException("rest must be in [0, 1], was " + rest);
    }

    @Override
    public Bracket logDelta(double epsilon) {
        double[] lower = new double[pairs.size()];
        double[] upper = new double[pairs.size()];
        double top = Double.NEGATIVE_INFINITY;
        for (int i = 0; i < upper.length; i++) {
            Bracket log = pairs.get(i).logDelta(epsilon);
            lower[i] = log.lower() + Math.log(weights.get(i));
            upper[i] = log.upper() + Math.log(weights.get(i));
            top = Math.max(top, upper[i]);
        }
        if (top == Double.NEGATIVE_INFINITY) return Bracket.of(top, Up.log(rest));
        double below = 0;
        double above = 0;
        for (int i = 0; i < upper.length; i++) {
            below += Math.exp(lower[i] - top);
            above += Math.exp(upper[i] - top);
        }
        double error = 8 * Ulp.ONE * (upper.length + Math.abs(top) + 1);
        double log = Math.log(above) + top + error;
        double whole = rest > 0 ? Up.log(Up.add(Up.exp(log), rest)) : log;
        double sure = Down.log(below) + top - error - Math.max(0, Up.log(excess()));
        // no delta is above 1
        return Bracket.of(Math.min(0, sure), Math.min(0, whole));
    }

    @Override
    public List<Atom> atoms() {
        List<Atom> all = new ArrayList<>();
        for (int i = 0; i < pairs.size(); i++) {
            Patience.check();
            for (Atom atom : pairs.get(i).atoms())
                all.add(new Atom(atom.loss(), atom.mass() * weights.get(i), atom.rest()));
        }
        all.sort(Comparator.comparingDouble(Atom::loss).thenComparingDouble(Atom::rest));
        return all;
    }

    @Override
    public void cells(double[] edges, double[] p, double[] q) {
        double[] p2 = new double[p.length];
        double[] q2 = new double[q.length];
        java.util.Arrays.fill(p, 0);
        java.util.Arrays.fill(q, 0);
        for (int i = 0; i < pairs.size(); i++) {
            if (!pairs.get(i).continuous()) continue;
            pairs.get(i).cells(edges, p2, q2);
            for (int j = 0; j < p.length; j++) {
                p[j] += weights.get(i) * p2[j];
                q[j] += weights.get(i) * q2[j];
            }
        }
    }

    @Override
    public boolean continuous() {
        return pairs.stream().anyMatch(Pair::continuous);
    }

    @Override
    public double massError() {
        return pairs.stream().mapToDouble(Pair::massError).max().orElse(0) + (4 + pairs.size()) * Ulp.ONE;
    }

    @Override
    public double edgeError(double loss) {
        return pairs.stream().mapToDouble(pair -> pair.edgeError(loss)).max().orElse(0);
    }

    @Override
    public Bracket infinity() {
        return weighted(Pair::infinity);
    }

    @Override
    public Bracket missing() {
        return weighted(Pair::missing);
    }

    private Bracket weighted(Function<Pair, Bracket> mass) {
        double lower = 0;
        double upper = rest;
        for (int i = 0; i < pairs.size(); i++) {
            Bracket one = mass.apply(pairs.get(i));
            lower = Down.add(lower, Down.mul(weights.get(i), one.lower()));
            upper = Up.add(upper, Up.mul(weights.get(i), one.upper()));
        }
        return Bracket.of(Down.div(lower, excess()), Math.min(1, upper));
    }

    /** Weights are rounded up and may add up to more than 1: what they say from below is too much by this factor. */
    private double excess() {
        double sum = 0;
        for (double weight : weights) sum = Up.add(sum, weight);
        return Math.max(1, sum);
    }

    @Override
    public double lossMin() {
        return pairs.stream().mapToDouble(Pair::lossMin).min().orElse(0);
    }

    @Override
    public double lossMax() {
        return pairs.stream().mapToDouble(Pair::lossMax).max().orElse(0);
    }
}
