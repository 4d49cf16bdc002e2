package io.sordino.theorem.shuffling;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.within;

import io.sordino.account.Accountant;
import io.sordino.account.Precision;
import io.sordino.mechanism.HadamardResponse;
import io.sordino.mechanism.LocalHash;
import io.sordino.mechanism.Mechanism;
import io.sordino.mechanism.RandomizedResponse;
import io.sordino.mechanism.Rappor;
import io.sordino.mechanism.Relation;
import io.sordino.mechanism.Shuffled;
import io.sordino.mechanism.SubsetSelection;
import io.sordino.mechanism.UnaryEncoding;
import io.sordino.numeric.Bracket;
import java.util.Arrays;
import org.junit.jupiter.api.Test;

/** All datasets and all outputs of a few users, counted out, lie inside the brackets. */
final class ShuffledEnumerationTest {
    private static final double[] SHARES = {0, 0.1, 0.35, 0.7, 0.95, 0.999};
    private final Accountant accountant = Accountant.standard();

    private Bracket delta(long n, Mechanism randomizer, double epsilon) {
        return accountant
                .delta(new Shuffled(n, randomizer), Relation.REPLACE_ONE, epsilon, new Precision(1e-9))
                .delta();
    }

    @Test
    void binaryResponseIsExact() {
        for (int n = 2; n <= 8; n++)
            for (double epsilon0 : new double[] {0.1, 1, 2.5})
                for (double share : SHARES) {
                    double truth = Enumeration.delta(Enumeration.response(epsilon0, 2), n, share * epsilon0);
                    Bracket found = delta(n, new RandomizedResponse(epsilon0, 2), share * epsilon0);
                    assertThat(found.midpoint())
                            .as("n %s epsilon0 %s share %s", n, epsilon0, share)
                            .isCloseTo(truth, within(1e-9 * truth + 1e-15));
                }
    }

    @Test
    void threeSymbolsAreInside() {
        for (int n = 2; n <= 8; n++)
            for (double epsilon0 : new double[] {0.5, 2})
                for (double share : SHARES)
                    inside(n, new RandomizedResponse(epsilon0, 3), Enumeration.response(epsilon0, 3), share * epsilon0);
    }

    @Test
    void namedRandomizersAreInside() {
        for (double epsilon0 : new double[] {0.6, 2})
            for (double share : SHARES) {
                for (int n = 2; n <= 4; n++) {
                    inside(n, new UnaryEncoding(epsilon0), unary(1 / (Math.exp(epsilon0 / 2) + 1)), share * epsilon0);
                    inside(n, new SubsetSelection(epsilon0, 4, 2), pairsOfFour(epsilon0), share * epsilon0);
                    inside(n, new HadamardResponse(epsilon0), hadamard(epsilon0), share * epsilon0);
                    inside(n, new LocalHash(epsilon0, 2), hadamard(epsilon0), share * epsilon0);
                }
            }
        double flip = 0.25;
        inside(4, new Rappor(2 * flip), unary(flip), 0.5);
    }

    private void inside(int n, Mechanism randomizer, double[][] laws, double epsilon) {
        double truth = Enumeration.delta(laws, n, epsilon);
        Bracket found = delta(n, randomizer, epsilon);
        assertThat(found.upper())
                .as("%s of %s at %s", randomizer, n, epsilon)
                .isGreaterThanOrEqualTo(truth * (1 - 1e-9) - 1e-15);
        assertThat(found.lower())
                .as("%s of %s at %s", randomizer, n, epsilon)
                .isLessThanOrEqualTo(truth * (1 + 1e-9) + 1e-15);
    }

    /** Three records, three bits, each flipped. */
    private static double[][] unary(double flip) {
        double[][] laws = new double[3][8];
        for (int record = 0; record < 3; record++)
            for (int y = 0; y < 8; y++) {
                int wrong = Integer.bitCount(y ^ (1 << record));
                laws[record][y] = Math.pow(flip, wrong) * Math.pow(1 - flip, 3 - wrong);
            }
        return laws;
    }

    private static double[][] pairsOfFour(double epsilon) {
        int[] pairs = {0b0011, 0b0101, 0b1001, 0b0110, 0b1010, 0b1100};
        double[][] laws = new double[4][6];
        for (int record = 0; record < 4; record++) {
            for (int y = 0; y < 6; y++) laws[record][y] = (pairs[y] >> record & 1) == 1 ? Math.exp(epsilon) : 1;
            double sum = Arrays.stream(laws[record]).sum();
            for (int y = 0; y < 6; y++) laws[record][y] /= sum;
        }
        return laws;
    }

    /** All rows of the Hadamard matrix of order 4; y is a row and an answer. */
    private static double[][] hadamard(double epsilon) {
        double[][] laws = new double[4][8];
        for (int record = 0; record < 4; record++)
            for (int row = 0; row < 4; row++)
                for (int answer = 0; answer < 2; answer++) {
                    int entry = Integer.bitCount(row & record) & 1;
                    double e0 = Math.exp(epsilon);
                    laws[record][2 * row + answer] = 0.25 * (entry == answer ? e0 : 1) / (e0 + 1);
                }
        return laws;
    }
}
