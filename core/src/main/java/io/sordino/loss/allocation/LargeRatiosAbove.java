package io.sordino.loss.allocation;

import io.sordino.loss.Change;
import io.sordino.loss.Pair;
import io.sordino.loss.Side;
import io.sordino.loss.lattice.Convolution;
import io.sordino.loss.lattice.LatticeLaw;
import io.sordino.loss.lattice.WeightedPoints;
import io.sordino.numeric.Patience;
import io.sordino.numeric.Ulp;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.Optional;

/**
 * From above, a removed record in k of t steps. Where n steps show a large ratio V, the ratio e_k(V_1, ..., V_t) / C(t, k) is the sum over j of
 * C(t-n, k-j) / C(t, k) times e_j of the large ones times the mean product of k - j small ones. The small steps are cut into k rounds, at random, and the mean product is that of the
 * means of k - j rounds: what is convex in the ratio only grows if the cut is told. It grows with every large V and every round's mean along a straight line, so that laws of all of them
 * may be spread.
 */
final class LargeRatiosAbove {
    /** How many values large ratios are spread to, when so many steps show one. */
    private static final int[] VALUES = {0, 240, 72, 28, 15, 11, 8};

    private static final int[] FEW_VALUES = {0, 160, 44, 22, 14, 10, 8};
    /** Means of rounds are told apart by so many deviations. */
    private static final double[] APART = {0, 0.06, 0.09, 0.15, 0.25, 0.3, 0.3};

    private static final double[] FAR_APART = {0, 0.15, 0.25, 0.35, 0.5, 0.6, 0.6};
    /** Means are so many, where none does. */
    private static final int MOST_MEANS = 1200;

    /** Variance that the lattice of small ratios may add, relatively, and how many points it may take. */
    private static final double ROUGHNESS = 2e-4;

    private static final double MOST_POINTS = 1 << 16;
    private static final double DEVIATIONS = 19;
    private final LikelihoodRatio ratio;
    private final int selected;
    private final long steps;
    private final LargeCut cut;
    private final LatticeLaw small;
    private final List<Double> tilts;
    private final double outside;
    /** Relative error of a ratio's value. */
    private final double valueError;

    private final RatioCells cells;

    private LargeRatiosAbove(LikelihoodRatio ratio, int selected, long steps, double logTail) {
        this.ratio = ratio;
        this.selected = selected;
        this.steps = steps;
        LargeCut wanted = LargeCut.of(ratio, selected, steps, Math.exp(logTail) / 4);
        double range = wanted.cut() - ratio.least;
        RatioSketch sketch = new RatioSketch(ratio, wanted.cut());
        double variance = sketch.variance();
        double finest = DEVIATIONS * Math.sqrt(variance * steps) / MOST_POINTS;
        double step = range;
        while (sketch.added(step) > ROUGHNESS * variance && step > 2 * finest && range / step < MOST_POINTS) step /= 2;
        int count = (int) Math.max(1, Math.round(range / step));
        cut = wanted.movedTo(ratio.least + count * step, ratio, selected, steps);
        small = ValueLattice.of(ratio, step, count, Math.sqrt(1.5 * ROUGHNESS), Side.UPPER);
        tilts = ValueSum.tilts(small, steps, logTail);
        outside = Math.exp(logTail) / (1e4 * (double) steps);
        valueError = 2 * Math.max(ratio.valueError(step), ratio.valueError(cut.top())) + 64 * Ulp.ONE;
        cells = new RatioCells(selected * Math.log(Math.max(2, cut.top())) + 1);
    }

    /**
     * @param base a pair that dominates a step, for a removed record
     * @param logTail log of a mass that may be given up
     */
    static Optional<Pair> pair(int selected, long steps, Pair base, double logTail) {
        try {
            return Optional.of(
                    new LargeRatiosAbove(new LikelihoodRatio(base, Change.REMOVED), selected, steps, logTail).made());
        } catch (Convolution.TooWide e) {
            return Optional.empty();
        }
    }

    private Pair made() {
        double lost = cut.beyond() + selected * (small.beyond() + ratio.infinity(Side.UPPER));
        for (int large = 0; large <= cut.most(); large++) {
            if (large > 0 && !(cut.cut() < cut.top())) break;
            Patience.check();
            lost += large == 0 ? addSmall() : addLarge(large);
        }
        return cells.pair(lost);
    }

    /** The sums of so many small ratios in k rounds, or in fewer where there are not as many: no round may be empty. */
    private List<ValueSum.Result> rounds(long many) {
        int count = (int) Math.min(selected, many);
        List<ValueSum.Result> rounds = new ArrayList<>();
        for (int i = 0; i < count; i++)
            rounds.add(
                    i > 0 && size(many, count, i) == size(many, count, i - 1)
                            ? rounds.get(i - 1)
                            : round(size(many, count, i)));
        return rounds;
    }

    private ValueSum.Result round(long size) {
        ValueSum.Result sum = ValueSum.of(List.of(small), new long[] {size}, Side.UPPER, tilts, outside);
        return new ValueSum.Result(
                within(sum.law(), size * (small.mass().length - 1)), sum.lostMass(), sum.lostMoment(), sum.strayed());
    }

    /** The window of a transform may be longer than what can be: what rounding put there goes to the ends. */
    private static LatticeLaw within(LatticeLaw law, long last) {
        long first = Math.max(0, law.first());
        double[] mass = new double[(int) (Math.min(last, law.first() + law.mass().length - 1) - first) + 1];
        for (int i = 0; i < law.mass().length; i++)
            mass[(int) Math.min(mass.length - 1, Math.max(0, law.first() + i - first))] += law.mass()[i];
        return new LatticeLaw(law.offset(), law.step(), first, mass, law.slack(), law.massError(), law.beyond());
    }

    private static long size(long many, int count, int round) {
        return many / count + (round < many % count ? 1 : 0);
    }

    /** At least the mass without the record of what any round lost above. */
    private double lost(List<ValueSum.Result> rounds) {
        double mass = 0;
        for (ValueSum.Result round : rounds) mass += round.lostMass();
        return mass * (1 + 1e-9);
    }

    /** No large ratio: the product of the means. */
    private double addSmall() {
        List<ValueSum.Result> rounds = rounds(steps);
        WeightedPoints product = means(
                rounds.get(0), size(steps, selected, 0), uniform(rounds.get(0).law()));
        double unplaced = 0;
        for (int i = 1; i < selected; i++) {
            WeightedPoints next = means(
                    rounds.get(i),
                    size(steps, selected, i),
                    uniform(rounds.get(i).law()));
            RatioCells all = i == selected - 1 ? cells : new RatioCells((i + 1) * Math.log(Math.max(2, cut.top())) + 1);
            for (int a = 0; a < product.size(); a++)
                for (int b = 0; b < next.size(); b++)
                    all.add(product.x()[a] * next.x()[b], product.weight()[a] * next.weight()[b]);
            if (i == selected - 1) break;
            product = all.points();
            unplaced += all.unplaced() * Math.pow(cut.cut(), selected);
        }
        return (lost(rounds) * Math.pow(cut.cut(), selected) + unplaced) * (1 + 1e-9);
    }

    /** So many steps with a large ratio: the means of the rounds together, as what their products of 0, 1, 2, ... are in the mean. */
    private double addLarge(int large) {
        long many = steps - large;
        List<ValueSum.Result> rounds = rounds(many);
        List<WeightedPoints> means = new ArrayList<>();
        for (int i = 0; i < rounds.size(); i++)
            means.add(
                    i > 0 && size(many, rounds.size(), i) == size(many, rounds.size(), i - 1)
                            ? means.get(i - 1)
                            : means(
                                    rounds.get(i),
                                    size(many, rounds.size(), i),
                                    places(rounds.get(i).law(), (selected > 2 ? FAR_APART : APART)[large])));
        List<double[]> products = new ArrayList<>();
        double[] nothing = new double[selected + 1];
        nothing[0] = 1;
        products(means, new int[rounds.size()], 0, nothing, products);
        Jumped jumped = jumped((selected > 2 ? FEW_VALUES : VALUES)[large]);
        double[] chosen = LargeSteps.chosen(steps, selected, large);
        double grown = 1 + LargeSteps.ulps(large + selected) * Ulp.ONE + selected * valueError;
        double heavier = 1 + large * (4 * ratio.massError() + 1e-13) + 1e-12;
        double[] far = new double[1];
        LargeSteps.each(steps, large, chosen.length - 1, jumped.values(), (mass, symmetric) -> {
            double[] factor = new double[selected + 1];
            double largest = 0;
            for (int j = 0; j < chosen.length; j++) {
                factor[selected - j] = symmetric[j] * chosen[j] * grown;
                largest += factor[selected - j] * Math.pow(cut.cut(), selected - j);
            }
            far[0] += mass * largest;
            for (double[] product : products) {
                double value = factor[0];
                for (int i = 1; i <= selected; i++) value += factor[i] * product[i];
                cells.add(value, mass * heavier * product[0]);
            }
        });
        return (lost(rounds) * far[0] + jumped.unplaced()) * (1 + 1e-9);
    }

    /** For every choice of means, those of equal rounds in one order for all: its mass, and the mean product of 1, 2, ... of them. */
    private void products(List<WeightedPoints> means, int[] place, int round, double[] before, List<double[]> all) {
        if (round == means.size()) {
            double[] mean = before.clone();
            double ways = 1;
            for (int i = 1; i <= round; i++) {
                ways *= (round - i + 1.0) / i;
                mean[i] /= ways;
            }
            all.add(mean);
            return;
        }
        WeightedPoints points = means.get(round);
        int alike = 1;
        while (alike <= round && means.get(round - alike) == points) alike++;
        for (int k = alike > 1 ? place[round - 1] : 0; k < points.size(); k++) {
            place[round] = k;
            int run = 1;
            while (run < alike && place[round - run] == k) run++;
            double mean = points.x()[k];
            double[] after = new double[selected + 1];
            // the first place holds the mass; the polynomial of order 0 is 1
            for (int i = 1; i <= selected; i++) after[i] = before[i] + (i == 1 ? 1 : before[i - 1]) * mean;
            after[0] = before[0] * points.weight()[k] * alike / run;
            products(means, place, round + 1, after, all);
        }
    }

    /** Values of large ratios, and mass with the record that has no place. */
    private record Jumped(WeightedPoints values, double unplaced) {}

    private Jumped jumped(int count) {
        WeightedPoints points = new WeightedPoints(count + 1);
        double unplaced = 0;
        if (ratio.continuous()) {
            ValueCells jumps =
                    ValueCells.geometric(cut.cut(), cut.top(), Math.log(cut.top() / cut.cut()) / count * (1 + 1e-9));
            ratio.cells(jumps.edges, jumps.mass, jumps.moment);
            points = jumps.points(Side.UPPER, 4 * ratio.massError());
            unplaced = jumps.unplaced() * (selected + steps / cut.cut());
        }
        for (int i = 0; i < ratio.value.length; i++)
            if (ratio.value[i] > cut.cut() * (1 + 4 * Ulp.ONE) && ratio.value[i] <= cut.top())
                points.add(ratio.value[i], ratio.mass[i]);
        return new Jumped(points, unplaced);
    }

    /** Places of a law to which the others are spread, all as far apart. */
    private static int[] uniform(LatticeLaw law) {
        int last = law.mass().length - 1;
        int group = Math.max(1, last / MOST_MEANS);
        int[] places = new int[last / group + 2];
        for (int i = 0; i < places.length; i++) places[i] = Math.min(last, i * group);
        return places;
    }

    /** So many deviations apart near the mean, and further where masses are small. */
    private static int[] places(LatticeLaw law, double apart) {
        double[] mass = law.mass();
        double whole = 0;
        double sum = 0;
        for (int i = 0; i < mass.length; i++) {
            whole += mass[i];
            sum += mass[i] * i;
        }
        double mean = sum / whole;
        double square = 0;
        for (int i = 0; i < mass.length; i++) square += mass[i] * (i - mean) * (i - mean);
        // a law of one value has none
        double deviation = Math.max(1e-9, Math.sqrt(square / whole));
        int[] places = new int[mass.length + 1];
        int size = 1;
        while (places[size - 1] < mass.length - 1) {
            double off = Math.abs(places[size - 1] - mean) / deviation;
            double wide = apart * deviation * Math.max(1, off > 3 ? Math.pow(1.5, off - 3) : 1);
            places[size] = (int) Math.min(mass.length - 1, places[size - 1] + Math.max(1, Math.min(wide, mass.length)));
            size++;
        }
        return Arrays.copyOf(places, size);
    }

    /** The mean of a round, its mass spread to some places of the lattice. */
    private WeightedPoints means(ValueSum.Result round, long size, int[] places) {
        LatticeLaw law = round.law();
        double[] mass = law.mass();
        double heavier = 1 + law.massError() + 1e-12;
        WeightedPoints points = new WeightedPoints(places.length);
        double carried = 0;
        for (int k = 0; k < places.length; k++) {
            double here = carried;
            carried = 0;
            int from = places[k];
            int to = k + 1 < places.length ? places[k + 1] : from + 1;
            double whole = 0;
            double sum = 0;
            for (int i = from; i < to; i++) {
                whole += mass[i];
                sum += mass[i] * (i - from);
            }
            if (whole > 0) {
                double share = Math.min(1, sum / whole / (to - from) * (1 + 1e-12));
                here += whole * (1 - share);
                carried = whole * share;
            }
            double value = (law.offset() + (law.first() + from) * law.step() + law.slack()) / size;
            points.add(value * (1 + valueError), here * heavier);
        }
        return points;
    }
}
