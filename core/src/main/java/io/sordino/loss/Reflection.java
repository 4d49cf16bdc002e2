package io.sordino.loss;

import io.sordino.numeric.Bracket;
import io.sordino.numeric.Down;
import io.sordino.numeric.Up;

/** A curve of a symmetric relation below epsilon 0: h(eps) = 1 - e^eps + e^eps h(-eps). */
public final class Reflection {
    private Reflection() {}

    /** @param mirrored encloses log h(-epsilon) */
    public static Bracket below(double epsilon, Bracket mirrored) {
        double low = Down.add(-Up.expm1(epsilon), Down.exp(Down.add(epsilon, mirrored.lower())));
        double high = Up.add(-Down.expm1(epsilon), Up.exp(Up.add(epsilon, mirrored.upper())));
        return Bracket.of(Down.log(low), Math.min(0, Up.log(high)));
    }
}
