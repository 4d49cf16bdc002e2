package io.sordino.account;

import io.sordino.loss.Workspace;
import io.sordino.mechanism.Mechanism;
import io.sordino.mechanism.Relation;

/**
 * What was spent so far, asked again and again while a plan grows: what is it after one more epoch? From the third question on,
 * parts that only come in larger numbers cost a power and a transform back, not a composition.
 *
 * <p>Not for several threads at once. Every answer is certified by itself; in another order it may be a little wider or narrower.
 */
public final class RunningAccount {
    private final Accountant accountant;
    private final Relation relation;
    private final double delta;
    private final Precision wanted;
    private Workspace workspace = Workspace.ofAccount();

    /** An account of nothing yet, whose answers are as narrow as {@code wanted} says. */
    public RunningAccount(Accountant accountant, Relation relation, double delta, Precision wanted) {
        this.accountant = accountant;
        this.relation = relation;
        this.delta = delta;
        this.wanted = wanted;
    }

    /** The least epsilon with which all that was run, from the first step on, is private at this account's delta. */
    public Guarantee epsilon(Mechanism all) {
        workspace = workspace.next();
        return accountant.epsilon(all, relation, delta, wanted, workspace);
    }
}
