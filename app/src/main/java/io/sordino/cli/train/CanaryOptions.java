package io.sordino.cli.train;

import io.sordino.account.Precision;
import io.sordino.cli.CommandException;
import io.sordino.cli.Console;
import io.sordino.cli.NumberOptions;
import io.sordino.cli.PromiseOptions;
import io.sordino.data.Incarnation;
import io.sordino.train.CanaryAudit;
import io.sordino.train.IterateDescent;
import io.sordino.train.Recipe;
import io.sordino.train.Steps;
import io.sordino.train.Training;
import io.sordino.train.data.Examples;
import io.sordino.train.data.SparseFeatures;
import io.sordino.train.model.Clipping;
import io.sordino.train.model.FeatureNorm;
import io.sordino.train.model.Logistic;
import io.sordino.train.model.Model;
import java.util.Collections;
import java.util.Optional;
import picocli.CommandLine.Option;

/** An audit beside the model: the same engine with the same noise trains once more, on canaries in place of the data. */
final class CanaryOptions {
    private static final double CONFIDENCE = 0.99;
    private static final double LONG = 4;
    private static final int LEAST = 10;

    @Option(
            names = "--audit",
            paramLabel = "CANARIES",
            converter = NumberOptions.OfWhole.class,
            description = "Audits the run with so many canaries among made-up records, and prints what one run shows.")
    private Optional<Long> canaries = Optional.empty();

    /** The recipe for other records and another model. */
    interface Recipes {
        Recipe of(int records, Model model);
    }

    /** Said before anything is trained. */
    void check(int records) {
        if (canaries.isPresent() && !(canaries.get() >= LEAST && records >= 2 * LEAST))
            throw CommandException.invalid(
                    "--audit " + canaries.get() + " with " + records + " records",
                    "an audit needs at least " + LEAST + " canaries and twice as many records");
    }

    /** A learning rate that suits the loss of the model may be too large for that of the canaries. */
    private static Recipe contracting(Recipe recipe) {
        if (!(recipe.kind().isLastIterate() && recipe.bound() instanceof FeatureNorm norm)) return recipe;
        Steps steps = recipe.descent();
        double rate = Math.min(steps.learningRate().at(0), IterateDescent.largestRate(norm, recipe.model()));
        return recipe.stepping(Steps.of(rate).within(steps.radius()));
    }

    void run(Console console, Training variant, Recipes recipes, int all, PromiseOptions promise) {
        double delta = promise.delta();
        if (canaries.isEmpty()) return;
        // canaries come last, where a fixed order with a rest would not look at them
        int records = variant instanceof IterateDescent last ? last.used() : all;
        int marked = (int) Math.min(records / 2, canaries.get());
        int others = records - marked;
        // records of zeros have no gradient: nothing of the data is looked at
        Examples zeros =
                Examples.of(SparseFeatures.of(new int[others + 1], new int[0], new double[0], 1), new double[others]);
        double multiplier = variant.noiseMultiplier();
        CanaryAudit.Shape shape = (n, features) -> {
            Recipe recipe = recipes.of(
                    n,
                    new Model(new Logistic(), features, false, variant.model().l2()));
            return contracting(recipe).at(multiplier / Collections.max(recipe.noiseShape()));
        };
        Training audited = shape.of(records, 1 + marked);
        double norm = LONG
                * (variant.bound() instanceof Clipping clipping
                        ? clipping.norm()
                        : ((FeatureNorm) variant.bound()).norm());
        CanaryAudit.Seen seen = CanaryAudit.run(zeros, shape, marked, norm, delta, CONFIDENCE, Incarnation.source());
        double worked = console.accountant()
                .epsilon(audited.plan(), audited.relation(), delta, Precision.DEFAULT)
                .epsilon()
                .upper();
        // the promise is kept at its own epsilon, which an interval around that of the plan may exceed a little
        double claimed = audited.plan().equals(variant.plan()) ? Math.min(worked, promise.epsilon()) : worked;
        console.print("audit    one run with " + marked + " canaries shows epsilon >= "
                + Math.floor(seen.epsilonLower() * 1000) / 1000 + " with confidence " + CONFIDENCE + " (" + seen.right()
                + " of " + seen.guesses() + " guesses right); claimed is " + Math.ceil(claimed * 1000) / 1000);
        if (seen.epsilonLower() > claimed)
            throw new IllegalStateException("the audit contradicts the claim: please report this");
    }
}
