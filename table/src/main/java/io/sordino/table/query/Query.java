package io.sordino.table.query;

import io.sordino.table.sql.Node;
import java.util.List;
import java.util.Optional;

/**
 * A query whose names are known, whose types fit and whose contributions are bounded.
 *
 * @param unit what tells privacy units apart; each row is one where there is none
 * @param strata where rates differ by a column
 * @param keys the public groups, all of them, or nothing where they are selected privately
 */
public record Query(
        Optional<RowSql.Typed> unit,
        Optional<Strata> strata,
        List<Group> groups,
        List<Output> outputs,
        Optional<Node> where,
        Optional<List<List<Optional<Object>>>> keys,
        Schema schema,
        Settings settings) {
    public Query {
        groups = List.copyOf(groups);
        outputs = List.copyOf(outputs);
        keys = keys.map(List::copyOf);
    }

    /**
     * The column by which rates differ.
     *
     * @param keys its values, in the order of the rates; all others follow where there is a rate for them
     */
    public record Strata(RowSql.Typed column, List<Object> keys, boolean rest) {
        public Strata {
            keys = List.copyOf(keys);
        }
    }

    /** The same with other settings. */
    public Query with(Settings other) {
        return new Query(unit, strata, groups, outputs, where, keys, schema, other);
    }

    /** What rows are grouped by. */
    public record Group(String name, Node node, RowSql.Typed typed) {}

    /** A column of the answer: a group's key, by its number, or an aggregate. */
    public record Output(String name, Optional<Integer> group, Optional<Aggregate> aggregate) {
        static Output ofGroup(String name, int group) {
            return new Output(name, Optional.of(group), Optional.empty());
        }

        static Output of(String name, Aggregate aggregate) {
            return new Output(name, Optional.empty(), Optional.of(aggregate));
        }
    }

    /** In how many groups a unit counts. */
    public long maxGroups() {
        if (groups.isEmpty() || unit.isEmpty()) return 1;
        return Math.min(settings.maxGroups(), keys.map(List::size).orElse(Integer.MAX_VALUE));
    }

    /** How many rows of a unit count in a group. */
    public long maxRows() {
        return unit.isEmpty() ? 1 : settings.maxRows();
    }

    /** Whether the groups to be shown are found in the data. */
    public boolean selectsKeys() {
        return !groups.isEmpty() && keys.isEmpty();
    }
}
