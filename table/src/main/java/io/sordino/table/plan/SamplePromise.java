package io.sordino.table.plan;

import io.sordino.account.Accountant;
import io.sordino.account.Calibration;
import io.sordino.account.Calibration.Calibrated;
import io.sordino.account.Guarantee;
import io.sordino.account.Precision;
import io.sordino.mechanism.ApproximateDp;
import io.sordino.mechanism.Composed;
import io.sordino.mechanism.Gaussian;
import io.sordino.mechanism.Mechanism;
import io.sordino.mechanism.PoissonSampled;
import io.sordino.mechanism.Relation;
import io.sordino.mechanism.Repeated;
import io.sordino.numeric.Down;
import io.sordino.numeric.Up;
import io.sordino.refusal.InvalidException;
import java.math.BigDecimal;
import java.math.MathContext;
import java.math.RoundingMode;
import java.util.ArrayList;
import java.util.List;

/**
 * What all releases on one kept sample may cost together, and what they have cost. The sample is drawn once, so they compose inside it: the whole is
 * poisson(q, a + b + ...), and there is no amplified number for one of them.
 *
 * <p>Whoever asks may look at one answer before choosing the next question and its noise. So the promise is fixed first, as one Gaussian of multiplier s
 * and one delta d inside the sample, and releases with Gaussian noise of multipliers s_i are granted while the sum of 1/s_i^2 is at most 1/s^2 and the
 * deltas add up to at most d. Such a sequence is no worse than the one Gaussian however it is chosen (Smith and Thakurta 2022, arXiv:2210.17520; Koskela,
 * Tobaben and Honkela 2022, arXiv:2209.15596), and so is what is done with the sample, whose secrecy is that of one draw.
 *
 * @param releases what has been released, each as it was inside the sample
 */
public record SamplePromise(
        double rate, double epsilon, double delta, double sigma, double rare, List<Mechanism> releases) {
    private static final double SHARE_OF_RARE = 0.5;
    private static final int MOST_STEPS = 100;
    private static final MathContext SIGMA_DIGITS = new MathContext(6, RoundingMode.CEILING);
    private static final MathContext RARE_DIGITS = new MathContext(2, RoundingMode.FLOOR);

    public SamplePromise {
        releases = List.copyOf(releases);
        if (!(rate > 0 && rate < 1)) throw new InvalidException("a kept sample has a rate below 1, was " + rate);
        if (!(sigma > 0 && rare >= 0)) throw new InvalidException("the promise of a kept sample is not whole");
        if (!(spent(releases) <= Up.div(1, Down.mul(sigma, sigma)) && rareSpent(releases) <= rare))
            throw new InvalidException("more was released on the sample than was promised");
    }

    /** A promise for releases to come. */
    public static SamplePromise made(Accountant accountant, double rate, double epsilon, double delta) {
        if (!(delta > 0))
            throw new InvalidException(
                    "a kept sample needs a delta above 0: its noise is Gaussian", "give --delta 1e-6");
        double rare =
                new BigDecimal(SHARE_OF_RARE * delta / rate).round(RARE_DIGITS).doubleValue();
        Calibrated calibrated = new Calibration(
                        accountant,
                        sigma -> whole(rate, rounded(sigma), rare),
                        false,
                        Relation.ADD_OR_REMOVE_ONE,
                        epsilon,
                        delta,
                        Precision.DEFAULT)
                .solve();
        SamplePromise promise = new SamplePromise(rate, epsilon, delta, rounded(calibrated.value()), rare, List.of());
        // whoever asks again, at the usual width, must not be told more than was promised
        for (int i = 0; i < MOST_STEPS; i++) {
            if (promise.guarantee(accountant).epsilon().upper() <= epsilon) return promise;
            promise = new SamplePromise(rate, epsilon, delta, rounded(promise.sigma * (1 + 5e-4)), rare, List.of());
        }
        throw new IllegalStateException("no noise keeps epsilon " + epsilon + " on a sample at rate " + rate);
    }

    private static double rounded(double sigma) {
        return new BigDecimal(sigma).round(SIGMA_DIGITS).doubleValue();
    }

    private static Mechanism whole(double rate, double sigma, double rare) {
        return new PoissonSampled(rate, new Composed(List.of(new Gaussian(sigma), new ApproximateDp(0, rare))));
    }

    /** What everything on the sample is no worse than, whatever is asked. */
    public Mechanism whole() {
        return whole(rate, sigma, rare);
    }

    /** What has been released so far, as a plan. */
    public Mechanism soFar() {
        return new PoissonSampled(rate, releases.size() == 1 ? releases.get(0) : new Composed(releases));
    }

    /** What the promise costs. */
    public Guarantee guarantee(Accountant accountant) {
        return accountant.epsilon(whole(), Relation.ADD_OR_REMOVE_ONE, delta, Precision.DEFAULT);
    }

    /** The share of the promise that is left, rounded down. */
    public double left() {
        double noise = Down.sub(1, Up.mul(spent(releases), Up.mul(sigma, sigma)));
        double deltas = rare == 0 ? 1 : Down.sub(1, Up.div(rareSpent(releases), rare));
        return Math.max(0, Math.min(noise, deltas));
    }

    /** With one more release, which must fit. */
    public SamplePromise with(Mechanism release) {
        List<Mechanism> more = new ArrayList<>(releases);
        more.add(release);
        return new SamplePromise(rate, epsilon, delta, sigma, rare, more);
    }

    private static double spent(List<Mechanism> releases) {
        double sum = 0;
        for (Mechanism release : releases) sum = Up.add(sum, precision(release, 1));
        return sum;
    }

    /** The sum of 1/s^2 over the noises of a release, rounded up. */
    private static double precision(Mechanism release, double times) {
        if (release instanceof Composed composed) {
            double sum = 0;
            for (Mechanism part : composed.parts()) sum = Up.add(sum, precision(part, times));
            return sum;
        }
        if (release instanceof Repeated repeated)
            return precision(repeated.base(), Up.mul(times, (double) repeated.count()));
        if (release instanceof Gaussian gaussian)
            return Up.div(times, Down.mul(gaussian.noiseMultiplier(), gaussian.noiseMultiplier()));
        if (release instanceof ApproximateDp dp && dp.epsilon() == 0) return 0;
        throw new InvalidException("releases on a kept sample have Gaussian noise");
    }

    private static double rareSpent(List<Mechanism> releases) {
        double sum = 0;
        for (Mechanism release : releases) sum = Up.add(sum, rare(release, 1));
        return sum;
    }

    private static double rare(Mechanism release, double times) {
        if (release instanceof Composed composed) {
            double sum = 0;
            for (Mechanism part : composed.parts()) sum = Up.add(sum, rare(part, times));
            return sum;
        }
        if (release instanceof Repeated repeated)
            return rare(repeated.base(), Up.mul(times, (double) repeated.count()));
        return release instanceof ApproximateDp dp ? Up.mul(times, dp.delta()) : 0;
    }
}
