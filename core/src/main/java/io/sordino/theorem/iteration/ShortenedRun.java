package io.sordino.theorem.iteration;

import io.sordino.loss.CountedPair;
import io.sordino.loss.HasPair;
import io.sordino.loss.Pair;
import io.sordino.loss.Side;
import io.sordino.loss.Workspace;
import io.sordino.loss.composition.Composition;
import io.sordino.loss.primitive.GaussianPair;
import io.sordino.numeric.Bracket;
import io.sordino.numeric.Down;
import io.sordino.numeric.Up;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;

/**
 * The loss of a run on sampled batches, seen as its last K steps: a Gaussian pair for the distance at which they begin, hidden
 * by the share w of their noise, and K sampled pairs for the batches, hidden by the rest. Any K and w give a bound; each
 * question picks those that a Renyi estimate likes best.
 */
final class ShortenedRun implements HasPair {
    private final long steps;
    private final double sensitivity;
    private final double width;
    private final Workspace workspace;
    private final Tail tail;
    private final SampledSteps batches;
    private final Search search;
    private final Map<Search.Choice, Composition> made = new HashMap<>();

    /** @param sensitivity of a sampled step, in units of the largest distance of two records' gradients */
    ShortenedRun(Descent descent, double sensitivity, double width, Workspace workspace) {
        steps = descent.plan().steps();
        this.sensitivity = sensitivity;
        this.width = width;
        this.workspace = workspace;
        tail = Tail.of(descent);
        batches = new SampledSteps(descent);
        search = new Search(descent, tail, batches, sensitivity);
    }

    @Override
    public Bracket logDelta(double epsilon) {
        double upper = composed(search.forEpsilon(epsilon)).logDelta(epsilon).upper();
        return Bracket.of(Double.NEGATIVE_INFINITY, upper);
    }

    @Override
    public Bracket epsilon(double delta) {
        if (delta == 0) return Bracket.of(0, Double.POSITIVE_INFINITY);
        return Bracket.atMost(composed(search.forDelta(delta)).epsilon(delta).upper());
    }

    /** One choice for every order: that of a common delta. */
    @Override
    public Pair pair(Side side) {
        if (side == Side.LOWER)
            throw new IllegalStateException("a bound for a shortened run serves the upper side alone");
        return composed(search.forDelta(1e-6)).pair(side);
    }

    Composition composed(Search.Choice choice) {
        return made.computeIfAbsent(choice, this::compose);
    }

    private Composition compose(Search.Choice choice) {
        List<CountedPair> parts = new ArrayList<>();
        double start = tail.distance(choice.count());
        boolean whole = choice.count() == steps;
        if (!whole) parts.add(new CountedPair(new GaussianPair(Up.div(start, Down.sqrt(choice.share()))), 1));
        parts.addAll(batches.parts(choice.count(), whole ? 1 : Down.sub(1, choice.share()), sensitivity));
        return new Composition(parts, width, workspace);
    }
}
