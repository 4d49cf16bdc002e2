package io.sordino.table.plan;

import io.sordino.table.query.Aggregate;
import io.sordino.table.query.BlockStatistic;
import io.sordino.table.query.Query;
import io.sordino.table.query.RowSql;
import io.sordino.table.sql.Node;
import java.util.ArrayList;
import java.util.Collections;
import java.util.List;
import java.util.Optional;

/**
 * The parts of a query: what several aggregates need is there once. Each part has a weight, which is how much of the answers' error comes from its
 * noise, in units of what one unit may add.
 */
public final class Layout {
    private final Parts make;
    private final RowSql rows;
    private final boolean sampled;
    private final List<String> values = new ArrayList<>();
    private final List<Part> parts = new ArrayList<>();
    private final List<Double> weights = new ArrayList<>();
    private final List<List<Integer>> uses = new ArrayList<>();
    private final Optional<Integer> selector;

    private Layout(Query query) {
        make = new Parts(query.unit().isEmpty(), query.maxRows());
        rows = new RowSql(query.schema());
        sampled = query.settings().isSampled();
        for (Query.Output output : query.outputs())
            uses.add(output.aggregate().map(this::use).orElse(List.of()));
        selector = query.selectsKeys() ? Optional.of(part(make.units(), 1)) : Optional.empty();
    }

    /** The parts of a query. */
    public static Layout of(Query query) {
        return new Layout(query);
    }

    private List<Integer> use(Aggregate aggregate) {
        if (aggregate instanceof Aggregate.Count) return List.of(part(make.rows(), 1));
        if (aggregate instanceof Aggregate.CountUnits) return List.of(part(make.units(), 1));
        if (aggregate instanceof Aggregate.Sum sum) {
            int total = part(make.total(value(sum.of()), sum.lower(), sum.upper()), 1);
            // how far a sample errs on a sum of both signs depends on how many units there are
            return sampled && sum.lower() < 0 && sum.upper() > 0
                    ? List.of(total, part(make.units(), 0.1))
                    : List.of(total);
        }
        if (aggregate instanceof Aggregate.Mean mean) {
            String x = value(mean.of());
            return List.of(part(make.centred(x, mean.lower(), mean.upper()), 1), part(make.present(x), 0.5));
        }
        if (aggregate instanceof Aggregate.Variance variance) {
            String x = value(variance.of());
            return List.of(
                    part(make.centred(x, variance.lower(), variance.upper()), 0.5),
                    part(make.squared(x, variance.lower(), variance.upper()), 1),
                    part(make.present(x), 0.5));
        }
        if (aggregate instanceof Aggregate.Quantile quantile)
            return List.of(part(make.quantiles(value(quantile.of()), quantile.lower(), quantile.upper()), 1));
        if (aggregate instanceof Aggregate.Histogram histogram)
            return List.of(part(make.histogram(value(histogram.of()), histogram.edges()), 1));
        if (aggregate instanceof Aggregate.BlockMean mean)
            return List.of(part(make.blockTotal(mean, blockValue(mean.statistic())), 1));
        if (aggregate instanceof Aggregate.BlockAgreement agreement)
            return List.of(part(make.blockVotes(agreement, blockValue(agreement.statistic())), 1));
        Aggregate.VectorSum vector = (Aggregate.VectorSum) aggregate;
        int sums = part(make.vector(vector.of().stream().map(this::value).toList(), vector.norm()), 1);
        return sampled ? List.of(sums, part(make.units(), 0.1)) : List.of(sums);
    }

    private String blockValue(BlockStatistic statistic) {
        return statistic.of().map(this::value).orElse("1");
    }

    /** The name of a number that the rows have. */
    private String value(Node node) {
        String sql = rows.number(node);
        int known = values.indexOf(sql);
        if (known < 0) values.add(sql);
        return "x" + (known < 0 ? values.size() - 1 : known);
    }

    private int part(Part part, double weight) {
        int known = parts.indexOf(part);
        if (known < 0) {
            parts.add(part);
            weights.add(weight);
            return parts.size() - 1;
        }
        weights.set(known, Math.max(weights.get(known), weight));
        return known;
    }

    /** The numbers that rows have, called x0, x1, ... */
    public List<String> values() {
        return Collections.unmodifiableList(values);
    }

    /** What is added up. */
    public List<Part> parts() {
        return Collections.unmodifiableList(parts);
    }

    /** How much each part matters. */
    List<Double> weights() {
        return Collections.unmodifiableList(weights);
    }

    /** The parts of each output. */
    public List<List<Integer>> uses() {
        return Collections.unmodifiableList(uses);
    }

    /** How many rare events there are in a group, each of which may show what noise does not cover. */
    long rare() {
        return (selector.isPresent() ? 1 : 0)
                + parts.stream().filter(part -> part instanceof Part.BlockVotes).count();
    }

    /** The part by which keys are selected, where they are. */
    public Optional<Integer> selector() {
        return selector;
    }
}
