package io.sordino.plan;

/** How large a plan may be, so that any input is answered or refused in bounded time and memory. */
final class Limits {
    static final int TEXT_CHARACTERS = 2_000_000;
    /** JSON carries long schedules, which do not fit the text limit. */
    static final int JSON_CHARACTERS = 32_000_000;

    static final int DEPTH = 100;
    static final int TERMS = 10_000;
    /** JSON values other than the numbers of lists; an event of a term takes a handful. */
    static final int JSON_VALUES = 500_000;

    static final int LIST_NUMBERS = 1_000_000;
    /** Every double has an exact decimal of fewer digits than this. */
    static final int NUMBER_CHARACTERS = 1_000;

    private Limits() {}

    static PlanException tooLong(int length, int most) {
        return new PlanException(
                "the plan has " + length + " characters, at most " + most + " are read",
                "write repeated parts with a count, such as 1000 * gaussian(1)",
                most);
    }

    static PlanException tooDeep(int position) {
        return new PlanException(
                "the plan is nested more than " + DEPTH + " deep",
                "write compositions side by side (a + b + c) and multiply nested counts",
                position);
    }

    static PlanException tooManyTerms(int position) {
        return new PlanException(
                "the plan composes more than " + TERMS + " terms",
                "write equal terms once with a count, such as 1000 * gaussian(1)",
                position);
    }

    static PlanException tooManyNumbers(int position) {
        return new PlanException(
                "the lists of the plan hold more than " + LIST_NUMBERS + " numbers",
                "use one number that holds for every step, or fewer steps",
                position);
    }
}
