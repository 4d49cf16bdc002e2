package io.sordino.report.answer;

import com.fasterxml.jackson.databind.node.ArrayNode;
import com.fasterxml.jackson.databind.node.ObjectNode;
import io.sordino.account.Accountant;
import io.sordino.account.Claim;
import io.sordino.account.Precision;
import io.sordino.account.UnsupportedException;
import io.sordino.mechanism.Relation;
import io.sordino.plan.Plans;
import io.sordino.report.Failure;
import io.sordino.report.Report;
import io.sordino.report.text.Json;
import io.sordino.report.text.Style;
import io.sordino.report.text.Table;
import io.sordino.theorem.Citation;
import io.sordino.theorem.Reach;
import io.sordino.theorem.Theorem;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.TreeMap;
import java.util.stream.Collectors;

/** Which theorem covers which plan under which relation: found by asking about a small example of every shape. */
public final class Support implements Report {
    /** Of this a theorem speaks that is asked for narrow answers alone. */
    private static final String WAITED_FOR = "10 * with_replacement(10, 1000, gaussian(2))";

    private static final Precision NARROW = new Precision(5e-4);

    /** At least one plan of every word of the language. */
    static final List<String> EXAMPLES = List.of(
            "gaussian(1)",
            "laplace(1)",
            "discrete_gaussian(1)",
            "discrete_laplace(1)",
            "truncated_laplace(1, 5)",
            "truncated_gaussian(1, 5)",
            "sinh_normal(1, 8)",
            "randomized_response(1)",
            "randomized_response(1, k=5)",
            "sampled_response(0.1, 1)",
            "exponential(1)",
            "permute_and_flip(1)",
            "tree_aggregation(2, 8)",
            "mixture_of_gaussians(1, [0, 1, 2], [0.81, 0.18, 0.01])",
            "finite_pair([0.5, 0.3, 0.2], [0.2, 0.3, 0.5])",
            "profile([0.1, 1, 2], [0.1, 0.001, 1e-06])",
            "rdp_orders([2, 8, 32], [0.1, 0.5, 3])",
            "dp(1)",
            "dp(1, delta=1e-9)",
            "zcdp(0.1)",
            "zcdp(0.1, xi=0.1)",
            "tcdp(0.1, 10)",
            "cdp(0.1, 0.5)",
            "rdp(8, 0.5)",
            "gdp(1)",
            "local(1)",
            "local_laplace(1)",
            "subset(1, 10, 3)",
            "local_hash(1, 4)",
            "hadamard(1)",
            "unary(1)",
            "rappor(0.25)",
            "gaussian(1) + laplace(1)",
            "10 * gaussian(1)",
            "10 * laplace(1)",
            "10 * randomized_response(1)",
            "10 * dp(1, delta=1e-9)",
            "10 * rdp(8, 0.01)",
            "10 * zcdp(0.01)",
            "parallel([gaussian(1), laplace(2)])",
            "mixture([0.25, 0.75], [gaussian(1), laplace(2)])",
            "group(2, gaussian(1))",
            "group(30, tcdp(0.001, 20))",
            "group(2, randomized_response(1))",
            "group(2, dp(1, delta=1e-9))",
            "group(3, poisson(0.01, gaussian(1)))",
            "group(2, with_replacement(10, 100, gaussian(2)))",
            "poisson(0.1, gaussian(1))",
            "poisson(0.1, laplace(1))",
            "poisson(0.1, dp(1))",
            "poisson(0.1, discrete_laplace(1))",
            "poisson(0.1, gaussian(1) + laplace(1))",
            "poisson(0.1, rdp(8, 0.5))",
            "sampled([0.1], gaussian(1))",
            "sampled([0.2, 0.05], laplace(2))",
            "truncated_poisson(0.1, 20, 100, gaussian(1))",
            "known_sample(0.1, gaussian(1))",
            "without_replacement(10, 100, gaussian(1))",
            "without_replacement(10, 1000, tcdp(0.02, 1000))",
            "10 * without_replacement(10, 100, gaussian(1))",
            "with_replacement(10, 100, gaussian(1))",
            Support.WAITED_FOR,
            "repeat_and_select(10, 1, gaussian(2))",
            "repeat_and_select(10, inf, gaussian(2))",
            "allocated(1, 10, gaussian(1))",
            "allocated(2, 10, gaussian(1))",
            "allocated(2, 10, randomized_response(1))",
            "shuffled_batches(10, gaussian(1))",
            "shuffled_batches(10, laplace(1))",
            "shuffled(1000, randomized_response(1))",
            "shuffled(1000, randomized_response(1, k=5))",
            "shuffled(1000, local(1))",
            "shuffled(1000, local(0.4))",
            "shuffled(1000, local_laplace(1))",
            "shuffled(1000, unary(1))",
            "shuffled(1000, 3 * randomized_response(1))",
            "unlinked(1000, 3, randomized_response(1))",
            "blanket_histogram(1000, 0.05)",
            "flooded_count(1000, 0.2, 2.5)",
            "split_sum(1000, 9, 512001, 1)",
            "last_iterate(steps=100, step_size=0.1, noise=1, lipschitz=1, smoothness=1, dataset_size=100)",
            "last_iterate(steps=100, step_size=0.1, noise=1, lipschitz=1, smoothness=1, strong_convexity=0.1,"
                    + " dataset_size=100)",
            "last_iterate(steps=100, step_size=0.1, noise=1, lipschitz=1, smoothness=1, dataset_size=100,"
                    + " batch_size=1, order=one_pass)",
            "last_iterate(steps=100, step_size=0.1, noise=1, lipschitz=1, smoothness=1, dataset_size=100,"
                    + " batch_size=10, order=cyclic)",
            "last_iterate(steps=100, step_size=0.1, noise=1, lipschitz=1, smoothness=1, dataset_size=100,"
                    + " batch_size=10, order=sampled)");

    private static final double DELTA = 1e-6;
    private static final Map<Reach, String> REACH =
            Map.of(Reach.EXACT, "exact", Reach.ABOVE, "upper end", Reach.BELOW, "lower end");

    /** What was found for one plan under one relation. */
    private record Cell(Map<String, Reach> theorems, Optional<Failure> refused) {
        String text(String separator) {
            return refused.map(failure -> "refused: " + failure.why())
                    .orElseGet(() -> theorems.entrySet().stream()
                            .map(entry -> entry.getKey() + " (" + REACH.get(entry.getValue()) + ")")
                            .collect(Collectors.joining(separator)));
        }
    }

    private record Row(String plan, Map<Relation, Cell> cells) {}

    private final List<Row> rows;
    private final Map<String, String> sources = new TreeMap<>();

    private Support(List<Row> rows, List<Theorem<?>> theorems) {
        this.rows = rows;
        for (Theorem<?> theorem : theorems) {
            Citation citation = theorem.citation();
            sources.put(citation.name(), citation.source());
        }
    }

    public static Support of(Accountant accountant) {
        List<Row> rows = new ArrayList<>();
        for (String plan : EXAMPLES) {
            Map<Relation, Cell> cells = new LinkedHashMap<>();
            for (Relation relation : Relation.values()) cells.put(relation, cell(accountant, plan, relation));
            rows.add(new Row(plan, cells));
        }
        return new Support(List.copyOf(rows), accountant.theorems());
    }

    private static Cell cell(Accountant accountant, String plan, Relation relation) {
        try {
            Map<String, Reach> theorems = new LinkedHashMap<>();
            for (Claim claim : accountant
                    .explain(Plans.parse(plan), relation, DELTA, plan.equals(WAITED_FOR) ? NARROW : Precision.DEFAULT)
                    .claims())
                // the reaches are ordered by how much they say
                theorems.merge(
                        claim.why().theorem().name(),
                        claim.reach(),
                        (one, other) -> one.compareTo(other) <= 0 ? one : other);
            return new Cell(theorems, Optional.empty());
        } catch (UnsupportedException e) {
            return new Cell(Map.of(), Optional.of(Failure.of(e)));
        }
    }

    @Override
    public ObjectNode json(double seconds) {
        ObjectNode json = Json.object();
        ArrayNode plans = json.putArray("plans");
        for (Row row : rows) {
            ObjectNode one = plans.addObject();
            one.put("plan", row.plan);
            ObjectNode relations = one.putObject("relations");
            row.cells.forEach((relation, cell) -> {
                ObjectNode found = relations.putObject(relation.name());
                ArrayNode theorems = found.putArray("theorems");
                cell.theorems.forEach((name, reach) ->
                        theorems.addObject().put("theorem", name).put("gives", REACH.get(reach)));
                cell.refused.ifPresent(failure -> found.set("error", failure.json()));
            });
        }
        ArrayNode theorems = json.putArray("theorems");
        sources.forEach(
                (name, source) -> theorems.addObject().put("theorem", name).put("source", source));
        json.set("seconds", Json.number(seconds));
        return json;
    }

    @Override
    public String text(Style style) {
        List<String> lines = new ArrayList<>();
        for (Row row : rows) {
            lines.add(style.strong(row.plan));
            Table table = new Table();
            row.cells.forEach((relation, cell) -> table.row("  " + relation.label(), cell.text(", ")));
            lines.addAll(table.lines());
        }
        return String.join("\n", lines);
    }

    /** The page docs/support.md. */
    public String markdown() {
        StringBuilder page = new StringBuilder("""
            # What is covered

            Written by `./sordino support --markdown`, which asks the accountant about a small example of every shape; a test
            keeps this page up to date. *exact*: real neighbours attain the bound; *upper end*: the truth may be lower;
            *lower end*: attained, but no bound from above.

            """);
        page.append("| plan | ");
        for (Relation relation : Relation.values())
            page.append(relation.label()).append(" | ");
        page.setLength(page.length() - 1);
        page.append("\n|---|").append("---|".repeat(Relation.values().length)).append('\n');
        for (Row row : rows) {
            page.append("| `").append(row.plan).append("` |");
            row.cells
                    .values()
                    .forEach(cell -> page.append(' ')
                            .append(cell.text("<br>").replace("|", "\\|"))
                            .append(" |"));
            page.append('\n');
        }
        page.append("\n## Theorems\n\n| theorem | source |\n|---|---|\n");
        sources.forEach((name, source) ->
                page.append("| ").append(name).append(" | ").append(source).append(" |\n"));
        return page.toString();
    }
}
