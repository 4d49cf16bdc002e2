package io.sordino.loss;

import static org.assertj.core.api.Assertions.assertThat;

import io.sordino.loss.allocation.AllocatedProfile;
import io.sordino.loss.composition.Composition;
import io.sordino.loss.primitive.GaussianPair;
import io.sordino.loss.primitive.LaplacePair;
import java.lang.reflect.Field;
import java.lang.reflect.Modifier;
import java.util.List;
import java.util.concurrent.atomic.AtomicInteger;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/** What is worked out belongs to a question; a loss is a value. */
class WorkspaceTest {
    private static final List<CountedPair> PARTS = List.of(new CountedPair(LaplacePair.noise(1, 3), 20));

    @Test
    void equalSubjectsShareTheirNotes() {
        Workspace workspace = new Workspace();
        AtomicInteger made = new AtomicInteger();
        assertThat(workspace.notes(List.of(1), Integer.class, made::incrementAndGet))
                .isEqualTo(1);
        assertThat(workspace.notes(List.of(1), Integer.class, made::incrementAndGet))
                .isEqualTo(1);
        assertThat(workspace.notes(List.of(2), Integer.class, made::incrementAndGet))
                .isEqualTo(2);
    }

    @Test
    void lossesAreEqualByWhatTheyAreAbout() {
        Workspace one = new Workspace();
        Workspace other = new Workspace();
        Composition composition = new Composition(PARTS, 1e-3, one);
        composition.logDelta(1);
        assertThat(composition)
                .isEqualTo(new Composition(PARTS, 1e-3, other))
                .hasSameHashCodeAs(new Composition(PARTS, 1e-3, other))
                .isNotEqualTo(new Composition(PARTS, 1e-2, one));
        AllocatedProfile allocated = allocated(30, Change.REMOVED, one);
        allocated.epsilon(1e-5);
        assertThat(allocated)
                .isEqualTo(allocated(30, Change.REMOVED, other))
                .hasSameHashCodeAs(allocated(30, Change.REMOVED, other))
                .isNotEqualTo(allocated(31, Change.REMOVED, one))
                .isNotEqualTo(allocated(30, Change.ADDED, one));
    }

    /** The finest question comes first where a workspace is shared, so what it leaves behind serves the next one. */
    @Test
    void anotherWorkspaceKnowsNothing() {
        Workspace used = new Workspace();
        for (double epsilon = 0; epsilon < 4; epsilon += 0.25) new Composition(PARTS, 1e-2, used).logDelta(epsilon);
        assertThat(new Composition(PARTS, 1e-2, new Workspace()).logDelta(2.1))
                .isEqualTo(new Composition(PARTS, 1e-2, new Workspace()).logDelta(2.1));
        assertThat(new Composition(PARTS, 1e-2, used).epsilon(1e-5))
                .isEqualTo(new Composition(PARTS, 1e-2, new Workspace()).epsilon(1e-5));
    }

    @ParameterizedTest
    @ValueSource(classes = {Composition.class, AllocatedProfile.class})
    void noFieldOfALossChanges(Class<?> loss) {
        for (Field field : loss.getDeclaredFields())
            // tools that measure coverage add fields of their own
            if (!field.isSynthetic())
                assertThat(Modifier.isFinal(field.getModifiers()))
                        .as(field.getName())
                        .isTrue();
    }

    private static AllocatedProfile allocated(long steps, Change change, Workspace workspace) {
        Pair step = GaussianPair.of(1);
        return new AllocatedProfile(steps, change, step, step, 1e-3, workspace);
    }
}
