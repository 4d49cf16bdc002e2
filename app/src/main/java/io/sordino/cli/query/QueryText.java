package io.sordino.cli.query;

import io.sordino.engine.Estimate;
import io.sordino.plan.Plans;
import io.sordino.report.text.Decimals;
import io.sordino.report.text.Style;
import io.sordino.table.plan.QueryPlan;
import io.sordino.table.release.Cell;
import io.sordino.table.release.TableAnswer;
import java.util.ArrayList;
import java.util.List;

/** The answer to a query as a person reads it: a table, and what it cost. */
final class QueryText {
    private static final int WRAP = 100;

    private QueryText() {}

    static String of(QueryPlan plan, TableAnswer answer, Style style) {
        List<String> lines = new ArrayList<>(table(answer));
        lines.add("");
        lines.addAll(cost(plan, style));
        lines.add(wrapped(QueryStatement.of(plan)));
        return String.join("\n", lines);
    }

    static List<String> cost(QueryPlan plan, Style style) {
        return List.of(
                "plan     " + Plans.print(plan.plan()),
                "epsilon <= "
                        + style.good(Decimals.up(plan.guarantee().epsilon().upper(), 6)) + "  at delta = "
                        + Decimals.shortest(plan.query().settings().delta()) + ", "
                        + plan.relation().label());
    }

    private static List<String> table(TableAnswer answer) {
        List<List<String>> rows = new ArrayList<>();
        rows.add(header(answer));
        for (List<Cell> row : answer.rows()) {
            List<String> cells = new ArrayList<>();
            for (Cell cell : row) cells.addAll(shown(cell));
            rows.add(cells);
        }
        int[] widths = new int[rows.get(0).size()];
        for (List<String> row : rows)
            for (int i = 0; i < row.size(); i++)
                widths[i] = Math.max(widths[i], row.get(i).length());
        List<String> lines = new ArrayList<>();
        for (List<String> row : rows) {
            StringBuilder line = new StringBuilder("|");
            for (int i = 0; i < row.size(); i++)
                line.append(' ')
                        .append(row.get(i))
                        .append(" ".repeat(widths[i] - row.get(i).length()))
                        .append(" |");
            lines.add(line.toString());
        }
        if (answer.rows().isEmpty()) lines.add("| no group is shown |");
        return lines;
    }

    private static List<String> header(TableAnswer answer) {
        List<String> names = new ArrayList<>();
        for (int i = 0; i < answer.columns().size(); i++) {
            String name = answer.columns().get(i);
            Cell first = answer.rows().isEmpty()
                    ? new Cell.Key(java.util.Optional.empty())
                    : answer.rows().get(0).get(i);
            if (first instanceof Cell.Numbers numbers)
                for (String bin : numbers.names()) {
                    names.add(name + " " + bin);
                    names.add("interval");
                }
            else {
                names.add(name);
                if (first instanceof Cell.Number || first instanceof Cell.Withheld) names.add("interval");
            }
        }
        return names;
    }

    private static List<String> shown(Cell cell) {
        if (cell instanceof Cell.Key key)
            return List.of(key.value().map(QueryText::key).orElse("NULL"));
        if (cell instanceof Cell.Withheld) return List.of("no answer", "blocks differ");
        if (cell instanceof Cell.Number number) return shown(number.estimate(), number.whole());
        List<String> all = new ArrayList<>();
        Cell.Numbers numbers = (Cell.Numbers) cell;
        for (Estimate estimate : numbers.estimates()) all.addAll(shown(estimate, numbers.whole()));
        return all;
    }

    private static String key(Object key) {
        return key instanceof Double number
                ? Decimals.shortest(number)
                : key.toString().replaceAll("\\p{Cntrl}", " ");
    }

    private static List<String> shown(Estimate estimate, boolean whole) {
        String lower = whole ? QueryReport.whole(Math.floor(estimate.lower())) : end(estimate.lower(), estimate, false);
        String upper = whole ? QueryReport.whole(Math.ceil(estimate.upper())) : end(estimate.upper(), estimate, true);
        return List.of(QueryReport.shown(estimate, whole), lower + " to " + upper);
    }

    private static String end(double end, Estimate estimate, boolean up) {
        double width = (estimate.upper() - estimate.lower()) / 2;
        double size = Math.max(Math.abs(end), width);
        int digits = width > 0 && size > 0 ? (int) Math.ceil(Math.log10(size / width)) + 2 : 6;
        int kept = Math.max(2, Math.min(12, digits));
        return up ? Decimals.up(end, kept) : Decimals.down(end, kept);
    }

    static String wrapped(String text) {
        StringBuilder wrapped = new StringBuilder();
        int column = 0;
        for (String word : text.split(" ", -1)) {
            boolean full = column > 0 && column + 1 + word.length() > WRAP;
            if (full) column = 0;
            wrapped.append(full ? "\n" : column > 0 ? " " : "").append(word);
            column += word.length() + (column > 0 ? 1 : 0);
        }
        return wrapped.toString();
    }
}
