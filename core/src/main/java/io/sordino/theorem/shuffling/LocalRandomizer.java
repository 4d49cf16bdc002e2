package io.sordino.theorem.shuffling;

import io.sordino.loss.Atom;
import io.sordino.loss.Loss;
import io.sordino.loss.pair.AtomicPair;
import io.sordino.mechanism.Composed;
import io.sordino.mechanism.Direction;
import io.sordino.mechanism.HadamardResponse;
import io.sordino.mechanism.LocalDp;
import io.sordino.mechanism.LocalHash;
import io.sordino.mechanism.LocalLaplace;
import io.sordino.mechanism.Mechanism;
import io.sordino.mechanism.RandomizedResponse;
import io.sordino.mechanism.Rappor;
import io.sordino.mechanism.Relation;
import io.sordino.mechanism.Repeated;
import io.sordino.mechanism.Shuffled;
import io.sordino.mechanism.SubsetSelection;
import io.sordino.mechanism.UnaryEncoding;
import io.sordino.numeric.Bracket;
import io.sordino.numeric.Down;
import io.sordino.numeric.Up;
import io.sordino.theorem.Theorem;
import java.util.List;
import java.util.Optional;
import java.util.OptionalDouble;

/** What stands inside {@code shuffled}, and whether the question is one that shuffling answers. */
final class LocalRandomizer {
    static final double LARGEST_EPSILON = 500;

    private LocalRandomizer() {}

    /** The local epsilon, rounded up where it is not given; empty for a central mechanism. */
    static OptionalDouble epsilon(Mechanism randomizer) {
        if (randomizer instanceof LocalDp local) return OptionalDouble.of(local.epsilon());
        if (randomizer instanceof RandomizedResponse response) return OptionalDouble.of(response.epsilon());
        if (randomizer instanceof LocalLaplace laplace) return OptionalDouble.of(laplace.epsilon());
        if (randomizer instanceof SubsetSelection subset) return OptionalDouble.of(subset.epsilon());
        if (randomizer instanceof LocalHash hash) return OptionalDouble.of(hash.epsilon());
        if (randomizer instanceof HadamardResponse hadamard) return OptionalDouble.of(hadamard.epsilon());
        if (randomizer instanceof UnaryEncoding unary) return OptionalDouble.of(unary.epsilon());
        // reports that travel together are one report
        if (randomizer instanceof Repeated bundle) {
            OptionalDouble one = epsilon(bundle.base());
            return one.isEmpty() ? one : OptionalDouble.of(Up.mul((double) bundle.count(), one.getAsDouble()));
        }
        if (randomizer instanceof Composed bundle) {
            double sum = 0;
            for (Mechanism part : bundle.parts()) {
                OptionalDouble one = epsilon(part);
                if (one.isEmpty()) return one;
                sum = Up.add(sum, one.getAsDouble());
            }
            return OptionalDouble.of(sum);
        }
        // bits are flipped with probability f/2, and two of them differ
        if (randomizer instanceof Rappor rappor) return OptionalDouble.of(rappor.f() < 1 ? rappor(rappor.f() / 2) : 0);
        return OptionalDouble.empty();
    }

    private static double rappor(double flipped) {
        return Up.mul(2, Up.sub(Up.log1p(-flipped), Down.log(flipped)));
    }

    /** Why no theorem on shuffling speaks, if so. */
    static Optional<Theorem.Verdict> obstacle(Shuffled shuffled, Theorem.Inquiry inquiry) {
        Optional<Theorem.Verdict> replaced = replacedOnly(inquiry);
        if (replaced.isPresent()) return replaced;
        OptionalDouble epsilon = epsilon(shuffled.randomizer());
        if (epsilon.isEmpty())
            return Optional.of(Theorem.silent(
                    "shuffled needs a local randomizer, one report a user, and "
                            + shuffled.randomizer().getClass().getSimpleName()
                            + " is a central mechanism",
                    "write shuffled(n, randomized_response(epsilon)) or shuffled(n, local(epsilon))"));
        if (!(epsilon.getAsDouble() <= LARGEST_EPSILON))
            return Optional.of(Theorem.silent(
                    "the local epsilon must be at most " + LARGEST_EPSILON + ", was " + epsilon.getAsDouble(),
                    "take a smaller one"));
        return Optional.empty();
    }

    /** Why nothing is said of a user who comes or goes, if that is asked. */
    static Optional<Theorem.Verdict> replacedOnly(Theorem.Inquiry inquiry) {
        if (inquiry.direction() == Direction.REPLACE) return Optional.empty();
        return Optional.of(Theorem.silent(
                "shuffled reports hide which of two values a user holds, not whether there is a user",
                Relation.askUnder(Relation.REPLACE_ONE)));
    }

    /** Reports that say nothing. */
    static Loss nothing() {
        return new AtomicPair(List.of(new Atom(0, 1)), Bracket.exactly(0), 0);
    }
}
