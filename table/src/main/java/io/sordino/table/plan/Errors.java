package io.sordino.table.plan;

import io.sordino.engine.ErrorLaw;
import io.sordino.engine.SampledTotal;
import io.sordino.mechanism.Mechanism;
import io.sordino.refusal.InvalidException;
import io.sordino.table.query.Aggregate;
import io.sordino.table.query.Query;
import io.sordino.table.query.Settings;
import java.util.List;

/** How far outputs err, as far as that is known before the data are seen. */
public final class Errors {
    private Errors() {}

    /** The error that noise makes in a part, in its own unit. */
    public static ErrorLaw law(Part part, Mechanism noise) {
        double unit;
        if (part instanceof Part.Scalar scalar) unit = scalar.value((double) scalar.cells());
        else if (part instanceof Part.Vector vector) unit = vector.value((double) vector.cells());
        else if (part instanceof Part.BlockTotal total)
            unit = total.value((double) total.cells()) / total.of().blocks();
        else unit = part instanceof Part.Tree tree ? tree.most() : 1;
        return SampledTotal.law(noise, unit);
    }

    /** The most that one unit adds to a part, in its own unit. */
    public static double largest(Part part) {
        return part instanceof Part.Scalar scalar
                ? scalar.value((double) scalar.cells())
                : part instanceof Part.Vector vector
                        ? vector.value((double) vector.cells())
                        : part instanceof Part.Tree tree ? tree.most() : 0;
    }

    /** The largest error that these noises make in an output; and refused where sampling alone errs by more than the target. */
    static double largest(Query query, Layout layout, List<Mechanism> noises, double target) {
        double most = 0;
        for (int i = 0; i < query.outputs().size(); i++) {
            Query.Output output = query.outputs().get(i);
            if (output.aggregate().isEmpty()) continue;
            int part = layout.uses().get(i).get(0);
            checkExpected(query.settings(), output, layout.parts().get(part));
            double sampling = sampling(query, output, layout.parts().get(part));
            if (!(sampling < target))
                throw new InvalidException(
                        "the sample alone errs by " + sampling + " in '" + output.name() + "'",
                        "give a larger --sample, or allow a larger --error");
            double noise = noise(query, output, layout, layout.uses().get(i), noises);
            // what noise may add to what sampling leaves of the target
            double share = Math.sqrt(1 - (sampling / target) * (sampling / target));
            most = Math.max(most, noise / share);
        }
        return most;
    }

    private static void checkExpected(Settings settings, Query.Output output, Part part) {
        if (settings.isSampled() && settings.expectedRows().isEmpty() && largest(part) > 0)
            throw new InvalidException(
                    "what the sample adds to the error of '" + output.name() + "' depends on how many rows there are",
                    "say how many a group has, at most, with --expected-rows 1000, or give --epsilon instead");
    }

    /** What the noise of an output does not exceed, in the output's own unit. */
    public static double noise(
            Query query, Query.Output output, Layout layout, List<Integer> use, List<Mechanism> noises) {
        return law(query, output, layout, use, noises).reach(query.settings().confidence());
    }

    /** The root of the mean square of noise and sampling error, where a group has as many rows as are expected. */
    public static double rootMeanSquare(
            Query query, Query.Output output, Layout layout, List<Integer> use, List<Mechanism> noises) {
        Part first = layout.parts().get(use.get(0));
        return law(query, output, layout, use, noises)
                .with(samplingDeviation(query, output, first))
                .rootMeanSquare();
    }

    private static ErrorLaw law(
            Query query, Query.Output output, Layout layout, List<Integer> use, List<Mechanism> noises) {
        Settings settings = query.settings();
        Part first = layout.parts().get(use.get(0));
        ErrorLaw law = law(first, noises.get(use.get(0)));
        // a mean that lies at its bound errs by the noise of the count, too
        if (output.aggregate().orElseThrow() instanceof Aggregate.Mean mean)
            law = law.plus(law(layout.parts().get(use.get(1)), noises.get(use.get(1)))
                    .times(Parts.radius(mean.lower(), mean.upper())));
        return law.times(scale(settings, first) / rows(settings, output));
    }

    /** Sums over a sample are scaled up, by the smallest rate where they differ; statistics of blocks are not. */
    private static double scale(Settings settings, Part part) {
        boolean blocks = part instanceof Part.BlockTotal || part instanceof Part.BlockVotes;
        return blocks
                ? 1
                : 1 / settings.strata().stream().mapToDouble(q -> q).min().orElse(1);
    }

    /** What sampling adds where a group has as many rows as are expected: 0 where nobody says how many. */
    private static double sampling(Query query, Query.Output output, Part part) {
        return ErrorLaw.gaussian(samplingDeviation(query, output, part))
                .reach(query.settings().confidence());
    }

    private static double samplingDeviation(Query query, Query.Output output, Part part) {
        Settings settings = query.settings();
        double q = settings.strata().stream().mapToDouble(rate -> rate).min().orElse(1);
        if (!(q < 1) || settings.expectedRows().isEmpty() || largest(part) == 0) return 0;
        double each = largest(part);
        return Math.sqrt((1 - q) / q * each * each * settings.expectedRows().get()) / rows(settings, output);
    }

    private static double rows(Settings settings, Query.Output output) {
        Aggregate aggregate = output.aggregate().orElseThrow();
        if (aggregate instanceof Aggregate.Variance
                || aggregate instanceof Aggregate.Quantile
                || aggregate instanceof Aggregate.BlockAgreement)
            throw new InvalidException(
                    "the error of '" + output.name() + "' depends on the data, so that none can be asked for",
                    "give --epsilon instead of --error");
        if (!(aggregate instanceof Aggregate.Mean)) return 1;
        return settings.expectedRows()
                .orElseThrow(() -> new InvalidException(
                        "the error of the mean '" + output.name() + "' depends on how many rows there are",
                        "say how many a group has, at least, with --expected-rows 1000"));
    }
}
