package io.sordino.theorem.primitive;

import io.sordino.loss.Atom;
import io.sordino.loss.pair.AtomicPair;
import io.sordino.mechanism.DiscreteLaplace;
import io.sordino.numeric.Twofold;
import io.sordino.theorem.Citation;
import io.sordino.theorem.Theorem;
import java.util.ArrayList;
import java.util.List;

/**
 * Two-sided geometric noise, exactly. A shift by 1 gives two losses, -+1/scale, with P-mass 1 / (1 + e^(-1/scale)) on the larger: a
 * randomized response. A shift by 2, under replace-one, gives three: -+2/scale and 0.
 *
 * <p>Ghosh, Roughgarden and Sundararajan 2009 (arXiv:0811.2841), the geometric mechanism. Theory: docs/theory/DiscreteLaplaceNoise.md
 */
public final class DiscreteLaplaceNoise implements Theorem<DiscreteLaplace> {
    @Override
    public Class<DiscreteLaplace> about() {
        return DiscreteLaplace.class;
    }

    @Override
    public Citation citation() {
        return Citation.of(
                DiscreteLaplaceNoise.class,
                "Ghosh, Roughgarden and Sundararajan 2009 (arXiv:0811.2841); the exact pair is derived on the theory page");
    }

    @Override
    public Verdict apply(DiscreteLaplace m, Inquiry inquiry) {
        int shift = inquiry.relation().contributions();
        Twofold largest = Twofold.quotient(shift, m.scale());
        if (largest.high() == Double.POSITIVE_INFINITY) return Theorem.exact(AtomicPair.certain());
        double ratio = Twofold.quotient(1, m.scale()).exp(-1);
        double top = 1 / (1 + ratio);
        List<Atom> atoms = new ArrayList<>();
        atoms.add(new Atom(largest.high(), top, largest.low()));
        // the integer half-way between the two values
        if (shift == 2) atoms.add(new Atom(0, ratio * -Math.expm1(-1 / m.scale()) * top));
        atoms.add(new Atom(-largest.high(), largest.exp(-1) * top, -largest.low()));
        return Theorem.exact(AtomicPair.of(atoms));
    }
}
