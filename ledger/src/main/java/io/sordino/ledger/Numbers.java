package io.sordino.ledger;

import io.sordino.ledger.rule.Units;
import java.math.BigDecimal;

/** Doubles as decimals. */
final class Numbers {
    private Numbers() {}

    /** The shortest decimal that reads back as the same double. */
    static String text(double value) {
        return Double.isInfinite(value) ? "Infinity" : Units.text(new BigDecimal(Double.toString(value)));
    }
}
