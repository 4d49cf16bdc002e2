package io.sordino;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.sordino.OwnPair.Cell;
import io.sordino.mechanism.Mechanism;
import io.sordino.mechanism.Repeated;
import io.sordino.numeric.Normal;
import io.sordino.plan.Plans;
import java.util.ArrayList;
import java.util.List;
import java.util.SplittableRandom;
import org.junit.jupiter.api.Test;

/** Pairs that programs bring. */
final class OwnPairTest {
    private static double upper(Mechanism plan, double delta) {
        return Privacy.of(plan).epsilon(delta).epsilon().upper();
    }

    /** Gaussian noise, as somebody would write it who does not know that it has a word. */
    private static OwnPair noise(double mu, int cells) {
        return () -> {
            List<Cell> all = new ArrayList<>();
            double reach = 12;
            double from = Double.NEGATIVE_INFINITY;
            for (int i = 0; i <= cells; i++) {
                double to = i == cells ? Double.POSITIVE_INFINITY : -reach + 2 * reach * i / (cells - 1);
                double p = Normal.between(from - mu, to - mu);
                double q = Normal.between(from, to);
                if (p > 0 && q > 0) all.add(new Cell(p, q, mu * from - mu * mu / 2, mu * to - mu * mu / 2));
                from = to;
            }
            return all;
        };
    }

    @Test
    void bothPlansSurroundTheMechanism() {
        double before = Double.POSITIVE_INFINITY;
        for (int cells : new int[] {50, 200, 800}) {
            OwnPair own = noise(0.5, cells);
            double truth = upper(Plans.parse("20 * gaussian(2)"), 1e-6);
            double above = upper(new Repeated(20, own.dominating()), 1e-6);
            double below = Privacy.of(new Repeated(20, own.merged()))
                    .epsilon(1e-6)
                    .epsilon()
                    .lower();
            assertThat(above).as("%s cells", cells).isBetween(truth * (1 - 1e-3), before);
            assertThat(below).isBetween(0.5 * truth, truth);
            before = above;
        }
        assertThat(before).isLessThan(1.01 * upper(Plans.parse("20 * gaussian(2)"), 1e-6));
    }

    /** Random cells of random laws: what is spread dominates, what is merged is dominated, at every epsilon. */
    @Test
    void randomLawsAreSurrounded() {
        long seed = 88;
        SplittableRandom random = new SplittableRandom(seed);
        int wider = 0;
        for (int i = 0; i < 100_000; i++) {
            int n = random.nextInt(4, 12);
            double[] p = law(random, n);
            double[] q = law(random, n);
            List<Cell> cells = new ArrayList<>();
            for (int j = 0; j < n; j += 2) {
                int end = Math.min(n, j + 2);
                double mass = 0;
                double other = 0;
                double least = Double.POSITIVE_INFINITY;
                double most = Double.NEGATIVE_INFINITY;
                for (int k = j; k < end; k++) {
                    mass += p[k];
                    other += q[k];
                    least = Math.min(least, Math.log(p[k] / q[k]));
                    most = Math.max(most, Math.log(p[k] / q[k]));
                }
                cells.add(new Cell(mass, other, least, most));
            }
            OwnPair own = () -> cells;
            double x = Math.exp(random.nextDouble(-3, 3));
            double truth = 0;
            for (int j = 0; j < n; j++) truth += Math.max(0, p[j] - x * q[j]);
            double above = delta(own.dominating(), x);
            assertThat(above).as("seed %s, %s", seed, i).isGreaterThanOrEqualTo(truth * (1 - 1e-14) - 1e-15);
            assertThat(delta(own.merged(), x)).as("seed %s, %s", seed, i).isLessThanOrEqualTo(truth + 1e-14);
            if (above > truth * 1.0001 + 1e-9) wider++;
        }
        // two outcomes a cell are their own extremes: nothing is lost
        assertThat(wider).isZero();
    }

    private static double delta(io.sordino.mechanism.FinitePair pair, double x) {
        double sum = 0;
        for (int i = 0; i < pair.p().values().size(); i++)
            sum += Math.max(0, pair.p().values().get(i) - x * pair.q().values().get(i));
        return sum;
    }

    private static double[] law(SplittableRandom random, int n) {
        double[] law = new double[n];
        double sum = 0;
        for (int j = 0; j < n; j++) sum += law[j] = Math.exp(-8 * random.nextDouble());
        for (int j = 0; j < n; j++) law[j] /= sum;
        return law;
    }

    @Test
    void whatIsMadeIsAPlanInText() {
        Mechanism plan = noise(1, 20).dominating();
        assertThat(Plans.parse(Plans.print(plan))).isEqualTo(plan);
    }

    @Test
    void slipsAreNamed() {
        assertThatThrownBy(() -> new Cell(0.5, 0.5, 0.1, 0.2)).hasMessageContaining("mean loss of a cell");
        assertThatThrownBy(() -> new Cell(0.5, 0, -1, 3)).hasMessageContaining("mean loss of a cell");
        assertThatThrownBy(() -> new Cell(1.5, 0.5, 0, 2)).hasMessageContaining("in [0, 1]");
        assertThatThrownBy(() -> new Cell(0.5, 0.5, 1, -1)).hasMessageContaining("in order");
        assertThatThrownBy(() -> new Cell(0.5, 0.5, Double.NaN, 1)).hasMessageContaining("in order");
        OwnPair half = () -> List.of(new Cell(0.5, 0.5, 0, 0));
        assertThatThrownBy(half::dominating).hasMessageContaining("add up to 1");
    }
}
