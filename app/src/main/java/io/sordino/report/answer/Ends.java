package io.sordino.report.answer;

import io.sordino.numeric.Bracket;
import io.sordino.report.text.Decimals;

/** The two ends of a number in words. */
final class Ends {
    private Ends() {}

    static String of(Bracket value) {
        if (value.lower() == Double.POSITIVE_INFINITY) return "infinite";
        Decimals.Ends ends = Decimals.of(value);
        if (value.upper() == Double.POSITIVE_INFINITY) return "at least " + ends.lower() + "; no upper end is known";
        if (value.lower() == 0) return "at most " + ends.upper();
        return "between " + ends.lower() + " and " + ends.upper();
    }
}
