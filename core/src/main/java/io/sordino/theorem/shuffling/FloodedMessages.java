package io.sordino.theorem.shuffling;

import io.sordino.loss.Side;
import io.sordino.loss.shuffling.MessageCounts;
import io.sordino.mechanism.FloodedCount;
import io.sordino.theorem.Citation;
import io.sordino.theorem.Reach;
import io.sordino.theorem.Theorem;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;

/**
 * A flooded count, exactly. With t = e^(-1/scale), D ~ discrete Laplace(t) for the difference of both signs' noise and W ~ Bin(n, p) + Geom(t^2) for what
 * both have in common, which are independent, a client's other bit turns (D, W) from one of its shifts by a message into the other.
 *
 * <p>Derived on the page; of the family of Ghazi, Kumar, Manurangsi and Pagh 2020 (arXiv:2002.01919). Theory: docs/theory/FloodedMessages.md
 */
public final class FloodedMessages implements Theorem<FloodedCount> {
    private static final double LARGEST_SCALE = 10_000;

    @Override
    public Class<FloodedCount> about() {
        return FloodedCount.class;
    }

    @Override
    public Citation citation() {
        return Citation.of(FloodedMessages.class, "the law of both numbers of messages; derivation on its page");
    }

    @Override
    public Verdict apply(FloodedCount m, Inquiry inquiry) {
        Optional<Verdict> obstacle = LocalRandomizer.replacedOnly(inquiry);
        if (obstacle.isPresent()) return obstacle.get();
        if (!(m.scale() <= LARGEST_SCALE))
            return Theorem.silent("numbers of messages are looked at up to a scale of " + LARGEST_SCALE);
        long counted = MessageCounts.counted(m.clients(), m.pairRate());
        List<Holds> holds = new ArrayList<>();
        holds.add(
                new Holds(MessageCounts.flooded(Side.UPPER, counted, m.pairRate(), m.scale()), Reach.ABOVE, List.of()));
        if (counted == m.clients())
            holds.add(new Holds(
                    MessageCounts.flooded(Side.LOWER, counted, m.pairRate(), m.scale()), Reach.BELOW, List.of()));
        return new Several(holds);
    }
}
