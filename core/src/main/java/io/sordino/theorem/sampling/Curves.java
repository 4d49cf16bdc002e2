package io.sordino.theorem.sampling;

import io.sordino.loss.RenyiCurve;
import io.sordino.refusal.Refusal;
import io.sordino.theorem.Knowledge;
import io.sordino.theorem.Known;
import java.util.Optional;

/** Renyi curves among what is known of a base. */
final class Curves {
    static final Refusal NONE = Refusal.because(
            "stated for a base that is known by its Renyi curve, such as zcdp(...), tcdp(...) or rdp(...)");
    static final Refusal TOO_SHORT =
            Refusal.of("needs the base's Renyi divergence at order 2 or more", "give a larger order");

    private Curves() {}

    /** The first curve that bounds from above. */
    static Optional<Known> above(Knowledge knowledge) {
        return knowledge.known().stream()
                .filter(known ->
                        known.loss() instanceof RenyiCurve && known.reach().boundsAbove())
                .findFirst();
    }

    static RenyiCurve of(Known known) {
        return (RenyiCurve) known.loss();
    }
}
