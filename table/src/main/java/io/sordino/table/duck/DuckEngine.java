package io.sordino.table.duck;

import io.sordino.noise.RandomSource;
import io.sordino.refusal.InvalidException;
import io.sordino.table.engine.Engine;
import io.sordino.table.engine.KeptKey;
import io.sordino.table.engine.PlaceSampler;
import io.sordino.table.engine.Secrets;
import io.sordino.table.engine.Tally;
import io.sordino.table.plan.Integers;
import io.sordino.table.plan.Layout;
import io.sordino.table.plan.Part;
import io.sordino.table.query.Query;
import java.math.BigInteger;
import java.sql.ResultSet;
import java.sql.SQLException;
import java.sql.Statement;
import java.util.ArrayList;
import java.util.List;
import java.util.Locale;
import java.util.Optional;
import org.duckdb.DuckDBAppender;

/** Runs the statements of a query in an instance of its own. What the engine says when it fails quotes rows, so none of it is told. */
public record DuckEngine(DataSource source, Running running) implements Engine {
    /** The integers of a query without strata, over a sample that is drawn here, or over all units. */
    public Integers integers(Query query, Layout layout, RandomSource random) {
        return strata(query, layout, random).get(0);
    }

    @Override
    public Optional<KeptKey> kept() {
        return running.kept();
    }

    @Override
    public List<Integers> strata(Query query, Layout layout, RandomSource random) {
        source.checkUnchanged();
        boolean sampled = query.settings().isSampled();
        boolean fromUnits = sampled && running.units().isPresent();
        if (fromUnits && query.strata().isPresent())
            throw new InvalidException(
                    "a table of units does not say of which stratum they are", "leave --unit-table out");
        Statements.Drawn drawn = drawn(query, sampled, fromUnits);
        try (DuckInstance instance = source.instance(fromUnits ? running : withoutUnits(), drawn)) {
            Secrets secrets = Secrets.draw(query, layout, running.kept(), random);
            SecretFunctions.register(instance.connection(), secrets);
            if (drawn == Statements.Drawn.FROM_PLACES)
                list(
                        instance,
                        new PlaceSampler(
                                query.settings().rateOrOne(), secrets.members().orElseThrow()));
            if (fromUnits) {
                try (Watched statement = instance.watched(running)) {
                    running.units().orElseThrow().check(statement.plain(), source, query);
                    statement.plain().execute(Statements.sampledUnits());
                }
            }
            List<Integers> integers =
                    new Reading(instance, query, layout, new Statements(query, layout, source, drawn)).all();
            source.checkUnchanged();
            return integers;
        } catch (SQLException e) {
            // what is no longer there is why, whatever the engine stumbled over
            source.checkUnchanged();
            throw said(e);
        }
    }

    private Statements.Drawn drawn(Query query, boolean sampled, boolean fromUnits) {
        if (!sampled) return Statements.Drawn.NOT;
        if (fromUnits) return Statements.Drawn.FROM_UNITS;
        return isByPlaces(query) ? Statements.Drawn.FROM_PLACES : Statements.Drawn.BY_ROW;
    }

    /** As it was drawn before, where it was. */
    private boolean isByPlaces(Query query) {
        if (running.kept().isEmpty()) return PlaceSampler.pays(query, source);
        boolean kept = running.kept().get().byPlaces();
        if (kept && !PlaceSampler.serves(query, source))
            throw new IllegalStateException("a sample of places is none of units");
        return kept;
    }

    private void list(DuckInstance instance, PlaceSampler sampler) throws SQLException {
        try (Statement statement = instance.statement()) {
            long places;
            try (ResultSet found = statement.executeQuery(source.places())) {
                found.next();
                places = found.getLong(1);
            }
            statement.execute("CREATE TEMP TABLE " + Statements.SAMPLED + " (u BIGINT)");
            try (DuckDBAppender list = instance.connection().createAppender("temp", "main", Statements.SAMPLED)) {
                sampler.draw(places, place -> list.beginRow().append(place).endRow());
            }
        }
    }

    private Running withoutUnits() {
        return new Running(running.threads(), running.memory(), Optional.empty(), running.kept(), running.progress());
    }

    /** The engine's own words may quote rows. */
    private InvalidException said(SQLException e) {
        String words = String.valueOf(e.getMessage()).toLowerCase(Locale.ROOT);
        if (words.contains("out of memory") || words.contains("could not allocate"))
            return new InvalidException(
                    "the query needs more memory than the engine may use",
                    "give more with --memory, or a sample with --sample");
        return new InvalidException(
                "the engine could not read '" + source.path() + "' to its end",
                "check that the file is whole and that nobody writes to it");
    }

    /** What the statements say. */
    private final class Reading {
        private final DuckInstance instance;
        private final Query query;
        private final Layout layout;
        private final Statements statements;
        private final int width;
        private final Tally tally;

        Reading(DuckInstance instance, Query query, Layout layout, Statements statements) {
            this.instance = instance;
            this.query = query;
            this.layout = layout;
            this.statements = statements;
            width = query.groups().size() + (query.strata().isPresent() ? 1 : 0);
            tally = new Tally(query, layout);
        }

        List<Integers> all() throws SQLException {
            readSums();
            int index = 0;
            for (Part part : layout.parts())
                if (part instanceof Part.Tree tree) readBins(statements.tree(tree), index++);
                else if (part.isOfBlocks()) readBins(statements.blocks(part), index++);
            return tally.integers();
        }

        private void readSums() throws SQLException {
            try (Watched statement = instance.watched(running);
                    ResultSet found = statement.query(statements.sums())) {
                while (found.next()) {
                    List<BigInteger> row = new ArrayList<>();
                    for (int j = 0; j < tally.columns(); j++) row.add(integer(found, width + 1 + j));
                    tally.sums(stratum(found), key(found), row);
                }
            }
        }

        private void readBins(String sql, int index) throws SQLException {
            try (Watched statement = instance.watched(running);
                    ResultSet found = statement.query(sql)) {
                while (found.next())
                    tally.bin(stratum(found), key(found), index, found.getInt(width + 1), integer(found, width + 2));
            }
        }

        private int stratum(ResultSet found) throws SQLException {
            return query.strata().isPresent() ? (int) found.getLong(1) : 0;
        }

        private List<Optional<Object>> key(ResultSet found) throws SQLException {
            List<Optional<Object>> key = new ArrayList<>(width);
            for (int i = width - query.groups().size(); i < width; i++)
                key.add(Optional.ofNullable(found.getObject(i + 1)));
            return List.copyOf(key);
        }
    }

    private static BigInteger integer(ResultSet found, int column) throws SQLException {
        return (BigInteger) found.getObject(column);
    }
}
