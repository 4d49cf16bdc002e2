package io.sordino.cli;

/** Descriptions that several commands share. */
final class PlanHelp {
    static final String PLAN =
            "What is run, such as '500 * laplace(20)', as text, event JSON or an Opacus history; @FILE reads a file, - standard input.";

    private PlanHelp() {}
}
