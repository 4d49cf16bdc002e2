package io.sordino.table.release;

import io.sordino.mechanism.Gaussian;
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
        Estimator estimator = new Estimator(plan);
        List<Expected> all = new ArrayList<>();
        for (int i = 0; i < plan.query().outputs().size(); i++) {
            Query.Output output = plan.query().outputs().get(i);
            if (output.aggregate().isEmpty()) continue;
            int part = plan.layout().uses().get(i).get(0);
            double rate = estimator.rate();
            double reach = estimator.law(part).times(1 / rate).reach(estimator.confidence());
            Part of = plan.layout().parts().get(part);
            double largest = of instanceof Part.Scalar scalar
                    ? scalar.value((double) scalar.cells())
                    : of instanceof Part.Tree tree ? tree.most() : ((Part.Vector) of).value((double) of.cells());
            all.add(new Expected(
                    output.name(),
                    plan.noises().get(part) instanceof Gaussian ? "gaussian" : "laplace",
                    what(output.aggregate().get()),
                    reach,
                    ROOTS * Math.sqrt((1 - rate) / rate * largest)));
        }
        return all;
    }

    private static String what(Aggregate aggregate) {
        if (aggregate instanceof Aggregate.Mean || aggregate instanceof Aggregate.Variance) return "the sum behind it";
        if (aggregate instanceof Aggregate.Quantile) return "a count of its tree";
        return "the number";
    }
}
