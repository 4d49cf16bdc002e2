package io.sordino.ledger;

import io.sordino.refusal.InvalidException;
import java.time.Duration;
import java.time.Instant;
import java.time.LocalDate;
import java.time.ZoneOffset;
import java.time.format.DateTimeFormatter;
import java.time.format.DateTimeParseException;
import java.util.Locale;
import java.util.Optional;
import java.util.regex.Pattern;

/**
 * Whether a budget begins anew for the data of every day, month or year.
 *
 * <p>That is sound for data that no unit shares between periods: what is released of one period does not depend on a unit of another,
 * so everything together is as private for it as what its own period released. A person who is there in two months is not such a
 * unit; a person's month is.
 */
public enum Refill {
    /** One budget for all time. */
    NEVER("", ""),
    /** One for every day of the data, written 2026-11-18. */
    DAY("\\d{4}-(0[1-9]|1[0-2])-(0[1-9]|[12]\\d|3[01])", "uuuu-MM-dd"),
    /** One for every month of the data, written 2026-11. */
    MONTH("\\d{4}-(0[1-9]|1[0-2])", "uuuu-MM"),
    /** One for every year of the data, written 2026. */
    YEAR("\\d{4}", "uuuu");

    private static final Duration EARLIEST_ZONE = Duration.ofHours(14);

    private final String form;
    private final String format;

    Refill(String form, String format) {
        this.form = form;
        this.format = format;
    }

    /** As users write it. */
    public String label() {
        return name().toLowerCase(Locale.ROOT);
    }

    /** Read from what users write. */
    public static Refill of(String label) {
        for (Refill refill : values()) if (refill.label().equals(label.strip().toLowerCase(Locale.ROOT))) return refill;
        throw new InvalidException("a budget refills every day, month or year, or never, was '" + label + "'");
    }

    /** The unit must be one that lives in one period. */
    void check(String unit) {
        if (this == NEVER || unit.toLowerCase(Locale.ROOT).endsWith(" per " + label())) return;
        throw new InvalidException(
                "a budget that refills every " + label() + " does not protect "
                        + (unit.isEmpty() ? "a unit" : "'" + unit + "'")
                        + ", which may be in the data of several: it protects what one has in one " + label(),
                "say so with --unit '" + (unit.isEmpty() ? "record" : unit) + " per " + label()
                        + "', or leave --refill out");
    }

    /** The period of a request, checked against the calendar: data of the future are nobody's. */
    String period(Optional<String> asked, Instant now) {
        if (this == NEVER) {
            if (asked.isPresent())
                throw new InvalidException(
                        "the budget does not refill, so a request has no period", "leave --period out");
            return "";
        }
        String period = asked.orElseThrow(() -> new InvalidException(
                "the budget refills every " + label() + ": a request must say whose data it reads, and read no others",
                "give --period " + current(now)));
        if (!Pattern.matches(form, period) || !isOfTheCalendar(period))
            throw new InvalidException("a period is written " + current(now) + ", was '" + period + "'");
        // somewhere on earth it may be tomorrow
        if (period.compareTo(current(now.plus(EARLIEST_ZONE))) > 0)
            throw new InvalidException("the " + label() + " " + period + " has not begun: there are no data of it");
        return period;
    }

    /** There is no 30th of February, and no budget for it. */
    private boolean isOfTheCalendar(String period) {
        if (this != DAY) return true;
        try {
            return LocalDate.parse(period).toString().equals(period);
        } catch (DateTimeParseException e) {
            return false;
        }
    }

    private String current(Instant now) {
        return DateTimeFormatter.ofPattern(format, Locale.ROOT).format(now.atOffset(ZoneOffset.UTC));
    }
}
