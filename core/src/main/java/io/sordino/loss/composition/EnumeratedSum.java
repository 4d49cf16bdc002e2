package io.sordino.loss.composition;

import io.sordino.loss.Atom;
import io.sordino.loss.CountedPair;
import io.sordino.loss.Pair;
import io.sordino.loss.pair.AtomicPair;
import io.sordino.numeric.Bracket;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.Optional;

/**
 * The sum of a few losses that take a few values each, value by value: exact where a lattice would have to round, because the
 * values have no common distance.
 */
final class EnumeratedSum {
    private static final int MOST_VALUES = 30_000;
    private static final double MOST_PRODUCTS = 4e6;
    /** Values closer than this, relative to the largest, are one. */
    private static final double SAME = 4e-14;

    private static final double MOST_OFF = 1e-4;
    private static final double ULP = Math.ulp(1.0);

    private final double[] loss;
    private final double[] mass;
    /** How far each loss may be from the true one, and each mass relatively. */
    private final double lossOff;

    private final double massOff;

    private EnumeratedSum(double[] loss, double[] mass, double lossOff, double massOff) {
        this.loss = loss;
        this.mass = mass;
        this.lossOff = lossOff;
        this.massOff = massOff;
    }

    /** Empty where a part has a continuous law, or where there would be too many values. */
    static Optional<Values> of(List<CountedPair> parts, Bracket infinity) {
        double products = 0;
        Optional<EnumeratedSum> sum = Optional.of(new EnumeratedSum(new double[] {0}, new double[] {1}, 0, 0));
        for (CountedPair part : parts) {
            if (part.pair().continuous()
                    || part.pair().atoms().isEmpty()
                    || part.pair().atoms().size() > 64
                    || part.count() > 4096) return Optional.empty();
            EnumeratedSum one = of(part.pair());
            for (long rest = part.count(); rest > 0; rest >>= 1) {
                if ((rest & 1) != 0) {
                    products += (double) sum.get().loss.length * one.loss.length;
                    if (products > MOST_PRODUCTS) return Optional.empty();
                    sum = sum.get().plus(one);
                    if (sum.isEmpty()) return Optional.empty();
                }
                if (rest > 1) {
                    products += (double) one.loss.length * one.loss.length;
                    if (products > MOST_PRODUCTS) return Optional.empty();
                    Optional<EnumeratedSum> twice = one.plus(one);
                    if (twice.isEmpty()) return Optional.empty();
                    one = twice.get();
                }
            }
        }
        // masses that underflow would be missing from the upper end
        return sum.filter(whole -> Arrays.stream(whole.mass).allMatch(mass -> mass > 1e-300)
                        && Arrays.stream(whole.loss).allMatch(loss -> Math.abs(loss) < 1e300))
                .filter(whole -> whole.massOff < MOST_OFF)
                .map(whole -> whole.values(infinity));
    }

    /** Values, and how far each may be from the true one. */
    record Values(AtomicPair pair, double slack) {
        Bracket logDelta(double epsilon) {
            return Bracket.of(
                    pair.logDelta(epsilon + slack).lower(),
                    pair.logDelta(epsilon - slack).upper());
        }
    }

    private Values values(Bracket infinity) {
        List<Atom> atoms = new ArrayList<>();
        for (int i = 0; i < loss.length; i++) if (mass[i] > 0) atoms.add(new Atom(loss[i], Math.min(1, mass[i])));
        double largest = Math.max(Math.abs(loss[0]), Math.abs(loss[loss.length - 1]));
        // a sum of epsilon and slack is itself rounded
        double slack = lossOff * 1.01 + 8 * ULP * largest;
        return new Values(new AtomicPair(atoms, infinity, massOff * 1.01, 4 * ULP), slack);
    }

    private static EnumeratedSum of(Pair pair) {
        List<Atom> atoms = pair.atoms();
        double[] loss = new double[atoms.size()];
        double[] mass = new double[atoms.size()];
        double stated = Math.max(8 * ULP, pair instanceof AtomicPair atomic ? atomic.lossError() : 0);
        double off = 0;
        for (int i = 0; i < loss.length; i++) {
            loss[i] = atoms.get(i).loss();
            mass[i] = atoms.get(i).mass();
            off = Math.max(
                    off, stated * Math.abs(loss[i]) + Math.abs(atoms.get(i).rest()));
        }
        return new EnumeratedSum(loss, mass, off, pair.massError());
    }

    private Optional<EnumeratedSum> plus(EnumeratedSum other) {
        int n = loss.length * other.loss.length;
        long[] order = new long[n];
        double[] sums = new double[n];
        double[] masses = new double[n];
        int k = 0;
        for (int i = 0; i < loss.length; i++)
            for (int j = 0; j < other.loss.length; j++) {
                sums[k] = loss[i] + other.loss[j];
                masses[k] = mass[i] * other.mass[j];
                k++;
            }
        for (int i = 0; i < n; i++) order[i] = i;
        sort(sums, order);
        double scale = n == 0 ? 0 : Math.max(Math.abs(sums[(int) order[0]]), Math.abs(sums[(int) order[n - 1]]));
        double[] merged = new double[n];
        double[] weight = new double[n];
        int size = 0;
        int first = 0;
        int most = 1;
        double moved = 0;
        for (int i = 0; i < n; i++) {
            int at = (int) order[i];
            if (size > 0 && sums[at] - merged[size - 1] <= SAME * scale) {
                weight[size - 1] += masses[at];
                moved = Math.max(moved, sums[at] - merged[size - 1]);
            } else {
                merged[size] = sums[at];
                weight[size++] = masses[at];
                first = i;
            }
            most = Math.max(most, i - first + 1);
        }
        // what each of the two was off by, what merging moved, and the rounding of the sums themselves
        double off = lossOff + other.lossOff + moved + 2 * ULP * scale;
        return size > MOST_VALUES
                ? Optional.empty()
                : Optional.of(new EnumeratedSum(
                        Arrays.copyOf(merged, size),
                        Arrays.copyOf(weight, size),
                        off,
                        massOff + other.massOff + (1 + most) * ULP));
    }

    private static void sort(double[] keys, long[] order) {
        Long[] boxed = new Long[order.length];
        for (int i = 0; i < boxed.length; i++) boxed[i] = (long) i;
        Arrays.sort(boxed, (a, b) -> Double.compare(keys[a.intValue()], keys[b.intValue()]));
        for (int i = 0; i < boxed.length; i++) order[i] = boxed[i];
    }
}
