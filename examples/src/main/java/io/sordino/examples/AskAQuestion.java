package io.sordino.examples;

import io.sordino.Privacy;
import io.sordino.account.Guarantee;
import io.sordino.account.UnsupportedException;
import io.sordino.mechanism.Relation;
import io.sordino.plan.PlanException;
import java.util.List;

/** How private is a plan? Quote the upper end: it is proved. The lower one says how much a better proof could gain. */
public final class AskAQuestion {
    private AskAQuestion() {}

    public static void main(String[] arguments) {
        Privacy training = Privacy.of("10000 * poisson(0.01, gaussian(1.1))");
        Guarantee answer = training.epsilon(1e-5);
        System.out.printf(
                "epsilon is between %s and %s, for neighbours of %s%n",
                Outwards.down(answer.epsilon().lower()),
                Outwards.up(answer.epsilon().upper()),
                answer.relation().label());
        System.out.printf("because of %s%n", answer.why().get(0).theorem().name());

        // another relation, and a narrower bracket than a tenth of a percent
        Guarantee replaced = training.under(Relation.REPLACE_ONE).within(1e-4).epsilon(1e-5);
        System.out.printf(
                "where a record is replaced: at most %s%n",
                Outwards.up(replaced.epsilon().upper()));

        // a curve costs little more than its hardest point
        for (Guarantee point : training.deltas(List.of(1.0, 2.0, 4.0)))
            System.out.printf(
                    "delta at epsilon %.0f is at most %s%n",
                    point.epsilon().upper(), Outwards.up(point.delta().upper()));

        // what is wrong with a request, and what to do about it
        try {
            Privacy.of("500 * laplce(20)");
        } catch (PlanException slip) {
            System.out.println(slip.getMessage() + ": " + slip.remedy());
        }
        try {
            Privacy.of("without_replacement(10, 1000, gaussian(1))")
                    .under(Relation.ADD_OR_REMOVE_ONE)
                    .epsilon(1e-5);
        } catch (UnsupportedException refusal) {
            System.out.println("refused: " + refusal.remedy());
        }
    }
}
