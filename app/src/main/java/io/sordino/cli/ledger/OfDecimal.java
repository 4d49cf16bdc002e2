package io.sordino.cli.ledger;

import io.sordino.cli.NumberOptions;
import java.math.BigDecimal;
import java.math.MathContext;
import java.math.RoundingMode;
import picocli.CommandLine.ITypeConverter;

/** A decimal as it was written; a fraction is rounded down, which makes a budget smaller. */
final class OfDecimal implements ITypeConverter<BigDecimal> {
    private static final MathContext DOWN = new MathContext(30, RoundingMode.DOWN);

    @Override
    public BigDecimal convert(String value) {
        // refuses what is no number, or none that a double can be near
        NumberOptions.parse(value);
        String[] halves = value.strip().split("/", 2);
        BigDecimal above = new BigDecimal(halves[0].strip());
        return halves.length == 1 ? above : above.divide(new BigDecimal(halves[1].strip()), DOWN);
    }
}
