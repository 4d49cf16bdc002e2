package io.sordino.reports;

import io.sordino.client.Campaign;
import io.sordino.client.Randomizer;
import io.sordino.numeric.Binomial;
import io.sordino.refusal.InvalidException;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.function.LongFunction;

/**
 * How many of the reporting devices hold each value, or the sum of their numbers.
 *
 * @param confidence of each interval, or of all of them together
 * @param lies how many devices may be corrupt in the second interval of a cell
 * @param sum whether the only cell is a sum
 */
public record Estimates(List<Cell> cells, double confidence, boolean simultaneous, long lies, boolean sum) {
    public Estimates {
        cells = List.copyOf(cells);
    }

    /** One value: its estimate is right on average, and may be negative; its intervals are of the true number. */
    public record Cell(int value, double count, Interval interval, Interval ifSomeLie) {}

    /** From the counts of a batch. */
    public static Estimates of(Campaign campaign, Analysis.Counted counted, double confidence, boolean simultaneous) {
        long lies = Math.min(counted.clients(), Numbers.whole(campaign, "corrupt"));
        Optional<SumLaw> sum = SumLaw.of(campaign, counted.clients());
        if (sum.isPresent()) return ofSum(counted, sum.get(), confidence, lies);
        double miss = (1 - confidence) / (simultaneous ? campaign.values() : 1);
        LongFunction<Cell> cell = new Law.Words(campaign).name().equals("blanket")
                ? blanket(campaign, counted, miss, lies)
                : single(campaign, counted, miss, lies);
        // equal counts have equal intervals, and a large alphabet has few different ones
        Map<Long, Cell> known = new HashMap<>();
        List<Cell> cells = new ArrayList<>();
        for (int v = 0; v < campaign.values(); v++) {
            Cell one = known.computeIfAbsent(counted.supports().get(v), cell::apply);
            cells.add(new Cell(v, one.count, one.interval, one.ifSomeLie));
        }
        return new Estimates(cells, confidence, simultaneous, lies, false);
    }

    private static LongFunction<Cell> single(Campaign campaign, Analysis.Counted counted, double miss, long lies) {
        Law law = Law.of(campaign);
        long n = counted.reports();
        return c -> new Cell(
                0,
                law.estimate(c, n),
                Interval.of(law, c, n, miss / 2),
                Interval.robust(law, c, n, Math.min(n, lies), miss / 2));
    }

    /** Every client adds a message to every cell by itself, so that what is not held is binomial; one that lies adds as many as it may send. */
    private static LongFunction<Cell> blanket(Campaign campaign, Analysis.Counted counted, double miss, long lies) {
        double rate = new Law.Words(campaign).of62("extra");
        Randomizer law = campaign.randomizer();
        long n = counted.clients();
        long most = law.mostMessages();
        double tail = Math.min(-2, Math.log(miss / 2));
        long[] all = Binomial.window(n, rate, tail);
        long[] some = Binomial.window(Math.max(1, n - lies), rate, tail);
        double high = (double) quantile(n, rate, 1 - miss / 2, all);
        double low = (double) quantile(n, rate, miss / 2, all);
        double honestHigh = (double) quantile(n - lies, rate, 1 - miss / 2, some);
        double honestLow = (double) quantile(n - lies, rate, miss / 2, some);
        return c -> new Cell(
                0,
                c - n * rate,
                cut(c - high, c - low, (double) n),
                // fewer may lie, and then more than n - lies hold a value
                cut(c - lies * most - honestHigh, c - honestLow, (double) n));
    }

    private static Interval cut(double lower, double upper, double n) {
        return new Interval(Math.max(0, Math.min(n, lower)), Math.max(0, Math.min(n, upper)));
    }

    /** The least count that at most so much of the law lies above. */
    private static long quantile(long n, double rate, double share, long[] window) {
        if (n < 1) return 0;
        long low = window[0] - 1;
        long high = window[1];
        while (high - low > 1) {
            long middle = (low + high) >> 1;
            boolean enough = share > 0.5
                    ? Binomial.logSf(middle, n, rate).upper() <= Math.log(1 - share)
                    : Binomial.logCdf(middle, n, rate).lower() > Math.log(share);
            if (enough) high = middle;
            else low = middle;
        }
        return high;
    }

    private static Estimates ofSum(Analysis.Counted counted, SumLaw law, double confidence, long lies) {
        boolean residues = law.modulus() > 0;
        if (residues && !(counted.refused() == 0))
            throw new InvalidException(
                    counted.refused() + " residues cannot be read: with any of them the whole sum is lost",
                    "collect the day again, or plan a campaign that a device which lies cannot spoil");
        long n = residues ? counted.clients() : counted.reports();
        double sum = law.sum(counted.supports().get(0), n);
        double reach = law.reach(n, 1 - confidence);
        Interval interval = cut(sum - reach, sum + reach, (double) n);
        // a lie moves a sum of residues anywhere, and one of numbers by what a report may say
        Interval robust = lies == 0
                ? interval
                : cut(sum - reach - lies * (1 + law.stray()), sum + reach + lies * law.stray(), (double) n);
        if (law.steps() > 1 || !residues)
            return new Estimates(List.of(new Cell(0, sum, interval, robust)), confidence, false, lies, true);
        // those who hold 1 are counted, and the others are the rest
        return new Estimates(
                List.of(
                        new Cell(
                                0,
                                n - sum,
                                new Interval(n - interval.upper(), n - interval.lower()),
                                new Interval(Math.max(0, n - lies - robust.upper()), n - robust.lower())),
                        new Cell(1, sum, interval, robust)),
                confidence,
                false,
                lies,
                false);
    }
}
