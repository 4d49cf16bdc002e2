package io.sordino.reproduce;

import io.sordino.account.Accountant;
import io.sordino.account.Precision;
import io.sordino.account.UnsupportedException;
import io.sordino.mechanism.Mechanism;
import io.sordino.mechanism.Relation;
import io.sordino.numeric.Bracket;
import io.sordino.plan.Plans;
import io.sordino.plot.Point;
import io.sordino.plot.Series;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.function.DoubleFunction;

/**
 * Questions as a reproduction asks them.
 *
 * @param everyTheorem whether theorems that are kept for comparison are asked too
 * @param working called before each, so that somebody may watch
 */
record Ask(Accountant accountant, boolean everyTheorem, Runnable working) {
    private static final Precision NARROW = new Precision(1e-3);
    /** A profile is drawn down to here. */
    private static final double LEAST_DRAWN = 1e-12;

    Bracket epsilon(String plan, double delta) {
        Mechanism mechanism = Plans.parse(plan);
        return epsilon(mechanism, Accountant.defaultRelation(mechanism), delta);
    }

    Bracket epsilon(Mechanism plan, Relation relation, double delta) {
        working.run();
        return everyTheorem
                ? accountant.explain(plan, relation, delta, NARROW).epsilon()
                : accountant.epsilon(plan, relation, delta, NARROW).epsilon();
    }

    Bracket delta(String plan, Relation relation, double epsilon) {
        working.run();
        return accountant.delta(Plans.parse(plan), relation, epsilon, NARROW).delta();
    }

    /** The profile of a plan as a line, as far as it can be seen. */
    Series profile(String name, double[] epsilons, String plan, Relation relation) {
        return Series.line(
                name,
                curve(epsilons, epsilon -> delta(plan, relation, epsilon)).stream()
                        .filter(point -> point.upper() > LEAST_DRAWN)
                        .toList());
    }

    /** Someone who knows one theorem by name, and those of the parts. */
    Ask only(String... theorems) {
        List<String> wanted = List.of(theorems);
        return new Ask(
                new Accountant(accountant.theorems().stream()
                        .filter(theorem -> wanted.contains(theorem.citation().name()))
                        .toList()),
                true,
                working);
    }

    /** A curve; places that no theorem covers are left out. */
    static List<Point> curve(double[] places, DoubleFunction<Bracket> reading) {
        List<Point> points = new ArrayList<>();
        for (double place : places) {
            Optional<Bracket> read = tried(reading, place);
            read.filter(bracket -> bracket.upper() < Double.POSITIVE_INFINITY)
                    .ifPresent(bracket -> points.add(new Point(place, bracket.lower(), bracket.upper())));
        }
        return points;
    }

    private static Optional<Bracket> tried(DoubleFunction<Bracket> reading, double place) {
        try {
            return Optional.of(reading.apply(place));
        } catch (UnsupportedException notCovered) {
            return Optional.empty();
        }
    }

    static double[] geometric(double from, double to, int points) {
        double[] places = new double[points];
        for (int i = 0; i < points; i++) places[i] = from * Math.pow(to / from, i / (points - 1.0));
        return places;
    }

    static double[] even(double from, double to, int points) {
        double[] places = new double[points];
        for (int i = 0; i < points; i++) places[i] = from + (to - from) * i / (points - 1.0);
        return places;
    }
}
