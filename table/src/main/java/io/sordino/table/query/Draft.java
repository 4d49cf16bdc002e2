package io.sordino.table.query;

import io.sordino.refusal.InvalidException;
import io.sordino.table.sql.Node;
import io.sordino.table.sql.Select;
import io.sordino.table.sql.SqlException;
import java.util.List;
import java.util.Map;
import java.util.Optional;

/** Settings of which some are given beside the statement and some in its OPTIONS; a setting is given once. */
public record Draft(
        Optional<String> unit,
        Optional<Double> epsilon,
        Optional<Double> delta,
        Optional<Long> maxGroups,
        Optional<Long> maxRows,
        Optional<Double> rate,
        Map<String, List<String>> keys,
        Optional<Rates> rates,
        boolean sampleKnown,
        double confidence,
        Optional<Double> error,
        Optional<Double> expectedRows) {
    /** In how many groups a unit counts where nobody says. */
    public static final long USUAL_GROUPS = 4;

    private static final double MOST_EPSILON = 1e6;

    /** One rate for all, and no target for the error. */
    public Draft(
            Optional<String> unit,
            Optional<Double> epsilon,
            Optional<Double> delta,
            Optional<Long> maxGroups,
            Optional<Long> maxRows,
            Optional<Double> rate,
            Map<String, List<String>> keys,
            boolean sampleKnown,
            double confidence) {
        this(
                unit,
                epsilon,
                delta,
                maxGroups,
                maxRows,
                rate,
                keys,
                Optional.empty(),
                sampleKnown,
                confidence,
                Optional.empty(),
                Optional.empty());
    }

    /** Nothing but the usual confidence. */
    public static Draft empty() {
        return new Draft(
                Optional.empty(),
                Optional.empty(),
                Optional.empty(),
                Optional.empty(),
                Optional.empty(),
                Optional.empty(),
                Map.of(),
                false,
                0.95);
    }

    /** The settings, with those of the statement; refused where epsilon is given nowhere or a setting twice. */
    public Settings with(Select select) {
        Optional<String> namedUnit = unit;
        Optional<Double> e = epsilon;
        Optional<Double> d = delta;
        Optional<Long> groups = maxGroups;
        Optional<Long> rows = maxRows;
        Optional<Double> q = rate;
        for (Map.Entry<String, Node> option : select.options().entrySet()) {
            Node value = option.getValue();
            switch (option.getKey()) {
                case "epsilon" -> e = once(e, "epsilon", number(value), value);
                case "delta" -> d = once(d, "delta", number(value), value);
                case "max_groups_contributed" -> groups = once(groups, "max_groups_contributed", whole(value), value);
                case "max_rows_contributed" -> rows = once(rows, "max_rows_contributed", whole(value), value);
                case "sampling_probability" -> q = once(q, "sampling_probability", number(value), value);
                case "privacy_unit_column" -> namedUnit = once(namedUnit, "privacy_unit_column", name(value), value);
                default ->
                    throw new SqlException(
                            value.at(),
                            "there is no option " + option.getKey(),
                            "there are epsilon, delta, privacy_unit_column, max_groups_contributed, max_rows_contributed and sampling_probability");
            }
        }
        if (error.isPresent() && e.isPresent())
            throw new InvalidException(
                    "an epsilon and an error are two answers to one question",
                    "give --epsilon for the least error, or --error for the least epsilon");
        // the cheapest plan is looked for among all that can be asked for
        double wanted = error.isPresent()
                ? MOST_EPSILON
                : e.orElseThrow(() -> new InvalidException(
                        "no epsilon is given", "give --epsilon 1, or OPTIONS(epsilon=1) in the statement"));
        return new Settings(
                namedUnit,
                wanted,
                d.orElse(0.0),
                groups.orElse(USUAL_GROUPS),
                rows.orElse(Settings.USUAL_ROWS),
                q,
                keys,
                rates,
                sampleKnown,
                confidence,
                error,
                expectedRows);
    }

    private static <T> Optional<T> once(Optional<T> before, String name, T now, Node at) {
        if (before.isPresent() && !before.get().equals(now))
            throw new SqlException(at.at(), name + " is given beside the statement too", "give it once");
        return Optional.of(now);
    }

    private static double number(Node node) {
        if (node instanceof Node.Num number) return number.value();
        throw new SqlException(node.at(), "a number stands here", "write epsilon=1");
    }

    private static long whole(Node node) {
        double value = number(node);
        if (!(value == Math.rint(value) && value >= 1 && value <= 1 << 20))
            throw new SqlException(node.at(), "a whole number from 1 to 2^20 stands here", "write 2");
        return (long) value;
    }

    private static String name(Node node) {
        if (node instanceof Node.Name name) return name.name();
        if (node instanceof Node.Text text) return text.value();
        throw new SqlException(node.at(), "the name of a column stands here", "write privacy_unit_column=rider");
    }
}
