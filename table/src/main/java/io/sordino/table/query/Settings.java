package io.sordino.table.query;

import io.sordino.refusal.InvalidException;
import java.util.List;
import java.util.Map;
import java.util.Optional;

/**
 * What may be given beside the statement, or in its OPTIONS.
 *
 * @param unit the column that tells privacy units apart; each row is one where there is none
 * @param maxGroups in how many groups a unit counts
 * @param maxRows how many rows of a unit count in a group
 * @param rate of the secret sample
 * @param keys the public groups, a list for each column of GROUP BY; where there are none, keys are selected privately
 * @param rates of the secret sample where they differ by a column
 * @param sampleKnown whether whoever sees the answer may know who is in the sample
 * @param error how far the answers may err, where the cheapest plan that errs no more is asked for
 * @param expectedRows how many rows a group is thought to have, where the error of a mean or of a sample depends on it
 */
public record Settings(
        Optional<String> unit,
        double epsilon,
        double delta,
        long maxGroups,
        long maxRows,
        Optional<Double> rate,
        Map<String, List<String>> keys,
        Optional<Rates> rates,
        boolean sampleKnown,
        double confidence,
        Optional<Double> error,
        Optional<Double> expectedRows) {
    /** How many rows of a unit count in a group where nobody says. */
    public static final long USUAL_ROWS = 10;

    private static final long MOST = 1 << 20;

    public Settings {
        keys = Map.copyOf(keys);
        if (!(epsilon > 0 && epsilon <= 1e6)) throw new InvalidException("epsilon must be in (0, 1e6], was " + epsilon);
        if (!(delta >= 0 && delta < 1)) throw new InvalidException("delta must be in [0, 1), was " + delta);
        if (!(maxGroups >= 1 && maxGroups <= MOST))
            throw new InvalidException("max_groups_contributed must be in [1, 2^20], was " + maxGroups);
        if (!(maxRows >= 1 && maxRows <= MOST))
            throw new InvalidException("max_rows_contributed must be in [1, 2^20], was " + maxRows);
        if (rate.isPresent() && !(rate.get() > 0 && rate.get() <= 1))
            throw new InvalidException(
                    "the rate of a sample must be in (0, 1], was " + rate.get(), "write a share, such as 0.01 for 1 %");
        if (!(confidence > 0 && confidence < 1))
            throw new InvalidException("confidence must be in (0, 1), was " + confidence);
        if (rate.isPresent() && rates.isPresent())
            throw new InvalidException("a sample has one rate, or rates by a column", "give one of the two");
        if (error.isPresent() && !(error.get() > 0 && error.get() < Double.POSITIVE_INFINITY))
            throw new InvalidException("the error must be above 0 and finite, was " + error.get());
        if (expectedRows.isPresent() && !(expectedRows.get() >= 1 && expectedRows.get() <= 1e18))
            throw new InvalidException("the expected rows must be in [1, 1e18], were " + expectedRows.get());
        if (sampleKnown && rate.isEmpty() && rates.isEmpty())
            throw new InvalidException("there is no sample to be known", "give a rate with --sample");
    }

    /** The rate of the sample, the largest one where they differ, 1 where all take part. */
    public double rateOrOne() {
        return rates.map(Rates::largest).orElseGet(() -> rate.orElse(1.0));
    }

    /** The rates that occur: one, or one for each value of a column. */
    public List<Double> strata() {
        return rates.map(Rates::all).orElseGet(() -> List.of(rate.orElse(1.0)));
    }

    /** Whether not everybody takes part. */
    public boolean isSampled() {
        return strata().stream().anyMatch(q -> q < 1);
    }

    /** The same with what the cheapest plan costs. */
    public Settings costing(double found) {
        return new Settings(
                unit,
                found,
                delta,
                maxGroups,
                maxRows,
                rate,
                keys,
                rates,
                sampleKnown,
                confidence,
                error,
                expectedRows);
    }

    /** The same at another rate. */
    public Settings at(double other) {
        return new Settings(
                unit,
                epsilon,
                delta,
                maxGroups,
                maxRows,
                Optional.of(other),
                keys,
                Optional.empty(),
                sampleKnown,
                confidence,
                error,
                expectedRows);
    }
}
