package io.sordino.theorem.sampling;

import io.sordino.loss.HasPair;
import io.sordino.loss.Loss;
import io.sordino.loss.Pair;
import io.sordino.loss.sampling.KnownSamplePair;
import io.sordino.loss.sampling.KnownSampleProfile;
import io.sordino.mechanism.KnownSample;
import io.sordino.refusal.Refusal;
import io.sordino.theorem.Citation;
import io.sordino.theorem.Knowledge;
import io.sordino.theorem.Theorem;
import io.sordino.theorem.neighbours.OtherRecords;
import java.util.List;
import java.util.Optional;

/**
 * A sample at rate q that the attacker knows, exactly, on the profile H of the base: delta(eps) = q H(eps) + (1 - q) (1 - e^eps)+. So delta shrinks
 * by q and epsilon does not.
 *
 * <p>Steinke, "Limits of Privacy Amplification by Subsampling" (DifferentialPrivacy.org), names the fact. Theory: docs/theory/KnownSampling.md
 */
public final class KnownSampling implements Theorem<KnownSample> {
    @Override
    public Class<KnownSample> about() {
        return KnownSample.class;
    }

    @Override
    public Citation citation() {
        return Citation.of(
                KnownSampling.class, "Steinke, Limits of Privacy Amplification by Subsampling; derivation on its page");
    }

    @Override
    public Verdict apply(KnownSample m, Inquiry inquiry) {
        Knowledge base = inquiry.about(m.base());
        if (base.known().isEmpty()) return Theorem.silent(base.why());
        if (m.rate() == 1)
            return new Several(base.known().stream()
                    .map(known -> new Holds(known.loss(), known.reach(), List.of(known)))
                    .toList());
        Optional<Refusal> counted = OtherRecords.areCounted(m.base());
        if (counted.isPresent()) return Theorem.silent(counted.get());
        return new Several(base.known().stream()
                .map(known -> new Holds(known(m.rate(), known.loss()), known.reach(), List.of(known)))
                .toList());
    }

    private static Loss known(double rate, Loss base) {
        if (base instanceof Pair pair) return new KnownSamplePair(rate, pair);
        if (base instanceof HasPair made) return new KnownSampleProfile.Made(rate, made);
        return new KnownSampleProfile(rate, base);
    }
}
