package io.sordino.loss.allocation;

import static org.assertj.core.api.Assertions.assertThat;

import io.sordino.loss.Atom;
import io.sordino.loss.Change;
import io.sordino.loss.HasPair;
import io.sordino.loss.Pair;
import io.sordino.loss.Side;
import io.sordino.loss.Workspace;
import io.sordino.loss.pair.AtomicPair;
import io.sordino.numeric.Bracket;
import java.util.ArrayList;
import java.util.List;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

/** Truths are sums over all counts of outcomes, in 40 digits. */
final class CountedRatioSumTest {
    @ParameterizedTest
    @CsvSource({
        "59, 0.941, 2, 0, 0.4723, 1.064256919718267988611732598641e-7, 3.127125675040836165365323981778e-5",
        "11, 3.906, 2, 0, 3, 3.256627169203427058591430981287e-6, 0.4786061554613587526033894517658",
        "8, 0.5723, 3, 0, 0.2, 0.01003893022942323029746051351339, 0.01441705465237927803995097677090",
        "5, 1, 2, 1e-4, 0.5, 0.02651111196664824190252230036412, 0.08219458927454926082495441238884",
        "200, 0.05, 2, 0, 0.001, 9.683427394301598882666618156080e-4, 9.692494129791594215546684097474e-4",
    })
    void aFewValuesAreCountedOut(
            long steps, double epsilon, int k, double delta, double at, double removed, double added) {
        Pair pair = pair(epsilon, k, delta);
        check(new AllocatedProfile(steps, Change.REMOVED, pair, pair, 1e-3, new Workspace()), at, removed);
        check(new AllocatedProfile(steps, Change.ADDED, pair, pair, 1e-3, new Workspace()), at, added);
        HasPair profile = new AllocatedProfile(steps, Change.ADDED, pair, pair, 1e-3, new Workspace());
        assertThat(profile.pair(Side.UPPER).delta(at).upper()).isBetween(added * (1 - 1e-15), added * (1 + 1e-6));
        assertThat(profile.pair(Side.LOWER).delta(at).lower()).isBetween(added * (1 - 1e-6), added * (1 + 1e-15));
    }

    private static void check(AllocatedProfile profile, double at, double truth) {
        Bracket found = profile.delta(at);
        assertThat(found.lower()).isBetween(truth * (1 - 1e-9), truth * (1 + 1e-15));
        assertThat(found.upper()).isBetween(truth * (1 - 1e-15), truth * (1 + 1e-9));
    }

    /** Randomized response among k values, or an epsilon and delta. */
    private static Pair pair(double epsilon, int k, double delta) {
        double whole = (1 - delta) / (Math.exp(epsilon) + k - 1);
        List<Atom> atoms = new ArrayList<>();
        atoms.add(new Atom(epsilon, whole * Math.exp(epsilon)));
        if (k > 2) atoms.add(new Atom(0, whole * (k - 2)));
        atoms.add(new Atom(-epsilon, whole));
        return AtomicPair.of(atoms, Bracket.exactly(delta));
    }
}
