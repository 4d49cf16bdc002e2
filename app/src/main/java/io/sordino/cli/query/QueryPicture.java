package io.sordino.cli.query;

import io.sordino.plan.Plans;
import io.sordino.plot.Axis;
import io.sordino.plot.Mark;
import io.sordino.plot.Picture;
import io.sordino.plot.Point;
import io.sordino.plot.Series;
import io.sordino.refusal.InvalidException;
import io.sordino.report.text.Decimals;
import io.sordino.table.plan.QueryPlan;
import io.sordino.table.release.Cell;
import io.sordino.table.release.TableAnswer;
import java.util.ArrayList;
import java.util.List;
import java.util.stream.Collectors;

/** The first number of an answer by its groups, each with its interval. */
final class QueryPicture {
    private static final int MOST_NAMES = 24;

    private QueryPicture() {}

    static Picture of(QueryPlan plan, TableAnswer answer) {
        int column = numbers(plan);
        List<Point> points = new ArrayList<>();
        List<Mark> names = new ArrayList<>();
        for (List<Cell> row : answer.rows()) {
            if (!(row.get(column) instanceof Cell.Number number)) continue;
            points.add(new Point(
                    points.size() + 1,
                    number.estimate().lower(),
                    number.estimate().upper()));
            if (names.size() < MOST_NAMES)
                names.add(Mark.dot(points.size(), number.estimate().value(), key(row), 0));
        }
        String interval = Decimals.shortest(plan.query().settings().confidence() * 100) + " % intervals";
        return new Picture(
                answer.columns().get(column) + " by group",
                interval + ", epsilon at most "
                        + Decimals.up(plan.guarantee().epsilon().upper(), 4) + " at delta = "
                        + Decimals.shortest(plan.query().settings().delta()),
                Axis.linear("group, in the order of the table"),
                Axis.linear(answer.columns().get(column)),
                List.of(new Series(answer.columns().get(column), Series.Kind.INTERVALS, points)),
                names,
                List.of(Plans.print(plan.plan())));
    }

    /** The first output that is one number. */
    static int numbers(QueryPlan plan) {
        for (int i = 0; i < plan.query().outputs().size(); i++)
            if (plan.query().outputs().get(i).aggregate().isPresent()) return i;
        throw new InvalidException("there is nothing to draw", "ask for a number by group");
    }

    private static String key(List<Cell> row) {
        return row.stream()
                .filter(cell -> cell instanceof Cell.Key)
                .map(cell -> ((Cell.Key) cell).value().map(Object::toString).orElse("NULL"))
                .collect(Collectors.joining(", "));
    }
}
