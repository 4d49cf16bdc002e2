package io.sordino.cli;

import io.sordino.mechanism.Mechanism;
import io.sordino.mechanism.NormalForm;
import io.sordino.report.Question;
import io.sordino.report.Report;
import io.sordino.service.Questions;
import java.util.function.BiFunction;
import java.util.function.Supplier;
import java.util.function.UnaryOperator;
import picocli.CommandLine.Mixin;
import picocli.CommandLine.Parameters;

/** A question about one plan. */
final class PlanQuestion {
    private static final int MANY_PARTS = 100;

    @Parameters(paramLabel = "PLAN", arity = "0..1", description = PlanHelp.PLAN)
    private String plan = "";

    @Mixin
    private PlanFileOption planFile = new PlanFileOption();

    @Mixin
    private QuestionOptions options = new QuestionOptions();

    @Mixin
    private CorruptOption corrupt = new CorruptOption();

    /** Asks within the limits of one question. */
    int answer(Console console, BiFunction<Questions, Question, Report> ask) {
        return answer(console, Sources.plan(planFile.or(plan), console), report -> report, ask);
    }

    /** Asks for what takes many questions. */
    int answerSeveral(Console console, BiFunction<Questions, Question, Report> ask) {
        return options.answerSeveral(console, work(console, Sources.plan(planFile.or(plan), console), ask));
    }

    /** Asks within the limits of one question, and lets the answer be checked. */
    int answer(Console console, LimitOption gate, BiFunction<Questions, Question, Report> ask) {
        return answer(console, Sources.plan(planFile.or(plan), console), gate::on, ask);
    }

    /** A sum of very many different parts is as much work as many questions. */
    private int answer(
            Console console,
            Mechanism asked,
            UnaryOperator<Report> check,
            BiFunction<Questions, Question, Report> ask) {
        Supplier<Report> work = work(console, asked, ask);
        Supplier<Report> checked = () -> check.apply(work.get());
        return NormalForm.of(asked).counts().size() > MANY_PARTS
                ? options.answerSeveral(console, checked)
                : options.answer(console, checked);
    }

    private Supplier<Report> work(Console console, Mechanism asked, BiFunction<Questions, Question, Report> ask) {
        Question question = options.question(corrupt.honest().plan(asked));
        return () -> corrupt.honest().said(asked, ask.apply(console.desk(), question));
    }
}
