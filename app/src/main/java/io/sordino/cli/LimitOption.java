package io.sordino.cli;

import io.sordino.report.Report;
import io.sordino.report.answer.Gate;
import java.util.Optional;
import picocli.CommandLine.Option;

/** A limit on the answer, for checks that must fail when it is exceeded. */
public final class LimitOption {
    @Option(
            names = "--at-most",
            paramLabel = "LIMIT",
            converter = NumberOptions.OfReal.class,
            description = "Exit with 1 and one line if the certified upper end is above this.")
    private Optional<Double> limit = Optional.empty();

    public Optional<Double> limit() {
        return limit;
    }

    Report on(Report report) {
        return Gate.of(report, limit);
    }
}
