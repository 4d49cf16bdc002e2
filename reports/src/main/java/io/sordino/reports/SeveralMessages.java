package io.sordino.reports;

import io.sordino.account.Accountant;
import io.sordino.account.Calibration;
import io.sordino.account.Precision;
import io.sordino.account.UnsupportedException;
import io.sordino.client.Randomizer;
import io.sordino.mechanism.BlanketHistogram;
import io.sordino.mechanism.Mechanism;
import io.sordino.mechanism.Relation;
import io.sordino.mechanism.SplitSum;
import io.sordino.numeric.Binomial;
import io.sordino.numeric.Up;
import io.sordino.refusal.InvalidException;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.function.DoubleFunction;

/**
 * Ways of answering by several messages a client. They come near a curator's error, but only the shuffler stands between a client's messages and its value: there is
 * no local guarantee.
 */
final class SeveralMessages {
    private static final double WHOLE = 0x1p62;
    /** A device tosses a coin for each value. */
    private static final int MOST_VALUES = 4096;

    /** What of delta is left for what the protocol leaves out. */
    static final double LEFT = 1e-6;

    private final Accountant accountant;
    private final Question question;

    SeveralMessages(Accountant accountant, Question question) {
        this.accountant = accountant;
        this.question = question;
    }

    List<Planner.Way> ways(Precision wanted) {
        List<Planner.Way> ways = new ArrayList<>();
        if (!question.numbers() && question.values() <= MOST_VALUES)
            blanket(wanted).ifPresent(ways::add);
        if (question.numbers() || question.values() == 2) split(wanted).ifPresent(ways::add);
        return ways;
    }

    /** Empty where no noise of this kind keeps the promise. */
    private Optional<Calibration.Calibrated> solve(DoubleFunction<Mechanism> day, Precision wanted) {
        try {
            return Optional.of(new Calibration(
                            accountant,
                            noise -> question.allDays(day.apply(noise)),
                            false,
                            Relation.REPLACE_ONE,
                            question.epsilon(),
                            question.delta() * (1 - LEFT),
                            wanted)
                    .solve());
        } catch (UnsupportedException | InvalidException tooFew) {
            return Optional.empty();
        }
    }

    private Optional<Planner.Way> blanket(Precision wanted) {
        Optional<Calibration.Calibrated> found = solve(messages -> histogram(messages), wanted);
        if (found.isEmpty()) return Optional.empty();
        BlanketHistogram day = histogram(found.get().value());
        int most = cap(day.rate());
        if (!(most <= Randomizer.MOST_MESSAGES)) return Optional.empty();
        Map<String, Object> words = new LinkedHashMap<>();
        words.put("name", "blanket");
        words.put("extra", (long) (day.rate() * WHOLE));
        words.put("messages", most);
        return Optional.of(Planner.Way.trusting(
                "blanket_histogram",
                day,
                words,
                found.get().guarantee(),
                (holders, n) -> Math.sqrt(n * day.rate() * (1 - day.rate())),
                1 + question.values() * day.rate(),
                question));
    }

    /** With so many extra messages in a cell; a rate that is a whole number over 2^62. */
    private BlanketHistogram histogram(double messages) {
        double rate = Math.ceil(messages / question.honest() * WHOLE) / WHOLE;
        if (!(rate <= 0.5)) throw new InvalidException("there are too few clients for so many messages");
        return new BlanketHistogram(question.honest(), rate);
    }

    /** How many messages a device may send, so that what honest ones leave out of theirs is within what is left of delta. */
    private int cap(double rate) {
        double allowed = LEFT
                * question.delta()
                / (question.days() * (1 + Up.exp(question.epsilon())) * (double) question.clients());
        int most = 2;
        while (most <= question.values()
                && Binomial.logSf(most - 1L, question.values(), rate).upper() > Math.log(allowed)) most++;
        return most;
    }

    private Optional<Planner.Way> split(Precision wanted) {
        long steps = question.numbers() ? steps() : 1;
        double widest = question.days() / question.epsilon();
        double spare = Math.ceil(50 * widest * steps * Math.sqrt(question.clients() / (double) question.honest()));
        double modulus = question.clients() * (double) steps + 2 * spare + 1;
        if (!(modulus <= 0x1p50)) return Optional.empty();
        Optional<Long> messages = messages((long) modulus, steps);
        if (messages.isEmpty()) return Optional.empty();
        DoubleFunction<Mechanism> day = scale ->
                new SplitSum(question.honest(), messages.get(), (long) modulus, Math.min(2 * widest, scale), steps);
        Optional<Calibration.Calibrated> found = solve(day, wanted);
        if (found.isEmpty()) return Optional.empty();
        SplitSum sum = (SplitSum) day.apply(found.get().value());
        // more noise than is accounted for, by rounding alone
        double mu = -Math.log(-Math.expm1(-1 / (sum.scale() * steps))) * (1 + 1e-14);
        long times = (long) Math.ceil(mu);
        Map<String, Object> words = new LinkedHashMap<>();
        words.put("name", "split");
        words.put("messages", sum.messages());
        words.put("modulus", sum.modulus());
        words.put("steps", steps);
        words.put("shares", question.honest());
        words.put("times", times);
        words.put("rate", (long) Math.min(WHOLE, Math.ceil(mu / times * WHOLE)));
        Law.Words said = new Law.Words(words);
        return Optional.of(Planner.Way.trusting(
                "split_sum",
                sum,
                words,
                found.get().guarantee(),
                (holders, n) -> SumLaw.of(said, n).orElseThrow().deviation(n),
                (double) sum.messages(),
                question));
    }

    /** So fine that rounding adds a 16th of what a count of epsilon 1 has. */
    private long steps() {
        double fine = 8 * Math.sqrt((double) question.clients());
        return Math.min(1L << 16, Math.max(16, 1L << (1 + Math.getExponent(fine))));
    }

    /** The least number of residues with which all days together are mixed to a hundredth of delta. */
    private Optional<Long> messages(long modulus, long steps) {
        double allowed = question.delta() / 100 / question.days();
        for (long m = 3; m <= 40; m++) {
            SplitSum sum = new SplitSum(question.honest(), m, modulus, 1 / question.epsilon(), steps);
            try {
                double slack = accountant
                        .delta(sum, Relation.REPLACE_ONE, question.epsilon() * (1 + 1e-12), Precision.DEFAULT)
                        .delta()
                        .upper();
                if (slack <= allowed) return Optional.of(m);
            } catch (UnsupportedException notMixed) {
                continue;
            }
        }
        return Optional.empty();
    }
}
