package io.sordino.reports;

import io.sordino.mechanism.Mechanism;
import io.sordino.mechanism.Repeated;
import io.sordino.refusal.InvalidException;

/**
 * What a campaign is to answer, and what it promises.
 *
 * @param numbers whether clients hold a number in [0, 1], of which the sum is asked; there are then two values, the ends
 * @param dropout the share of the clients that may not report on a day
 * @param corrupt the share of the clients that may lie or collude
 */
public record Question(
        String text,
        long clients,
        int values,
        boolean numbers,
        int days,
        double epsilon,
        double delta,
        double dropout,
        double corrupt) {
    public Question {
        if (!(clients >= 2 && clients <= 1_000_000_000_000L))
            throw new InvalidException("clients must be in [2, 1e12], was " + clients, "write for example 1000000");
        if (!(values >= 2 && values <= 1 << 20))
            throw new InvalidException("an alphabet must have 2 to 1048576 values, was " + values, "join rare values");
        if (!(days >= 1 && days <= 65_535))
            throw new InvalidException("days must be in [1, 65535], was " + days, "write for example 30");
        if (!(epsilon > 0 && epsilon < Double.POSITIVE_INFINITY))
            throw new InvalidException("epsilon must be above 0 and finite, was " + epsilon, "write for example 1");
        if (!(delta > 0 && delta < 1))
            throw new InvalidException("delta must be in (0, 1), was " + delta, "write for example 1e-8");
        if (!(dropout >= 0 && dropout < 1 && corrupt >= 0 && corrupt < 1))
            throw new InvalidException("dropout and corrupt must be shares in [0, 1)", "write for example 20%");
        if (!(honest(clients, dropout, corrupt) >= 2))
            throw new InvalidException(
                    "fewer than two honest clients are left after drop-outs and corrupt ones",
                    "ask more clients, or assume fewer drop-outs");
    }

    /** What is released on all days, of what is on one. */
    Mechanism allDays(Mechanism day) {
        return days == 1 ? day : new Repeated(days, day);
    }

    /** The least number of clients that a batch is released of. */
    public long floor() {
        return floor(clients, dropout);
    }

    /** How many clients may be corrupt; all of them may be in a batch. */
    public long corruptClients() {
        return (long) Math.ceil(clients * corrupt);
    }

    /** The least number of honest clients in a batch: corrupt ones do not drop out. */
    public long honest() {
        return honest(clients, dropout, corrupt);
    }

    private static long floor(long clients, double dropout) {
        return clients - (long) Math.ceil(clients * dropout);
    }

    private static long honest(long clients, double dropout, double corrupt) {
        return floor(clients, dropout) - (long) Math.ceil(clients * corrupt);
    }
}
