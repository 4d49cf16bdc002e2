package io.sordino.reports;

import io.sordino.client.Campaign;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;

/**
 * How many of the reporting devices hold each value.
 *
 * @param confidence of each interval, or of all of them together
 * @param lies how many reports may be corrupt in the second interval of a cell
 */
public record Estimates(List<Cell> cells, double confidence, boolean simultaneous, long lies) {
    public Estimates {
        cells = List.copyOf(cells);
    }

    /** One value: its estimate is right on average, and may be negative; its intervals are of the true number. */
    public record Cell(int value, double count, Interval interval, Interval ifSomeLie) {}

    /** From the counts of a batch. */
    public static Estimates of(Campaign campaign, Analysis.Counted counted, double confidence, boolean simultaneous) {
        Law law = Law.of(campaign);
        long lies = Math.min(counted.reports(), Numbers.whole(campaign, "corrupt"));
        double miss = (1 - confidence) / (simultaneous ? campaign.values() : 1);
        // equal counts have equal intervals, and a large alphabet has few different ones
        Map<Long, List<Interval>> known = new HashMap<>();
        List<Cell> cells = new ArrayList<>();
        long n = counted.reports();
        for (int v = 0; v < campaign.values(); v++) {
            long supports = counted.supports().get(v);
            List<Interval> intervals = known.computeIfAbsent(
                    supports,
                    c -> List.of(Interval.of(law, c, n, miss / 2), Interval.robust(law, c, n, lies, miss / 2)));
            cells.add(new Cell(v, law.estimate(supports, n), intervals.get(0), intervals.get(1)));
        }
        return new Estimates(cells, confidence, simultaneous, lies);
    }
}
