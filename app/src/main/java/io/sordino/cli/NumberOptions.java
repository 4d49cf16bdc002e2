package io.sordino.cli;

import io.sordino.account.Precision;
import io.sordino.mechanism.Relation;
import io.sordino.refusal.InvalidException;
import io.sordino.report.Relations;
import io.sordino.report.curve.Curves;
import java.math.BigDecimal;
import java.math.MathContext;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import picocli.CommandLine.ITypeConverter;
import picocli.CommandLine.TypeConversionException;

/** How option values are read: decimals such as 1e-5, fractions such as 256/60000, relations by name. */
public final class NumberOptions {
    private static final String DECIMAL = "[+-]?(?:\\d+\\.?\\d*|\\.\\d+)(?:[eE][+-]?\\d{1,9})?";
    private static final Pattern NUMBER = Pattern.compile("(" + DECIMAL + ")(?:\\s*/\\s*(" + DECIMAL + "))?");
    private static final int MOST_CHARACTERS = 1000;

    private NumberOptions() {}

    public static double parse(String text) {
        Matcher matcher = NUMBER.matcher(text.strip());
        if (text.length() > MOST_CHARACTERS || !matcher.matches())
            throw new TypeConversionException("'" + text + "' is not a number; write 1e-5, 0.01 or 1/60000");
        double value = number(matcher.group(1));
        if (matcher.group(2) != null) value = quotient(matcher.group(1), matcher.group(2));
        return value;
    }

    /** A number that is not zero must not become zero: a delta of 1e-400 is not a delta of 0. */
    private static double number(String decimal) {
        double value = Double.parseDouble(decimal);
        boolean zero = decimal.chars().takeWhile(c -> c != 'e' && c != 'E').allMatch(c -> c < '1' || c > '9');
        if (Double.isInfinite(value) || (value == 0 && !zero))
            throw new TypeConversionException(
                    "'" + decimal + "' is outside the range of doubles, 4.9e-324 to 1.79e308");
        return value;
    }

    private static double quotient(String above, String below) {
        if (number(below) == 0) throw new TypeConversionException("a fraction cannot have the denominator 0");
        return number(new BigDecimal(above)
                .divide(new BigDecimal(below), MathContext.DECIMAL128)
                .toString());
    }

    /** For picocli. */
    public static final class OfReal implements ITypeConverter<Double> {
        @Override
        public Double convert(String value) {
            return parse(value);
        }
    }

    /** For picocli. */
    public static final class OfWhole implements ITypeConverter<Long> {
        @Override
        public Long convert(String value) {
            double number = parse(value);
            if (!(number == Math.rint(number) && Math.abs(number) <= 1e15))
                throw new TypeConversionException("'" + value + "' is not a whole number of at most 10^15");
            return (long) number;
        }
    }

    /** For picocli. */
    static final class OfWidth implements ITypeConverter<Precision> {
        @Override
        public Precision convert(String value) {
            try {
                return new Precision(parse(value));
            } catch (InvalidException e) {
                throw new TypeConversionException(e.getMessage());
            }
        }
    }

    /** For picocli. */
    static final class OfWhat implements ITypeConverter<Curves.What> {
        @Override
        public Curves.What convert(String value) {
            try {
                return Curves.What.parse(value);
            } catch (InvalidException e) {
                throw new TypeConversionException(e.getMessage());
            }
        }
    }

    /** For picocli. */
    public static final class OfRelation implements ITypeConverter<Relation> {
        @Override
        public Relation convert(String value) {
            try {
                return Relations.parse(value);
            } catch (InvalidException e) {
                throw new TypeConversionException(e.getMessage());
            }
        }
    }
}
