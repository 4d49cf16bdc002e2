package example;

import io.sordino.Privacy;
import io.sordino.account.Guarantee;

/** Fails if a plan promises less than it should. */
public final class Ask {
    private Ask() {}

    public static void main(String[] arguments) {
        Guarantee answer = Privacy.of("1000 * poisson(0.01, gaussian(1))").epsilon(1e-5);
        if (!(answer.epsilon().upper() <= 2)) throw new IllegalStateException("epsilon " + answer.epsilon());
        System.out.printf("epsilon is certified to be at most 2 under %s%n", answer.relation().label());
    }
}
