package io.sordino.engine.sample;

import io.sordino.engine.Estimate;
import io.sordino.engine.Release;
import io.sordino.engine.SampledTotal;
import io.sordino.engine.query.Sums;
import io.sordino.engine.query.Values;
import io.sordino.mechanism.Composed;
import io.sordino.mechanism.Mechanism;
import io.sordino.mechanism.PoissonSampled;
import io.sordino.mechanism.Relation;
import io.sordino.noise.RandomSource;
import io.sordino.refusal.InvalidException;
import java.util.ArrayList;
import java.util.List;
import java.util.function.DoublePredicate;
import java.util.function.Function;

/**
 * A Poisson sample of values that nobody sees, and all that was asked of it. Queries compose <em>inside</em> the sample: two of them are
 * {@code poisson(q, a + b)}, never {@code poisson(q, a) + poisson(q, b)}.
 */
public final class SecretSample {
    private final SampleId id;
    private final double rate;
    private final Values drawn;
    private final RandomSource random;
    private final List<Mechanism> asked = new ArrayList<>();

    private SecretSample(SampleId id, double rate, Values drawn, RandomSource random) {
        this.id = id;
        this.rate = rate;
        this.drawn = drawn;
        this.random = random;
    }

    /** Draws a sample which each value joins independently with probability {@code rate}; it may be empty, which is an ordinary sample. */
    public static SecretSample poisson(Values values, double rate, RandomSource random) {
        SampleId id = SampleId.fresh(random);
        if (values.isEmpty()) return new SecretSample(id, rate, values, random);
        Batch batch = new PoissonSampler(values.count(), rate).start(random).next();
        return new SecretSample(id, rate, values.at(batch.records()), random);
    }

    /** Its public name. */
    public SampleId id() {
        return id;
    }

    /** The probability with which a value joined. */
    public double rate() {
        return rate;
    }

    /** Asks the sample, and remembers what that costs. A query that fails counts as asked. */
    public <T> Answer<T> ask(Mechanism noise, Function<Values, Release<T>> query) {
        asked.add(noise);
        Release<T> release = query.apply(drawn);
        if (!(release.relation() == Relation.ADD_OR_REMOVE_ONE))
            throw new InvalidException("a Poisson sample is asked what holds where a record is added or removed, not "
                    + release.relation());
        if (!release.plan().equals(noise))
            throw new InvalidException("the query ran another plan than the one that it was announced with");
        return new Answer<>(release.value(), id);
    }

    /** How many of all values satisfy a condition, with an interval that holds noise and sampling error. */
    public Answer<Estimate> countOfAll(DoublePredicate condition, Mechanism noise, double confidence) {
        Answer<Estimate> inside = ask(noise, values -> new Sums(values, confidence, random).count(condition, noise));
        return new Answer<>(SampledTotal.of(inside.value().value(), rate, 1, 1, noise, confidence), id);
    }

    /** The sum of all values, clamped to bounds of which none is below 0, with an interval that holds noise and sampling error. */
    public Answer<Estimate> sumOfAll(double lower, double upper, Mechanism noise, double confidence) {
        if (!(lower >= 0))
            throw new InvalidException(
                    "the lower bound must be at least 0, was " + lower,
                    "shift the values: how far a sample errs depends on how many values are not 0");
        Answer<Estimate> inside = ask(noise, values -> new Sums(values, confidence, random).sum(lower, upper, noise));
        return new Answer<>(SampledTotal.of(inside.value().value(), rate, upper, upper, noise, confidence), id);
    }

    /** What all that was asked so far is together. */
    public Mechanism plan() {
        if (asked.isEmpty())
            throw new IllegalStateException("nothing has been asked, so there is nothing to account for");
        return new PoissonSampled(rate, asked.size() == 1 ? asked.get(0) : new Composed(List.copyOf(asked)));
    }

    /** What neighbours are, for the plan. */
    public Relation relation() {
        return Relation.ADD_OR_REMOVE_ONE;
    }
}
