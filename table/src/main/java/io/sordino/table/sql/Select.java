package io.sordino.table.sql;

import java.util.List;
import java.util.Map;
import java.util.Optional;

/**
 * A statement as it was written.
 *
 * @param options of the clause WITH DIFFERENTIAL_PRIVACY OPTIONS(...), by their names in lower case
 * @param table what FROM names
 */
public record Select(
        Map<String, Node> options,
        List<Item> items,
        String table,
        int tableAt,
        Optional<Node> where,
        List<Node> groups) {
    public Select {
        options = Map.copyOf(options);
        items = List.copyOf(items);
        groups = List.copyOf(groups);
    }

    /** What is asked for, and what it is to be called. */
    public record Item(Node node, Optional<String> alias) {}
}
