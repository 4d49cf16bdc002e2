package io.sordino.examples;

import io.sordino.Privacy;
import io.sordino.engine.Estimate;
import io.sordino.engine.Release;
import io.sordino.engine.protocol.ResponseProtocol;
import io.sordino.mechanism.RandomizedResponse;
import io.sordino.noise.RandomSource;
import io.sordino.plan.Plans;
import java.util.List;
import java.util.stream.IntStream;

/** Each client flips its answer now and then, a shuffler hides who said what, an analyzer counts. */
public final class CountShuffledReports {
    private CountShuffledReports() {}

    public static void main(String[] arguments) {
        int[] answers = IntStream.range(0, 20_000).map(i -> i % 4 == 0 ? 1 : 0).toArray();
        ResponseProtocol protocol = new ResponseProtocol(new RandomizedResponse(4, 2));

        // all three parties in one process; report, Shuffler and analyze are what each of them runs
        Release<List<Estimate>> counted = protocol.run(answers, 0.95, RandomSource.secure());
        Estimate yes = counted.value().get(1);
        System.out.printf(
                "about %.0f said yes, and with probability %s between %s and %s%n",
                yes.value(), yes.confidence(), Outwards.down(yes.lower()), Outwards.up(yes.upper()));
        System.out.println("ran " + Plans.print(counted.plan()));
        System.out.printf(
                "to whoever sees shuffled reports: epsilon is at most %s at delta = 1e-6; to the shuffler itself: 4%n",
                Outwards.up(Privacy.of(counted.plan())
                        .under(counted.relation())
                        .epsilon(1e-6)
                        .epsilon()
                        .upper()));
    }
}
