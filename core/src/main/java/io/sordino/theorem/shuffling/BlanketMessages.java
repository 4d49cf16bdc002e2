package io.sordino.theorem.shuffling;

import io.sordino.loss.Side;
import io.sordino.loss.composition.Composition;
import io.sordino.loss.shuffling.MessageCounts;
import io.sordino.mechanism.BlanketHistogram;
import io.sordino.theorem.Citation;
import io.sordino.theorem.Reach;
import io.sordino.theorem.Theorem;
import java.util.List;
import java.util.Optional;

/**
 * A histogram of shuffled messages with a blanket of binomial noise in every cell, exactly: a client's other value takes a message from one cell
 * and puts it into another, so the pair is (C + 1, C') against (C, C' + 1) with independent C, C' ~ Bin(n, p), whatever the others hold.
 *
 * <p>The protocol is the binomial histogram of Ghazi, Golowich, Kumar, Pagh and Velingker 2019 (arXiv:1908.11358) with one message in place of the
 * shares; the pair is derived on the page. Theory: docs/theory/BlanketMessages.md
 */
public final class BlanketMessages implements Theorem<BlanketHistogram> {
    @Override
    public Class<BlanketHistogram> about() {
        return BlanketHistogram.class;
    }

    @Override
    public Citation citation() {
        return Citation.of(BlanketMessages.class, "two cells of binomial noise, counted out; derivation on its page");
    }

    /** Two cells are a composition, whose rare losses are made of rare ones. */
    @Override
    public boolean looksToDepth() {
        return true;
    }

    @Override
    public Verdict apply(BlanketHistogram m, Inquiry inquiry) {
        Optional<Verdict> obstacle = LocalRandomizer.replacedOnly(inquiry);
        if (obstacle.isPresent()) return obstacle.get();
        long counted = MessageCounts.counted(m.clients(), m.rate());
        return new Holds(
                Composition.of(
                        MessageCounts.blanket(Side.UPPER, counted, m.rate()),
                        MessageCounts.blanket(Side.LOWER, counted, m.rate()),
                        inquiry.width(),
                        inquiry.depth(),
                        inquiry.workspace()),
                counted == m.clients() ? Reach.EXACT : Reach.ABOVE,
                List.of());
    }
}
