package io.sordino.report;

import io.sordino.account.Accountant;
import io.sordino.account.Precision;
import io.sordino.loss.Loss;
import io.sordino.mechanism.Direction;
import io.sordino.numeric.Up;
import io.sordino.theorem.Known;
import java.util.List;

/** The best test of whether one record was used: how often it can be right if it may seldom be wrong. */
final class Attacker {
    /*
     * Every epsilon bounds the true-positive rate by delta(epsilon) + e^epsilon * rate. The bound is convex in e^epsilon, so a
     * golden-section search finds the best one; wherever it stops, the bound holds.
     */
    private static final double GOLDEN = (Math.sqrt(5) - 1) / 2;
    private static final int STEPS = 10;
    /** Enough for a rate of three digits, and a tenth of the work. */
    private static final Precision ROUGH = new Precision(1e-2);

    private final Accountant accountant;
    private final Question question;

    Attacker(Accountant accountant, Question question) {
        this.accountant = accountant;
        this.question = question;
    }

    /** At least the true-positive rate of any attacker, in the worse direction, at this false-positive rate. */
    double truePositiveRate(double falsePositiveRate) {
        double worst = falsePositiveRate;
        for (Direction direction : question.relation().directions()) {
            List<Loss> losses =
                    accountant.knowledge(question.plan(), question.relation(), direction, ROUGH).known().stream()
                            .filter(known -> known.reach().boundsAbove())
                            .map(Known::loss)
                            .toList();
            double best = losses.stream()
                    .mapToDouble(loss -> bound(loss, falsePositiveRate))
                    .min()
                    .orElse(1);
            worst = Math.max(worst, best);
        }
        return worst;
    }

    private static double bound(Loss loss, double rate) {
        double low = 0;
        double high = -Math.log(rate);
        double left = high - GOLDEN * (high - low);
        double right = low + GOLDEN * (high - low);
        double atLeft = at(loss, left, rate);
        double atRight = at(loss, right, rate);
        double best = Math.min(1, at(loss, 0, rate));
        for (int step = 0; step < STEPS; step++) {
            best = Math.min(best, Math.min(atLeft, atRight));
            if (atLeft <= atRight) {
                high = right;
                right = left;
                atRight = atLeft;
                left = high - GOLDEN * (high - low);
                atLeft = at(loss, left, rate);
            } else {
                low = left;
                left = right;
                atLeft = atRight;
                right = low + GOLDEN * (high - low);
                atRight = at(loss, right, rate);
            }
        }
        return best;
    }

    private static double at(Loss loss, double epsilon, double rate) {
        return Up.add(loss.delta(epsilon).upper(), Up.mul(Up.exp(epsilon), rate));
    }
}
