package io.sordino.theorem.iteration;

import io.sordino.mechanism.LastIterate;
import io.sordino.mechanism.LastIterate.Order;
import io.sordino.mechanism.LastIterate.Position.Which;
import io.sordino.mechanism.Relation;
import io.sordino.mechanism.Schedule;
import io.sordino.numeric.Down;
import io.sordino.numeric.Ulp;
import io.sordino.numeric.Up;
import io.sordino.refusal.Refusal;
import io.sordino.refusal.Remedy;
import java.util.Optional;
import java.util.OptionalDouble;

/** What a {@link LastIterate} does at every step, each number rounded to the side that costs privacy. */
public record Descent(LastIterate plan) {
    /** Schedules are walked step by step up to this length. */
    private static final long LONGEST_SCHEDULE = 20_000_000;
    /** A step size typed as 2/smoothness may exceed it by the rounding of decimals. */
    private static final double TWO = 2 * (1 + 4 * Ulp.ONE);

    /** Why nothing can be said at all. */
    static Optional<Refusal> refusal(LastIterate plan, Relation relation) {
        if (relation != Relation.REPLACE_ONE)
            return refused(
                    "a last iterate is compared with that of another record in the same place, since a missing"
                            + " one would change the mean of its batch",
                    Relation.askUnder(Relation.REPLACE_ONE));
        long n = plan.datasetSize();
        long b = plan.batchSize();
        if (plan.order() == Order.FULL && b != n)
            return refused(
                    "order=full uses every record at every step, but batch_size = " + b + " is below dataset_size = "
                            + n,
                    "leave out batch_size, or choose order=cyclic, one_pass or sampled");
        if (plan.order() == Order.CYCLIC && n % b != 0)
            return refused(
                    "cyclic batches must all have one size, and batch_size = " + b + " does not divide dataset_size = "
                            + n,
                    "choose a batch_size that divides it");
        if (plan.order() == Order.ONE_PASS && plan.steps() > n / b)
            return refused(
                    "one pass over " + n + " records in batches of " + b + " has " + n / b + " steps, not "
                            + plan.steps(),
                    "choose order=cyclic for more");
        if (plan.position().which() == Which.NUMBERED && !(batch(plan) < plan.steps()))
            return refused(
                    "record " + plan.position().record() + " is in batch " + (batch(plan) + 1) + ", and " + plan.steps()
                            + " steps do not use it",
                    "ask for a position of at most " + plan.steps() * b);
        if (!steady(plan) && plan.steps() > LONGEST_SCHEDULE)
            return refused(
                    "a schedule of more than " + LONGEST_SCHEDULE + " steps", "give step_size and noise as one number");
        return Optional.empty();
    }

    private static Optional<Refusal> refused(String reason, String remedy) {
        return refused(reason, Remedy.of(remedy));
    }

    private static Optional<Refusal> refused(String reason, Remedy remedy) {
        return Optional.of(Refusal.of(reason, remedy));
    }

    /** Why steps do not contract, if they do not. */
    public Optional<Refusal> expansion() {
        OptionalDouble step = plan.expandingStep();
        if (step.isEmpty()) return Optional.empty();
        return refused(
                "a step may push iterates apart: step_size = " + step.getAsDouble() + " is above 2 / smoothness = "
                        + 2 / plan.smoothness(),
                "take smaller steps, plain composition is all that holds here");
    }

    /** Whether every step is like every other. */
    boolean isSteady() {
        return steady(plan);
    }

    private static boolean steady(LastIterate plan) {
        return plan.stepSize().isConstant() && plan.noise().isConstant();
    }

    /** Whether the batch of every step is known beforehand. */
    boolean isFixed() {
        return plan.order() != Order.SAMPLED || plan.batchSize() == plan.datasetSize();
    }

    boolean isBounded() {
        return plan.diameter() < Double.POSITIVE_INFINITY;
    }

    /** How many steps lie between two uses of a record. */
    long stride() {
        return switch (plan.order()) {
            case FULL, SAMPLED -> 1;
            // in less than an epoch no record is used twice
            case CYCLIC -> Math.min(plan.steps(), plan.datasetSize() / plan.batchSize());
            case ONE_PASS -> plan.steps();
        };
    }

    /** How many records' places there are, as far as the time of their use goes. */
    long places() {
        return stride();
    }

    /** The first step that uses the record whose guarantee is asked for; the worst one is last where steps are alike. */
    long firstUse() {
        Which which = plan.position().which();
        if (which == Which.FIRST) return 0;
        if (which == Which.NUMBERED) return batch(plan);
        // steps that follow shrink a difference, and no record is used more often than that of the last batch
        return (plan.steps() - 1) % stride();
    }

    /** Whether every record's place has to be looked at. */
    boolean isWorstWanted() {
        return plan.position().which() == Which.WORST;
    }

    /** The batch of the record with a number, from 0 on. */
    private static long batch(LastIterate plan) {
        return plan.order() == Order.CYCLIC || plan.order() == Order.ONE_PASS
                ? (plan.position().record() - 1) / plan.batchSize()
                : 0;
    }

    /** How often a record first used at this step is used. */
    long uses(long first) {
        return (plan.steps() - 1 - first) / stride() + 1;
    }

    /** How many steps follow its last use. */
    long after(long first) {
        return plan.steps() - 1 - first - (uses(first) - 1) * stride();
    }

    /** 1 - c for the contraction factor c = max(|1 - eta m|, |1 - eta M|), rounded down. */
    double gap(double eta) {
        double strong = Down.mul(eta, plan.strongConvexity());
        double overshoot = Down.sub(2, Up.mul(eta, plan.smoothness()));
        return Math.max(0, Math.min(1, Math.min(strong, overshoot)));
    }

    /** Whether it is the least curvature, not the largest one, that decides how steps contract. */
    boolean leastCurvatureDecides(double eta) {
        return eta * (plan.strongConvexity() + plan.smoothness()) <= TWO;
    }

    /** The distance between two records' mean gradients over the noise of a gradient: the distance of one step. */
    double ratio(double noise) {
        return 2 * plan.lipschitz() / (plan.batchSize() * noise);
    }

    /** {@link #ratio} rounded up. */
    double ratioUp(double noise) {
        return Up.div(2 * plan.lipschitz(), Down.mul((double) plan.batchSize(), noise));
    }

    /** Contraction factor of every step, rounded up. */
    public double[] contractions() {
        return each((eta, noise) -> Up.sub(1, gap(eta)));
    }

    /** Standard deviation of every step's noise in the iterate, rounded down. */
    public double[] noises() {
        return each(Down::mul);
    }

    /** How far a step can move two equal iterates apart, rounded up. */
    public double[] shifts() {
        return each((eta, noise) -> Up.div(Up.mul(eta, 2 * plan.lipschitz()), (double) plan.batchSize()));
    }

    /** The diameter in units of a step's noise in the iterate, rounded up; for steady steps. */
    double diameterInNoise() {
        return Up.div(
                plan.diameter(), Down.mul(plan.stepSize().at(0), plan.noise().at(0)));
    }

    private interface OfStep {
        double at(double stepSize, double noise);
    }

    private double[] each(OfStep of) {
        double[] values = new double[Math.toIntExact(plan.steps())];
        Schedule eta = plan.stepSize();
        Schedule noise = plan.noise();
        for (int k = 0; k < values.length; k++) values[k] = of.at(eta.at(k), noise.at(k));
        return values;
    }
}
