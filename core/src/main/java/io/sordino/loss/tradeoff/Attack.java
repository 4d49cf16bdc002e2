package io.sordino.loss.tradeoff;

import io.sordino.loss.Loss;
import io.sordino.loss.TradeOff;
import io.sordino.loss.primitive.GaussianPair;
import io.sordino.numeric.Bracket;
import io.sordino.numeric.Down;
import io.sordino.numeric.Up;

/** What an attacker who sees the output can do. */
public final class Attack {
    private Attack() {}

    /**
     * Encloses the largest true-positive rate of any attacker who claims membership wrongly at no more than the given rate:
     * 1 - beta(falsePositiveRate).
     */
    public static Bracket truePositiveRate(Loss loss, double falsePositiveRate) {
        TradeOff tradeOff = loss instanceof TradeOff known
                ? known
                : loss instanceof GaussianPair pair ? new GaussianTradeOff(pair.mu()) : new ProfileTradeOff(loss);
        Bracket beta = tradeOff.typeTwo(falsePositiveRate);
        // who accuses at random is right as often as wrong, and no rate is outside [0, 1]
        return Bracket.of(
                Math.max(falsePositiveRate, Down.sub(1, beta.upper())),
                Math.min(1, Up.sub(1, Math.max(0, beta.lower()))));
    }
}
