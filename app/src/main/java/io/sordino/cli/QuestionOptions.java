package io.sordino.cli;

import io.sordino.account.Precision;
import io.sordino.mechanism.Mechanism;
import io.sordino.mechanism.Relation;
import io.sordino.report.Deadline;
import io.sordino.report.Question;
import io.sordino.report.Report;
import java.util.Optional;
import java.util.function.Supplier;
import picocli.CommandLine.Option;

/** What every question may say: the relation, the width, and who reads the answer. */
final class QuestionOptions {
    @Option(
            names = "--relation",
            paramLabel = "RELATION",
            converter = NumberOptions.OfRelation.class,
            completionCandidates = RelationNames.class,
            description = "What neighbours are: add-remove (default), replace-one or replace-special.")
    private Optional<Relation> relation = Optional.empty();

    @Option(
            names = "--width",
            paramLabel = "WIDTH",
            converter = NumberOptions.OfWidth.class,
            description = "How wide the bracket may be, relative to the answer (default 1e-3).")
    private Precision width = Precision.DEFAULT;

    @Option(names = "--json", description = "Answer in JSON, on one line.")
    private boolean json;

    Optional<Relation> relation() {
        return relation;
    }

    Precision width() {
        return width;
    }

    boolean json() {
        return json;
    }

    Question question(Mechanism plan) {
        return Question.of(plan, relation, width);
    }

    /** Works the answer out, within the limits of a request, and prints it; whoever asks for less than the usual width waits longer. */
    int answer(Console console, Supplier<Report> work) {
        boolean narrow = width.width() < Precision.DEFAULT.width();
        return answerAtLeisure(console, watched(console, narrow ? Deadline.ofSeveral() : new Deadline(), work));
    }

    /** Works out an answer that takes many questions, and prints it. */
    int answerSeveral(Console console, Supplier<Report> work) {
        return answerAtLeisure(console, watched(console, Deadline.ofSeveral(), work));
    }

    /** Whoever waits sees how much of its time the question has had. */
    private static Supplier<Report> watched(Console console, Deadline deadline, Supplier<Report> work) {
        return () -> {
            try (Progress progress = Progress.on(console, "seconds of at most", deadline.seconds())) {
                return deadline.within(work, progress::reach);
            }
        };
    }

    /** Works the answer out, however long the user wants it to take, and prints it. */
    int answerAtLeisure(Console console, Supplier<Report> work) {
        long start = console.nanoseconds().getAsLong();
        Report report = work.get();
        console.print(report, json, start);
        return report.exitCode();
    }

    /** For picocli. */
    static final class RelationNames implements Iterable<String> {
        @Override
        public java.util.Iterator<String> iterator() {
            return java.util.Arrays.stream(Relation.values())
                    .map(Relation::label)
                    .iterator();
        }
    }
}
