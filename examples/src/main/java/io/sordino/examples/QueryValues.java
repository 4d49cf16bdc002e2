package io.sordino.examples;

import io.sordino.Privacy;
import io.sordino.engine.Estimate;
import io.sordino.engine.Release;
import io.sordino.engine.query.Histogram;
import io.sordino.engine.query.Quantiles;
import io.sordino.engine.query.Sums;
import io.sordino.engine.query.Values;
import io.sordino.mechanism.Composed;
import io.sordino.mechanism.DiscreteGaussian;
import io.sordino.mechanism.DiscreteLaplace;
import io.sordino.mechanism.Exponential;
import io.sordino.mechanism.Gaussian;
import io.sordino.mechanism.Relation;
import io.sordino.noise.RandomSource;
import io.sordino.plan.Plans;
import java.util.List;
import java.util.stream.IntStream;

/** Private answers about numbers in memory, and what all of them cost together. */
public final class QueryValues {
    private QueryValues() {}

    public static void main(String[] arguments) {
        double[] ages =
                IntStream.range(0, 10_000).mapToDouble(i -> 20 + i * 37 % 60).toArray();
        RandomSource random = RandomSource.secure();
        Sums sums = new Sums(Values.of(ages), 0.95, random);

        Release<Estimate> older = sums.count(age -> age >= 65, new DiscreteLaplace(10));
        say("65 or older", older.value());

        Release<Estimate> total = sums.sum(0, 100, new Gaussian(5));
        say("sum of ages", total.value());

        Release<Estimate> median = new Quantiles(Values.of(ages), 0, 100)
                .quantile(0.5, new Exponential(0.1), Relation.ADD_OR_REMOVE_ONE, 0.95, random);
        say("median age", median.value());

        int[] decades =
                IntStream.range(0, ages.length).map(i -> (int) ages[i] / 10).toArray();
        Release<List<Estimate>> histogram = Histogram.of(decades, 10).release(new DiscreteGaussian(10), 0.95, random);
        say("in their thirties", histogram.value().get(3));

        Composed all = new Composed(List.of(older.plan(), total.plan(), median.plan(), histogram.plan()));
        System.out.println("ran " + Plans.print(all));
        System.out.printf(
                "together: epsilon is at most %s at delta = 1e-6%n",
                Outwards.up(Privacy.of(all)
                        .under(Relation.ADD_OR_REMOVE_ONE)
                        .epsilon(1e-6)
                        .epsilon()
                        .upper()));
    }

    private static void say(String what, Estimate answer) {
        System.out.printf(
                "%s: about %.1f, and with probability %s between %s and %s%n",
                what, answer.value(), answer.confidence(), Outwards.down(answer.lower()), Outwards.up(answer.upper()));
    }
}
