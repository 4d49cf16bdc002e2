package io.sordino.loss.sampling;

import io.sordino.loss.HasPair;
import io.sordino.loss.Loss;
import io.sordino.loss.Pair;
import io.sordino.loss.Profile;
import io.sordino.loss.Side;
import io.sordino.numeric.Bracket;

/** A mechanism on a sample that everybody knows, whose base is known by its curve. */
public record KnownSampleProfile(double rate, Loss base) implements Profile {
    @Override
    public Bracket logDelta(double epsilon) {
        return KnownSamplePair.logDelta(rate, base, epsilon);
    }

    @Override
    public Bracket epsilon(double delta) {
        return KnownSamplePair.epsilon(rate, base, delta);
    }

    /** The same, where a pair of the base can be made. */
    public record Made(double rate, HasPair base) implements HasPair {
        @Override
        public Bracket logDelta(double epsilon) {
            return KnownSamplePair.logDelta(rate, base, epsilon);
        }

        @Override
        public Bracket epsilon(double delta) {
            return KnownSamplePair.epsilon(rate, base, delta);
        }

        @Override
        public Pair pair(Side side) {
            return new KnownSamplePair(rate, base.pair(side));
        }

        @Override
        public boolean lastResort() {
            return base.lastResort();
        }
    }
}
