package io.sordino.cli;

import io.sordino.mechanism.Mechanism;
import io.sordino.report.Question;
import io.sordino.report.Report;
import io.sordino.service.Questions;
import java.util.function.BiFunction;
import java.util.function.Supplier;
import picocli.CommandLine.Mixin;
import picocli.CommandLine.Parameters;

/** A question about one plan. */
final class PlanQuestion {
    @Parameters(paramLabel = "PLAN", description = PlanHelp.PLAN)
    private String plan = "";

    @Mixin
    private QuestionOptions options = new QuestionOptions();

    @Mixin
    private CorruptOption corrupt = new CorruptOption();

    /** Asks within the limits of one question. */
    int answer(Console console, BiFunction<Questions, Question, Report> ask) {
        return options.answer(console, work(console, ask));
    }

    /** Asks for what takes many questions. */
    int answerSeveral(Console console, BiFunction<Questions, Question, Report> ask) {
        return options.answerSeveral(console, work(console, ask));
    }

    /** Asks within the limits of one question, and lets the answer be checked. */
    int answer(Console console, LimitOption gate, BiFunction<Questions, Question, Report> ask) {
        Supplier<Report> work = work(console, ask);
        return options.answer(console, () -> gate.on(work.get()));
    }

    private Supplier<Report> work(Console console, BiFunction<Questions, Question, Report> ask) {
        Mechanism asked = Sources.plan(plan, console);
        Question question = options.question(corrupt.honest().plan(asked));
        return () -> corrupt.honest().said(asked, ask.apply(console.desk(), question));
    }
}
