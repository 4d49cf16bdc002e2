package io.sordino.table.duck;

import io.sordino.mechanism.InvalidException;
import io.sordino.noise.RandomSource;
import io.sordino.table.plan.Integers;
import io.sordino.table.plan.Layout;
import io.sordino.table.plan.Part;
import io.sordino.table.query.Column.Kind;
import io.sordino.table.query.Query;
import java.math.BigInteger;
import java.sql.ResultSet;
import java.sql.SQLException;
import java.sql.Statement;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.Optional;

/**
 * Runs the statements of a query in an instance of its own. What the engine says when it fails quotes rows, so none of it is told.
 *
 * @param memory what the engine may use, such as 2GB; it writes nothing to disk
 */
public record DuckEngine(DataSource source, int threads, String memory) {
    /** The integers of a query over a sample that is drawn here, or over all units. */
    public Integers integers(Query query, Layout layout, RandomSource random) {
        source.checkUnchanged();
        boolean sampled = query.settings().rateOrOne() < 1;
        Statements statements = new Statements(query, layout, source, sampled);
        try (DuckInstance instance = source.instance(threads, memory)) {
            boolean numbers =
                    query.unit().map(unit -> unit.kind() == Kind.INTEGER).orElse(true);
            if (sampled)
                SecretFunctions.registerMember(
                        instance.connection(),
                        numbers,
                        UnitPrf.fresh(random),
                        Membership.at(query.settings().rateOrOne()));
            if (query.unit().isPresent()) SecretFunctions.registerOrder(instance.connection(), UnitPrf.fresh(random));
            Integers integers = read(instance, query, layout, statements);
            source.checkUnchanged();
            return integers;
        } catch (SQLException e) {
            boolean memoryShort =
                    String.valueOf(e.getMessage()).toLowerCase(Locale.ROOT).contains("out of memory");
            // the engine's own words may quote rows
            throw new InvalidException(
                    memoryShort
                            ? "the query needs more memory than the engine may use"
                            : "the engine could not read '" + source.path() + "' to its end",
                    memoryShort
                            ? "give more with --memory, or a sample with --sample"
                            : "check that the file is whole and that nobody writes to it");
        }
    }

    private static Integers read(DuckInstance instance, Query query, Layout layout, Statements statements)
            throws SQLException {
        int width = query.groups().size();
        Map<List<Optional<Object>>, List<BigInteger>> sums = new HashMap<>();
        Map<List<Optional<Object>>, List<Map<Integer, BigInteger>>> trees = new HashMap<>();
        int columns = 0;
        int treeCount = 0;
        for (Part part : layout.parts()) {
            if (part instanceof Part.Tree) treeCount++;
            else columns += part instanceof Part.Vector vector ? vector.rows().size() : 1;
        }
        try (Statement statement = instance.statement();
                ResultSet found = statement.executeQuery(statements.sums())) {
            while (found.next()) {
                List<BigInteger> row = new ArrayList<>();
                for (int j = 0; j < columns; j++) row.add(integer(found, width + 1 + j));
                sums.put(key(found, query), row);
            }
        }
        int index = 0;
        for (Part part : layout.parts()) {
            if (!(part instanceof Part.Tree tree)) continue;
            try (Statement statement = instance.statement();
                    ResultSet found = statement.executeQuery(statements.tree(tree))) {
                while (found.next()) {
                    List<Map<Integer, BigInteger>> bins =
                            trees.computeIfAbsent(key(found, query), key -> new ArrayList<>());
                    while (bins.size() <= index) bins.add(new HashMap<>());
                    bins.get(index).put(found.getInt(width + 1), integer(found, width + 2));
                }
            }
            index++;
        }
        Map<List<Optional<Object>>, Integers.Group> groups = new HashMap<>();
        for (Map.Entry<List<Optional<Object>>, List<BigInteger>> entry : sums.entrySet()) {
            List<Map<Integer, BigInteger>> bins = new ArrayList<>(trees.getOrDefault(entry.getKey(), List.of()));
            while (bins.size() < treeCount) bins.add(Map.of());
            groups.put(entry.getKey(), new Integers.Group(entry.getValue(), bins));
        }
        return new Integers(groups);
    }

    private static BigInteger integer(ResultSet found, int column) throws SQLException {
        return (BigInteger) found.getObject(column);
    }

    private static List<Optional<Object>> key(ResultSet found, Query query) throws SQLException {
        List<Optional<Object>> key = new ArrayList<>();
        for (int i = 0; i < query.groups().size(); i++) key.add(Optional.ofNullable(found.getObject(i + 1)));
        return List.copyOf(key);
    }
}
