package io.sordino.noise;

import static org.assertj.core.api.Assertions.assertThat;

import io.sordino.account.Accountant;
import io.sordino.account.Guarantee;
import io.sordino.account.Precision;
import io.sordino.mechanism.Gaussian;
import io.sordino.mechanism.Laplace;
import io.sordino.mechanism.Mechanism;
import io.sordino.mechanism.Relation;
import io.sordino.mechanism.SinhNormal;
import io.sordino.mechanism.TruncatedGaussian;
import io.sordino.mechanism.TruncatedLaplace;
import io.sordino.numeric.Normal;
import java.util.List;
import java.util.function.DoubleUnaryOperator;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.MethodSource;

/**
 * What is released is a law on a grid. Its exact profile, summed over the points of the grid, is never above what the accountant claims
 * of the record, and a fine grid attains the claim.
 */
class GridLawTest {
    record Case(Mechanism record, DoubleUnaryOperator upperTail) {
        @Override
        public String toString() {
            return record.toString();
        }
    }

    /** P(noise > x), in contributions. */
    static List<Case> cases() {
        return List.of(
                new Case(new Laplace(0.7), x -> x > 0 ? 0.5 * Math.exp(-x / 0.7) : 1 - 0.5 * Math.exp(x / 0.7)),
                new Case(new Gaussian(1.3), x -> Normal.sf(x / 1.3)),
                new Case(new TruncatedLaplace(1, 4), x -> {
                    double inside = Math.expm1(-Math.min(4, Math.abs(x))) / Math.expm1(-4) / 2;
                    return x > 0 ? 0.5 - inside : 0.5 + inside;
                }),
                new Case(new TruncatedGaussian(1.5, 4), x -> {
                    double whole = Normal.between(-4 / 1.5, 4 / 1.5);
                    double inside = Normal.between(0, Math.min(4, Math.abs(x)) / 1.5) / whole;
                    return x > 0 ? 0.5 - inside : 0.5 + inside;
                }),
                new Case(new SinhNormal(1, 2), x -> Normal.sf(2 * Math.sinh(x / 2))));
    }

    /** The hockey stick of the rounded noise moved by the given contributions, on a grid of so many cells. */
    private static double delta(DoubleUnaryOperator tail, int contributions, int cells, double epsilon) {
        double sum = 0;
        int reach = 40 * cells;
        int shift = contributions * cells;
        for (int z = -reach; z <= reach + shift; z++) {
            double p = mass(tail, z - shift, cells);
            double q = mass(tail, z, cells);
            sum += Math.max(0, p - Math.exp(epsilon) * q);
        }
        return sum;
    }

    private static double mass(DoubleUnaryOperator tail, int z, int cells) {
        double low = (Math.abs(z) - 0.5) / cells;
        double high = (Math.abs(z) + 0.5) / cells;
        return Math.max(0, tail.applyAsDouble(low) - tail.applyAsDouble(high));
    }

    private static Guarantee claimed(Mechanism record, Relation relation, double epsilon) {
        return Accountant.standard().delta(record, relation, epsilon, Precision.DEFAULT);
    }

    @ParameterizedTest
    @MethodSource("cases")
    void theClaimCoversTheGridAndAFineGridAttainsIt(Case c) {
        for (Relation relation : List.of(Relation.ADD_OR_REMOVE_ONE, Relation.REPLACE_ONE))
            for (double epsilon : new double[] {0, 0.3, 0.9, 1.4}) {
                Guarantee claim = claimed(c.record, relation, epsilon);
                for (int cells : new int[] {1, 3, 16, 1024}) {
                    double grid = delta(c.upperTail, relation.contributions(), cells, epsilon);
                    assertThat(grid).isLessThanOrEqualTo(claim.delta().upper() + 1e-12);
                    if (cells == 1024)
                        assertThat(grid).isGreaterThanOrEqualTo(claim.delta().lower() * 0.999 - 1e-9);
                }
            }
    }

    /** On the same bits the noise of a record is that of the law whose parameters are the record's times the cells, to the last step. */
    @Test
    void theNoiseOfARecordIsDrawnAtItsScale() {
        for (long cells : new long[] {1L << 20, 1L << 30, 3L << 24})
            for (double multiplier : new double[] {0.75, 1, 2.5}) {
                same(new Laplace(multiplier), cells, new RoundedLaplace(multiplier * cells));
                same(new Gaussian(multiplier), cells, new RoundedGaussian(multiplier * cells));
            }
        long cells = 1L << 20;
        same(new TruncatedLaplace(1.5, 4), cells, new RoundedTruncatedLaplace(1.5 * cells, 4.0 * cells));
        same(new TruncatedGaussian(1.5, 4.3), cells, new RoundedTruncatedGaussian(1.5 * cells, 4.3 * cells));
        same(new SinhNormal(1.5, 3), 1024, new RoundedSinhNormal(1.5 * 1024, 3.0 * 1024));
        // a product that is not a double is rounded up
        for (int i = 1; i < 1000; i++) {
            double multiplier = i / 7.0;
            double sigma = io.sordino.numeric.Up.mul(multiplier, (double) (3L << 24));
            assertThat(new java.math.BigDecimal(sigma))
                    .isGreaterThanOrEqualTo(
                            new java.math.BigDecimal(multiplier).multiply(java.math.BigDecimal.valueOf(3L << 24)));
            assertThat(GridNoise.of(new Gaussian(multiplier), 3L << 24).draw(Tapes.seeded(i)))
                    .isEqualTo(new RoundedGaussian(sigma).draw(Tapes.seeded(i)));
        }
    }

    private static void same(Mechanism law, long cells, IntegerNoise expected) {
        RandomSource one = Tapes.seeded(cells);
        RandomSource other = Tapes.seeded(cells);
        GridNoise noise = GridNoise.of(law, cells);
        for (int i = 0; i < 200; i++) assertThat(noise.draw(one)).as("%s", law).isEqualTo(expected.draw(other));
    }

    @Test
    void aSensitivityThatIsNotWidenedIsNotCovered() {
        // three cells moved by four: inputs that were rounded up without the sensitivity being widened
        double moved = 0;
        for (int z = -200; z <= 200; z++) {
            double p = mass(cases().get(0).upperTail, z - 4, 3);
            moved += Math.max(0, p - Math.exp(0.9) * mass(cases().get(0).upperTail, z, 3));
        }
        assertThat(moved)
                .isGreaterThan(claimed(new Laplace(0.7), Relation.ADD_OR_REMOVE_ONE, 0.9)
                        .delta()
                        .upper());
    }
}
