package io.sordino.ledger.rule;

import io.sordino.mechanism.ApproximateDp;
import io.sordino.mechanism.Laplace;
import io.sordino.mechanism.Mechanism;
import io.sordino.mechanism.NormalForm;
import io.sordino.mechanism.RandomizedResponse;
import io.sordino.mechanism.Relation;
import java.math.BigDecimal;
import java.math.MathContext;
import java.math.RoundingMode;
import java.util.Map;
import java.util.Optional;

/**
 * The epsilon and delta of plans whose numbers say them, as decimals: ten times laplace(10) is 1 and not a little more, as it would
 * be in doubles. Parameters are read as they are printed, and sums are those of basic composition.
 */
record SaidPromise(BigDecimal epsilon, BigDecimal delta) {
    private static final MathContext UP = new MathContext(30, RoundingMode.CEILING);

    static Optional<SaidPromise> of(Mechanism plan, Relation relation) {
        SaidPromise sum = new SaidPromise(BigDecimal.ZERO, BigDecimal.ZERO);
        for (Map.Entry<Mechanism, Long> part : NormalForm.of(plan).counts().entrySet()) {
            Optional<SaidPromise> one = part(part.getKey(), relation);
            if (one.isEmpty()) return one;
            sum = sum.plus(one.get(), BigDecimal.valueOf(part.getValue()));
        }
        return Optional.of(sum);
    }

    private SaidPromise plus(SaidPromise other, BigDecimal count) {
        return new SaidPromise(epsilon.add(other.epsilon.multiply(count)), delta.add(other.delta.multiply(count)));
    }

    private static Optional<SaidPromise> part(Mechanism part, Relation relation) {
        if (part instanceof Laplace noise)
            return Optional.of(new SaidPromise(
                    BigDecimal.valueOf(relation.contributions()).divide(printed(noise.noiseMultiplier()), UP),
                    BigDecimal.ZERO));
        if (part instanceof RandomizedResponse response)
            return Optional.of(new SaidPromise(printed(response.epsilon()), BigDecimal.ZERO));
        if (part instanceof ApproximateDp box)
            return Optional.of(new SaidPromise(printed(box.epsilon()), printed(box.delta())));
        return Optional.empty();
    }

    private static BigDecimal printed(double parameter) {
        return new BigDecimal(Double.toString(parameter));
    }
}
