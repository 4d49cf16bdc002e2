package io.sordino.report.answer;

import io.sordino.account.Accountant;
import io.sordino.account.Claim;
import io.sordino.account.Precision;
import io.sordino.loss.tradeoff.Attack;
import io.sordino.mechanism.Direction;
import io.sordino.report.Question;
import io.sordino.theorem.Known;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.List;
import java.util.Optional;

/** The best test of whether one record was used: how often it can be right if it may seldom be wrong. */
public final class Attacker {
    /** Enough for a rate of three digits, and a tenth of the work. */
    private static final Precision ROUGH = new Precision(1e-2);

    /** For every direction a loss that dominates; each of them bounds the rate, and those of the best epsilon bound it well. */
    private final List<Known> losses = new ArrayList<>();

    private final boolean complete;

    public Attacker(Accountant accountant, Question question, double delta) {
        List<Claim> claims = accountant
                .epsilon(question.plan(), question.relation(), delta, ROUGH)
                .claims();
        for (Direction direction : question.relation().directions())
            best(claims, direction)
                    .ifPresentOrElse(losses::add, () -> losses.addAll(first(accountant, question, direction)));
        complete = losses.size() == question.relation().directions().size();
    }

    private static Optional<Known> best(List<Claim> claims, Direction direction) {
        return claims.stream()
                .filter(claim ->
                        claim.direction() == direction && claim.known().reach().boundsAbove())
                .min(Comparator.comparingDouble(claim -> claim.answer().upper()))
                .map(Claim::known);
    }

    /** A direction that could not be the worse one was not asked about. */
    private static List<Known> first(Accountant accountant, Question question, Direction direction) {
        return accountant.knowledge(question.plan(), question.relation(), direction, ROUGH).known().stream()
                .filter(known -> known.reach().boundsAbove())
                .limit(1)
                .toList();
    }

    /** At least the true-positive rate of any attacker, in the worse direction, at this false-positive rate. */
    public double truePositiveRate(double falsePositiveRate) {
        // nothing is known of a direction without a loss
        if (!complete) return 1;
        return losses.stream()
                .mapToDouble(known ->
                        Attack.truePositiveRate(known.loss(), falsePositiveRate).upper())
                .max()
                .orElse(1);
    }
}
