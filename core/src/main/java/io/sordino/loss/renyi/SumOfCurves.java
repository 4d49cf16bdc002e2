package io.sordino.loss.renyi;

import io.sordino.loss.RenyiCurve;
import io.sordino.numeric.Up;
import java.util.List;

/** The Renyi curve of mechanisms run one after the other: divergences of one order add up, in adaptive composition too. */
public record SumOfCurves(List<Term> terms) implements RenyiCurve {
    public SumOfCurves {
        terms = List.copyOf(terms);
    }

    /** A curve that is counted so many times. */
    public record Term(RenyiCurve curve, long count) {
        public Term {
            if (!(count >= 1)) throw new IllegalArgumentException("count must be at least 1, was " + count);
        }
    }

    @Override
    public double at(double alpha) {
        double sum = 0;
        // every count is at most 10^15 and so exact as a double
        for (Term term : terms)
            sum = Up.add(sum, Up.mul((double) term.count(), term.curve().at(alpha)));
        return sum;
    }

    @Override
    public double near(double alpha) {
        double sum = 0;
        for (Term term : terms) sum += term.count() * term.curve().near(alpha);
        return sum;
    }

    @Override
    public List<Double> corners() {
        return terms.stream()
                .flatMap(term -> term.curve().corners().stream())
                .distinct()
                .toList();
    }

    @Override
    public boolean hasChords() {
        return terms.stream().anyMatch(term -> term.curve().hasChords());
    }

    @Override
    public double largestOrder() {
        double least = Double.POSITIVE_INFINITY;
        for (Term term : terms) least = Math.min(least, term.curve().largestOrder());
        return least;
    }
}
