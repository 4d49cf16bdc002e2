package io.sordino.table.sql;

import io.sordino.refusal.InvalidException;

/** A statement that is not one of ours, with the place where it stops being one. */
public final class SqlException extends InvalidException {
    private static final long serialVersionUID = 1L;

    private final int position;

    /** @param position of the character that is wrong, from 0 */
    public SqlException(int position, String reason, String remedy) {
        super(reason + " (at character " + (position + 1) + ")", remedy);
        this.position = position;
    }

    /** Of the character that is wrong, from 0. */
    public int position() {
        return position;
    }

    /** The statement's line and a ^ under the place. */
    public String caret(String statement) {
        int start = statement.lastIndexOf('\n', Math.max(0, Math.min(position, statement.length()) - 1)) + 1;
        int end = statement.indexOf('\n', start);
        String line = statement.substring(start, end < 0 ? statement.length() : end);
        int column = Math.min(Math.max(0, position - start), line.length());
        int from = Math.max(0, column - 60);
        String shown = line.substring(from, Math.min(line.length(), from + 100));
        return shown + "\n" + " ".repeat(column - from) + "^";
    }
}
