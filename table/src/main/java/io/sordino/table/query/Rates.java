package io.sordino.table.query;

import io.sordino.refusal.InvalidException;
import java.util.ArrayList;
import java.util.HashSet;
import java.util.List;
import java.util.Optional;

/**
 * Rates of a sample that differ by a public column.
 *
 * @param values of the column, each with the rate at the same place
 * @param rest the rate of all other values; they are left out where there is none
 */
public record Rates(String column, List<String> values, List<Double> each, Optional<Double> rest) {
    public Rates {
        values = List.copyOf(values);
        each = List.copyOf(each);
        if (!(values.size() == each.size() && !all(each, rest).isEmpty()))
            throw new InvalidException("every value of '" + column + "' has a rate");
        if (!(new HashSet<>(values).size() == values.size()))
            throw new InvalidException("a value of '" + column + "' has two rates", "give every value once");
        for (double rate : all(each, rest))
            if (!(rate > 0 && rate <= 1))
                throw new InvalidException(
                        "the rate of a sample must be in (0, 1], was " + rate, "write a share, such as 0.01 for 1 %");
    }

    /** Reads value:rate,value:rate,*:rate. */
    public static Rates parse(String column, String text) {
        List<String> values = new ArrayList<>();
        List<Double> each = new ArrayList<>();
        Optional<Double> rest = Optional.empty();
        for (String one : text.split(",", -1)) {
            int colon = one.lastIndexOf(':');
            double rate;
            try {
                rate = Double.parseDouble(one.substring(colon + 1).strip());
            } catch (NumberFormatException e) {
                colon = -1;
                rate = 0;
            }
            if (colon < 1)
                throw new InvalidException(
                        "'" + one + "' is no value with a rate", "write " + column + "=Bonn:0.1,Rom:0.02,*:0.01");
            String value = one.substring(0, colon);
            if (value.equals("*")) rest = Optional.of(rate);
            else {
                values.add(value);
                each.add(rate);
            }
        }
        return new Rates(column, values, each, rest);
    }

    private static List<Double> all(List<Double> each, Optional<Double> rest) {
        List<Double> all = new ArrayList<>(each);
        rest.ifPresent(all::add);
        return all;
    }

    /** Of each value, and then of the rest. */
    public List<Double> all() {
        return all(each, rest);
    }

    /** The rate for which the promise is stated. */
    public double largest() {
        return all().stream().mapToDouble(rate -> rate).max().orElseThrow();
    }
}
