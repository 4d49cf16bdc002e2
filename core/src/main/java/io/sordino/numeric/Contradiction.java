package io.sordino.numeric;

/** Ends of one number that exclude each other: a bug of ours, to be seen and never to be sorted. */
public class Contradiction extends IllegalStateException {
    private static final long serialVersionUID = 1L;

    /** Of two ends, which the message names. */
    public Contradiction(String message) {
        super(message);
    }

    /** As above, by someone who knows whose ends they are. */
    public Contradiction(String message, Contradiction cause) {
        super(message, cause);
    }

    static Contradiction crossed(double lower, double upper) {
        return new Contradiction("contradiction: the ends of [" + lower + ", " + upper + "] cross");
    }
}
