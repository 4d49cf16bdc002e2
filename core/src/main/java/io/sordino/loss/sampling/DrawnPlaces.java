package io.sordino.loss.sampling;

import io.sordino.loss.Pair;
import io.sordino.loss.Profile;
import io.sordino.loss.primitive.GaussianPair;
import io.sordino.numeric.Up;
import java.util.ArrayList;
import java.util.List;

/**
 * Draws with replacement: a record is hit k times, and each hit puts it in the place of another one. The first hit is any three places of a ball, of all
 * further ones nothing is known but the diameter.
 *
 * @param hits at least the probabilities of 1, 2, ... hits
 * @param rest at least that of more
 * @param mu at least twice a record's contribution, in deviations of the noise
 * @param envelope above every place, at every epsilon of at least 0
 */
public record DrawnPlaces(List<Double> hits, double rest, double mu, Profile envelope) implements Places {
    /** So much of the samples without a hit may be set aside to hide samples with several. */
    private static final double[] ASIDE = {0.01, 0.1};

    public DrawnPlaces {
        hits = List.copyOf(hits);
        if (!(none(hits, rest) > 0)) throw new IllegalArgumentException("some samples must be without a hit: " + hits);
    }

    /** @param negligible numbers of hits that are rarer are among the rest */
    public static DrawnPlaces of(List<Double> hits, double rest, double mu, Profile envelope, double negligible) {
        int listed = hits.size();
        double more = rest;
        while (listed > 2 && more + hits.get(listed - 1) <= negligible) more = Up.add(more, hits.get(--listed));
        return new DrawnPlaces(hits.subList(0, listed), more, mu, envelope);
    }

    private static double none(List<Double> hits, double rest) {
        double none = 1 - rest;
        for (double hit : hits) none -= hit;
        return none;
    }

    @Override
    public double rate() {
        return 1 - none(hits, rest);
    }

    @Override
    public Pair corner(double beta) {
        return new CornerPair(hits, rest, mu, beta * mu);
    }

    @Override
    public double most(double above) {
        return Up.exp(envelope.logDelta(Math.log1p(above)).upper());
    }

    /*
     * With P = p_0 N(0) + p_1 N(a_1) + P2 and Q alike, and any part t of p_0, the positive part of P - xQ is at most that of
     * (p_0 - t) N(0) + p_1 N(a_1) less x times the same of Q, a sample with one hit at most, plus that of P2 - (x-1) t N(0).
     */
    @Override
    public Heights heights(double u, double v, double c) {
        double square = mu * mu;
        double[] share = new double[ASIDE.length];
        List<Heights> single = new ArrayList<>();
        for (int i = 0; i < ASIDE.length; i++) {
            double none = none(hits, rest);
            share[i] = ASIDE[i] * none;
            double rate = hits.get(0) / (none - share[i] + hits.get(0)) * (1 + 1e-15);
            single.add(new TripleHeights(rate, square * u * u, square * v * v, square * c));
        }
        Several several = new Several(u);
        return above -> {
            double least = 1;
            for (int i = 0; i < share.length; i++)
                least = Math.min(
                        least,
                        ((1 - share[i]) * single.get(i).at(above) + several.beyond(share[i] * above)) * (1 + 1e-14));
            return least;
        };
    }

    /** Samples with two hits or more, their number told, against a level. */
    private final class Several {
        private final double all;
        private final List<GaussianPair> pairs = new ArrayList<>();

        Several(double u) {
            double sum = 0;
            for (int k = 2; k <= hits.size(); k++) {
                sum += hits.get(k - 1);
                pairs.add(new GaussianPair((k - 1 + u) * mu));
            }
            all = sum;
        }

        /** The positive part of these less so much of the law without a hit. */
        double beyond(double level) {
            double sum = rest;
            double epsilon = Math.log(level / all) - 1e-15;
            for (int k = 2; k <= hits.size(); k++)
                sum += hits.get(k - 1)
                        * (level > 0 ? Up.exp(pairs.get(k - 2).logDelta(epsilon).upper()) : 1);
            return sum;
        }
    }
}
