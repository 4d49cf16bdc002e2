package io.sordino.table.query;

import java.nio.charset.StandardCharsets;
import java.util.HexFormat;

/** How engines write what a row says, where they differ; whatever else {@link RowSql} writes means the same to all of them. */
public enum Dialect {
    DUCKDB {
        @Override
        String literal(String text) {
            return RowSql.literal(text);
        }

        @Override
        String text(String sql) {
            return "CAST(" + sql + " AS VARCHAR)";
        }

        @Override
        String number(String text) {
            return "TRY_CAST(" + text + " AS DOUBLE)";
        }

        @Override
        String floor(String number) {
            return "floor(" + number + ")";
        }

        @Override
        String time(String column) {
            return "TRY_CAST(" + column + " AS TIMESTAMP)";
        }

        @Override
        String moment(String digits) {
            return "TIMESTAMP " + RowSql.literal(digits);
        }
    },

    /** Whatever the session says of ANSI mode and of backslashes. */
    SPARK {
        /** Settings of the session decide what a backslash means, and no setting what a hexadecimal digit does. */
        @Override
        String literal(String text) {
            if (text.matches("[A-Za-z0-9 _.,:+-]*")) return "'" + text + "'";
            return "CAST(X'" + HexFormat.of().formatHex(text.getBytes(StandardCharsets.UTF_8)) + "' AS STRING)";
        }

        @Override
        String text(String sql) {
            return "CAST(" + sql + " AS STRING)";
        }

        /**
         * Java reads more as numbers than other engines do, such as 1d and 0x1p3, and does not know 1_000. No pattern here repeats a group: Java follows each turn of one deeper
         * into its stack, and a long text would end the machine that reads it.
         */
        @Override
        String number(String text) {
            String bare = "trim(BOTH " + literal(" \t\n\u000b\f\r") + " FROM " + text + ")";
            String digits = "replace(" + bare + ", '_', '')";
            String strayUnderscore = "(^|[^0-9])_|_([^0-9]|$)";
            String written = "^[+-]?([0-9]+([.][0-9]*)?|[.][0-9]+)([eE][+-]?[0-9]+)?$";
            return "(CASE WHEN NOT " + bare + " RLIKE " + literal(strayUnderscore) + " AND " + digits + " RLIKE "
                    + literal(written) + " THEN try_cast(" + digits + " AS DOUBLE) WHEN lower(" + bare
                    + ") IN ('nan', '+nan', '-nan') THEN double('NaN') WHEN lower(" + bare
                    + ") IN ('inf', 'infinity', '+inf', '+infinity') THEN double('Infinity') WHEN lower(" + bare
                    + ") IN ('-inf', '-infinity') THEN double('-Infinity') END)";
        }

        /** Its floor of a double is a whole number, which the largest doubles do not fit; but these are whole. */
        @Override
        String floor(String number) {
            return "(CASE WHEN abs(" + number + ") < 9007199254740992e0 THEN CAST(floor(" + number
                    + ") AS DOUBLE) ELSE " + number + " END)";
        }

        /** A day that is farther away than moments reach would fail the job. */
        @Override
        String time(String column) {
            return "(CASE WHEN abs(unix_date(CAST(" + column + " AS DATE))) <= " + FARTHEST_DAY + " THEN CAST(" + column
                    + " AS TIMESTAMP_NTZ) END)";
        }

        @Override
        String moment(String digits) {
            return "TIMESTAMP_NTZ '" + digits + "'";
        }
    };

    /** Days from 1970 of which the microseconds fit 64 bits. */
    private static final int FARTHEST_DAY = 106_751_991;

    /** A text. */
    abstract String literal(String text);

    /** Something as text. */
    abstract String text(String sql);

    /** A text as a number, or NULL where it is none. */
    abstract String number(String text);

    /** The largest whole number that is not above a number: a DOUBLE. */
    abstract String floor(String number);

    /** A column of days or moments as moments without a zone. */
    abstract String time(String column);

    /** A moment. */
    abstract String moment(String digits);
}
