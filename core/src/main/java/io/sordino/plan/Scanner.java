package io.sordino.plan;

import java.util.Map;

/** Walks over the characters of a plan: white space and comments are skipped before anything is looked at. */
final class Scanner {
    /** Characters that come with pasted text or from other notations, with what to type instead. */
    private static final Map<Integer, String> STRANGERS = Map.of(
            (int) '%',
            "write 1 % as 0.01",
            (int) '^',
            "write 10^6 as 1e6",
            (int) ';',
            "join plans with +",
            (int) '"',
            "names and words stand without quotes",
            (int) '\'',
            "names and words stand without quotes",
            0x00D7,
            "use * for a count",
            0x00B7,
            "use * for a count",
            0x2212,
            "use the ASCII minus -",
            0x03C3,
            "write sigma",
            0x221E,
            "write inf");

    private final String text;
    private int at;

    Scanner(String text) {
        this.text = text;
        this.at = firstAfter(0);
    }

    /** The place of the next character that counts. */
    int position() {
        return at;
    }

    boolean atEnd() {
        return at == text.length();
    }

    boolean sees(char c) {
        return at < text.length() && text.charAt(at) == c;
    }

    boolean accept(char c) {
        if (!sees(c)) return false;
        at = firstAfter(at + 1);
        return true;
    }

    boolean seesNumber() {
        return isDigit(at) || isAt(at, '.') || isAt(at, '-');
    }

    boolean seesName() {
        return isNameAt(at);
    }

    private boolean isNameAt(int i) {
        return i < text.length() && isLetter(text.charAt(i));
    }

    String name() {
        int start = at;
        int end = at;
        while (end < text.length() && (isLetter(text.charAt(end)) || isDigit(end))) end++;
        at = firstAfter(end);
        return text.substring(start, end);
    }

    /** A decimal without its underscores; what does not have the form of one is refused as a whole. */
    String number() {
        int start = at;
        int end = at + (isAt(at, '-') ? 1 : 0);
        int digitsFrom = end;
        end = digits(end);
        int count = end - digitsFrom;
        if (isAt(end, '.')) {
            int fraction = digits(end + 1);
            count += fraction - end - 1;
            end = fraction;
        }
        boolean wellFormed = count > 0;
        if (isAt(end, 'e') || isAt(end, 'E')) {
            int exponent = end + (isAt(end + 1, '-') || isAt(end + 1, '+') ? 2 : 1);
            end = digits(exponent);
            wellFormed &= end > exponent;
        }
        int wordEnd = end;
        while (isNameAt(wordEnd) || isDigit(wordEnd) || isAt(wordEnd, '.')) wordEnd++;
        if (!(wellFormed && wordEnd == end && text.charAt(end - 1) != '_'))
            throw new PlanException(
                    "'" + Nearest.shortened(text.substring(start, Math.max(wordEnd, start + 1))) + "' is not a number",
                    "write a decimal such as 0.01, 60_000 or 1e-5, and a count with *: 1000 * gaussian(1)",
                    start);
        at = firstAfter(end);
        return text.substring(start, end).replace("_", "");
    }

    /** The end of a run of digits, in which single underscores may stand between digits. */
    private int digits(int from) {
        int end = from;
        while (isDigit(end) || (end > from && isAt(end, '_') && isDigit(end + 1))) end++;
        return end;
    }

    PlanException unexpected(String expected, String remedy) {
        if (atEnd()) return new PlanException("expected " + expected + ", but the plan ends here", remedy, at);
        int found = text.codePointAt(at);
        String shown =
                found > ' ' && found < 0x7F ? "'" + (char) found + "'" : String.format("the character U+%04X", found);
        return new PlanException(
                "expected " + expected + ", found " + shown, STRANGERS.getOrDefault(found, remedy), at);
    }

    /** The first place from here on that is neither white space nor in a comment. */
    private int firstAfter(int from) {
        int i = from;
        while (i < text.length()) {
            char c = text.charAt(i);
            if (c == '#') i = lineEnd(i);
            else if (c == ' ' || c == '\t' || c == '\n' || c == '\r' || c == '\f') i++;
            else break;
        }
        return Math.min(i, text.length());
    }

    private int lineEnd(int from) {
        int i = from;
        while (i < text.length() && text.charAt(i) != '\n' && text.charAt(i) != '\r') i++;
        return i;
    }

    private boolean isAt(int i, char c) {
        return i < text.length() && text.charAt(i) == c;
    }

    private boolean isDigit(int i) {
        return i < text.length() && text.charAt(i) >= '0' && text.charAt(i) <= '9';
    }

    private static boolean isLetter(char c) {
        return (c >= 'a' && c <= 'z') || (c >= 'A' && c <= 'Z') || c == '_';
    }
}
