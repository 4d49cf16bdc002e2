package io.sordino.theorem.primitive;

import static org.assertj.core.api.Assertions.assertThat;

import io.sordino.loss.Pair;
import io.sordino.mechanism.DiscreteLaplace;
import io.sordino.mechanism.RandomizedResponse;
import io.sordino.mechanism.Relation;
import java.util.List;
import java.util.Random;
import org.junit.jupiter.api.Test;

class DiscreteLaplaceNoiseTest extends PairContract {
    @Override
    protected List<Unmet> unmet() {
        return List.of(notAbout("laplace(1)"));
    }

    private static final DiscreteLaplaceNoise THEOREM = new DiscreteLaplaceNoise();

    @Override
    List<Case> cases() {
        return List.of(of(0.2, 2), of(0.2, 1), of(1, 2), of(1, 1), of(40, 2), of(40, 1));
    }

    private static Case of(double scale, int shift) {
        Relation relation = shift == 1 ? Relation.ADD_OR_REMOVE_ONE : Relation.REPLACE_ONE;
        Pair pair = Leaf.pair(THEOREM, new DiscreteLaplace(scale), relation);
        return new Case("discrete_laplace(" + scale + ") by " + shift, pair, shift / scale, random -> {
            long z = shift + geometric(random, scale) - geometric(random, scale);
            return (Math.abs(z) - Math.abs(z - shift)) / scale;
        });
    }

    /** The difference of two geometric variables is a discrete Laplace variable. */
    private static long geometric(Random random, double scale) {
        return (long) Math.floor(-Math.log(1 - random.nextDouble()) * scale);
    }

    @Override
    List<Pair> extremes() {
        return List.of(
                Leaf.pair(THEOREM, new DiscreteLaplace(Double.MIN_VALUE)),
                Leaf.pair(THEOREM, new DiscreteLaplace(1e-300), Relation.REPLACE_ONE),
                Leaf.pair(THEOREM, new DiscreteLaplace(1e300), Relation.REPLACE_ONE),
                Leaf.pair(THEOREM, new DiscreteLaplace(Double.MAX_VALUE)));
    }

    @Test
    void aShiftByOneIsARandomizedResponse() {
        Pair discrete = Leaf.pair(THEOREM, new DiscreteLaplace(0.5));
        Pair response = Leaf.pair(new RandomizedResponsePair(), new RandomizedResponse(2, 2));
        assertThat(discrete.atoms()).isEqualTo(response.atoms());
    }
}
