package io.sordino.report.curve;

import io.sordino.mechanism.Mechanism;
import io.sordino.plan.PlanTemplate;
import io.sordino.plan.Plans;
import java.util.Optional;
import java.util.regex.Matcher;
import java.util.regex.Pattern;

/**
 * A plan with one number set free: its steps, its noise or its size. The number is found in the canonical text, where every
 * shape writes it in a place of its own, so that a new shape needs no line here unless it brings a new word.
 *
 * @param value the number that the plan has
 * @param end where a sweep of steps ends
 * @param name the text with a letter for the number
 */
record Sweep(PlanTemplate template, double value, double end, String name) {
    private static final String NUMBER = "(\\d[\\d.]*(?:e-?\\d+)?)";
    private static final Pattern COUNT = Pattern.compile("(?<![\\w.])(\\d+) \\* ");
    private static final Pattern STEPS = Pattern.compile("(?<!\\w)steps=(\\d+)");
    private static final Pattern NOISE = Pattern.compile("(?<!\\w)(?:(?:discrete_)?(?:gaussian|laplace)\\(|"
            + "truncated_laplace\\(|sinh_normal\\(|noise=)" + NUMBER);
    private static final Pattern SIZE = Pattern.compile(
            "(?<!\\w)(?:shuffled\\((\\d+)|with(?:out)?_replacement\\(\\d+, (\\d+)|dataset_size=(\\d+))");
    private static final double USUAL_REPEATS = 100;

    static Optional<Sweep> ofSteps(Mechanism plan) {
        String text = Plans.print(plan);
        Optional<Sweep> inside = first(STEPS, text, "T");
        if (inside.isPresent()) return inside;
        // the largest count is what a run is made of
        Matcher counts = COUNT.matcher(text);
        int at = -1;
        int end = -1;
        double most = 0;
        while (counts.find()) {
            double count = Double.parseDouble(counts.group(1));
            if (count > most) {
                most = count;
                at = counts.start(1);
                end = counts.end(1);
            }
        }
        return Optional.of(
                at < 0
                        ? new Sweep(PlanTemplate.parse("? * (" + text + ")"), 1, USUAL_REPEATS, "T * (" + text + ")")
                        : of(text, at, end, "T"));
    }

    static Optional<Sweep> ofNoise(Mechanism plan) {
        return first(NOISE, Plans.print(plan), "noise");
    }

    static Optional<Sweep> ofSize(Mechanism plan) {
        return first(SIZE, Plans.print(plan), "n");
    }

    private static Optional<Sweep> first(Pattern pattern, String text, String letter) {
        Matcher found = pattern.matcher(text);
        if (!found.find()) return Optional.empty();
        int group = 1;
        while (found.start(group) < 0) group++;
        return Optional.of(of(text, found.start(group), found.end(group), letter));
    }

    private static Sweep of(String text, int from, int to, String letter) {
        String before = text.substring(0, from);
        String after = text.substring(to);
        double value = Double.parseDouble(text.substring(from, to));
        return new Sweep(PlanTemplate.parse(before + "?" + after), value, value, before + letter + after);
    }
}
