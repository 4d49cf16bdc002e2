package io.sordino.theorem.shuffling;

import io.sordino.loss.shuffling.MixedResidues;
import io.sordino.mechanism.SplitSum;
import io.sordino.theorem.Citation;
import io.sordino.theorem.Reach;
import io.sordino.theorem.Theorem;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;

/**
 * A sum by split and mix: the shuffled residues are within tau in total variation of random ones with the same sum, 4 tau^2 = E[Q^(c-1)] - 1 with c the
 * number of components of a random m-regular bipartite multigraph on n + n nodes, and the sum has discrete Laplace noise. So delta(x) is at
 * most that of the noise plus (1 + x) tau, and at least that of the noise.
 *
 * <p>Ishai, Kushilevitz, Ostrovsky and Sahai 2006 for the protocol; Balle, Bell, Gascon and Nissim 2020 (arXiv:2002.00817) for its use; this
 * second moment is derived on the page. Theory: docs/theory/SplitAndMix.md
 */
public final class SplitAndMix implements Theorem<SplitSum> {
    private static final long MOST_CLIENTS = 1_000_000_000_000L;
    private static final long MOST_MESSAGES = 1000;

    @Override
    public Class<SplitSum> about() {
        return SplitSum.class;
    }

    @Override
    public Citation citation() {
        return Citation.of(SplitAndMix.class, "split and mix with its exact second moment; derivation on its page");
    }

    @Override
    public Verdict apply(SplitSum m, Inquiry inquiry) {
        Optional<Verdict> obstacle = LocalRandomizer.replacedOnly(inquiry);
        if (obstacle.isPresent()) return obstacle.get();
        // residues of more clients, or more residues, may be told: those that are left still hide
        long clients = Math.min(MOST_CLIENTS, m.clients());
        long messages = Math.min(MOST_MESSAGES, m.messages());
        MixedResidues mixed = new MixedResidues(clients, messages, m.modulus(), m.scale(), m.steps());
        List<Holds> holds = new ArrayList<>();
        mixed.above().ifPresent(pair -> holds.add(new Holds(pair, Reach.ABOVE, List.of())));
        mixed.below().ifPresent(pair -> holds.add(new Holds(pair, Reach.BELOW, List.of())));
        if (mixed.above().isEmpty())
            return Theorem.silent(
                    m.messages() + " residues of each of " + m.clients()
                            + " clients are not mixed well enough for a modulus of " + m.modulus(),
                    "send more messages, or take a smaller modulus");
        return new Several(holds);
    }
}
