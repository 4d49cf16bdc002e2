package io.sordino.cli.query;

import com.fasterxml.jackson.databind.node.ObjectNode;
import io.sordino.cli.Clusters;
import io.sordino.cli.CommandException;
import io.sordino.cli.Console;
import io.sordino.cli.NumberOptions;
import io.sordino.cli.PictureFile;
import io.sordino.cli.Progress;
import io.sordino.cli.Sources;
import io.sordino.cli.ledger.ChargeOptions;
import io.sordino.data.Atomic;
import io.sordino.data.Incarnation;
import io.sordino.ledger.Ledger;
import io.sordino.mechanism.Mechanism;
import io.sordino.noise.RandomSource;
import io.sordino.report.text.Decimals;
import io.sordino.report.text.Json;
import io.sordino.table.KeptSample;
import io.sordino.table.PrivateQuery;
import io.sordino.table.PrivateQuery.Answered;
import io.sordino.table.PrivateQuery.Summed;
import io.sordino.table.duck.DuckEngine;
import io.sordino.table.duck.Running;
import io.sordino.table.duck.UnitTable;
import io.sordino.table.engine.Cluster;
import io.sordino.table.engine.Engine;
import io.sordino.table.engine.PlaceSampler;
import io.sordino.table.plan.OverPromised;
import io.sordino.table.plan.QueryPlan;
import io.sordino.table.query.Draft;
import io.sordino.table.sql.SelectParser;
import io.sordino.table.sql.SqlException;
import java.util.List;
import java.util.Optional;
import java.util.concurrent.Callable;
import java.util.function.DoubleConsumer;
import picocli.CommandLine.Command;
import picocli.CommandLine.Mixin;
import picocli.CommandLine.Option;
import picocli.CommandLine.Parameters;

/** sordino query: read, plan, add up, pay, draw noise, keep, print, in this order: what cannot be read costs nothing. */
@Command(
        name = "query",
        description = "Answers a private query about a CSV, Parquet or DuckDB file, from a secret sample if wanted.",
        footer = {
            "",
            "Examples:",
            "  sordino query --data trips.csv --epsilon 1 \"SELECT COUNT(*) FROM trips\"",
            "  sordino query --data trips.parquet --unit rider --epsilon 1 --delta 1e-6 --sample 0.01 \"SELECT city,"
                    + " COUNT(*) AS trips, AVG(fare, contribution_bounds_per_group => (0, 100)) AS fare FROM trips WHERE"
                    + " status = 'done' GROUP BY city\""
        })
public final class QueryCommand implements Callable<Integer> {
    private static final long PROMILLE = 1000;
    private static final double USUAL_SHARE = 0.25;

    private final Console console;
    /** The table, where it is one of a cluster. */
    private Optional<Cluster.Opened> cluster = Optional.empty();

    @Parameters(
            index = "0",
            paramLabel = "STATEMENT",
            description = "SELECT aggregates FROM data [WHERE ...] [GROUP BY ...].")
    private String statement = "";

    @Option(
            names = "--data",
            required = true,
            paramLabel = "FILE",
            description = "The table: .csv, .parquet or .duckdb.")
    private String data = "";

    @Mixin
    private QueryOptions options = new QueryOptions();

    @Mixin
    private ChargeOptions paying = new ChargeOptions();

    @Option(
            names = "--preview",
            description = "What it would cost and how far it would err: nothing is run and nothing is charged.")
    private boolean preview;

    @Option(names = "--json", description = "Answer in JSON, on one line.")
    private boolean json;

    @Option(names = "--csv", description = "Answer in CSV.")
    private boolean csv;

    @Option(
            names = "--out",
            paramLabel = "FILE",
            description = "Writes the rows to a file too: a name ending in .csv or .parquet.")
    private Optional<String> out = Optional.empty();

    @Option(names = "--plot", paramLabel = "FILE", description = "Draws the groups too: a name ending in .svg or .png.")
    private Optional<String> plot = Optional.empty();

    @Option(
            names = "--spark",
            paramLabel = "MASTER",
            description =
                    "Adds up on Spark, such as local[2] or spark://host:7077: --data may then be a folder of Parquet"
                            + " files or a table. The launcher fetches Spark once (280 MB); inside spark-submit write"
                            + " 'submitted'.")
    private Optional<String> spark = Optional.empty();

    @Option(names = "--threads", paramLabel = "N", description = "Threads of the engine (default 2).")
    private int threads = 2;

    @Option(
            names = "--memory",
            paramLabel = "SIZE",
            description = "What the engine may use, such as 4GB (default 2GB). Nothing is spilled to disk.")
    private String memory = "2GB";

    @Option(
            names = "--unit-table",
            paramLabel = "FILE",
            description =
                    "The units of the data, from which a sample of them is drawn without looking at every row; made"
                            + " where it is not there yet. As secret as the data.")
    private Optional<String> unitTable = Optional.empty();

    @Option(
            names = "--kept-sample",
            paramLabel = "FILE",
            description = "A sample that is used again; drawn where it is not there yet, with --sample, --epsilon and"
                    + " --delta for all that will be released on it. A secret.")
    private Optional<String> keptSample = Optional.empty();

    @Option(
            names = "--share",
            paramLabel = "SHARE",
            converter = NumberOptions.OfReal.class,
            description = "How much of the promise of a kept sample this query takes (default 0.25).")
    private Optional<Double> share = Optional.empty();

    @Option(
            names = "--queries",
            paramLabel = "K",
            converter = NumberOptions.OfWhole.class,
            description =
                    "With --preview: compares K such queries on one sample, on K samples and on all data, all for the"
                            + " same epsilon and delta.")
    private Optional<Long> queries = Optional.empty();

    public QueryCommand(Console console) {
        this.console = console;
    }

    @Override
    public Integer call() {
        check();
        if (spark.isEmpty()) return answer();
        try (Cluster.Opened table = cluster(spark.get())) {
            cluster = Optional.of(table);
            return answer();
        }
    }

    private Cluster.Opened cluster(String master) {
        try {
            return Clusters.find(Cluster.class)
                    .open(master, data, SelectParser.parse(statement).table());
        } catch (SqlException e) {
            throw refused(e, statement);
        }
    }

    private int answer() {
        if (keptSample.isPresent()) return preview ? previewed(keptSample.get()) : onKept(keptSample.get());
        PrivateQuery query = read(options.draft());
        if (queries.isPresent()) {
            SeveralQueries several = SeveralQueries.of(console.accountant(), query, queries.get());
            console.print(json ? Json.text(several.json()) : several.text());
            return 0;
        }
        QueryPlan plan = query.plan(console.accountant());
        if (preview) return show(plan, PlaceSampler.pays(query.query(), query.source()));
        if (!paying.isPresent()) return pay(query, plan, Till.NONE, running(query));
        try (Ledger ledger = paying.open()) {
            return pay(query, plan, till(plan, ledger, statement), running(query));
        }
    }

    private int show(QueryPlan plan, boolean byPlaces) {
        QueryPreview shown = new QueryPreview(plan, byPlaces);
        console.print(json ? Json.text(shown.json()) : shown.text(console.outStyle()));
        return 0;
    }

    private LedgerTill till(QueryPlan plan, Ledger ledger, String what) {
        return new LedgerTill(console, paying, ledger, plan.query().settings(), what);
    }

    private int previewed(String name) {
        Optional<KeptSample> kept = SampleFile.read(Sources.path(name));
        PrivateQuery query =
                read(kept.map(sample -> options.draft(sample.promise())).orElseGet(options::draft));
        KeptSample sample = kept.orElseGet(() -> KeptSample.draw(console.accountant(), query, Incarnation.source()));
        return show(planned(query, sample), sample.key().byPlaces());
    }

    /** The promise is charged when the sample is drawn; what takes a share of it later has been paid for. */
    private int onKept(String name) {
        try (SampleFile file = SampleFile.open(name)) {
            Optional<KeptSample> kept = file.read();
            PrivateQuery query =
                    read(kept.map(sample -> options.draft(sample.promise())).orElseGet(options::draft));
            boolean pays = paying.isPresent();
            if (kept.isPresent() && pays)
                throw CommandException.invalid(
                        "what is released on the sample was paid for when it was drawn",
                        "leave --ledger, --budget and --request-id out");
            KeptSample sample =
                    kept.orElseGet(() -> KeptSample.draw(console.accountant(), query, Incarnation.source()));
            QueryPlan plan = planned(query, sample);
            KeptSample after = sample.after(plan.kept().orElseThrow());
            Running running = running(query).on(sample.key());
            Runnable keeping = () -> {
                if (kept.isPresent()) file.update(after);
                else file.create(after);
            };
            if (!pays) return release(query, plan, Till.NONE, plan.plan(), keeping, running);
            try (Ledger ledger = paying.open()) {
                // one charge is for one sample: asked again after a failure it must not pay for a second one beside the
                // first
                String what =
                        statement + " on " + Sources.path(name).toAbsolutePath().normalize();
                LedgerTill till = till(plan, ledger, what);
                return release(query, plan, till, sample.promise().whole(), keeping, running);
            }
        }
    }

    private QueryPlan planned(PrivateQuery query, KeptSample sample) {
        try {
            return query.plan(console.accountant(), sample, share.orElse(USUAL_SHARE));
        } catch (OverPromised e) {
            throw CommandException.overBudget(
                    e.refusal().reason(),
                    e.refusal().remedy().map(Object::toString).orElse("draw another sample"));
        }
    }

    private int pay(PrivateQuery query, QueryPlan plan, Till till, Running running) {
        return release(query, plan, till, plan.plan(), () -> {}, running);
    }

    /**
     * Adds up, pays, and draws the noise.
     *
     * @param price the plan that is paid for
     * @param keeping writes down what else has to be on disk before anything is released
     */
    private int release(
            PrivateQuery query, QueryPlan plan, Till till, Mechanism price, Runnable keeping, Running running) {
        if (till.isDecided(price, plan.relation())) {
            Optional<String> stored = till.charge(price, plan.relation());
            if (stored.isPresent()) return again(stored.get());
        }
        RandomSource random = Incarnation.source();
        Summed summed;
        try (Progress progress = Progress.on(console, "reading", PROMILLE)) {
            DoubleConsumer advance = new Advance(progress);
            Engine engine = cluster.isPresent()
                    ? cluster.get().engine(running.kept(), advance)
                    : new DuckEngine(query.file(), running.watched(advance));
            summed = query.summed(plan, engine, random);
        }
        Optional<String> stored = till.charge(price, plan.relation());
        if (stored.isPresent()) return again(stored.get());
        keeping.run();
        Answered answered = query.released(plan, summed, random);
        ObjectNode drawn = new QueryReport(plan, answered).json();
        String kept = till.keep(drawn);
        // another program may have answered this request meanwhile, and a second draw must not be seen
        if (!kept.equals(Json.text(drawn))) return again(kept);
        print(plan, answered, kept);
        return 0;
    }

    /** Rows that were released before are shown as they were kept: fresh ones would be another release. */
    private int again(String stored) {
        if (!json)
            console.note("this request was answered before: its stored answer follows, as JSON"
                    + (out.isPresent() || plot.isPresent() ? ", and no file is written" : ""));
        console.print(stored);
        return 0;
    }

    private Running running(PrivateQuery query) {
        Running running = Running.of(threads, memory);
        if (unitTable.isEmpty()) return running;
        UnitTable units = new UnitTable(Sources.path(unitTable.get()));
        if (!query.query().settings().isSampled())
            throw CommandException.invalid(
                    "a table of units is of use to a sample alone",
                    "give a rate with --sample, or leave --unit-table out");
        if (!units.exists()) {
            Running making = running;
            long start = console.nanoseconds().getAsLong();
            Atomic.replace(units.file(), part -> UnitTable.make(query.file(), query.query(), part, making));
            console.note("the units of the data are in " + units.file() + ", made once in "
                    + Decimals.nearest((console.nanoseconds().getAsLong() - start) / 1e9, 2)
                    + " s; it is as secret as the data");
        }
        return running.with(units);
    }

    /** Steps of a bar from shares that statements, one after another, have come to. */
    private static final class Advance implements DoubleConsumer {
        private final Progress progress;
        private long done;

        Advance(Progress progress) {
            this.progress = progress;
        }

        @Override
        public synchronized void accept(double part) {
            long now = Math.min(PROMILLE, (long) (part * PROMILLE));
            progress.advance(Math.max(0, now - done));
            done = Math.max(done, now);
        }
    }

    /** What can be refused before a file is opened. */
    private void check() {
        if (!(threads >= 1 && threads <= 1024))
            throw CommandException.invalid("--threads must be in [1, 1024], was " + threads, "give 2");
        if (!memory.matches("[1-9][0-9]{0,5}(MB|GB|TB)"))
            throw CommandException.invalid("--memory must be a size, was '" + memory + "'", "write 512MB or 4GB");
        if (spark.isPresent() && unitTable.isPresent())
            throw CommandException.invalid(
                    "a table of units is for the embedded engine", "leave --unit-table or --spark out");
        if (json && csv) throw CommandException.invalid("--json and --csv are two answers", "give one of them");
        if (queries.isPresent() && !(preview && queries.get() >= 1 && queries.get() <= 1_000_000))
            throw CommandException.invalid(
                    "--queries goes with --preview and is from 1 to 10^6", "write --preview --queries 10");
        if (share.isPresent() && keptSample.isEmpty())
            throw CommandException.invalid("--share is one of a kept sample", "name it with --kept-sample");
        if (keptSample.isPresent() && queries.isPresent())
            throw CommandException.invalid(
                    "--queries compares samples that are not drawn yet", "leave --kept-sample out");
        out.ifPresent(AnswerFile::new);
        plot.ifPresent(PictureFile::new);
        for (Optional<String> written : List.of(out, plot, unitTable, keptSample))
            if (written.isPresent() && spark.isEmpty() && isData(written.get()))
                throw CommandException.invalid(
                        "'" + written.get() + "' is the table itself, which nothing takes the place of",
                        "name another file");
    }

    private boolean isData(String name) {
        return Sources.path(name)
                .toAbsolutePath()
                .normalize()
                .equals(Sources.path(data).toAbsolutePath().normalize());
    }

    private PrivateQuery read(Draft draft) {
        try {
            return cluster.isPresent()
                    ? PrivateQuery.of(cluster.get(), statement, draft)
                    : PrivateQuery.of(Sources.path(data), statement, draft);
        } catch (SqlException e) {
            throw refused(e, statement);
        }
    }

    /** With the place in the statement. */
    static CommandException refused(SqlException e, String statement) {
        return CommandException.invalid(
                e.refusal().reason(),
                e.refusal().remedy().map(Object::toString).orElse("see sordino query --help"),
                e.caret(statement));
    }

    /** What was released is shown first: it is not lost where a file cannot be written. */
    private void print(QueryPlan plan, Answered answered, String answer) {
        if (json) console.print(answer);
        else if (csv) console.print(AnswerFile.csv(answered.release().value()).stripTrailing());
        else console.print(QueryText.of(plan, answered.release().value(), console.outStyle()));
        out.map(AnswerFile::new).ifPresent(file -> file.write(answered.release().value()));
        plot.map(PictureFile::new)
                .ifPresent(file ->
                        file.write(QueryPicture.of(plan, answered.release().value())));
    }
}
