package io.sordino.cli.query;

import com.fasterxml.jackson.databind.node.ObjectNode;
import io.sordino.cli.CommandException;
import io.sordino.cli.Console;
import io.sordino.cli.PictureFile;
import io.sordino.cli.Sources;
import io.sordino.cli.ledger.ChargeOptions;
import io.sordino.data.Incarnation;
import io.sordino.ledger.Ledger;
import io.sordino.report.text.Json;
import io.sordino.table.PrivateQuery;
import io.sordino.table.PrivateQuery.Answered;
import io.sordino.table.plan.QueryPlan;
import io.sordino.table.query.Settings;
import io.sordino.table.sql.SqlException;
import java.util.Optional;
import java.util.concurrent.Callable;
import picocli.CommandLine.Command;
import picocli.CommandLine.Mixin;
import picocli.CommandLine.Option;
import picocli.CommandLine.Parameters;

/** sordino query: read, plan, pay, draw, release, keep, print, in this order. */
@Command(
        name = "query",
        description = "Answers a private query about a CSV, Parquet or DuckDB file, from a secret sample if wanted.",
        footer = {
            "",
            "Examples:",
            "  sordino query --data trips.csv --epsilon 1 \"SELECT COUNT(*) FROM trips\"",
            "  sordino query --data trips.parquet --unit rider --epsilon 1 --delta 1e-6 --sample 0.01 \"SELECT city, COUNT(*) AS trips, AVG(fare, contribution_bounds_per_group => (0, 100)) AS fare FROM trips WHERE status = 'done' GROUP BY city\""
        })
public final class QueryCommand implements Callable<Integer> {
    private final Console console;

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

    @Option(names = "--threads", paramLabel = "N", description = "Threads of the engine (default 2).")
    private int threads = 2;

    @Option(
            names = "--memory",
            paramLabel = "SIZE",
            description = "What the engine may use, such as 4GB (default 2GB). Nothing is spilled to disk.")
    private String memory = "2GB";

    public QueryCommand(Console console) {
        this.console = console;
    }

    @Override
    public Integer call() {
        check();
        PrivateQuery query = read();
        QueryPlan plan = query.plan(console.accountant());
        if (preview) {
            console.print(
                    json ? Json.text(new QueryPreview(plan).json()) : new QueryPreview(plan).text(console.outStyle()));
            return 0;
        }
        if (!paying.isPresent()) return pay(query, plan, Till.NONE);
        Settings settings = plan.query().settings();
        try (Ledger ledger = paying.open()) {
            return pay(
                    query,
                    plan,
                    new LedgerTill(console, paying, ledger, settings.epsilon(), settings.delta(), statement));
        }
    }

    private int pay(PrivateQuery query, QueryPlan plan, Till till) {
        Optional<String> stored = till.charge(plan.plan(), plan.relation());
        if (stored.isPresent()) {
            // rows that were released before are shown as they were kept: fresh ones would be another release
            console.print(stored.get());
            return 0;
        }
        Answered answered = query.run(plan, threads, memory, Incarnation.source());
        ObjectNode drawn = new QueryReport(plan, answered).json();
        String kept = till.keep(drawn);
        // another program may have answered this request meanwhile, and a second draw must not be seen
        if (kept.equals(Json.text(drawn))) print(plan, answered, kept);
        else console.print(kept);
        return 0;
    }

    /** What can be refused before a file is opened. */
    private void check() {
        if (!(threads >= 1 && threads <= 1024))
            throw CommandException.invalid("--threads must be in [1, 1024], was " + threads, "give 2");
        if (!memory.matches("[1-9][0-9]{0,5}(MB|GB|TB)"))
            throw CommandException.invalid("--memory must be a size, was '" + memory + "'", "write 512MB or 4GB");
        if (json && csv) throw CommandException.invalid("--json and --csv are two answers", "give one of them");
        out.ifPresent(AnswerFile::new);
        plot.ifPresent(PictureFile::new);
    }

    private PrivateQuery read() {
        try {
            return PrivateQuery.of(Sources.path(data), statement, options.draft());
        } catch (SqlException e) {
            throw CommandException.invalid(
                    e.refusal().reason(),
                    e.refusal().remedy().map(Object::toString).orElse("see sordino query --help"),
                    e.caret(statement));
        }
    }

    private void print(QueryPlan plan, Answered answered, String answer) {
        out.map(AnswerFile::new).ifPresent(file -> file.write(answered.release().value()));
        plot.map(PictureFile::new)
                .ifPresent(file ->
                        file.write(QueryPicture.of(plan, answered.release().value())));
        if (json) console.print(answer);
        else if (csv) console.print(AnswerFile.csv(answered.release().value()).stripTrailing());
        else console.print(QueryText.of(plan, answered.release().value(), console.outStyle()));
    }
}
