package io.sordino.cli;

import picocli.CommandLine.Option;

/** The delta at which an epsilon is asked for. */
final class DeltaOption {
    @Option(
            names = {"--delta", "--target-delta"},
            required = true,
            paramLabel = "DELTA",
            converter = NumberOptions.OfReal.class,
            description = "The delta to ask at, below 1; 0 asks for the pure epsilon.")
    private double delta;

    double delta() {
        return delta;
    }
}
