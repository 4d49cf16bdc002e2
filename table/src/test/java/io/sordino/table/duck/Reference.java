package io.sordino.table.duck;

import io.sordino.table.duck.MadeUpTable.Row;
import io.sordino.table.engine.UnitPrf;
import io.sordino.table.plan.Part;
import java.math.BigInteger;
import java.nio.ByteBuffer;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.function.ToDoubleFunction;

/** The integers of a query over made-up rows in plain Java: loops over lists, and no SQL. */
final class Reference {
    /** A number of a row, NaN where it has none. */
    interface Value extends ToDoubleFunction<Row> {}

    static final Value X = row -> row.x() == null ? Double.NaN : row.x();
    static final Value Y = row -> row.y() == null ? Double.NaN : row.y();

    private Reference() {}

    /** Rows by group and unit, with at most so many groups a unit; each row is a unit where there is no order. */
    static Map<Optional<String>, List<List<Row>>> kept(
            List<Row> rows, Optional<UnitPrf> order, long most, boolean grouped) {
        Map<Optional<String>, List<List<Row>>> groups = new HashMap<>();
        if (order.isEmpty()) {
            for (Row row : rows)
                groups.computeIfAbsent(group(row, grouped), g -> new ArrayList<>())
                        .add(List.of(row));
            return groups;
        }
        Map<Object, Map<Optional<String>, List<Row>>> units = new HashMap<>();
        for (Row row : rows)
            if (row.unit() != null)
                units.computeIfAbsent(row.unit(), u -> new HashMap<>())
                        .computeIfAbsent(group(row, grouped), g -> new ArrayList<>())
                        .add(row);
        units.forEach((unit, of) -> of.entrySet().stream()
                .sorted(Comparator.comparing(entry -> order(order.get(), unit, entry.getKey())))
                .limit(grouped ? most : 1)
                .forEach(entry -> groups.computeIfAbsent(entry.getKey(), g -> new ArrayList<>())
                        .add(entry.getValue())));
        return groups;
    }

    private static Optional<String> group(Row row, boolean grouped) {
        return grouped ? Optional.ofNullable(row.group()) : Optional.empty();
    }

    private static long order(UnitPrf prf, Object unit, Optional<String> group) {
        byte[] block = new byte[16];
        String text =
                group.map(g -> "v" + g.codePointCount(0, g.length()) + ":" + g).orElse("n");
        UnitPrf.encode((unit instanceof Long ? "i" : "t") + unit, text, block, 0);
        return ByteBuffer.wrap(prf.encrypted(block, 16)).getLong();
    }

    static BigInteger count(List<List<Row>> units, Value of, long most) {
        long sum = 0;
        for (List<Row> unit : units)
            sum += Math.min(
                    most,
                    unit.stream()
                            .filter(row -> !Double.isNaN(of.applyAsDouble(row)))
                            .count());
        return BigInteger.valueOf(sum);
    }

    /** Sums that are clamped, unit by unit. */
    static BigInteger total(
            List<List<Row>> units, Value of, Part.Scalar part, double lower, double upper, boolean rows) {
        BigInteger sum = BigInteger.ZERO;
        double wide = Math.scalb(1.0, 58 - part.exponent());
        for (List<Row> unit : units) {
            BigInteger own = BigInteger.ZERO;
            int numbers = 0;
            for (Row row : unit) {
                double x = of.applyAsDouble(row);
                if (Double.isNaN(x)) continue;
                numbers++;
                double clamped = rows ? Math.max(lower, Math.min(upper, x)) : Math.max(-wide, Math.min(wide, x));
                own = own.add(BigInteger.valueOf(steps(clamped, part.exponent())));
            }
            if (numbers > 0)
                sum = sum.add(own.min(BigInteger.valueOf(part.high())).max(BigInteger.valueOf(part.low())));
        }
        return sum;
    }

    /** Sums that are shrunk where a unit has too many rows. */
    static BigInteger shrunk(
            List<List<Row>> units, Value of, Part.Scalar part, double lower, double upper, boolean squared) {
        BigInteger sum = BigInteger.ZERO;
        double centre = lower / 2 + upper / 2;
        double radius = Math.max(upper - centre, centre - lower);
        for (List<Row> unit : units) {
            long own = 0;
            long numbers = 0;
            for (Row row : unit) {
                double x = of.applyAsDouble(row);
                if (Double.isNaN(x)) continue;
                numbers++;
                double v = Math.max(lower, Math.min(upper, x)) - centre;
                own += steps(squared ? v * v - radius * radius / 2 : v, part.exponent());
            }
            sum = sum.add(BigInteger.valueOf(numbers > part.most() ? own * part.most() / numbers : own));
        }
        return sum;
    }

    static List<BigInteger> vector(List<List<Row>> units, List<Value> of, Part.Vector part, double norm, boolean rows) {
        BigInteger[] sums = new BigInteger[of.size()];
        java.util.Arrays.fill(sums, BigInteger.ZERO);
        double wide = Math.scalb(1.0, 38 - part.exponent());
        double bound = rows ? norm : wide;
        for (List<Row> unit : units) {
            double[] own = new double[of.size()];
            for (int i = 0; i < own.length; i++)
                for (Row row : unit) {
                    double x = of.get(i).applyAsDouble(row);
                    if (!Double.isNaN(x)) own[i] += steps(Math.max(-bound, Math.min(bound, x)), part.exponent());
                }
            double squares = 0;
            for (int i = 0; i < own.length; i++) squares = i == 0 ? own[i] * own[i] : squares + own[i] * own[i];
            double cells = part.cells();
            for (int i = 0; i < own.length; i++) {
                double kept = squares <= cells * cells ? own[i] : own[i] * (cells * (1 - 1e-12) / Math.sqrt(squares));
                sums[i] = sums[i].add(BigInteger.valueOf((long) kept));
            }
        }
        return List.of(sums);
    }

    static Map<Integer, BigInteger> bins(
            List<List<Row>> units, Value of, Part.Tree part, ToDoubleFunction<Double> bin) {
        Map<Integer, BigInteger> all = new HashMap<>();
        for (List<Row> unit : units) {
            Map<Integer, Long> own = new HashMap<>();
            long numbers = 0;
            for (Row row : unit) {
                double x = of.applyAsDouble(row);
                if (Double.isNaN(x)) continue;
                numbers++;
                own.merge((int) bin.applyAsDouble(x), 1L, Long::sum);
            }
            long total = numbers;
            own.forEach((at, count) -> all.merge(
                    at,
                    BigInteger.valueOf(total <= part.most() ? count * part.fine() : count * part.cells() / total),
                    BigInteger::add));
        }
        return all;
    }

    private static long steps(double x, int exponent) {
        return (long) Math.floor(x * Math.scalb(1.0, exponent) + 0.5);
    }
}
