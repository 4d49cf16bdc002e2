package io.sordino.cli;

import io.sordino.account.Accountant;
import io.sordino.account.Precision;
import io.sordino.account.UnsupportedException;
import io.sordino.mechanism.Mechanism;
import io.sordino.report.TrainingReport;
import io.sordino.train.Fitting;
import io.sordino.train.Recipe;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.function.Function;

/** Picks the sampling that leaves the least noise in the mean of all gradients of a run. */
record AutoChoice(double epsilon, double delta, Accountant accountant, List<Mechanism> before, Precision coarse) {
    /**
     * What goes through the data as often, in as many steps. Full batches have the least noise of all, for as many times the work as there are
     * batches in an epoch; they and single draws are for those who ask for them.
     */
    private static final List<Recipe.Kind> CANDIDATES = List.of(
            Recipe.Kind.ALLOCATION,
            Recipe.Kind.POISSON,
            Recipe.Kind.WITHOUT_REPLACEMENT,
            Recipe.Kind.CYCLIC,
            Recipe.Kind.ONE_PASS,
            Recipe.Kind.SAMPLED,
            Recipe.Kind.LAST_CYCLIC);

    TrainingReport.Choice among(Function<Recipe.Kind, Recipe> recipes) {
        List<TrainingReport.Candidate> tried = new ArrayList<>();
        Optional<TrainingReport.Candidate> best = Optional.empty();
        for (Recipe.Kind kind : CANDIDATES) {
            TrainingReport.Candidate candidate = tried(kind, recipes);
            tried.add(candidate);
            if (candidate.noise() < best.map(TrainingReport.Candidate::noise).orElse(Double.POSITIVE_INFINITY))
                best = Optional.of(candidate);
        }
        Recipe.Kind kind = best.orElseThrow(() -> new UnsupportedException(
                        "no sampling keeps the promise: " + tried.get(0).why(), "allow a larger epsilon or delta"))
                .kind();
        Recipe recipe = recipes.apply(kind);
        Fitting fitting = Fitting.of(accountant, recipe::at, before, epsilon, delta, Precision.DEFAULT);
        return new TrainingReport.Choice(kind, fitting, tried);
    }

    private TrainingReport.Candidate tried(Recipe.Kind kind, Function<Recipe.Kind, Recipe> recipes) {
        try {
            Recipe recipe = recipes.apply(kind);
            Fitting fitting = Fitting.of(accountant, recipe::at, before, epsilon, delta, coarse);
            double noise = fitting.variant().noiseLeft() * recipe.bound().gradient(recipe.model());
            return new TrainingReport.Candidate(
                    kind, Optional.of(fitting.variant().relation()), noise, "");
        } catch (IllegalArgumentException | UnsupportedException e) {
            return new TrainingReport.Candidate(
                    kind, Optional.empty(), Double.POSITIVE_INFINITY, String.valueOf(e.getMessage()));
        }
    }
}
