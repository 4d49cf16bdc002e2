package io.sordino.table.release;

import io.sordino.engine.ErrorLaw;
import io.sordino.engine.Estimate;
import io.sordino.engine.SampledTotal;
import io.sordino.table.plan.Errors;
import io.sordino.table.plan.Part;
import io.sordino.table.plan.QueryPlan;
import java.util.List;

/**
 * Estimates from parts with noise. Every interval holds noise and sampling error with the given probability, number by number, and is made from
 * released numbers alone.
 */
final class Estimator {
    private static final int STEPS = 100;
    /** Rows for which rounding to the grid is allowed for. */
    private static final double MOST_ROWS = 0x1p31;

    private final QueryPlan plan;
    private final List<Double> rates;
    private final double confidence;

    Estimator(QueryPlan plan) {
        this.plan = plan;
        rates = plan.query().settings().strata();
        confidence = plan.query().settings().confidence();
    }

    /** The error that noise makes in a part, in its own unit, in one stratum. */
    ErrorLaw law(int part) {
        return Errors.law(plan.layout().parts().get(part), plan.noises().get(part));
    }

    /** The same in what is scaled up from all strata. */
    private ErrorLaw scaled(int part) {
        ErrorLaw sum = new ErrorLaw(0, 0);
        for (double rate : rates) sum = sum.plus(law(part).times(1 / rate));
        return sum;
    }

    /** Numbers of the strata, scaled up and added. */
    private double scaledUp(List<Double> values) {
        double sum = 0;
        for (int i = 0; i < rates.size(); i++) sum += values.get(i) / rates.get(i);
        return sum;
    }

    /** So many times what happens in each stratum happens in what is scaled up. */
    private double scaledUp(double each) {
        double sum = 0;
        for (double rate : rates) sum += each / rate;
        return sum;
    }

    /** Half a step for the rounded noise, and half a step for each row. */
    private static double rounding(Part.Scalar part) {
        return part.value(part.exponent() == 0 ? 0.5 : 0.5 + MOST_ROWS / 2);
    }

    private static Estimate widened(Estimate estimate, double by) {
        return new Estimate(estimate.value(), estimate.lower() - by, estimate.upper() + by, estimate.confidence());
    }

    /** A total of what is never negative, of which one unit adds at most {@code largest}. */
    Estimate total(int part, List<Double> noisy, double largest) {
        Part.Scalar scalar = (Part.Scalar) plan.layout().parts().get(part);
        return total(part, noisy, largest, rounding(scalar));
    }

    /** Each stratum's interval misses with its share of what all of them may miss with. */
    private Estimate total(int part, List<Double> noisy, double largest, double rounding) {
        double each = 1 - (1 - confidence) / rates.size();
        double value = 0;
        double lower = 0;
        double upper = 0;
        for (int i = 0; i < rates.size(); i++) {
            Estimate one = SampledTotal.of(noisy.get(i), rates.get(i), largest, law(part), each);
            value += one.value();
            lower += one.lower();
            upper += one.upper();
        }
        return widened(new Estimate(value, lower, upper, confidence), scaledUp(rounding));
    }

    /** A total that may have either sign; how many units there are, at most, says how far a sample errs. */
    Estimate signedTotal(int part, List<Double> noisy, double largest, List<Double> units) {
        Part.Scalar scalar = (Part.Scalar) plan.layout().parts().get(part);
        double error = scaled(part).with(sampling(largest, units)).reach(confidence);
        return Estimate.around(scaledUp(noisy), error + scaledUp(rounding(scalar)), confidence);
    }

    private double sampling(double largest, List<Double> units) {
        double variance = 0;
        for (int i = 0; i < units.size(); i++)
            variance += (1 - rates.get(i)) / rates.get(i) * largest * largest * Math.max(0, units.get(i));
        return Math.sqrt(variance);
    }

    /**
     * The mean of values between two bounds, from the sum of their distances to a centre and their number: all means whose own error reaches what was
     * seen (Fieller). A sample errs on sum - mean * number by at most the variance that values with that mean between those bounds can have.
     */
    Estimate mean(
            int sumPart,
            List<Double> sums,
            int countPart,
            List<Double> counts,
            double lower,
            double upper,
            double centre,
            double wanted) {
        double sum = scaledUp(sums);
        double count = scaledUp(counts);
        if (!(count > 0)) return new Estimate(centre, lower, upper, wanted);
        double value = Math.min(upper, Math.max(lower, centre + sum / count));
        Part.Scalar scalar = (Part.Scalar) plan.layout().parts().get(sumPart);
        double slack = scaledUp(rounding(scalar));
        double halves = scaledUp(0.5);
        ErrorLaw sumLaw = scaled(sumPart);
        ErrorLaw countLaw = scaled(countPart);
        double drawn = 0;
        for (int i = 0; i < rates.size(); i++) {
            double q = rates.get(i);
            double most = Math.max(1, counts.get(i) + law(countPart).reach(0.99));
            drawn += (1 - q) / (q * q) * plan.query().maxRows() * most;
        }
        double rows = drawn;
        // values of one stratum may lie at one bound, where their mean alone would not allow it
        boolean several = rates.size() > 1;
        Reaches reaches = m -> {
            double farthest = Math.max(upper - m, m - lower);
            double spread = rows * Math.max(0, several ? farthest * farthest : (upper - m) * (m - lower));
            double reach = sumLaw.plus(countLaw.times(m - centre))
                            .with(Math.sqrt(spread))
                            .reach(wanted)
                    + slack
                    + halves * Math.abs(m - centre);
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
    Estimate quantile(int part, BinCounts.Scaled counts, double share, double lower, double upper) {
        Part.Tree tree = (Part.Tree) plan.layout().parts().get(part);
        double total = Math.max(0, counts.total());
        double rank = share * total;
        // a rank is a sum of at most fan - 1 nodes a level, and the total one of fan
        double nodes = tree.levels() * (tree.fan() - 1.0) + tree.fan() * share * share;
        ErrorLaw one = law(part);
        double square = 2 * one.scale() * one.scale() + one.deviation() * one.deviation();
        double noise = 0;
        double sampling = 0;
        double far = Math.max(share, 1 - share);
        for (int i = 0; i < rates.size(); i++) {
            double q = rates.get(i);
            noise += nodes * square / (q * q);
            double rows = Math.max(1, counts.strata().get(i).total());
            // in one of several strata more rows may lie on one side than the share says
            sampling += (1 - q) / (q * q) * tree.most() * rows * (rates.size() > 1 ? far * far : share * (1 - share));
        }
        double miss = ErrorLaw.gaussian(Math.sqrt(noise + sampling)).reach(confidence);
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
    Estimate bin(int part, List<Double> noisy) {
        Part.Tree tree = (Part.Tree) plan.layout().parts().get(part);
        return total(part, noisy, (double) tree.most(), 1);
    }

    /** One coordinate of a vector's sum. */
    Estimate coordinate(int part, List<Double> noisy, double norm, List<Double> units) {
        Part.Vector vector = (Part.Vector) plan.layout().parts().get(part);
        double error = scaled(part).with(sampling(norm, units)).reach(confidence);
        return Estimate.around(scaledUp(noisy), error + scaledUp(vector.value(0.5 + MOST_ROWS / 2048)), confidence);
    }

    /** The mean of the statistic over the blocks, those without rows at the middle of the bounds. */
    Estimate blockMean(int part, double noisySteps) {
        Part.BlockTotal total = (Part.BlockTotal) plan.layout().parts().get(part);
        double centre = total.lower() / 2 + total.upper() / 2;
        int blocks = total.of().blocks();
        double value = centre + total.value(noisySteps) / blocks;
        double rounding = total.value(0.5 + blocks / 2.0) / blocks;
        return Estimate.around(value, law(part).reach(confidence) + rounding, confidence);
    }

    List<Double> rates() {
        return rates;
    }

    double confidence() {
        return confidence;
    }
}
