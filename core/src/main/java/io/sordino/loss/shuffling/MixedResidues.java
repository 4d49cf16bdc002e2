package io.sordino.loss.shuffling;

import io.sordino.loss.Atom;
import io.sordino.loss.Pair;
import io.sordino.loss.pair.AtomicPair;
import io.sordino.numeric.Bracket;
import io.sordino.numeric.LogSpace;
import io.sordino.numeric.Up;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;

/**
 * Split and mix: a sum with discrete Laplace noise, and the distance of the shuffled residues from random ones with that sum.
 *
 * @param clients how many clients' residues are mixed
 * @param messages residues of a client
 */
public record MixedResidues(long clients, long messages, long modulus, double scale, long steps) {
    /** Up to so many clients all numbers of colours are added up. */
    private static final long ALL = 10_000;

    private static final int FIRST_TERMS = 30;
    /** Logarithms of up to 1e7 in doubles, and sums of some thousand of their powers. */
    private static final double ROUNDING = 1e-6;

    private static final double ERROR = 1e-14;
    /** More than all terms that are no doubles add up to. */
    private static final double UNDERFLOW = 1e-290;

    /**
     * No less than the total variation: half the root of chi2 = E[Q^(c-1)] - 1, c the number of components of a random bipartite multigraph, by
     * colours of the components.
     */
    public double slack() {
        double n = clients;
        double m = messages;
        double q = modulus;
        double sum = 0;
        long half = (clients - 1) / 2;
        long first = Math.min(FIRST_TERMS, half);
        for (long k = 1; k <= first; k++) sum += 2 * Math.exp(twoColours(k));
        if (clients % 2 == 0 && clients / 2 <= FIRST_TERMS + 1) sum += Math.exp(twoColours(clients / 2));
        // those in between by C(nm, km) >= C(n, k)^m
        if (half > first) sum += Math.exp(Math.log(n) - (m - 2) * LogSpace.logBinomial(clients, first + 1));
        double chi = 0.5 * (q - 1) * sum + (clients <= ALL ? allColours() : manyColours()) + UNDERFLOW;
        return 0.5 * Math.sqrt(chi) * (1 + ROUNDING);
    }

    /** log C(n, k)^2 / C(nm, km). */
    private double twoColours(long k) {
        return 2 * LogSpace.logBinomial(clients, k) - LogSpace.logBinomial(clients * messages, k * messages);
    }

    /** log C(Q, p)/Q C(n-1, p-1) ((n-p+1)!/n!)^(m-2) for p = 3, 4, ..., as it follows from the one before. */
    private double next(double log, long p) {
        return log
                + Math.log((modulus - p) / (p + 1.0))
                + Math.log((clients - p) / (double) p)
                - (messages - 2) * Math.log(clients - p + 1.0);
    }

    private double three() {
        double two =
                Math.log((modulus - 1) / 2.0) + Math.log(clients - 1.0) - (messages - 2) * Math.log((double) clients);
        return next(two, 2);
    }

    private double allColours() {
        if (clients < 3 || modulus < 3) return 0;
        double log = three();
        double sum = Math.exp(log);
        for (long p = 3; p < Math.min(clients, modulus); p++) {
            log = next(log, p);
            sum += Math.exp(log);
        }
        return sum;
    }

    /** Up to n/2 colours the terms fall like a geometric series; beyond, n!/(n-p+1)! is at least (n/2)^(n/2-1). */
    private double manyColours() {
        if (modulus < 3) return 0;
        double n = clients;
        double q = modulus;
        double fall = q / 3 * n / 3 * Math.exp(-(messages - 2) * Math.log(n / 2));
        if (!(fall <= 0.5)) return Double.POSITIVE_INFINITY;
        double beyond = Math.log(n)
                + n * Math.log(2)
                + n * Math.max(0, 1 + Math.log(2 * q / n))
                - (messages - 2) * (n / 2 - 1) * Math.log(n / 2);
        return Math.exp(three()) / (1 - fall) + Math.exp(beyond);
    }

    /** The loss of the sum alone: from the largest where the noise has the sign of the change, by twice a step down to the smallest. */
    private List<Atom> sum(double down, double less) {
        double step = 1 / (scale * steps);
        double fresh = -Math.expm1(-step);
        double both = 1 + Math.exp(-step);
        List<Atom> atoms = new ArrayList<>();
        for (long j = 0; j <= steps; j++) {
            double mass = Math.exp(-j * step) * (j == 0 || j == steps ? 1 : fresh) / both;
            atoms.add(new Atom((steps - 2 * j) * step - down, mass * less));
        }
        return atoms;
    }

    /**
     * Dominates the residues: the sum, and everything told with a probability that makes up for their distance tau from random ones. (1 + x) tau at
     * order x, and no more beyond the largest loss of the sum, is at most eta (1 - H(x)) where eta (1 - H(1)) = (1 + e^(1/scale)) tau.
     */
    public Optional<Pair> above() {
        Pair plain = new AtomicPair(sum(0, 1), Bracket.exactly(0), ERROR);
        double same = 1 - plain.delta(0).upper();
        double told = Up.div(Up.mul(Up.add(1, Up.exp(Up.div(1, scale))), slack()), same);
        if (!(told < 0.5)) return Optional.empty();
        return Optional.of(new AtomicPair(sum(0, 1 - told), Bracket.exactly(told), ERROR));
    }

    /** What the sum alone tells; empty where the modulus is so small that noise comes around it. */
    public Optional<Pair> below() {
        double step = 1 / (scale * steps);
        double around = Math.exp(-step * (0.5 * (modulus - steps) - 1));
        double least = -Math.expm1(-step) * Math.exp(-1 / scale) / 4;
        if (!(around <= 1e-17 * least)) return Optional.empty();
        return Optional.of(new AtomicPair(sum(ERROR, 1 - 4 * ERROR), Bracket.exactly(0), ERROR));
    }
}
