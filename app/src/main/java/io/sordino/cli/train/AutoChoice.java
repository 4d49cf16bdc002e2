package io.sordino.cli.train;

import io.sordino.account.Accountant;
import io.sordino.account.Precision;
import io.sordino.account.UnsupportedException;
import io.sordino.mechanism.Mechanism;
import io.sordino.refusal.InvalidException;
import io.sordino.report.answer.Flags;
import io.sordino.service.TrainingReport;
import io.sordino.train.CalibratedTraining;
import io.sordino.train.Recipe;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.function.Function;

/** Picks the sampling that leaves the least noise in the mean of all gradients of a run. */
record AutoChoice(double epsilon, double delta, Accountant accountant, List<Mechanism> before, Precision coarse) {
    /**
     * Every sampling is tried. Full batches leave the least noise of all, but in as many fewer steps as there are batches in an epoch, or for
     * as many times the work: they are shown and left to those who ask for them.
     */
    TrainingReport.Choice among(Function<Recipe.Kind, Recipe> recipes) {
        List<TrainingReport.Candidate> tried = new ArrayList<>();
        Optional<TrainingReport.Candidate> best = Optional.empty();
        for (Recipe.Kind kind : Recipe.Kind.values()) {
            TrainingReport.Candidate candidate = tried(kind, recipes);
            tried.add(candidate);
            boolean better = candidate.noise()
                    < best.map(TrainingReport.Candidate::noise).orElse(Double.POSITIVE_INFINITY);
            if (better && candidate.why().isEmpty()) best = Optional.of(candidate);
        }
        Recipe.Kind kind = best.orElseThrow(() -> new UnsupportedException(
                        "no sampling keeps the promise: " + tried.get(0).why(), "allow a larger epsilon or delta"))
                .kind();
        Recipe recipe = recipes.apply(kind);
        CalibratedTraining fitting =
                CalibratedTraining.of(accountant, recipe::at, before, epsilon, delta, Precision.DEFAULT);
        return new TrainingReport.Choice(kind, fitting, tried);
    }

    private static String fewerSteps(Recipe recipe, long steps) {
        boolean full = recipe.kind() == Recipe.Kind.FULL || recipe.kind() == Recipe.Kind.LAST_FULL;
        return full && recipe.batches() > 1
                ? "takes " + steps + " steps for the same work, not " + recipe.epochs() * recipe.batches()
                        + "; ask for it by name if these are enough"
                : "";
    }

    private TrainingReport.Candidate tried(Recipe.Kind kind, Function<Recipe.Kind, Recipe> recipes) {
        try {
            Recipe recipe = recipes.apply(kind);
            CalibratedTraining fitting = CalibratedTraining.of(accountant, recipe::at, before, epsilon, delta, coarse);
            double noise = fitting.variant().noiseLeft() * recipe.bound().gradient(recipe.model());
            return new TrainingReport.Candidate(
                    kind,
                    Optional.of(fitting.variant().relation()),
                    noise,
                    fewerSteps(recipe, fitting.variant().steps()));
        } catch (InvalidException e) {
            return impossible(kind, Flags.said(e.refusal()));
        } catch (UnsupportedException e) {
            return impossible(kind, e.refusal().reason());
        }
    }

    private static TrainingReport.Candidate impossible(Recipe.Kind kind, String why) {
        return new TrainingReport.Candidate(kind, Optional.empty(), Double.POSITIVE_INFINITY, why);
    }
}
