package io.sordino.benchmark;

import io.sordino.numeric.Bracket;
import java.util.List;
import java.util.Optional;
import java.util.function.Supplier;

/**
 * A question with a known answer and a time to answer it in.
 *
 * @param name short, unique; the JMH parameter
 * @param plan what is asked, in words that a reader of the table understands
 * @param answers computes the brackets, one for each entry of {@code truths}; starts from nothing each time
 * @param truths the exact answers, from the golden tables and oracle/workloads.py
 * @param width how wide a bracket may be, relative to the truth
 * @param target CPU milliseconds that one run may take
 * @param peers what other accountants need for the same question
 */
record Workload(
        String name,
        String plan,
        Supplier<List<Bracket>> answers,
        List<Double> truths,
        double width,
        double target,
        Peers peers) {
    /** CPU time and error of other accountants, as measured in 2026 (see docs/performance.md); "-" where nobody measured. */
    record Peers(String googlePld, String prvAccountant, String googleRdp) {
        static final Peers UNKNOWN = new Peers("-", "-", "-");
    }

    /** Relative room for the truths, which are given to seven digits. */
    private static final double LAST_DIGIT = 3e-7;

    Workload {
        truths = List.copyOf(truths);
    }

    List<Bracket> run() {
        return answers.get();
    }

    /** What is wrong with an answer: a bracket that misses its truth or is wider than asked. */
    Optional<String> fault(List<Bracket> found) {
        if (found.size() != truths.size())
            return Optional.of(found.size() + " answers for " + truths.size() + " truths");
        for (int i = 0; i < truths.size(); i++) {
            double truth = truths.get(i);
            Bracket bracket = found.get(i);
            double room = LAST_DIGIT * truth;
            if (!(bracket.lower() <= truth + room && truth - room <= bracket.upper()))
                return Optional.of(bracket + " does not hold " + truth);
            if (!(bracket.upper() - bracket.lower() <= width * bracket.upper()))
                return Optional.of(bracket + " is wider than " + width);
        }
        return Optional.empty();
    }
}
