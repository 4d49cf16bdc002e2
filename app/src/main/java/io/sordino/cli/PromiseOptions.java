package io.sordino.cli;

import picocli.CommandLine.Option;

/** The promise that an answer must keep. */
public final class PromiseOptions {
    @Option(
            names = {"--epsilon", "--target-epsilon"},
            required = true,
            paramLabel = "EPSILON",
            converter = NumberOptions.OfReal.class,
            description = "The epsilon that must not be exceeded.")
    private double epsilon;

    @Option(
            names = {"--delta", "--target-delta"},
            required = true,
            paramLabel = "DELTA",
            converter = NumberOptions.OfReal.class,
            description = "The delta at which it must not be exceeded.")
    private double delta;

    public double epsilon() {
        return epsilon;
    }

    public double delta() {
        return delta;
    }
}
