package io.sordino.table.release;

import io.sordino.engine.ErrorLaw;
import io.sordino.engine.Estimate;
import io.sordino.engine.SampledTotal;
import io.sordino.mechanism.Mechanism;
import io.sordino.table.plan.Part;
import io.sordino.table.plan.QueryPlan;

/**
 * Estimates from parts with noise. Every interval holds noise and sampling error with the given probability, number by number, and is made from
 * released numbers alone.
 */
final class Estimator {
    private static final int STEPS = 100;
    /** Rows for which rounding to the grid is allowed for. */
    private static final double MOST_ROWS = 0x1p31;

    private final QueryPlan plan;
    private final double rate;
    private final double confidence;

    Estimator(QueryPlan plan) {
        this.plan = plan;
        rate = plan.query().settings().rateOrOne();
        confidence = plan.query().settings().confidence();
    }

    /** The error that noise makes in a part, in its own unit. */
    ErrorLaw law(int part) {
        Part of = plan.layout().parts().get(part);
        double unit = of instanceof Part.Scalar scalar
                ? scalar.value((double) scalar.cells())
                : of instanceof Part.Vector vector ? vector.value((double) vector.cells()) : ((Part.Tree) of).most();
        return law(plan.noises().get(part), unit);
    }

    private static ErrorLaw law(Mechanism noise, double unit) {
        return SampledTotal.law(noise, unit);
    }

    /** Half a step for the rounded noise, and half a step for each row. */
    private static double rounding(Part.Scalar part) {
        return part.value(part.exponent() == 0 ? 0.5 : 0.5 + MOST_ROWS / 2);
    }

    private static Estimate widened(Estimate estimate, double by) {
        return new Estimate(estimate.value(), estimate.lower() - by, estimate.upper() + by, estimate.confidence());
    }

    /** A total of what is never negative, of which one unit adds at most {@code largest}. */
    Estimate total(int part, double noisy, double largest) {
        Part.Scalar scalar = (Part.Scalar) plan.layout().parts().get(part);
        return widened(SampledTotal.of(noisy, rate, largest, law(part), confidence), rounding(scalar) / rate);
    }

    /** A total that may have either sign; how many units there are, at most, says how far a sample errs. */
    Estimate signedTotal(int part, double noisy, double largest, double units) {
        Part.Scalar scalar = (Part.Scalar) plan.layout().parts().get(part);
        double sampling = Math.sqrt((1 - rate) / rate * largest * largest * Math.max(0, units));
        double error = law(part).times(1 / rate).with(sampling).reach(confidence);
        return Estimate.around(noisy / rate, error + rounding(scalar) / rate, confidence);
    }

    /**
     * The mean of values between two bounds, from the sum of their distances to a centre and their number: all means whose own error reaches what was
     * seen (Fieller). A sample errs on sum - mean * number by at most the variance that values with that mean between those bounds can have.
     */
    Estimate mean(
            int sumPart,
            double sum,
            int countPart,
            double count,
            double lower,
            double upper,
            double centre,
            double wanted) {
        if (!(count > 0)) return new Estimate(centre, lower, upper, wanted);
        double value = Math.min(upper, Math.max(lower, centre + sum / count));
        Part.Scalar scalar = (Part.Scalar) plan.layout().parts().get(sumPart);
        double slack = rounding(scalar);
        ErrorLaw sumLaw = law(sumPart);
        ErrorLaw countLaw = law(countPart);
        double most = Math.max(1, count + countLaw.reach(0.99));
        Reaches reaches = m -> {
            double spread = (1 - rate) * plan.query().maxRows() * most * Math.max(0, (upper - m) * (m - lower));
            double reach = sumLaw.plus(countLaw.times(m - centre))
                            .with(Math.sqrt(spread))
                            .reach(wanted)
                    + slack
                    + 0.5 * Math.abs(m - centre);
            return Math.abs(sum - (m - centre) * count) <= reach;
        };
        return new Estimate(value, end(value, lower, reaches), end(value, upper, reaches), wanted);
    }

    private interface Reaches {
        boolean test(double mean);
    }

    private static double end(double near, double far, Reaches reaches) {
        if (reaches.test(far)) return far;
        double in = near;
        double out = far;
        for (int i = 0; i < STEPS; i++) {
            double middle = in + (out - in) / 2;
            if (reaches.test(middle)) in = middle;
            else out = middle;
        }
        return out;
    }

    /** From the mean of distances to the centre and the mean of their squares, each of which holds with half of what may be missed. */
    Estimate variance(Estimate distance, Estimate square, double radius, boolean root) {
        double value = square.value() - distance.value() * distance.value();
        double largest = Math.max(distance.lower() * distance.lower(), distance.upper() * distance.upper());
        boolean across = distance.lower() <= 0 && distance.upper() >= 0;
        double least = across ? 0 : Math.min(distance.lower() * distance.lower(), distance.upper() * distance.upper());
        double most = radius * radius;
        double low = clamp(square.lower() - largest, most);
        double high = clamp(square.upper() - least, most);
        double middle = Math.min(high, Math.max(low, clamp(value, most)));
        return root
                ? new Estimate(Math.sqrt(middle), Math.sqrt(low), Math.sqrt(high), confidence)
                : new Estimate(middle, low, high, confidence);
    }

    private static double clamp(double value, double most) {
        return Math.min(most, Math.max(0, value));
    }

    /** The value below which a share of the rows lies. */
    Estimate quantile(int part, NoisyTree counts, double share, double lower, double upper) {
        Part.Tree tree = (Part.Tree) plan.layout().parts().get(part);
        double total = Math.max(0, counts.total());
        double rank = share * total;
        // a rank is a sum of at most fan - 1 nodes a level, and the total one of fan
        double nodes = tree.levels() * (tree.fan() - 1.0) + tree.fan() * share * share;
        ErrorLaw one = law(part);
        ErrorLaw noise = new ErrorLaw(
                Math.sqrt(2 * one.scale() * one.scale() + one.deviation() * one.deviation()) * Math.sqrt(nodes), 0);
        double sampling = Math.sqrt((1 - rate) * tree.most() * Math.max(1, total) * share * (1 - share));
        double miss = noise.with(sampling).reach(confidence);
        double width = (upper - lower) / tree.leaves();
        int at = counts.leafAt(rank);
        int low = Math.min(at, counts.leafAt(rank - miss));
        int high = Math.max(at, counts.leafAt(rank + miss));
        return new Estimate(
                lower + (at + 0.5) * width,
                lower + low * width,
                Math.min(upper, lower + (high + 1) * width),
                confidence);
    }

    /** How many rows lie in a bin. */
    Estimate bin(int part, double noisy) {
        Part.Tree tree = (Part.Tree) plan.layout().parts().get(part);
        return widened(SampledTotal.of(noisy, rate, (double) tree.most(), law(part), confidence), 1 / rate);
    }

    /** One coordinate of a vector's sum. */
    Estimate coordinate(int part, double noisy, double norm, double units) {
        Part.Vector vector = (Part.Vector) plan.layout().parts().get(part);
        double sampling = Math.sqrt((1 - rate) / rate * norm * norm * Math.max(0, units));
        double error = law(part).times(1 / rate).with(sampling).reach(confidence);
        return Estimate.around(noisy / rate, error + vector.value(0.5 + MOST_ROWS / 2048) / rate, confidence);
    }

    double rate() {
        return rate;
    }

    double confidence() {
        return confidence;
    }
}
