package io.sordino.table.query;

import io.sordino.table.sql.Node;
import io.sordino.table.sql.SqlException;
import java.util.List;
import java.util.Locale;
import java.util.Optional;
import java.util.Set;

/** Aggregates by their names, with the bounds that they need. */
final class Aggregates {
    static final Set<String> NAMES = Set.of(
            "COUNT",
            "SUM",
            "AVG",
            "VARIANCE",
            "VAR_SAMP",
            "VAR_POP",
            "STDDEV",
            "STDDEV_SAMP",
            "STDDEV_POP",
            "MEDIAN",
            "QUANTILE",
            "PERCENTILE_CONT",
            "HISTOGRAM",
            "VECTOR_SUM",
            "SAMPLE_AND_AGGREGATE",
            "PROPOSE_TEST_RELEASE",
            "MIN",
            "MAX",
            "ANON_COUNT",
            "ANON_SUM",
            "ANON_AVG");

    private static final double LARGEST = 0x1p500;
    private static final double NARROWEST = 0x1p-400;
    private static final int MOST_BINS = 10_000;
    private static final int MOST_BLOCKS = 1_000_000;

    private final RowSql rows;
    private final Settings settings;

    Aggregates(RowSql rows, Settings settings) {
        this.rows = rows;
        this.settings = settings;
    }

    static String name(Node.Call call, int place) {
        return call.function().toLowerCase(Locale.ROOT) + "_" + (place + 1);
    }

    Aggregate of(Node.Call call) {
        String function = call.function().startsWith("ANON_") ? call.function().substring(5) : call.function();
        if (call.distinct() && !function.equals("COUNT"))
            throw new SqlException(call.at(), "DISTINCT goes with COUNT and the privacy unit alone", "leave it out");
        return switch (function) {
            case "COUNT" -> count(call);
            case "SUM" -> {
                Bounded bounded = bounded(call, 1);
                yield new Aggregate.Sum(bounded.of, bounded.lower, bounded.upper);
            }
            case "AVG" -> {
                Bounded bounded = bounded(call, 1);
                yield new Aggregate.Mean(bounded.of, bounded.lower, bounded.upper);
            }
            case "VARIANCE", "VAR_SAMP", "VAR_POP", "STDDEV", "STDDEV_SAMP", "STDDEV_POP" -> {
                Bounded bounded = bounded(call, 1);
                yield new Aggregate.Variance(bounded.of, bounded.lower, bounded.upper, function.startsWith("STDDEV"));
            }
            case "MEDIAN" -> {
                Bounded bounded = bounded(call, 1);
                yield new Aggregate.Quantile(bounded.of, bounded.lower, bounded.upper, 0.5);
            }
            case "QUANTILE", "PERCENTILE_CONT" -> {
                Bounded bounded = bounded(call, 2);
                double share = literal(call.arguments().get(1));
                if (!(share > 0 && share < 1))
                    throw new SqlException(
                            call.arguments().get(1).at(),
                            "a quantile's share lies between 0 and 1",
                            "write 0.5 for the median");
                yield new Aggregate.Quantile(bounded.of, bounded.lower, bounded.upper, share);
            }
            case "HISTOGRAM" -> histogram(call);
            case "VECTOR_SUM" -> vector(call);
            case "SAMPLE_AND_AGGREGATE" -> blockMean(call);
            case "PROPOSE_TEST_RELEASE" -> blockAgreement(call);
            default ->
                throw new SqlException(
                        call.at(),
                        function + " is decided by one row, so no noise hides it",
                        "ask for QUANTILE(x, 0.01, contribution_bounds_per_row => (low, high))");
        };
    }

    private Aggregate count(Node.Call call) {
        if (call.distinct()) {
            boolean unit = call.arguments().size() == 1
                    && call.arguments().get(0) instanceof Node.Name name
                    && settings.unit().filter(name.name()::equalsIgnoreCase).isPresent();
            if (!unit)
                throw new SqlException(
                        call.at(),
                        "COUNT(DISTINCT ...) counts privacy units",
                        "write COUNT(DISTINCT unit), with the column of --unit");
            return new Aggregate.CountUnits();
        }
        if (!call.star())
            throw new SqlException(call.at(), "COUNT counts rows", "write COUNT(*), and put conditions into WHERE");
        if (!call.named().isEmpty())
            throw new SqlException(
                    call.at(),
                    "how many rows of a unit count is one number for the query",
                    "give --max-rows, or max_rows_contributed in OPTIONS");
        return new Aggregate.Count();
    }

    private record Bounded(Node of, double lower, double upper) {}

    /** The bounds are named, or the expression is written x BETWEEN low AND high. */
    private Bounded bounded(Node.Call call, int arguments) {
        if (call.star() || call.arguments().size() != arguments)
            throw new SqlException(
                    call.at(),
                    call.function() + " takes " + (arguments == 1 ? "one expression" : "an expression and a share"),
                    "write " + call.function() + "(x, ..., contribution_bounds_per_group => (low, high))");
        Node of = call.arguments().get(0);
        Optional<List<Node>> given = Optional.empty();
        for (String name : call.named().keySet()) {
            if (!(name.equals("contribution_bounds_per_group") || name.equals("contribution_bounds_per_row")))
                throw new SqlException(
                        call.at(),
                        "nothing is called " + name + " here",
                        "bounds are contribution_bounds_per_group => (low, high)");
            given = Optional.of(call.named().get(name));
        }
        if (given.isEmpty() && of instanceof Node.Between between && !between.negated()) {
            given = Optional.of(List.of(between.low(), between.high()));
            of = between.inner();
        }
        if (given.isEmpty())
            throw new SqlException(
                    call.at(),
                    call.function() + " needs bounds: without them one row could be of any size",
                    "write " + call.function()
                            + "(x, contribution_bounds_per_group => (0, 100)) with bounds that do not come from the data");
        List<Node> ends = given.get();
        if (ends.size() != 2) throw new SqlException(call.at(), "bounds are two numbers", "write (low, high)");
        double lower = literal(ends.get(0));
        double upper = literal(ends.get(1));
        bounds(lower, upper, ends.get(0).at());
        rows.number(of);
        return new Bounded(of, lower, upper);
    }

    private static void bounds(double lower, double upper, int at) {
        if (!(lower < upper && Math.abs(lower) <= LARGEST && Math.abs(upper) <= LARGEST && upper - lower >= NARROWEST))
            throw new SqlException(at, "bounds must be below 2^500 and the lower one first", "write (low, high)");
    }

    private Aggregate histogram(Node.Call call) {
        List<Node> edges = Optional.ofNullable(call.named().get("bins"))
                .orElseThrow(() -> new SqlException(
                        call.at(), "HISTOGRAM needs public bins", "write HISTOGRAM(x, bins => (0, 10, 20))"));
        if (!(call.arguments().size() == 1 && call.named().size() == 1 && edges.size() <= MOST_BINS))
            throw new SqlException(
                    call.at(),
                    "HISTOGRAM takes one expression and at most " + MOST_BINS + " bins",
                    "write HISTOGRAM(x, bins => (0, 10, 20))");
        List<Double> numbers = edges.stream().map(Aggregates::literal).toList();
        for (int i = 0; i < numbers.size(); i++)
            if (!(Math.abs(numbers.get(i)) <= LARGEST && (i == 0 || numbers.get(i - 1) < numbers.get(i))))
                throw new SqlException(edges.get(i).at(), "the edges of bins rise", "write them in rising order");
        rows.number(call.arguments().get(0));
        return new Aggregate.Histogram(call.arguments().get(0), numbers);
    }

    private Aggregate vector(Node.Call call) {
        List<Node> norm = Optional.ofNullable(call.named().get("l2_bound"))
                .orElseThrow(() -> new SqlException(
                        call.at(), "VECTOR_SUM needs an L2 bound", "write VECTOR_SUM(x, y, l2_bound => 5)"));
        if (!(norm.size() == 1
                && call.named().size() == 1
                && !call.arguments().isEmpty()
                && call.arguments().size() <= 1024))
            throw new SqlException(
                    call.at(),
                    "VECTOR_SUM takes expressions and one l2_bound",
                    "write VECTOR_SUM(x, y, l2_bound => 5)");
        double bound = literal(norm.get(0));
        bounds(0, bound, norm.get(0).at());
        call.arguments().forEach(rows::number);
        return new Aggregate.VectorSum(call.arguments(), bound);
    }

    private Aggregate blockMean(Node.Call call) {
        String usage = "write SAMPLE_AND_AGGREGATE(MEDIAN(x), blocks => 50, bounds => (0, 100))";
        BlockStatistic statistic = statistic(call, Set.of("blocks", "bounds"), usage);
        List<Node> ends = call.named().getOrDefault("bounds", List.of());
        if (ends.size() != 2)
            throw new SqlException(call.at(), "SAMPLE_AND_AGGREGATE needs bounds: a block could say anything", usage);
        double lower = literal(ends.get(0));
        double upper = literal(ends.get(1));
        bounds(lower, upper, ends.get(0).at());
        return new Aggregate.BlockMean(statistic, blocks(call, usage), lower, upper);
    }

    private Aggregate blockAgreement(Node.Call call) {
        String usage = "write PROPOSE_TEST_RELEASE(MEDIAN(x), blocks => 200, width => 5)";
        BlockStatistic statistic = statistic(call, Set.of("blocks", "width"), usage);
        List<Node> width = call.named().getOrDefault("width", List.of());
        if (width.size() != 1)
            throw new SqlException(
                    call.at(), "PROPOSE_TEST_RELEASE needs a width: how closely blocks have to agree", usage);
        double wide = literal(width.get(0));
        if (!(wide >= NARROWEST && wide <= LARGEST))
            throw new SqlException(width.get(0).at(), "a width is above 0 and below 2^500", usage);
        return new Aggregate.BlockAgreement(statistic, blocks(call, usage), wide);
    }

    private static int blocks(Node.Call call, String usage) {
        List<Node> given = call.named().getOrDefault("blocks", List.of());
        if (given.size() != 1) throw new SqlException(call.at(), "the number of blocks is missing", usage);
        double blocks = literal(given.get(0));
        if (!(blocks == Math.rint(blocks) && blocks >= 1 && blocks <= MOST_BLOCKS))
            throw new SqlException(given.get(0).at(), "there are 1 to 10^6 blocks", usage);
        return (int) blocks;
    }

    /** Any aggregate of rows: in a block it has no noise, so it needs no bounds of its own. */
    private BlockStatistic statistic(Node.Call call, Set<String> names, String usage) {
        for (String name : call.named().keySet())
            if (!names.contains(name)) throw new SqlException(call.at(), "nothing is called " + name + " here", usage);
        if (!(call.arguments().size() == 1
                && call.arguments().get(0) instanceof Node.Call inner
                && inner.named().isEmpty()
                && !inner.distinct()))
            throw new SqlException(call.at(), call.function() + " takes an aggregate, which blocks compute", usage);
        String function = inner.function();
        if (inner.star()) {
            if (!(function.equals("COUNT") && inner.arguments().isEmpty()))
                throw new SqlException(inner.at(), function + " takes an expression", usage);
            return new BlockStatistic(BlockStatistic.Kind.COUNT, Optional.empty(), 0);
        }
        boolean quantile = function.equals("QUANTILE") || function.equals("PERCENTILE_CONT");
        if (!(inner.arguments().size() == (quantile ? 2 : 1)))
            throw new SqlException(
                    inner.at(),
                    function + " takes " + (quantile ? "an expression and a share" : "one expression"),
                    usage);
        Node of = inner.arguments().get(0);
        rows.number(of);
        double share = quantile ? literal(inner.arguments().get(1)) : 0.5;
        if (!(share > 0 && share < 1))
            throw new SqlException(inner.at(), "a quantile's share lies between 0 and 1", "write 0.5 for the median");
        BlockStatistic.Kind kind = switch (function) {
            case "SUM" -> BlockStatistic.Kind.SUM;
            case "AVG" -> BlockStatistic.Kind.MEAN;
            case "VARIANCE", "VAR_SAMP" -> BlockStatistic.Kind.VARIANCE;
            case "STDDEV", "STDDEV_SAMP" -> BlockStatistic.Kind.DEVIATION;
            case "MIN" -> BlockStatistic.Kind.LEAST;
            case "MAX" -> BlockStatistic.Kind.LARGEST;
            case "MEDIAN", "QUANTILE", "PERCENTILE_CONT" -> BlockStatistic.Kind.QUANTILE;
            default ->
                throw new SqlException(
                        inner.at(),
                        function + " is not computed in blocks",
                        "there are COUNT(*), SUM, AVG, VARIANCE, STDDEV, MIN, MAX, MEDIAN and QUANTILE");
        };
        return new BlockStatistic(kind, Optional.of(of), share);
    }

    private static double literal(Node node) {
        if (node instanceof Node.Num number) return number.value();
        throw new SqlException(node.at(), "a number stands here that does not come from the data", "write a literal");
    }
}
