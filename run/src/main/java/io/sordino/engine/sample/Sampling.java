package io.sordino.engine.sample;

import io.sordino.engine.Release;
import io.sordino.mechanism.InvalidException;
import io.sordino.mechanism.Mechanism;
import io.sordino.mechanism.Repeated;
import io.sordino.noise.RandomSource;
import java.util.ArrayList;
import java.util.List;
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

    /** Runs {@code base} on so many batches; the only plan that comes with the results is the sampler's own. */
    public <T> Release<List<T>> run(long count, Mechanism base, Function<Batch, T> step) {
        if (!(count >= 1)) throw new InvalidException("steps must be at least 1, was " + count);
        if (!(steps == 0)) throw new IllegalStateException("batches of this sampling have been drawn already");
        List<T> results = new ArrayList<>();
        for (long i = 0; i < count; i++) results.add(step.apply(next()));
        return new Release<>(List.copyOf(results), plan(base), sampler.relation());
    }
}
