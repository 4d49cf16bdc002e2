package io.sordino.theorem.group;

import io.sordino.loss.RenyiCurve;
import io.sordino.loss.primitive.GaussianPair;
import io.sordino.loss.renyi.SteppedGroup;
import io.sordino.mechanism.Group;
import io.sordino.mechanism.RenyiBounded;
import io.sordino.mechanism.RenyiOrders;
import io.sordino.mechanism.TruncatedConcentrated;
import io.sordino.numeric.Down;
import io.sordino.theorem.Citation;
import io.sordino.theorem.Known;
import io.sordino.theorem.Reach;
import io.sordino.theorem.Theorem;
import java.util.ArrayList;
import java.util.List;

/**
 * Groups of any size of a mechanism known by Renyi divergences up to some order, larger than that order too: for all steps e_i of at least 0,
 * delta_k(e_1 + ... + e_k) is at most the sum over i of e^(e_1 + ... + e_(i-1)) delta(e_i). Later steps are longer, so that no term outgrows the others.
 *
 * <p>Derived here. Theory: docs/theory/GroupStepByStep.md
 */
public final class GroupStepByStep implements Theorem<Group> {
    private static final long MOST = 1000;

    @Override
    public Class<Group> about() {
        return Group.class;
    }

    @Override
    public Citation citation() {
        return Citation.of(GroupStepByStep.class, "unequal steps from record to record; proof on its page");
    }

    @Override
    public boolean concerns(Group group) {
        return group.base() instanceof TruncatedConcentrated
                || group.base() instanceof RenyiBounded
                || group.base() instanceof RenyiOrders;
    }

    @Override
    public Verdict apply(Group group, Inquiry inquiry) {
        if (!(group.size() <= MOST))
            return Theorem.silent("steps are taken for at most " + MOST + " records, was " + group.size());
        List<Holds> holds = new ArrayList<>();
        for (Known known : inquiry.about(group.base()).known())
            if (known.loss() instanceof RenyiCurve curve)
                holds.add(new Holds(new SteppedGroup(group.size(), curve), Reach.ABOVE, List.of(known)));
        double mu = (double) group.size() * Down.sqrt(Down.mul(2, rho(group)));
        if (mu > 0) holds.add(new Holds(GaussianPair.of(Down.mul(mu, 1 - 1e-15)), Reach.BELOW, List.of()));
        return new Several(holds);
    }

    /** Of Gaussian noise that keeps the promise; 0 where none is looked for. */
    private static double rho(Group group) {
        if (group.base() instanceof TruncatedConcentrated m) return m.rho();
        return group.base() instanceof RenyiBounded m ? Down.div(m.epsilon(), m.alpha()) : 0;
    }
}
