package io.sordino.loss.allocation;

import io.sordino.loss.Change;
import io.sordino.loss.primitive.GaussianPair;
import io.sordino.numeric.Down;
import io.sordino.numeric.Up;

/** An upper bound on the profile of a shuffled epoch, for every choice of how far clones may be. */
interface EpochBound {
    /**
     * No less than the divergence of order x, for any clones.
     *
     * @param b how far a clone may be from what all records could have sent
     * @param expected about what will come out, which steers the work alone
     */
    double at(double epsilon, double b, double expected);

    /** The profile without amplification. */
    double unamplified(double epsilon);

    /** From here on the profile without amplification is as small as it gets. */
    default double last() {
        return Double.POSITIVE_INFINITY;
    }

    /** A choice of b, a larger one for more deviations of noise. */
    double distance(double deviations);

    /** Records that swap places with the victim: docs/theory/EpochBySwaps.md. */
    static EpochBound swaps(long slots, double mu, Change change) {
        GaussianPair noise = new GaussianPair(mu);
        NormalCells cells = NormalCells.of(mu);
        return new EpochBound() {
            @Override
            public double at(double epsilon, double b, double expected) {
                double x = Down.exp(epsilon);
                double tau = deltaUp(noise, b);
                double gamma = Down.mul(Down.exp(-b), Down.sub(1, tau));
                if (!(gamma > 0)) return Double.POSITIVE_INFINITY;
                EpochTerm.Payoff payoff =
                        change == Change.ADDED ? EpochTerm.Payoff.added(x) : EpochTerm.Payoff.removed(x);
                if (!inside(cells, payoff)) return Double.POSITIVE_INFINITY;
                double main = new EpochTerm(cells, payoff, b).excess(gamma, slots, expected);
                // the mean of A's negative part is x - 1 + delta(log x) in both directions
                double negative = Up.add(Up.sub(x, 1), deltaUp(noise, Down.log(x)));
                return Up.div(Up.add(main, Up.mul(tau, Math.max(0, negative))), Down.sub(1, tau));
            }

            @Override
            public double unamplified(double epsilon) {
                return deltaUp(noise, epsilon);
            }

            @Override
            public double distance(double deviations) {
                return deviations * mu + mu * mu / 2;
            }
        };
    }

    /** Records whose outputs could be anybody's, for two values of the victim: docs/theory/EpochByClones.md. */
    static EpochBound clones(long slots, double mu) {
        GaussianPair noise = new GaussianPair(mu);
        GaussianPair apart = new GaussianPair(Up.mul(2, mu));
        NormalCells cells = NormalCells.of(mu);
        return new EpochBound() {
            @Override
            public double at(double epsilon, double b, double expected) {
                double x = Down.exp(epsilon);
                double tau = deltaUp(noise, b);
                double spilled = Up.mul(Up.exp(-b), tau);
                double gamma = Down.div(Down.exp(-b), Up.add(1, spilled));
                if (!(gamma > 0)) return Double.POSITIVE_INFINITY;
                double log = Up.mul((double) (slots - 1), Up.log1p(spilled));
                EpochTerm.Payoff payoff = EpochTerm.Payoff.replaced(x);
                if (!(log < 50) || !inside(cells, payoff)) return Double.POSITIVE_INFINITY;
                double main = new EpochTerm(cells, payoff, Double.POSITIVE_INFINITY).excess(gamma, slots, expected);
                double kappa = deltaUp(noise, Down.sub(b, Up.mul(mu, mu)));
                return Up.mul(Up.exp(log), Up.add(main, kappa));
            }

            @Override
            public double unamplified(double epsilon) {
                return deltaUp(apart, epsilon);
            }

            @Override
            public double distance(double deviations) {
                return deviations * mu + 1.5 * mu * mu;
            }
        };
    }

    /** A record in one of so many steps, chosen at random, that takes another value: docs/theory/AllocationReplaced.md. The distance b plays no part. */
    static EpochBound replaced(long steps, double mu) {
        GaussianPair apart = new GaussianPair(Up.mul(2, mu));
        NormalCells cells = NormalCells.of(mu);
        return new EpochBound() {
            @Override
            public double at(double epsilon, double b, double expected) {
                EpochTerm.Payoff payoff = EpochTerm.Payoff.replaced(Down.exp(epsilon));
                if (!inside(cells, payoff)) return Double.POSITIVE_INFINITY;
                return new EpochTerm(cells, payoff, Double.POSITIVE_INFINITY).excess(1, steps, expected);
            }

            @Override
            public double unamplified(double epsilon) {
                return deltaUp(apart, epsilon);
            }

            @Override
            public double distance(double deviations) {
                return deviations * mu;
            }
        };
    }

    private static boolean inside(NormalCells cells, EpochTerm.Payoff payoff) {
        double root = payoff.root(cells.mu);
        return root > cells.node[0] && root < cells.node[cells.node.length - 1];
    }

    private static double deltaUp(GaussianPair noise, double epsilon) {
        return noise.delta(epsilon).upper();
    }
}
