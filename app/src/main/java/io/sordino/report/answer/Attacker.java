package io.sordino.report.answer;

import io.sordino.account.Accountant;
import io.sordino.account.Precision;
import io.sordino.account.Testimony;
import io.sordino.loss.tradeoff.Attack;
import io.sordino.report.Question;
import io.sordino.theorem.Known;
import java.util.List;

/** The best test of whether one record was used: how often it can be right if it may seldom be wrong. */
public final class Attacker {
    /** Enough for a rate of three digits, and a tenth of the work. */
    private static final Precision ROUGH = new Precision(1e-2);

    /** For every direction a loss that dominates; each of them bounds the rate, and those of the best epsilon bound it well. */
    private final List<Known> losses;

    public Attacker(Accountant accountant, Question question, double delta) {
        Testimony testimony = accountant.testimonyAtDelta(question.plan(), question.relation(), delta, ROUGH);
        losses = question.relation().directions().stream().map(testimony::best).toList();
    }

    /** At least the true-positive rate of any attacker, in the worse direction, at this false-positive rate. */
    public double truePositiveRate(double falsePositiveRate) {
        return losses.stream()
                .mapToDouble(known ->
                        Attack.truePositiveRate(known.loss(), falsePositiveRate).upper())
                .max()
                .orElse(1);
    }
}
