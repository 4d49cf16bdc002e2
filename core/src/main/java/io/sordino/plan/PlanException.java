package io.sordino.plan;

import io.sordino.refusal.InvalidException;
import io.sordino.refusal.Refusal;
import io.sordino.refusal.Remedy;
import java.io.Serial;

/** A plan that cannot be read: what is wrong in one line, what to do about it, and where it is. */
public final class PlanException extends InvalidException {
    /** The position of a plan that was not read from text. */
    public static final int NOWHERE = -1;

    @Serial
    private static final long serialVersionUID = 1L;

    private static final int EXCERPT = 100;

    private final int position;

    PlanException(String message, String remedy, int position) {
        this(Refusal.of(message, remedy), position);
    }

    PlanException(Refusal refusal, int position) {
        super(refusal.reason(), refusal);
        this.position = position;
    }

    /** What to do about it, in one line. */
    public String remedy() {
        return refusal().remedy().map(Remedy::toString).orElse("");
    }

    /** The 0-based offset of the offending character, or {@link #NOWHERE} for JSON trees that never were text. */
    public int position() {
        return position;
    }

    /** The line of the text that is wrong and, below it, a ^ under the place; empty if there is no place. */
    public String caret(String text) {
        if (position < 0) return "";
        int place = Math.min(position, text.length());
        int lineStart = lineStart(text, place);
        int lineEnd = place;
        while (lineEnd < text.length() && !isLineBreak(text.charAt(lineEnd))) lineEnd++;
        int from = Math.max(lineStart, place - EXCERPT / 2);
        int to = Math.min(lineEnd, from + EXCERPT);
        String before = from > lineStart ? "..." : "";
        String after = to < lineEnd ? "..." : "";
        String excerpt = before + text.substring(from, to).replaceAll("\\p{Cntrl}", " ") + after;
        return excerpt + "\n" + " ".repeat(before.length() + place - from) + "^";
    }

    private static int lineStart(String text, int place) {
        int start = place;
        while (start > 0 && !isLineBreak(text.charAt(start - 1))) start--;
        return start;
    }

    private static boolean isLineBreak(char c) {
        return c == '\n' || c == '\r';
    }
}
