package io.sordino.examples;

import io.sordino.account.Accountant;
import io.sordino.account.Precision;
import io.sordino.noise.RandomSource;
import io.sordino.plan.Plans;
import io.sordino.train.CalibratedTraining;
import io.sordino.train.Recipe;
import io.sordino.train.Steps;
import io.sordino.train.Trained;
import io.sordino.train.data.DenseFeatures;
import io.sordino.train.data.Examples;
import io.sordino.train.model.Bound;
import io.sordino.train.model.Clipping;
import io.sordino.train.model.Logistic;
import io.sordino.train.model.Model;
import java.util.List;

/** Logistic regression by noisy gradient descent on random allocations, with the least noise that keeps (2, 1e-5). */
public final class TrainAModel {
    private static final int RECORDS = 4000;

    private TrainAModel() {}

    public static void main(String[] arguments) {
        double[] rows = new double[2 * RECORDS];
        double[] labels = new double[RECORDS];
        for (int i = 0; i < RECORDS; i++) {
            rows[2 * i] = (i * 37 % 61 - 30) / 30.0;
            rows[2 * i + 1] = (i * 61 % 101 - 50) / 50.0;
            labels[i] = rows[2 * i] + rows[2 * i + 1] > 0 ? 1 : 0;
        }
        Examples examples = Examples.of(DenseFeatures.of(rows, 2), labels);

        Bound bound = new Clipping(1);
        Model model = new Model(new Logistic(), 2, true, 0);
        Recipe recipe = new Recipe(Recipe.Kind.ALLOCATION, RECORDS, 200, 5, bound, model, Steps.of(2));
        CalibratedTraining fitting =
                CalibratedTraining.of(Accountant.standard(), recipe::at, List.of(), 2, 1e-5, Precision.DEFAULT);
        Trained trained = fitting.variant().train(examples, RandomSource.secure(), step -> {});

        System.out.println("ran " + Plans.print(trained.plan()));
        System.out.printf(
                "epsilon is at most %s, for neighbours of %s%n",
                Outwards.up(fitting.guarantee().epsilon().upper()),
                trained.relation().label());
        // looks at the records without noise, so this number stays in the room
        int right = 0;
        for (int i = 0; i < RECORDS; i++) {
            double[] margins = model.margins(examples.features(), i, bound, trained.weights());
            if (model.predicted(margins) == labels[i]) right++;
        }
        System.out.println(
                right > 0.9 * RECORDS ? "more than 90 % of the records are told right" : "too noisy to learn");
    }
}
