package io.sordino.cli;

/** Descriptions that several commands share. */
final class Texts {
    static final String PLAN =
            "What is run, such as '500 * laplace(20)', as text, event JSON or an Opacus history; @FILE reads a file, - standard input.";
    static final String DELTA = "The delta to ask at, below 1; 0 asks for the pure epsilon.";
    static final String EPSILON = "The epsilon to ask at, at least 0.";

    private Texts() {}
}
