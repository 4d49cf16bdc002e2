package io.sordino.benchmark;

import io.sordino.account.Accountant;
import io.sordino.account.Precision;
import io.sordino.data.Column;
import io.sordino.data.DataFile;
import io.sordino.data.Encoder;
import io.sordino.data.Schema;
import io.sordino.noise.RandomSource;
import io.sordino.plot.Axis;
import io.sordino.plot.Picture;
import io.sordino.plot.Pictures;
import io.sordino.plot.Point;
import io.sordino.plot.Series;
import io.sordino.train.CalibratedTraining;
import io.sordino.train.IterateDescent;
import io.sordino.train.Recipe;
import io.sordino.train.Steps;
import io.sordino.train.Training;
import io.sordino.train.data.Examples;
import io.sordino.train.model.Bound;
import io.sordino.train.model.Clipping;
import io.sordino.train.model.FeatureNorm;
import io.sordino.train.model.Model;
import io.sordino.train.model.Softmax;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.OptionalDouble;

/**
 * Test accuracy of a digit classifier against epsilon, with and without amplification, over several runs: docs/training.md.
 *
 * <p>java -cp benchmark/target/benchmark.jar io.sordino.benchmark.TrainingStudy TRAIN.csv TEST.csv RUNS OUT.svg OUT.csv
 */
public final class TrainingStudy {
    private static final double DELTA = 1e-5;
    private static final double[] EPSILONS = {0.5, 1, 2, 4, 8};
    private static final int BATCH = 400;

    private final Examples train;
    private final Examples test;
    private final int runs;

    private TrainingStudy(Examples train, Examples test, int runs) {
        this.train = train;
        this.test = test;
        this.runs = runs;
    }

    /**
     * A curve of the picture.
     *
     * @param contributions how many contributions apart neighbours are, where the sampling itself counts one
     */
    private record Way(
            String name,
            Recipe.Kind kind,
            Bound bound,
            boolean intercept,
            long epochs,
            double radius,
            double contributions) {
        Model model(int features) {
            return new Model(new Softmax(10), features, intercept, 0);
        }

        double rate(Model model) {
            return bound instanceof FeatureNorm norm ? 0.9 * IterateDescent.largestRate(norm, model) : 8;
        }
    }

    private static final Clipping CLIPPED = new Clipping(1);
    private static final FeatureNorm SHORT = new FeatureNorm(2);
    private static final double UNBOUNDED = Double.POSITIVE_INFINITY;
    private static final List<Way> WAYS = List.of(
            new Way("fixed batches, composed: no amplification", Recipe.Kind.CYCLIC, CLIPPED, true, 10, UNBOUNDED, 1),
            new Way("Poisson batches", Recipe.Kind.POISSON, CLIPPED, true, 10, UNBOUNDED, 1),
            new Way("random allocation", Recipe.Kind.ALLOCATION, CLIPPED, true, 10, UNBOUNDED, 1),
            new Way("replace-one: fixed batches, composed", Recipe.Kind.CYCLIC, SHORT, false, 20, 15, 2),
            new Way("replace-one: fixed batches, last iterate", Recipe.Kind.LAST_CYCLIC, SHORT, false, 20, 15, 1));

    public static void main(String[] arguments) throws IOException {
        Examples train = read(arguments[0]);
        Examples test = read(arguments[1]);
        TrainingStudy study = new TrainingStudy(train, test, Integer.parseInt(arguments[2]));
        StringBuilder table = new StringBuilder("way,epsilon,noise_multiplier,runs,mean_accuracy,lower,upper\n");
        Picture picture = study.picture(table);
        Files.writeString(Path.of(arguments[3]), Pictures.svg(picture));
        Files.writeString(Path.of(arguments[4]), table.toString());
    }

    private static Examples read(String file) {
        List<Column> columns = new ArrayList<>();
        for (int i = 0; i < 49; i++)
            columns.add(new Column.Numeric(
                    "p" + i, OptionalDouble.empty(), OptionalDouble.empty(), OptionalDouble.empty()));
        List<String> digits = List.of("0", "1", "2", "3", "4", "5", "6", "7", "8", "9");
        return new Encoder(new Schema(columns, "digit", digits)).labelled(DataFile.of(Path.of(file)));
    }

    private Picture picture(StringBuilder table) {
        List<Series> series = new ArrayList<>();
        for (Way way : WAYS) {
            List<Point> points = new ArrayList<>();
            for (double epsilon : EPSILONS) points.add(point(way, epsilon, table));
            series.add(new Series(way.name, Series.Kind.MEAN, points));
        }
        return new Picture(
                "What amplification buys",
                train.size() + " handwritten digits, softmax regression in batches of " + BATCH + ", delta = 1e-5",
                Axis.log("epsilon"),
                Axis.linear("test accuracy"),
                series,
                List.of(),
                List.of("Lines: means over " + runs + " runs; bands: 95 % confidence intervals of the means."));
    }

    private Point point(Way way, double epsilon, StringBuilder table) {
        Model model = way.model(train.features().columns());
        Recipe recipe = new Recipe(
                way.kind,
                train.size(),
                BATCH,
                way.epochs,
                way.bound,
                model,
                Steps.of(way.rate(model)).within(way.radius));
        CalibratedTraining fitting = CalibratedTraining.of(
                Accountant.standard(), recipe::at, List.of(), epsilon, DELTA, new Precision(0.005));
        // noise on a contribution of 2 for a promise about 1 is the promise about 2
        Training variant = recipe.at(way.contributions * fitting.variant().noiseMultiplier());
        double sum = 0;
        double squares = 0;
        for (int run = 0; run < runs; run++) {
            double accuracy = accuracy(
                    model,
                    variant.train(train, RandomSource.secure(), done -> {}).weights(),
                    way.bound);
            sum += accuracy;
            squares += accuracy * accuracy;
        }
        double mean = sum / runs;
        double deviation = runs > 1 ? Math.sqrt(Math.max(0, (squares - runs * mean * mean) / (runs - 1))) : 0;
        // Student's t for 20 runs is 2.09
        double half = 2.1 * deviation / Math.sqrt(runs);
        String row = String.format(
                "%s,%s,%.4f,%d,%.4f,%.4f,%.4f",
                way.name.replace(",", ";"), epsilon, variant.noiseMultiplier(), runs, mean, mean - half, mean + half);
        System.out.println(row);
        table.append(row).append('\n');
        return new Point(epsilon, mean - half, mean + half);
    }

    private double accuracy(Model model, double[] weights, Bound bound) {
        int right = 0;
        for (int i = 0; i < test.size(); i++)
            if (model.predicted(model.margins(test.features(), i, bound, weights)) == test.label(i)) right++;
        return (double) right / test.size();
    }
}
