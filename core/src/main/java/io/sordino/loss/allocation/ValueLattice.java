package io.sordino.loss.allocation;

import io.sordino.loss.Side;
import io.sordino.loss.lattice.Contraction;
import io.sordino.loss.lattice.LatticeLaw;
import io.sordino.loss.lattice.WeightedPoints;
import io.sordino.numeric.Ulp;

/**
 * A likelihood ratio on a lattice of values, for sums. The laws are those of the *signed* value: V where a record is removed
 * and -V where one is added, since delta then rises with it in both cases: the upper side may always move mass up and the
 * lower one down.
 */
final class ValueLattice {
    private ValueLattice() {}

    /**
     * The values up to {@code least + count * step}. What lies above is left out, but for the upper side of an added record,
     * where it counts as the largest value.
     *
     * @param growth width of a cell over its distance from 1, V's mean
     */
    static LatticeLaw of(LikelihoodRatio ratio, double step, int count, double growth, Side side) {
        int[] places = places(ratio, step, count, growth);
        double[] edges = new double[places.length];
        for (int i = 0; i < edges.length; i++) edges[i] = ratio.least + places[i] * step;
        double[] mass = new double[places.length - 1];
        double[] moment = new double[places.length - 1];
        if (ratio.continuous()) ratio.cells(edges, mass, moment);
        return side == Side.UPPER
                ? spread(ratio, step, count, places, edges, mass, moment)
                : contract(ratio, step, edges, mass, moment);
    }

    private static int[] places(LikelihoodRatio ratio, double step, int count, double growth) {
        double centre = (1 - ratio.least) / step;
        int[] places = new int[count + 1];
        int size = 1;
        for (int j = 0; j < count; ) {
            double wide = Math.min(growth * Math.abs(j - centre), j < centre ? centre - j : count);
            j = (int) Math.min(count, wide >= 1 ? j + Math.floor(wide) : j + 1);
            places[size++] = j;
        }
        return java.util.Arrays.copyOf(places, size);
    }

    /** Both ends of a cell get what keeps its mass and its mean, rounded towards the end at which delta is larger. */
    private static LatticeLaw spread(
            LikelihoodRatio ratio,
            double step,
            int count,
            int[] places,
            double[] edges,
            double[] mass,
            double[] moment) {
        double[] law = new double[count + 1];
        double rounding = 4 * ratio.massError() + 16 * Ulp.ONE;
        double sign = ratio.added() ? -1 : 1;
        double unplaced = 0;
        for (int j = 0; j < mass.length; j++) {
            if (!(mass[j] >= GeometricLaw.INACCURATE)) {
                // the mass under the law with the record may still be something
                unplaced += moment[j];
                law[places[ratio.added() ? j : j + 1]] += mass[j];
                continue;
            }
            double wide = edges[j + 1] - edges[j];
            double share = (moment[j] / mass[j] - edges[j]) / wide + sign * rounding * edges[j + 1] / wide;
            share = Math.min(1, Math.max(0, share));
            law[places[j]] += mass[j] * (1 - share);
            law[places[j + 1]] += mass[j] * share;
        }
        double top = edges[edges.length - 1];
        for (int i = 0; i < ratio.value.length && ratio.value[i] <= top * (1 + 4 * Ulp.ONE); i++) {
            double place = (ratio.value[i] - ratio.least) / step;
            int j = (int) Math.min(count, Math.max(0, Math.floor(place)));
            double doubt = 8 * Ulp.ONE * (ratio.value[i] + ratio.least) / step;
            double share = place - j;
            if (share <= doubt) share = 0;
            else if (1 - share <= doubt) share = 1;
            else share = Math.min(1, Math.max(0, share + sign * doubt));
            law[j] += ratio.mass[i] * (1 - share);
            if (share > 0) law[Math.min(count, j + 1)] += ratio.mass[i] * share;
        }
        law[0] += ratio.zero(Side.UPPER);
        if (ratio.added()) law[count] += ratio.above(top)[0];
        return signed(ratio, step, law, unplaced * (1 + 1e-9));
    }

    private static LatticeLaw signed(LikelihoodRatio ratio, double step, double[] law, double unplaced) {
        int count = law.length - 1;
        if (!ratio.added()) return new LatticeLaw(ratio.least, step, 0, law, 0, error(ratio), unplaced);
        double[] reversed = new double[law.length];
        for (int j = 0; j <= count; j++) reversed[count - j] = law[j];
        return new LatticeLaw(-ratio.least, step, -count, reversed, 0, error(ratio), 0);
    }

    private static double error(LikelihoodRatio ratio) {
        return ratio.massError() + 8 * Ulp.ONE;
    }

    private static LatticeLaw contract(
            LikelihoodRatio ratio, double step, double[] edges, double[] mass, double[] moment) {
        WeightedPoints points = new WeightedPoints(mass.length + ratio.value.length + 1);
        double sign = ratio.added() ? -1 : 1;
        points.add(0, ratio.zero(Side.LOWER));
        for (int j = 0; j < mass.length; j++) {
            if (!(mass[j] >= GeometricLaw.INACCURATE)) continue;
            double mean = moment[j] / mass[j] * (1 - sign * (4 * ratio.massError() + 8 * Ulp.ONE));
            points.add(sign * Math.min(edges[j + 1], Math.max(edges[j], mean)), mass[j]);
        }
        double top = edges[edges.length - 1];
        for (int i = 0; i < ratio.value.length && ratio.value[i] <= top * (1 + 4 * Ulp.ONE); i++)
            points.add(sign * ratio.value[i], ratio.mass[i]);
        points.sort();
        return contracted(points, step, error(ratio), 0);
    }

    private static LatticeLaw contracted(WeightedPoints points, double step, double massError, double slack) {
        if (points.size() == 0) return new LatticeLaw(0, step, 0, new double[1], slack, massError, 0);
        double offset = points.x()[points.heaviest()];
        long low = (long) Math.floor((points.x()[0] - offset) / step) - 1;
        long high = (long) Math.ceil((points.x()[points.size() - 1] - offset) / step) + 1;
        double[] law = Contraction.ofValues(points, offset, step, low, Math.toIntExact(high - low + 1));
        int from = 0;
        int to = law.length;
        while (to - from > 1 && law[to - 1] == 0) to--;
        while (to - from > 1 && law[from] == 0) from++;
        return new LatticeLaw(
                offset, step, low + from, java.util.Arrays.copyOfRange(law, from, to), slack, massError, 0);
    }

    /** The same law on a lattice whose step is {@code factor} times as wide. */
    static LatticeLaw coarsened(LatticeLaw law, int factor, Side side) {
        double[] mass = law.mass();
        double start = law.offset() + law.first() * law.step();
        double massError = law.massError() + 8 * Ulp.ONE;
        double slack = law.slack() + 4 * Ulp.ONE * (Math.abs(start) + mass.length * law.step());
        if (side == Side.LOWER) {
            WeightedPoints points = new WeightedPoints(mass.length);
            for (int i = 0; i < mass.length; i++) points.add(start + i * law.step(), mass[i]);
            return contracted(points, law.step() * factor, massError, slack);
        }
        double[] wide = new double[(mass.length - 1) / factor + 2];
        for (int i = 0; i < mass.length; i++) {
            int j = i / factor;
            double share = (i - j * factor) / (double) factor;
            wide[j] += mass[i] * (1 - share);
            wide[j + 1] += mass[i] * share;
        }
        return new LatticeLaw(start, law.step() * factor, 0, wide, slack, massError, law.beyond());
    }
}
