package io.sordino.table.query;

import io.sordino.mechanism.InvalidException;
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
 * @param sampleKnown whether whoever sees the answer may know who is in the sample
 */
public record Settings(
        Optional<String> unit,
        double epsilon,
        double delta,
        long maxGroups,
        long maxRows,
        Optional<Double> rate,
        Map<String, List<String>> keys,
        boolean sampleKnown,
        double confidence) {
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
            throw new InvalidException("the rate of a sample must be in (0, 1], was " + rate.get());
        if (!(confidence > 0 && confidence < 1))
            throw new InvalidException("confidence must be in (0, 1), was " + confidence);
        if (sampleKnown && rate.isEmpty())
            throw new InvalidException("there is no sample to be known", "give a rate with --sample");
    }

    /** The rate of the sample, 1 where all take part. */
    public double rateOrOne() {
        return rate.orElse(1.0);
    }
}
