package io.sordino.account;

import io.sordino.numeric.Bracket;
import java.io.BufferedReader;
import java.io.IOException;
import java.io.InputStreamReader;
import java.nio.charset.StandardCharsets;
import java.util.Optional;

/**
 * Answers the questions on its standard input, a line each, width and question; a program of its own, so that another JVM
 * with other roundings of exp and log can be asked.
 */
final class MeetingRun {
    private MeetingRun() {}

    public static void main(String[] args) throws IOException {
        BufferedReader questions = new BufferedReader(new InputStreamReader(System.in, StandardCharsets.UTF_8));
        for (String line = questions.readLine(); line != null; line = questions.readLine()) {
            int tab = line.indexOf('\t');
            double width = Double.parseDouble(line.substring(0, tab));
            System.out.println(answer(MeetingQuestion.parse(line.substring(tab + 1)), width));
        }
    }

    private static String answer(MeetingQuestion question, double width) {
        try {
            Optional<MeetingQuestion.Brackets> found = question.epsilonFirst(width);
            return found.map(both -> text(both.epsilon()) + "\t" + text(both.logDelta()))
                    .orElse("refused");
        } catch (RuntimeException e) {
            return "broken " + e;
        }
    }

    private static String text(Bracket bracket) {
        return bracket.lower() + "\t" + bracket.upper();
    }

    static MeetingQuestion.Brackets parse(String line) {
        String[] cells = line.split("\t");
        return new MeetingQuestion.Brackets(
                Bracket.of(Double.parseDouble(cells[0]), Double.parseDouble(cells[1])),
                Bracket.of(Double.parseDouble(cells[2]), Double.parseDouble(cells[3])));
    }
}
