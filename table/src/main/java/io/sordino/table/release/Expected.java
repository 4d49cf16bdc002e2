package io.sordino.table.release;

import io.sordino.mechanism.Gaussian;
import io.sordino.table.plan.Errors;
import io.sordino.table.plan.Part;
import io.sordino.table.plan.QueryPlan;
import io.sordino.table.query.Aggregate;
import io.sordino.table.query.Query;
import java.util.ArrayList;
import java.util.List;

/**
 * How far an output will err, as far as that is known before the data are seen.
 *
 * @param what the number that the error is of: a mean's is that of the sum behind it
 * @param reach what noise does not exceed with the query's confidence, scaled up from the sample
 * @param sampling what sampling adds, times the root of the total
 */
public record Expected(String output, String noise, String what, double reach, double sampling) {
    private static final double ROOTS = 1.96;

    /** Of all outputs that are no keys. */
    public static List<Expected> of(QueryPlan plan) {
        List<Expected> all = new ArrayList<>();
        for (int i = 0; i < plan.query().outputs().size(); i++) {
            Query.Output output = plan.query().outputs().get(i);
            if (output.aggregate().isEmpty()) continue;
            int part = plan.layout().uses().get(i).get(0);
            Part of = plan.layout().parts().get(part);
            boolean blocks = of instanceof Part.BlockTotal || of instanceof Part.BlockVotes;
            double rate = plan.query().settings().strata().stream()
                    .mapToDouble(q -> q)
                    .min()
                    .orElse(1);
            double reach = Errors.law(of, plan.noises().get(part))
                    .times(blocks ? 1 : 1 / rate)
                    .reach(plan.query().settings().confidence());
            all.add(new Expected(
                    output.name(),
                    plan.noises().get(part) instanceof Gaussian ? "gaussian" : "laplace",
                    what(output.aggregate().get()),
                    reach,
                    ROOTS * Math.sqrt((1 - rate) / rate * Errors.largest(of))));
        }
        return all;
    }

    private static String what(Aggregate aggregate) {
        if (aggregate instanceof Aggregate.Mean || aggregate instanceof Aggregate.Variance) return "the sum behind it";
        if (aggregate instanceof Aggregate.Quantile) return "a count of its tree";
        if (aggregate instanceof Aggregate.BlockMean) return "the mean over blocks";
        if (aggregate instanceof Aggregate.BlockAgreement) return "the distance to another answer";
        return "the number";
    }
}
