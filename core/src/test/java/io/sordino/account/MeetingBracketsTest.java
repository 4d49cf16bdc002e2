package io.sordino.account;

import static org.assertj.core.api.Assertions.assertThat;

import io.sordino.mechanism.Mechanism;
import io.sordino.mechanism.Mechanisms;
import io.sordino.mechanism.Relation;
import io.sordino.numeric.Bracket;
import io.sordino.plan.Plans;
import java.io.IOException;
import java.io.Writer;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.HashSet;
import java.util.List;
import java.util.Objects;
import java.util.Optional;
import java.util.Set;
import java.util.SplittableRandom;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** However a number is asked for, the truth is one: at three widths, in two orders and on two roundings of exp and log, brackets meet. */
class MeetingBracketsTest {
    private static final int PLANS = Effort.cases(500, 5000);
    /** A fixed one for every build; a new one each time when there is time to look far. */
    private static final long SEED = Effort.cases(0, 1) == 0 ? 20262 : System.nanoTime();

    private static final double[] WIDTHS = {1e-2, 1e-3, 1e-4};

    /** What was said of one question. */
    private static final class Answers {
        private final MeetingQuestion question;
        private final List<String> how = new ArrayList<>();
        private final List<MeetingQuestion.Brackets> brackets = new ArrayList<>();

        Answers(MeetingQuestion question) {
            this.question = question;
        }

        void add(String what, MeetingQuestion.Brackets said) {
            how.add(what);
            brackets.add(said);
        }

        /** Each against all before it. */
        List<String> violations() {
            List<String> found = new ArrayList<>();
            for (int i = 0; i < brackets.size(); i++)
                for (int j = 0; j < i; j++) {
                    compare(
                            found,
                            "epsilon",
                            i,
                            j,
                            brackets.get(i).epsilon(),
                            brackets.get(j).epsilon());
                    compare(
                            found,
                            "log delta",
                            i,
                            j,
                            brackets.get(i).logDelta(),
                            brackets.get(j).logDelta());
                }
            return found;
        }

        private void compare(List<String> found, String what, int i, int j, Bracket one, Bracket other) {
            if (!(one.lower() <= other.upper() && other.lower() <= one.upper()))
                found.add(what + " is " + one + " (" + how.get(i) + ") and " + other + " (" + how.get(j) + "): "
                        + question.text());
        }
    }

    /** Epsilon first at every width, and delta first at one. */
    private static Optional<Answers> asked(UsualPlans plans, int turn) {
        Mechanism plan = Plans.parse(Plans.print(plans.next()));
        Relation relation = plans.relation(plan);
        Optional<MeetingQuestion.Asked> first =
                MeetingQuestion.first(plan, relation, plans.delta(), plans.share(), WIDTHS[0]);
        return first.map(asked -> {
            Answers answers = new Answers(asked.question());
            answers.add("width " + WIDTHS[0], asked.said());
            for (int i = 1; i < WIDTHS.length; i++) {
                double width = WIDTHS[i];
                asked.question().epsilonFirst(width).ifPresent(said -> answers.add("width " + width, said));
            }
            double width = WIDTHS[turn % WIDTHS.length];
            asked.question().deltaFirst(width).ifPresent(said -> answers.add("delta first, width " + width, said));
            return answers;
        });
    }

    @Test
    void allBracketsOfAQuestionMeet(@TempDir Path folder) throws IOException, InterruptedException {
        SplittableRandom random = Effort.random("MeetingBracketsTest", SEED);
        List<String> violations = new ArrayList<>();
        List<Answers> all = new ArrayList<>();
        int refused = 0;
        for (int i = 0; i < PLANS; i++) {
            UsualPlans plans = new UsualPlans(random.split());
            try {
                Optional<Answers> answers = asked(plans, i);
                answers.ifPresent(all::add);
                if (answers.isEmpty()) refused++;
            } catch (RuntimeException e) {
                violations.add(e.toString());
            }
        }
        withoutIntrinsics(folder, all, violations);
        for (Answers answers : all) violations.addAll(answers.violations());
        System.out.println("MeetingBracketsTest: " + PLANS + " plans, " + refused + " refused");
        assertThat(violations).isEmpty();
        assertThat(refused).isLessThan(PLANS / 4);
    }

    /** The same questions, one width each, in a JVM that rounds exp and log in other places. */
    private static void withoutIntrinsics(Path folder, List<Answers> all, List<String> violations)
            throws IOException, InterruptedException {
        Path questions = folder.resolve("questions");
        try (Writer out = Files.newBufferedWriter(questions, StandardCharsets.UTF_8)) {
            for (int i = 0; i < all.size(); i++)
                out.write(WIDTHS[i % WIDTHS.length] + "\t" + all.get(i).question.text() + "\n");
        }
        Process process = new ProcessBuilder(
                        Path.of(property("java.home"), "bin", "java").toString(),
                        "-XX:+UnlockDiagnosticVMOptions",
                        "-XX:-UseLibmIntrinsic",
                        "-cp",
                        System.getProperty(TEST_PATH, property("java.class.path")),
                        MeetingRun.class.getName())
                .redirectInput(questions.toFile())
                .redirectErrorStream(true)
                .start();
        String output = new String(process.getInputStream().readAllBytes(), StandardCharsets.UTF_8);
        assertThat(process.waitFor()).as(output).isZero();
        List<String> lines = output.lines().toList();
        assertThat(lines).hasSameSizeAs(all);
        for (int i = 0; i < all.size(); i++) {
            String line = lines.get(i);
            if (line.startsWith("broken"))
                violations.add(line + " for " + all.get(i).question.text());
            else if (!line.equals("refused"))
                all.get(i).add("without intrinsics, width " + WIDTHS[i % WIDTHS.length], MeetingRun.parse(line));
        }
    }

    private static String property(String name) {
        return Objects.requireNonNull(System.getProperty(name), name);
    }

    private static final String TEST_PATH = "surefire.test.class.path";

    /** Control: the plans use every word of the plan language. */
    @Test
    void theWholeLanguageIsAsked() {
        SplittableRandom random = new SplittableRandom(SEED);
        Set<Class<?>> used = new HashSet<>();
        for (int i = 0; i < PLANS; i++) add(new UsualPlans(random.split()).next(), used);
        assertThat(used).containsExactlyInAnyOrder(Mechanism.class.getPermittedSubclasses());
    }

    private static void add(Mechanism mechanism, Set<Class<?>> used) {
        used.add(mechanism.getClass());
        Mechanisms.inner(mechanism).forEach(inner -> add(inner, used));
    }

    /** Control: a bracket that is off by more than its width is reported. */
    @Test
    void aShiftedBracketIsReported() {
        MeetingQuestion question = new MeetingQuestion(
                Plans.parse("20 * poisson(0.1, laplace(2))"), Relation.ADD_OR_REMOVE_ONE, 1e-6, 0.5);
        Answers answers = new Answers(question);
        answers.add("width 1e-2", question.epsilonFirst(1e-2).orElseThrow());
        answers.add("width 1e-3", question.deltaFirst(1e-3).orElseThrow());
        assertThat(answers.violations()).isEmpty();
        MeetingQuestion.Brackets first = answers.brackets.get(0);
        Bracket shifted = Bracket.of(
                first.epsilon().upper() + first.epsilon().width() / 8,
                first.epsilon().upper() + first.epsilon().width());
        answers.add("shifted", new MeetingQuestion.Brackets(shifted, first.logDelta()));
        assertThat(answers.violations()).anyMatch(line -> line.contains("shifted") && line.startsWith("epsilon"));
    }
}
