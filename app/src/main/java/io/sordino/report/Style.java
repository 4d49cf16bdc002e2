package io.sordino.report;

/** How text is set off: with colours on a terminal, without them anywhere else. */
public enum Style {
    PLAIN,
    COLOUR;

    String strong(String text) {
        return wrap("1", text);
    }

    String faint(String text) {
        return wrap("2", text);
    }

    String good(String text) {
        return wrap("1;32", text);
    }

    String warning(String text) {
        return wrap("33", text);
    }

    /** What went wrong. */
    public String bad(String text) {
        return wrap("1;31", text);
    }

    private String wrap(String code, String text) {
        return this == PLAIN || text.isEmpty() ? text : "\u001b[" + code + "m" + text + "\u001b[0m";
    }
}
