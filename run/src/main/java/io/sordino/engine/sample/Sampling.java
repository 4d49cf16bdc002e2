package io.sordino.engine.sample;

import io.sordino.engine.Release;
import io.sordino.engine.seal.Seal;
import io.sordino.mechanism.Mechanism;
import io.sordino.mechanism.Repeated;
import io.sordino.noise.RandomSource;
import io.sordino.refusal.InvalidException;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.function.Function;

/** Batches as they are drawn, and the account of all that were. A round that was begun counts whole. */
public final class Sampling {
    private final RecordSampler sampler;
    private final RandomSource random;
    private int[][] round = {};
    private int used;
    private long rounds;
    private long steps;

    Sampling(RecordSampler sampler, RandomSource random) {
        this.sampler = sampler;
        this.random = random;
    }

    /** The batch of the next step. */
    public Batch next() {
        if (used == round.length) {
            round = sampler.round(random).batches();
            used = 0;
            rounds++;
        }
        steps++;
        return new Batch(round[used++]);
    }

    /** How many batches have been drawn. */
    public long steps() {
        return steps;
    }

    /** Where the batches come from. */
    public RecordSampler sampler() {
        return sampler;
    }

    /** What has been run so far, if every batch went into one run of {@code base} and nowhere else. */
    public Mechanism plan(Mechanism base) {
        if (!(rounds >= 1))
            throw new IllegalStateException("no batch has been drawn, so there is nothing to account for");
        Mechanism one = sampler.plan(base);
        return rounds == 1 ? one : new Repeated(rounds, one);
    }

    /**
     * Runs a query on each of so many batches. The plan that comes with the results is the sampler's own, of what the queries say that they ran:
     * a step that is no release of ours, or another one than its first, is refused.
     */
    public <T> Release<List<T>> run(long count, Function<Batch, Release<T>> step) {
        if (!(count >= 1)) throw new InvalidException("steps must be at least 1, was " + count);
        if (!(steps == 0)) throw new IllegalStateException("batches of this sampling have been drawn already");
        List<T> results = new ArrayList<>();
        Optional<Mechanism> base = Optional.empty();
        for (long i = 0; i < count; i++) {
            Release<T> release = step.apply(next());
            if (!base.orElse(release.plan()).equals(release.plan()))
                throw new InvalidException("every step must run the same plan", "account for different steps apart");
            base = Optional.of(release.plan());
            results.add(release.value());
        }
        return Release.of(List.copyOf(results), plan(base.orElseThrow()), sampler.relation(), Seal.OURS);
    }
}
