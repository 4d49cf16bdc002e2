package io.sordino.table;

import io.sordino.account.Accountant;
import io.sordino.engine.Release;
import io.sordino.engine.sample.SampleId;
import io.sordino.noise.RandomSource;
import io.sordino.table.duck.DataSource;
import io.sordino.table.duck.DuckEngine;
import io.sordino.table.duck.Running;
import io.sordino.table.engine.Engine;
import io.sordino.table.engine.KeptKey;
import io.sordino.table.engine.Source;
import io.sordino.table.plan.Integers;
import io.sordino.table.plan.Planner;
import io.sordino.table.plan.QueryPlan;
import io.sordino.table.query.Binder;
import io.sordino.table.query.Draft;
import io.sordino.table.query.Query;
import io.sordino.table.release.Releaser;
import io.sordino.table.release.TableAnswer;
import io.sordino.table.sql.Select;
import io.sordino.table.sql.SelectParser;
import java.nio.file.Path;
import java.util.List;
import java.util.Optional;

/**
 * A query of a file, or of another table: read, then planned, then run. Until it is run nothing has been drawn and no row has been looked at, so its price can be charged
 * first; or after {@link #summed}, which fails where the table cannot be read, and before {@link #released}, without which nobody learns anything.
 */
public final class PrivateQuery {
    private final Source source;
    private final Query query;

    private PrivateQuery(Source source, Query query) {
        this.source = source;
        this.query = query;
    }

    /** Reads a statement and the columns of the file that it is about. */
    public static PrivateQuery of(Path data, String statement, Draft settings) {
        return of(data, SelectParser.parse(statement), settings);
    }

    /** A query of a file, to be built step by step. */
    public static QueryBuilder on(Path data) {
        return new QueryBuilder((select, settings) -> of(data, select, settings));
    }

    private static PrivateQuery of(Path data, Select select, Draft settings) {
        return of(DataSource.open(data, select.table()), select, settings);
    }

    /** Reads a statement about a table; it is for whoever has the table to know what FROM names. */
    public static PrivateQuery of(Source source, String statement, Draft settings) {
        return of(source, SelectParser.parse(statement), settings);
    }

    /** A query of a table, to be built step by step. */
    public static QueryBuilder on(Source source) {
        return new QueryBuilder((select, settings) -> of(source, select, settings));
    }

    private static PrivateQuery of(Source source, Select select, Draft settings) {
        return new PrivateQuery(source, Binder.bind(select, source.schema(), settings.with(select)));
    }

    /** What is asked. */
    public Query query() {
        return query;
    }

    /** What would be run, and what it costs. */
    public QueryPlan plan(Accountant accountant) {
        return drawable(Planner.plan(accountant, query));
    }

    /** The plan of a release that takes a share of what is promised for a kept sample. */
    public QueryPlan plan(Accountant accountant, KeptSample sample, double share) {
        sample.check(this);
        return drawable(Planner.onKept(accountant, query, sample.promise(), share));
    }

    /** What cannot be drawn is refused before it is paid for. */
    private static QueryPlan drawable(QueryPlan plan) {
        Releaser.check(plan);
        return plan;
    }

    /** The same query at another rate of the sample. */
    public PrivateQuery at(double rate) {
        return new PrivateQuery(source, query.with(query.settings().at(rate)));
    }

    /**
     * Draws a sample and noise, and answers: each call is another release of the plan.
     *
     * @param threads of the engine
     * @param memory of the engine, such as 2GB
     */
    public Answered run(QueryPlan plan, int threads, String memory, RandomSource random) {
        return run(plan, Running.of(threads, memory), random);
    }

    /** As above, with all that can be said of how it is run. */
    public Answered run(QueryPlan plan, Running running, RandomSource random) {
        return run(plan, new DuckEngine(file(), running), random);
    }

    /** By the engine that has the rows. */
    public Answered run(QueryPlan plan, Engine engine, RandomSource random) {
        return released(plan, summed(plan, engine, random), random);
    }

    /** Draws the sample and has the engine add up; no noise is drawn yet. */
    public Summed summed(QueryPlan plan, Engine engine, RandomSource random) {
        if (plan.kept().isPresent() != engine.kept().isPresent())
            throw new IllegalStateException("what is planned for a kept sample is run on it, and nothing else");
        Optional<SampleId> sample = engine.kept().isPresent()
                ? engine.kept().map(KeptKey::id)
                : query.settings().isSampled() ? Optional.of(SampleId.fresh(random)) : Optional.empty();
        return new Summed(engine.strata(query, plan.layout(), random), sample);
    }

    /** Draws noise for what was added up, and answers. */
    public Answered released(QueryPlan plan, Summed summed, RandomSource random) {
        return new Answered(Releaser.release(plan, summed.strata, random), summed.sample);
    }

    /** The table that is read. */
    public Source source() {
        return source;
    }

    /** The file that is read, where it is one. */
    public DataSource file() {
        if (source instanceof DataSource file) return file;
        throw new IllegalStateException("the table that is asked is no file of the embedded engine");
    }

    /** What an engine added up, without noise: a secret, which {@link #released} alone can see. */
    public static final class Summed {
        private final List<Integers> strata;
        private final Optional<SampleId> sample;

        private Summed(List<Integers> strata, Optional<SampleId> sample) {
            this.strata = List.copyOf(strata);
            this.sample = sample;
        }

        @Override
        public String toString() {
            return "Summed[secret]";
        }
    }

    /** What was released, and the sample that it came from. */
    public record Answered(Release<TableAnswer> release, Optional<SampleId> sample) {}
}
