package io.sordino.theorem.shuffling;

import io.sordino.loss.shuffling.MessageCounts;
import io.sordino.mechanism.RandomizedResponse;
import io.sordino.mechanism.Repeated;
import io.sordino.mechanism.Shuffled;
import io.sordino.mechanism.Unlinked;
import io.sordino.theorem.Citation;
import io.sordino.theorem.Knowledge;
import io.sordino.theorem.Known;
import io.sordino.theorem.Reach;
import io.sordino.theorem.Theorem;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;

/**
 * Several reports of one value that nobody can link are made of that many separate shuffles by mixing them, and of bundles by untying them: they tell
 * at most what the less telling of the two does. Of binary response neighbours attain the law of the number of ones.
 *
 * <p>Theory: docs/theory/UnlinkedReports.md
 */
public final class UnlinkedReports implements Theorem<Unlinked> {
    private static final long MOST_MESSAGES = 1000;
    private static final double MOST_VARIANCE = 1e6;
    /** Binomial laws of more are not worked out. */
    private static final double MOST_REPORTS = 0x1p52;

    @Override
    public Class<Unlinked> about() {
        return Unlinked.class;
    }

    @Override
    public Citation citation() {
        return Citation.of(UnlinkedReports.class, "separate shuffles and bundles, mixed; derivation on its page");
    }

    /** Separate shuffles are a composition. */
    @Override
    public boolean looksToDepth() {
        return true;
    }

    @Override
    public Verdict apply(Unlinked m, Inquiry inquiry) {
        Shuffled once = new Shuffled(m.clients(), m.randomizer());
        Optional<Verdict> obstacle = LocalRandomizer.obstacle(once, inquiry);
        if (obstacle.isPresent()) return obstacle.get();
        List<Holds> holds = new ArrayList<>();
        Knowledge apart = inquiry.about(m.messages() == 1 ? once : new Repeated(m.messages(), once));
        for (Known known : apart.known())
            if (m.messages() == 1) holds.add(new Holds(known.loss(), known.reach(), List.of(known)));
            else if (known.reach().boundsAbove()) holds.add(new Holds(known.loss(), Reach.ABOVE, List.of(known)));
        if (holds.isEmpty()) return Theorem.silent(apart.why());
        if (m.messages() > 1) holds.addAll(attained(m));
        return new Several(holds);
    }

    /** What neighbours attain whose other clients all hold one value, for binary response. */
    static List<Holds> attained(Unlinked m) {
        if (!(m.randomizer() instanceof RandomizedResponse response
                && response.k() == 2
                && response.epsilon() > 0
                && m.messages() <= MOST_MESSAGES)) return List.of();
        double flip = 1 / (1 + Math.exp(response.epsilon()));
        double reports = m.clients() * (double) m.messages();
        if (!(reports < MOST_REPORTS && reports * flip <= MOST_VARIANCE)) return List.of();
        List<Holds> holds = new ArrayList<>();
        for (boolean reversed : new boolean[] {false, true})
            holds.add(new Holds(
                    MessageCounts.unlinked(m.clients(), (int) m.messages(), flip, reversed), Reach.BELOW, List.of()));
        return holds;
    }
}
