package io.sordino.account;

import io.sordino.mechanism.Mechanism;
import io.sordino.mechanism.Relation;
import io.sordino.numeric.Bracket;
import io.sordino.plan.PlanException;
import io.sordino.plan.Plans;
import java.util.Optional;
import java.util.concurrent.CancellationException;
import java.util.function.Supplier;

/** One plan, asked for epsilon at a delta and for the logarithm of delta at an epsilon, in either order. */
record MeetingQuestion(Mechanism plan, Relation relation, double delta, double epsilon) {
    private static final double LARGEST = 1e3;

    /** The two questions. */
    record Brackets(Bracket epsilon, Bracket logDelta) {}

    /** A question, and what was said when it was first asked. */
    record Asked(MeetingQuestion question, Brackets said) {}

    /** Delta is then asked for at a share of the epsilon that was found, where something can be said. */
    static Optional<Asked> first(Mechanism plan, Relation relation, double delta, double share, double width) {
        Precision wanted = new Precision(width);
        Accountant accountant = Accountant.standard();
        return answered(() -> {
            Testimony testimony = accountant.testimonyAtDelta(plan, relation, delta, wanted);
            Bracket first = testimony.guarantee().epsilon();
            double epsilon = share * (first.upper() < LARGEST ? first.upper() : 1);
            return new Asked(
                    new MeetingQuestion(plan, relation, delta, epsilon),
                    new Brackets(first, testimony.logDelta(epsilon)));
        });
    }

    /** Epsilon first; what was worked out for it then says delta. */
    Optional<Brackets> epsilonFirst(double width) {
        Precision wanted = new Precision(width);
        Accountant accountant = Accountant.standard();
        return answered(() -> {
            Testimony testimony = accountant.testimonyAtDelta(plan, relation, delta, wanted);
            return new Brackets(testimony.guarantee().epsilon(), testimony.logDelta(epsilon));
        });
    }

    /** Delta first; what was worked out for it then says epsilon. */
    Optional<Brackets> deltaFirst(double width) {
        Precision wanted = new Precision(width);
        Accountant accountant = Accountant.standard();
        return answered(() -> {
            Testimony testimony = accountant.testimonyAtEpsilon(plan, relation, epsilon, wanted);
            return new Brackets(testimony.epsilon(delta), testimony.guarantee().logDelta());
        });
    }

    /** Empty where the plan is refused by name. */
    private static <T> Optional<T> answered(Supplier<T> asking) {
        try {
            return Optional.of(asking.get());
        } catch (UnsupportedException | LimitException | PlanException | CancellationException refused) {
            return Optional.empty();
        }
    }

    String text() {
        return Plans.print(plan) + "\t" + relation + "\t" + delta + "\t" + epsilon;
    }

    static MeetingQuestion parse(String line) {
        String[] cells = line.split("\t");
        return new MeetingQuestion(
                Plans.parse(cells[0]),
                Relation.valueOf(cells[1]),
                Double.parseDouble(cells[2]),
                Double.parseDouble(cells[3]));
    }
}
