package io.sordino.plot;

import java.math.BigDecimal;
import java.math.MathContext;
import java.util.ArrayList;
import java.util.List;

/** Round numbers along an axis, and its ends. */
record Ticks(double from, double to, List<Double> values) {
    private static final int WANTED = 6;
    private static final int MOST_DECADES = 9;

    /** Ticks for the numbers from {@code low} to {@code high}, the ends moved out a little. */
    static Ticks of(Axis axis, double low, double high) {
        return axis.scale() == Axis.Scale.LOG ? logarithmic(low, high) : linear(low, high);
    }

    private static Ticks linear(double low, double high) {
        double range = high > low ? high - low : Math.max(1, Math.abs(high));
        double start = high > low ? low : low - range / 2;
        double step = step(range / WANTED);
        List<Double> values = new ArrayList<>();
        for (double k = Math.ceil(start / step - 1e-9); k * step <= start + range * (1 + 1e-9); k++)
            values.add(new BigDecimal(k * step).round(new MathContext(12)).doubleValue());
        return new Ticks(start, start + range, List.copyOf(values));
    }

    private static double step(double rough) {
        double power = Math.pow(10, Math.floor(Math.log10(rough)));
        double digit = rough / power;
        return power * (digit <= 1 ? 1 : digit <= 2 ? 2 : digit <= 5 ? 5 : 10);
    }

    private static Ticks logarithmic(double low, double high) {
        double from = Math.log10(low);
        double to = high > low ? Math.log10(high) : from + 1;
        int first = (int) Math.ceil(from - 1e-9);
        int last = (int) Math.floor(to + 1e-9);
        List<Double> values = new ArrayList<>();
        int[] digits =
                to - from < 1.2 ? new int[] {1, 2, 3, 4, 5, 7} : to - from < 2.6 ? new int[] {1, 2, 5} : new int[] {1};
        int every = Math.max(1, (int) Math.ceil((last - first + 1) / (double) MOST_DECADES));
        for (int k = first - 1; k <= last; k++) {
            if (digits.length == 1 && Math.floorMod(k, every) != 0) continue;
            for (int digit : digits) {
                double value = Double.parseDouble(digit + "e" + k);
                if (Math.log10(value) >= from - 1e-9 && Math.log10(value) <= to + 1e-9) values.add(value);
            }
        }
        return new Ticks(Math.pow(10, from), Math.pow(10, to), List.copyOf(values));
    }

    /** A short decimal: 0.05, 20000, 1e-5. */
    static String text(double value) {
        if (value == 0) return "0";
        BigDecimal decimal = new BigDecimal(value).round(new MathContext(6)).stripTrailingZeros();
        int exponent = decimal.precision() - decimal.scale() - 1;
        if (exponent >= -3 && exponent < 6) return decimal.toPlainString();
        String digits = decimal.unscaledValue().abs().toString();
        String fraction = digits.length() > 1 ? "." + digits.substring(1) : "";
        return (decimal.signum() < 0 ? "-" : "") + digits.charAt(0) + fraction + "e" + exponent;
    }
}
