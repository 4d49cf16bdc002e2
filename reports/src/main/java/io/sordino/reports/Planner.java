package io.sordino.reports;

import io.sordino.account.Accountant;
import io.sordino.account.Calibration;
import io.sordino.account.Guarantee;
import io.sordino.account.Precision;
import io.sordino.account.UnsupportedException;
import io.sordino.mechanism.Gaussian;
import io.sordino.mechanism.Mechanism;
import io.sordino.mechanism.Relation;
import io.sordino.mechanism.Shuffled;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.function.UnaryOperator;

/**
 * Finds which way of answering has the least error under a promise: for each the least noise with which all days together keep
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
     * @param localEpsilon what a client's own answer guarantees by itself; infinite where only the shuffler protects it
     * @param local the randomizer of one answer, if that guarantees anything
     * @param day what is released on a day
     * @param words what a campaign says of it
     * @param messages how many a client sends on average
     * @param rare the standard deviation of the count of a value that nobody holds
     * @param typical that of a value that every k-th client holds
     */
    public record Way(
            String name,
            double localEpsilon,
            Optional<Mechanism> local,
            Mechanism day,
            Map<String, Object> words,
            Guarantee campaign,
            Spread spread,
            double messages,
            double rare,
            double typical) {
        static Way local(
                Candidate candidate,
                double epsilon,
                Mechanism day,
                Guarantee campaign,
                Spread spread,
                Question question) {
            return made(
                    candidate.name(),
                    epsilon,
                    Optional.of(candidate.plan().apply(epsilon)),
                    day,
                    candidate.words().apply(epsilon),
                    campaign,
                    spread,
                    1,
                    question);
        }

        static Way trusting(
                String name,
                Mechanism day,
                Map<String, Object> words,
                Guarantee campaign,
                Spread spread,
                double messages,
                Question question) {
            return made(
                    name, Double.POSITIVE_INFINITY, Optional.empty(), day, words, campaign, spread, messages, question);
        }

        private static Way made(
                String name,
                double localEpsilon,
                Optional<Mechanism> local,
                Mechanism day,
                Map<String, Object> words,
                Guarantee campaign,
                Spread spread,
                double messages,
                Question question) {
            double n = (double) question.floor();
            return new Way(
                    name,
                    localEpsilon,
                    local,
                    day,
                    words,
                    campaign,
                    spread,
                    messages,
                    spread.deviation(0, n),
                    spread.deviation(n / question.values(), n));
        }

        /** The standard deviation of the count of a value that so many of n clients hold. */
        public double deviation(double holders, double n) {
            return spread.deviation(holders, n);
        }

        /** Whether a client is protected by its own answer, whatever shuffler and analyzer do. */
        public boolean guaranteesLocally() {
            return local.isPresent();
        }
    }

    /** Asks this accountant. */
    public Planner(Accountant accountant, Question question) {
        this.accountant = accountant;
        this.question = question;
    }

    /**
     * All ways, those that may be chosen first, the best of them at the beginning.
     *
     * @param trusting whether ways without a local guarantee may be chosen
     */
    public List<Way> compare(boolean trusting) {
        List<Way> local = local();
        List<Way> several = new SeveralMessages(accountant, question).ways(COARSE);
        List<Way> chosen = new ArrayList<>(local);
        if (trusting) chosen.addAll(several);
        chosen.sort(Comparator.comparingDouble(Way::typical));
        chosen.set(0, closely(chosen.get(0), local.get(0).localEpsilon()));
        List<Way> rest = new ArrayList<>(trusting ? List.of() : several);
        rest.sort(Comparator.comparingDouble(Way::typical));
        chosen.addAll(rest);
        return List.copyOf(chosen);
    }

    /** Those with a local guarantee, k-ary response first. */
    private List<Way> local() {
        Candidate response = candidates(1).get(0);
        Way first = solve(response, COARSE);
        List<Way> ways = new ArrayList<>();
        ways.add(first);
        for (Candidate candidate : candidates(first.localEpsilon()))
            if (!candidate.name().equals(response.name())) {
                try {
                    ways.add(solve(candidate, COARSE));
                } catch (UnsupportedException tooFew) {
                    // this way cannot keep the promise with so few reports; the others are compared
                    continue;
                }
            }
        return ways;
    }

    /** Where nobody shuffles: every client's own answers of all days keep the promise. All ways, the best first. */
    public List<Way> alone() {
        List<Way> ways = new ArrayList<>();
        for (Candidate candidate : candidates(question.epsilon() / question.days()))
            ways.add(solve(candidate, local -> local, Precision.DEFAULT));
        ways.sort(Comparator.comparingDouble(Way::typical));
        return List.copyOf(ways);
    }

    private List<Candidate> candidates(double about) {
        return question.numbers() ? List.of(Candidate.ofNumbers()) : Candidate.of(question.values(), about);
    }

    private Way closely(Way best, double about) {
        if (!best.guaranteesLocally())
            return new SeveralMessages(accountant, question)
                    .ways(Precision.DEFAULT).stream()
                            .filter(way -> way.name().equals(best.name()))
                            .findFirst()
                            .orElse(best);
        for (Candidate candidate : candidates(about))
            if (candidate.name().equals(best.name())) return solve(candidate, Precision.DEFAULT);
        return best;
    }

    private Way solve(Candidate candidate, Precision wanted) {
        return solve(candidate, local -> new Shuffled(question.honest(), local), wanted);
    }

    private Way solve(Candidate candidate, UnaryOperator<Mechanism> day, Precision wanted) {
        Calibration.Calibrated found = new Calibration(
                        accountant,
                        epsilon -> question.allDays(day.apply(candidate.plan().apply(epsilon))),
                        false,
                        Relation.REPLACE_ONE,
                        question.epsilon(),
                        question.delta(),
                        wanted)
                .solve();
        Law.Words words = new Law.Words(candidate.words().apply(found.value()));
        Spread spread = question.numbers()
                ? (holders, n) -> SumLaw.of(words, n).orElseThrow().deviation(n)
                : Law.of(words, question.values());
        return Way.local(
                candidate,
                found.value(),
                day.apply(candidate.plan().apply(found.value())),
                found.guarantee(),
                spread,
                question);
    }

    /**
     * What it costs where a curator is trusted with the values: discrete Laplace noise that shares the epsilon over the days, or Gaussian
     * noise, whichever is less. A replaced value moves two counts by one, which say the same where there are but two.
     */
    public double centralDeviation() {
        int moved = question.values() == 2 ? 1 : 2;
        double each = question.epsilon() / (moved * question.days());
        double laplace = question.numbers() ? Math.sqrt(2) / each : Math.sqrt(2 * Math.exp(-each)) / -Math.expm1(-each);
        double sigma = new Calibration(
                        accountant,
                        noise -> question.allDays(new Gaussian(noise)),
                        false,
                        Relation.ADD_OR_REMOVE_ONE,
                        question.epsilon(),
                        question.delta(),
                        COARSE)
                .solve()
                .value();
        return Math.min(laplace, Math.sqrt(moved) * sigma);
    }
}
