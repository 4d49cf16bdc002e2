package io.sordino.report.text;

/** How text is set off: with colours on a terminal, without them anywhere else. */
public enum Style {
    PLAIN,
    COLOUR;

    public String strong(String text) {
        return wrap("1", text);
    }

    public String faint(String text) {
        return wrap("2", text);
    }

    public String good(String text) {
        return wrap("1;32", text);
    }

    public String warning(String text) {
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
