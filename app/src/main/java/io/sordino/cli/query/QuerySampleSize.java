package io.sordino.cli.query;

import com.fasterxml.jackson.databind.node.ObjectNode;
import io.sordino.account.Accountant;
import io.sordino.cli.CommandException;
import io.sordino.plan.Plans;
import io.sordino.report.text.Decimals;
import io.sordino.report.text.Json;
import io.sordino.table.PrivateQuery;
import io.sordino.table.plan.Errors;
import io.sordino.table.plan.QueryPlan;
import io.sordino.table.query.Draft;
import io.sordino.table.sql.SqlException;
import java.math.BigDecimal;
import java.math.MathContext;
import java.math.RoundingMode;
import java.nio.file.Path;
import java.util.List;
import java.util.Optional;

/** The smallest sample from which a query errs by no more than is allowed, and the command that runs it. */
public record QuerySampleSize(Asked asked, QueryPlan plan, double rate, double error) {
    private static final int STEPS = 12;
    private static final MathContext RATE_DIGITS = new MathContext(3, RoundingMode.CEILING);

    /**
     * What is asked.
     *
     * @param rows how many rows a group has, which is taken to be public
     * @param target the root-mean-square error that is allowed
     */
    public record Asked(
            String data,
            Path file,
            String statement,
            Optional<String> unit,
            double epsilon,
            double delta,
            long rows,
            double target,
            List<String> keys) {
        public Asked {
            keys = List.copyOf(keys);
        }
    }

    /** Reads the columns of the data and nothing else. */
    public static QuerySampleSize of(Accountant accountant, Asked asked) {
        PrivateQuery query;
        try {
            query = PrivateQuery.of(
                    asked.file,
                    asked.statement,
                    new Draft(
                            asked.unit,
                            Optional.of(asked.epsilon),
                            Optional.of(asked.delta),
                            Optional.empty(),
                            Optional.empty(),
                            Optional.empty(),
                            QueryOptions.keys(asked.keys),
                            Optional.empty(),
                            false,
                            0.95,
                            Optional.empty(),
                            Optional.of((double) asked.rows)));
        } catch (SqlException e) {
            throw QueryCommand.refused(e, asked.statement);
        }
        double all = error(query.plan(accountant));
        if (!(all <= asked.target))
            throw CommandException.invalid(
                    "error must be at least " + Decimals.up(all, 4) + ", which is what reading everything gives, was "
                            + Decimals.shortest(asked.target),
                    "allow a larger --error or --epsilon, or gather more records");
        double low = Math.min(1, 1.0 / asked.rows);
        double high = 1;
        for (int i = 0; i < STEPS && high > 1.02 * low; i++) {
            double middle = rounded(Math.sqrt(low * high));
            if (middle >= high) break;
            if (error(query.at(middle).plan(accountant)) <= asked.target) high = middle;
            else low = middle;
        }
        QueryPlan best = high < 1 ? query.at(high).plan(accountant) : query.plan(accountant);
        return new QuerySampleSize(asked, best, high, error(best));
    }

    private static double rounded(double rate) {
        return new BigDecimal(rate).round(RATE_DIGITS).doubleValue();
    }

    /** Of the output that errs most: noise, and sampling of a group with so many rows whose contributions are as large as they may be. */
    private static double error(QueryPlan plan) {
        double most = 0;
        for (int i = 0; i < plan.query().outputs().size(); i++)
            if (plan.query().outputs().get(i).aggregate().isPresent())
                most = Math.max(
                        most,
                        Errors.rootMeanSquare(
                                plan.query(),
                                plan.query().outputs().get(i),
                                plan.layout(),
                                plan.layout().uses().get(i),
                                plan.noises()));
        return most;
    }

    /** What to type. */
    private String command() {
        StringBuilder command = new StringBuilder("./sordino query --data " + shell(asked.data));
        asked.unit.ifPresent(unit -> command.append(" --unit ").append(shell(unit)));
        command.append(" --epsilon ").append(Decimals.shortest(asked.epsilon));
        if (asked.delta > 0) command.append(" --delta ").append(Decimals.shortest(asked.delta));
        if (rate < 1) command.append(" --sample ").append(Decimals.shortest(rate));
        for (String keys : asked.keys) command.append(" --keys ").append(shell(keys));
        return command.append(' ').append(shell(asked.statement)).toString();
    }

    private static String shell(String word) {
        return word.matches("[A-Za-z0-9_./,:=-]+") ? word : "'" + word.replace("'", "'\\''") + "'";
    }

    /** For a program. */
    public ObjectNode json() {
        ObjectNode json = QueryReport.head(plan);
        json.set("rate", Json.number(rate));
        json.set("error", Json.number(error));
        json.put("dataset_size", asked.rows);
        json.put("command", command());
        return json;
    }

    /** For a person. */
    public String text() {
        return String.join(
                "\n",
                "work on " + Decimals.up(100 * rate, 3) + " % of the "
                        + (asked.unit.isPresent() ? "units" : "records")
                        + " for a root-mean-square error of at most " + Decimals.up(error, 4),
                "plan     " + Plans.print(plan.plan()),
                "epsilon <= " + Decimals.up(plan.guarantee().epsilon().upper(), 6) + "  at delta = "
                        + Decimals.shortest(asked.delta) + ", add-remove",
                "run      " + command());
    }
}
