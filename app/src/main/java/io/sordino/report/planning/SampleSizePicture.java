package io.sordino.report.planning;

import io.sordino.account.Accountant;
import io.sordino.plot.Axis;
import io.sordino.plot.Mark;
import io.sordino.plot.Picture;
import io.sordino.plot.Point;
import io.sordino.plot.Series;
import io.sordino.report.planning.SampleSize.Choice;
import io.sordino.report.text.Decimals;
import java.util.ArrayList;
import java.util.List;
import java.util.function.ToDoubleFunction;

/** The two errors of a private answer from a sample, by rate. */
public final class SampleSizePicture {
    private static final int POINTS = 41;
    private static final double REACH = 1000;

    private SampleSizePicture() {}

    public static Picture of(Accountant accountant, SampleSizeReport report) {
        SampleSize asked = report.asked();
        double rate = report.best().rate();
        double from = Math.max(1.0 / asked.datasetSize(), Math.min(rate / 10, 1 / REACH));
        List<Choice> choices = new ArrayList<>();
        // the sampling error of reading everything is 0, which has no place on a logarithmic axis
        for (int i = 0; i < POINTS; i++)
            choices.add(asked.at(Math.pow(from, 1 - i / (double) (POINTS - 1)), accountant));
        List<Series> series = List.of(
                line("sampling error", choices.subList(0, POINTS - 1), Choice::samplingError),
                line("noise error", choices, Choice::noiseError),
                line("error", choices, Choice::error),
                new Series(
                        "allowed",
                        Series.Kind.REFERENCE,
                        List.of(Point.exactly(from, asked.target()), Point.exactly(1, asked.target()))));
        Mark best = Mark.dot(
                rate,
                report.best().error(),
                Decimals.up(100 * rate, 3) + " % of the records, "
                        + Math.round(report.best().rows()) + " rows",
                2);
        return new Picture(
                "How little data a private " + asked.query().name() + " must read",
                asked.datasetSize() + " records, epsilon = " + Decimals.shortest(asked.epsilon())
                        + (asked.delta() == 0 ? "" : " at delta = " + Decimals.shortest(asked.delta()))
                        + ", add-remove",
                Axis.log("sampling rate"),
                Axis.log("root-mean-square error"),
                series,
                List.of(best),
                List.of("Errors are for the worst data in the range. Reading everything always has the least error."));
    }

    private static Series line(String name, List<Choice> choices, ToDoubleFunction<Choice> error) {
        return Series.line(
                name,
                choices.stream()
                        .map(choice -> Point.exactly(choice.rate(), error.applyAsDouble(choice)))
                        .toList());
    }
}
