package io.sordino.theorem.sampling;

import static org.assertj.core.api.Assertions.assertThat;

import io.sordino.account.Accountant;
import io.sordino.account.Precision;
import io.sordino.mechanism.Relation;
import io.sordino.numeric.Bracket;
import io.sordino.plan.Plans;
import io.sordino.theorem.TheoremContract;
import java.util.List;
import java.util.SplittableRandom;
import java.util.TreeMap;
import org.junit.jupiter.api.Test;

/** How often a group was drawn is not told. */
final class GroupInDrawsTest extends TheoremContract {
    @Override
    protected List<Unmet> unmet() {
        return List.of(
                silentOn("group(10, with_replacement(3, 10, gaussian(1)))", "replace-one", "whole dataset"),
                silentOn("group(2, with_replacement(3, 10, laplace(1)))", "replace-one", "Gaussian noise"),
                notAbout("group(2, poisson(0.1, gaussian(1)))"));
    }

    private static Bracket delta(String plan, double epsilon) {
        return Accountant.standard()
                .delta(Plans.parse(plan), Relation.REPLACE_ONE, epsilon, Precision.DEFAULT)
                .delta();
    }

    @Test
    void aGroupOfTwoIsFarFromAnyMechanism() {
        Bracket epsilon = Accountant.standard()
                .epsilon(
                        Plans.parse("group(2, with_replacement(10, 100, gaussian(2)))"),
                        Relation.REPLACE_ONE,
                        1e-5,
                        Precision.DEFAULT)
                .epsilon();
        assertThat(epsilon.lower()).isGreaterThan(5.24);
        assertThat(epsilon.upper()).isLessThan(7.13);
    }

    /** Every sample of a small dataset is listed, with contributions at random and often at the ends of what is allowed. */
    @Test
    void noSmallDatasetIsAbove() {
        long seed = 1105;
        SplittableRandom random = new SplittableRandom(seed);
        double closest = 0;
        for (int i = 0; i < 400; i++) {
            int size = random.nextInt(3, 6);
            int group = random.nextInt(1, size);
            int draws = random.nextInt(1, 4);
            double sigma = random.nextDouble(0.7, 3);
            double[] before = new double[size];
            double[] after = new double[size];
            for (int j = 0; j < size; j++) {
                before[j] = contribution(random);
                after[j] = j < group ? contribution(random) : before[j];
            }
            String plan = "with_replacement(" + draws + ", " + size + ", gaussian(" + sigma + "))";
            if (group > 1) plan = "group(" + group + ", " + plan + ")";
            for (double epsilon : new double[] {0, 0.2, 0.8}) {
                double seen = divergence(means(before, draws), means(after, draws), sigma, Math.exp(epsilon));
                double bound = delta(plan, epsilon).upper();
                assertThat(bound)
                        .as("seed %s, case %s: %s at %s", seed, i, plan, epsilon)
                        .isGreaterThanOrEqualTo(seen - 1e-6);
                closest = Math.max(closest, seen / bound);
            }
        }
        // the control: some datasets come close, so that a smaller bound would be caught
        assertThat(closest).isGreaterThan(0.99);
    }

    private static double contribution(SplittableRandom random) {
        return switch (random.nextInt(4)) {
            case 0 -> random.nextDouble(-1, 1);
            case 1 -> 1;
            default -> -1;
        };
    }

    /** How likely every sum of a sample is. */
    private static TreeMap<Double, Double> means(double[] dataset, int draws) {
        TreeMap<Double, Double> law = new TreeMap<>();
        law.put(0.0, 1.0);
        for (int d = 0; d < draws; d++) {
            TreeMap<Double, Double> next = new TreeMap<>();
            law.forEach((sum, chance) -> {
                for (double one : dataset) next.merge(sum + one, chance / dataset.length, Double::sum);
            });
            law = next;
        }
        return law;
    }

    private static double divergence(TreeMap<Double, Double> p, TreeMap<Double, Double> q, double sigma, double x) {
        double step = 0.004 * sigma;
        double sum = 0;
        for (double z = -3 - 9 * sigma; z < 3 + 9 * sigma; z += step)
            sum += Math.max(0, density(p, z, sigma) - x * density(q, z, sigma));
        return sum * step / (sigma * Math.sqrt(2 * Math.PI));
    }

    private static double density(TreeMap<Double, Double> law, double z, double sigma) {
        double sum = 0;
        for (var one : law.entrySet()) {
            double u = (z - one.getKey()) / sigma;
            sum += one.getValue() * Math.exp(-u * u / 2);
        }
        return sum;
    }
}
