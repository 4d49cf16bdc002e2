package io.sordino.theorem.primitive;

import static org.assertj.core.api.Assertions.assertThat;

import io.sordino.mechanism.Counts;
import io.sordino.mechanism.TreeAggregation;
import io.sordino.theorem.TheoremContract;
import java.util.List;
import org.junit.jupiter.api.Test;

class TreeOfGaussiansTest extends TheoremContract {
    @Override
    protected List<Unmet> unmet() {
        return List.of(notAbout("gaussian(1)"));
    }

    /** Full nodes of a binary tree over so many steps that hold a leaf. */
    private static int reached(int leaf, int steps) {
        int count = 0;
        for (int size = 1; size <= steps; size *= 2) if (leaf / size * size + size <= steps) count++;
        return count;
    }

    @Test
    void theDepthIsTheMostNodesOfAnyLeaf() {
        for (int steps = 1; steps <= 300; steps++) {
            int most = 0;
            for (int leaf = 0; leaf < steps; leaf++) most = Math.max(most, reached(leaf, steps));
            assertThat(new TreeAggregation(1, Counts.of(steps)).depth())
                    .as("%s steps", steps)
                    .isEqualTo(most);
        }
    }

    @Test
    void theLargestTreeCounts() {
        assertThat(new TreeAggregation(1, new Counts(List.of(3L, 16L, 5L), true)).depth())
                .isEqualTo(5);
    }
}
