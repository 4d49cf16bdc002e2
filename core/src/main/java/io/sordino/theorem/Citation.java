package io.sordino.theorem;

/** Where a theorem comes from. */
public record Citation(String name, String source) {
    /**
     * @param theorem its class, whose simple name is also that of its page in docs/theory
     * @param source authors, year and number of the statement
     */
    public static Citation of(Class<?> theorem, String source) {
        return new Citation(theorem.getSimpleName(), source);
    }
}
