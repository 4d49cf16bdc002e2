package io.sordino.reports;

import io.sordino.account.Accountant;
import io.sordino.account.Calibration;
import io.sordino.account.Guarantee;
import io.sordino.account.Precision;
import io.sordino.account.UnsupportedException;
import io.sordino.mechanism.Gaussian;
import io.sordino.mechanism.Mechanism;
import io.sordino.mechanism.Relation;
import io.sordino.mechanism.Repeated;
import io.sordino.mechanism.Shuffled;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.List;
import java.util.Map;

/**
 * Finds which way of answering has the least error under a promise: for each the largest local epsilon with which all days together keep
 * it, among the honest clients of the smallest batch that is ever released.
 */
public final class Planner {
    /** Ways are told apart at this width, and the best one is then found at {@link Precision#DEFAULT}. */
    private static final Precision COARSE = new Precision(1e-2);

    private final Accountant accountant;
    private final Question question;

    /**
     * One way of answering, calibrated.
     *
     * @param words what a campaign says of it
     * @param rare the standard deviation of the count of a value that nobody holds
     * @param typical that of a value that every k-th client holds
     */
    public record Way(
            String name,
            double localEpsilon,
            Mechanism local,
            Map<String, Object> words,
            Guarantee campaign,
            Law law,
            double rare,
            double typical) {
        /** The standard deviation of the count of a value that so many of n clients hold. */
        public double deviation(double holders, double n) {
            return law.deviation(holders, n);
        }
    }

    /** Asks this accountant. */
    public Planner(Accountant accountant, Question question) {
        this.accountant = accountant;
        this.question = question;
    }

    /** All ways, the best first. */
    public List<Way> compare() {
        Candidate response = Candidate.of(question.values(), 1).get(0);
        Way first = solve(response, COARSE);
        List<Way> ways = new ArrayList<>();
        ways.add(first);
        for (Candidate candidate : Candidate.of(question.values(), first.localEpsilon()))
            if (!candidate.name().equals(response.name())) {
                try {
                    ways.add(solve(candidate, COARSE));
                } catch (UnsupportedException tooFew) {
                    // this way cannot keep the promise with so few reports; the others are compared
                    continue;
                }
            }
        ways.sort(Comparator.comparingDouble(Way::typical));
        Way best = ways.get(0);
        for (Candidate candidate : Candidate.of(question.values(), first.localEpsilon()))
            if (candidate.name().equals(best.name())) ways.set(0, solve(candidate, Precision.DEFAULT));
        return List.copyOf(ways);
    }

    private Way solve(Candidate candidate, Precision wanted) {
        Calibration.Calibrated found = new Calibration(
                        accountant,
                        epsilon -> plan(candidate.plan().apply(epsilon)),
                        false,
                        Relation.REPLACE_ONE,
                        question.epsilon(),
                        question.delta(),
                        wanted)
                .solve();
        Map<String, Object> words = candidate.words().apply(found.value());
        Law law = Law.of(new Law.Words(words), question.values());
        double n = (double) question.floor();
        return new Way(
                candidate.name(),
                found.value(),
                candidate.plan().apply(found.value()),
                words,
                found.guarantee(),
                law,
                law.deviation(0, n),
                law.deviation(n / question.values(), n));
    }

    private Mechanism plan(Mechanism local) {
        Mechanism day = new Shuffled(question.honest(), local);
        return question.days() == 1 ? day : new Repeated(question.days(), day);
    }

    /** What the same promise costs where nobody shuffles: every client's own answers keep it over all days. */
    public double localDeviation() {
        double each = question.epsilon() / question.days();
        Candidate response = Candidate.of(question.values(), each).get(0);
        Law law = Law.of(new Law.Words(response.words().apply(each)), question.values());
        double n = (double) question.floor();
        return law.deviation(n / question.values(), n);
    }

    /**
     * What it costs where a curator is trusted with the values: Laplace noise that shares the epsilon over the days, or Gaussian noise,
     * whichever is less. A replaced value moves two counts by one.
     */
    public double centralDeviation() {
        double laplace = Math.sqrt(2) * 2 * question.days() / question.epsilon();
        double sigma = new Calibration(
                        accountant,
                        noise -> question.days() == 1
                                ? new Gaussian(noise)
                                : new Repeated(question.days(), new Gaussian(noise)),
                        false,
                        Relation.ADD_OR_REMOVE_ONE,
                        question.epsilon(),
                        question.delta(),
                        COARSE)
                .solve()
                .value();
        return Math.min(laplace, Math.sqrt(2) * sigma);
    }
}
