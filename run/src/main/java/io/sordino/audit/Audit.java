package io.sordino.audit;

import io.sordino.account.Accountant;
import io.sordino.account.Precision;
import io.sordino.mechanism.Mechanism;
import io.sordino.mechanism.Relation;
import io.sordino.noise.RandomSource;
import io.sordino.numeric.Bracket;
import io.sordino.numeric.Down;
import io.sordino.numeric.Up;
import io.sordino.refusal.InvalidException;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.concurrent.atomic.AtomicLongArray;
import java.util.function.DoubleBinaryOperator;
import java.util.function.LongConsumer;
import java.util.function.LongFunction;
import java.util.stream.IntStream;
import java.util.stream.LongStream;

/**
 * Runs a mechanism many times on two neighbouring inputs and asks whether the outputs can be squared with the claimed profile.
 *
 * <p>For every event E, {@code P(E) <= e^eps Q(E) + delta}. Exact bounds on both probabilities (Clopper and Pearson 1934) turn the counts of
 * E into a lower bound on epsilon. A pilot sample chooses the events, fresh samples count them, and the doubt is shared among
 * all that is concluded, so that a mechanism that keeps its claim is accused with at most the probability that is asked for.
 */
public final class Audit {
    private static final int CHUNK = 1 << 13;
    private static final int MOST_PILOT = 200_000;
    private static final int MOST_TRIAL = 20_000;
    private static final double MOST_DRAWS = 3e11;

    /** Stretches of samples have four phases, and trials of pairs of datasets the ones above. */
    private static final int PHASES = 64;

    private static final int TRIALS = 4;
    /** The claim is tested at these shares of its epsilon, where delta is large enough to be seen. */
    private static final double[] SHARES = {0, 0.2, 0.45, 0.7, 0.9};

    private static final double FALLBACK_EPSILON = 5;

    private final Accountant accountant;
    private final LongFunction<RandomSource> sources;
    private final LongConsumer progress;

    /**
     * An auditor.
     *
     * @param sources a fresh source of randomness for the n-th stretch of samples
     * @param progress is told how many samples have been drawn since it was last told
     */
    public Audit(Accountant accountant, LongFunction<RandomSource> sources, LongConsumer progress) {
        this.accountant = accountant;
        this.sources = sources;
        this.progress = progress;
    }

    /** The standard auditor. */
    public static Audit secure() {
        return new Audit(Accountant.standard(), stretch -> RandomSource.secure(), done -> {});
    }

    /** Runs what the plan says, by the library's own samplers, {@code samples} times on either side. */
    public AuditResult of(Mechanism plan, Relation relation, double delta, long samples, double confidence) {
        List<Runner> runners = Runners.of(plan, relation);
        double cost = runners.stream().mapToDouble(Runner::cost).max().orElse(1);
        double draws = 2.0 * samples * cost;
        if (!(draws <= MOST_DRAWS))
            throw new InvalidException(
                    "the audit would draw about " + draws + " numbers",
                    "lower samples to at most " + (long) (MOST_DRAWS / 2 / cost));
        List<Experiment> experiments = new ArrayList<>();
        for (Runner runner : runners)
            experiments.add((first, random) -> runner.run(1, first, random).score());
        return of(experiments, plan, relation, delta, samples, confidence);
    }

    /** Runs an experiment that claims to be what the plan says. */
    public AuditResult of(
            Experiment experiment, Mechanism plan, Relation relation, double delta, long samples, double confidence) {
        return of(List.of(experiment), plan, relation, delta, samples, confidence);
    }

    private AuditResult of(
            List<Experiment> experiments,
            Mechanism plan,
            Relation relation,
            double delta,
            long samples,
            double confidence) {
        if (!(samples >= 1000 && samples <= 1_000_000_000_000L))
            throw new InvalidException("samples must be in [1000, 10^12], was " + samples);
        if (!(confidence >= 0.5 && confidence <= 1 - 1e-12))
            throw new InvalidException("confidence must be in [0.5, 1 - 1e-12], was " + confidence);
        Bracket claimed =
                accountant.epsilon(plan, relation, delta, Precision.DEFAULT).epsilon();
        List<Claim> claims = claims(plan, relation, claimed);
        Experiment experiment = mostTelling(experiments, delta, samples);

        int pilotSize = (int) Math.min(MOST_PILOT, samples / 4);
        Pilot pilot =
                new Pilot(scores(experiment, true, pilotSize, 0, true), scores(experiment, false, pilotSize, 1, true));
        long runs = samples - pilotSize;
        double doubt = (1 - confidence) / 2;
        List<Event> events = new ArrayList<>();
        for (boolean forFirst : new boolean[] {true, false}) {
            events.add(pilot.best(forFirst, epsilonMerit(delta, runs)));
            for (Claim claim : claims) events.add(pilot.best(forFirst, deltaMerit(claim, runs)));
        }
        long[] first = counts(experiment, true, events, runs, 2);
        long[] second = counts(experiment, false, events, runs, 3);

        double epsilonLower = 0;
        Optional<String> finding = Optional.empty();
        int each = claims.size() + 1;
        for (int i = 0; i < events.size(); i++) {
            boolean headline = i % each == 0;
            // half the doubt for epsilon's two events, half for the rest; each has two bounds
            double tail = doubt / (headline ? 4 : 4.0 * claims.size());
            long likely = events.get(i).forFirst() ? first[i] : second[i];
            long unlikely = events.get(i).forFirst() ? second[i] : first[i];
            double p = ClopperPearson.lower(likely, runs, tail);
            double q = ClopperPearson.upper(unlikely, runs, tail);
            if (headline) {
                epsilonLower = Math.max(epsilonLower, epsilon(p, q, delta));
            } else {
                Optional<String> contradiction = claims.get(i % each - 1).contradictedBy(p, q);
                finding = finding.or(() -> contradiction);
            }
        }
        if (epsilonLower > claimed.upper())
            finding = Optional.of("epsilon at delta " + delta + " is at least " + epsilonLower + ", claimed is at most "
                    + claimed.upper());
        return new AuditResult(plan, relation, samples, confidence, delta, epsilonLower, claimed, finding);
    }

    /** Of several pairs of neighbouring datasets, the one on which a first trial, apart from all that is counted, tells most. */
    private Experiment mostTelling(List<Experiment> experiments, double delta, long samples) {
        int size = (int) Math.min(MOST_TRIAL, samples / 4);
        Experiment best = experiments.get(0);
        double most = Double.NEGATIVE_INFINITY;
        for (int i = 0; i < experiments.size() && experiments.size() > 1; i++) {
            Experiment experiment = experiments.get(i);
            Pilot trial = new Pilot(
                    scores(experiment, true, size, TRIALS + 2 * i, false),
                    scores(experiment, false, size, TRIALS + 2 * i + 1, false));
            double merit = Math.max(
                    trial.merit(true, epsilonMerit(delta, size)), trial.merit(false, epsilonMerit(delta, size)));
            if (merit > most) {
                most = merit;
                best = experiment;
            }
        }
        return best;
    }

    /** One point of the claimed profile. */
    private record Claim(double epsilon, double delta) {
        Optional<String> contradictedBy(double p, double q) {
            double seen = Down.sub(p, Up.mul(Up.exp(epsilon), q));
            return seen > delta
                    ? Optional.of(
                            "delta at epsilon " + epsilon + " is at least " + seen + ", claimed is at most " + delta)
                    : Optional.empty();
        }
    }

    private List<Claim> claims(Mechanism plan, Relation relation, Bracket claimed) {
        double scale = Double.isFinite(claimed.upper()) && claimed.upper() > 0 ? claimed.upper() : FALLBACK_EPSILON;
        List<Claim> claims = new ArrayList<>();
        for (double share : SHARES) {
            double epsilon = share * scale;
            claims.add(new Claim(
                    epsilon,
                    accountant
                            .delta(plan, relation, epsilon, Precision.DEFAULT)
                            .delta()
                            .upper()));
        }
        return claims;
    }

    private static double epsilon(double p, double q, double delta) {
        double above = Down.sub(p, delta);
        return above > 0 && q > 0 ? Math.max(0, Down.sub(Down.log(above), Up.log(q))) : 0;
    }

    /** About the bound that so many runs would give. */
    private static DoubleBinaryOperator epsilonMerit(double delta, long runs) {
        return (p, q) -> Math.log(Math.max(1e-300, p - 4 * deviation(p, runs) - delta))
                - Math.log(q + 4 * deviation(q, runs) + 8.0 / runs);
    }

    private static DoubleBinaryOperator deltaMerit(Claim claim, long runs) {
        double factor = Math.exp(claim.epsilon);
        return (p, q) -> (p - factor * q - claim.delta)
                / (deviation(p, runs) + factor * deviation(q, runs) + (1 + factor) / runs);
    }

    private static double deviation(double p, long runs) {
        return Math.sqrt(p * (1 - p) / runs);
    }

    private double[] scores(Experiment experiment, boolean first, int count, int phase, boolean counts) {
        double[] scores = new double[count];
        int stretches = (count + CHUNK - 1) / CHUNK;
        IntStream.range(0, stretches).parallel().forEach(stretch -> {
            RandomSource random = source(phase, stretch);
            int end = Math.min(count, (stretch + 1) * CHUNK);
            for (int i = stretch * CHUNK; i < end; i++) scores[i] = experiment.run(first, random);
            if (counts) progress.accept(end - (long) stretch * CHUNK);
        });
        return scores;
    }

    private long[] counts(Experiment experiment, boolean first, List<Event> events, long runs, int phase) {
        AtomicLongArray total = new AtomicLongArray(events.size());
        Event[] all = events.toArray(Event[]::new);
        LongStream.range(0, (runs + CHUNK - 1) / CHUNK).parallel().forEach(stretch -> {
            RandomSource random = source(phase, stretch);
            int length = (int) Math.min(CHUNK, runs - stretch * CHUNK);
            long[] counts = new long[all.length];
            for (int i = 0; i < length; i++) {
                double score = experiment.run(first, random);
                for (int e = 0; e < all.length; e++) if (all[e].holds(score)) counts[e]++;
            }
            for (int e = 0; e < all.length; e++) total.addAndGet(e, counts[e]);
            progress.accept(length);
        });
        long[] counts = new long[all.length];
        for (int e = 0; e < all.length; e++) counts[e] = total.get(e);
        return counts;
    }

    private RandomSource source(int phase, long stretch) {
        return sources.apply(PHASES * stretch + phase);
    }
}
