package io.sordino.report.caveat;

import io.sordino.mechanism.BlanketHistogram;
import io.sordino.mechanism.FloodedCount;
import io.sordino.mechanism.LastIterate;
import io.sordino.mechanism.LastIterate.Order;
import io.sordino.mechanism.Mechanism;
import io.sordino.mechanism.Mechanisms;
import io.sordino.mechanism.Shuffled;
import io.sordino.mechanism.SplitSum;
import io.sordino.mechanism.Unlinked;
import io.sordino.report.text.Decimals;
import java.util.ArrayList;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Set;

/**
 * Something that must be true of a run, and what breaks it.
 *
 * @param holds continues "it is assumed that"
 * @param breaks continues "it no longer holds with"
 */
public record Conditions(String holds, String breaks) {
    public static List<Conditions> of(Mechanism plan) {
        Set<Conditions> all = new LinkedHashSet<>();
        gather(plan, all);
        return List.copyOf(all);
    }

    private static void gather(Mechanism mechanism, Set<Conditions> all) {
        if (mechanism instanceof Shuffled) all.addAll(ofReports());
        if (mechanism instanceof Unlinked
                || mechanism instanceof BlanketHistogram
                || mechanism instanceof FloodedCount
                || mechanism instanceof SplitSum) all.addAll(ofMessages(mechanism instanceof SplitSum));
        if (mechanism instanceof LastIterate run) all.addAll(ofRun(run));
        Mechanisms.inner(mechanism).forEach(part -> gather(part, all));
    }

    private static List<Conditions> ofReports() {
        return List.of(
                new Conditions(
                        "a trusted shuffler permuted at least the stated number of honest reports uniformly and hides who sent which",
                        "a shuffler that colludes, or fewer honest reports than stated (--corrupt says what is left)"),
                new Conditions(
                        "all users run the same randomizer, one report each",
                        "reports that can be told apart by their randomizer, their time or their metadata, or a user who sends several"));
    }

    private static List<Conditions> ofMessages(boolean split) {
        return List.of(
                new Conditions(
                        "a trusted shuffler mixed the messages of at least the stated number of honest clients and hides which belong together",
                        "a shuffler that colludes, which leaves no guarantee at all"
                                + " unless each message has a local one, or fewer honest clients than stated"),
                split
                        ? new Conditions(
                                "all residues of a client arrive or none, and every client follows the protocol",
                                "a lost residue or a single lie, either of which makes the sum useless, though not less private")
                        : new Conditions(
                                "every client adds its share of noise messages",
                                "messages that can be told apart by their time or their metadata"));
    }

    private static List<Conditions> ofRun(LastIterate run) {
        List<Conditions> all = new ArrayList<>();
        String lipschitz = Decimals.shortest(run.lipschitz());
        all.add(
                new Conditions(
                        "every record's loss has gradients of norm at most " + lipschitz + " wherever the run may go",
                        run.expandingStep().isPresent()
                                ? "gradients of a larger norm"
                                : "a loss that is not Lipschitz by itself; clipping does not mend it, since a clipped gradient is in general no gradient of a convex loss"));
        all.add(batches(run));
        // plain composition asks for nothing else
        if (run.expandingStep().isPresent()) return all;
        all.add(new Conditions(
                run.strongConvexity() > 0
                        ? "the loss is strongly convex with constant " + Decimals.shortest(run.strongConvexity())
                        : "the loss is convex",
                run.strongConvexity() > 0
                        ? "a loss with less curvature anywhere, such as one whose regularizer was left out"
                        : "a loss that is not convex, such as that of a neural network"));
        all.add(new Conditions(
                "the loss is smooth with constant " + Decimals.shortest(run.smoothness())
                        + " and no step is longer than 2/smoothness = " + Decimals.shortest(2 / run.smoothness()),
                "a kink in the loss, or a learning rate that is raised during the run"));
        all.add(new Conditions(
                "no iterate but the last is released",
                "a checkpoint, an average of iterates, a training curve, or stopping that looks at the data"));
        if (run.diameter() < Double.POSITIVE_INFINITY)
            all.add(new Conditions(
                    "every iterate, the first one too, is projected onto a convex set of diameter "
                            + Decimals.shortest(run.diameter()),
                    "a step without the projection, or a set that is not convex"));
        return all;
    }

    private static Conditions batches(LastIterate run) {
        return run.order() == Order.SAMPLED
                ? new Conditions(
                        "every batch is a fresh uniformly random subset of " + run.batchSize()
                                + " records and stays secret",
                        "Poisson batches, whose size varies, or batches that are known")
                : new Conditions(
                        "which records a step uses was fixed without looking at the data",
                        "an order, such as by loss or by difficulty, that depends on the data");
    }
}
