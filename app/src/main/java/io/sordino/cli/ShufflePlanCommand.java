package io.sordino.cli;

import java.util.concurrent.Callable;
import picocli.CommandLine.Command;
import picocli.CommandLine.Mixin;
import picocli.CommandLine.Option;

/** sordino shuffle-plan. */
@Command(
        name = "shuffle-plan",
        description = "How clients flip their bit so that shuffled reports keep a promise, and what the count costs.",
        footer = {
            "",
            "Examples:",
            "  sordino shuffle-plan --reports 100000 --epsilon 1 --delta 1e-6",
            "  sordino shuffle-plan --reports 1000000 --epsilon 0.5 --delta 1e-8 --corrupt 0.05 --json",
            "  sordino shuffle-plan --reports 100000 --epsilon 1 --delta 1e-6 --out counting.svg"
        })
final class ShufflePlanCommand implements Callable<Integer> {
    private final Console console;

    @Option(
            names = "--reports",
            required = true,
            paramLabel = "N",
            converter = NumberOptions.OfWhole.class,
            description = "How many users report.")
    private long reports;

    @Mixin
    private PromiseOptions promise = new PromiseOptions();

    @Mixin
    private QuestionOptions options = new QuestionOptions();

    @Mixin
    private CorruptOption corrupt = new CorruptOption();

    @Mixin
    private PictureOption picture = new PictureOption();

    ShufflePlanCommand(Console console) {
        this.console = console;
    }

    @Override
    public Integer call() {
        picture.check();
        int code = options.answerSeveral(
                console,
                () -> console.desk()
                        .shufflePlan(corrupt.honest(), reports, promise.epsilon(), promise.delta(), options.width()));
        picture.write(() -> console.desk()
                .shufflePlanPicture(corrupt.honest(), reports, promise.epsilon(), promise.delta(), options.width()));
        return code;
    }
}
