package io.sordino.examples;

import io.sordino.engine.Estimate;
import io.sordino.engine.Release;
import io.sordino.engine.query.Sums;
import io.sordino.engine.query.Values;
import io.sordino.ledger.Draft;
import io.sordino.ledger.Drawn;
import io.sordino.ledger.Ledger;
import io.sordino.ledger.Refill;
import io.sordino.ledger.Request;
import io.sordino.ledger.Stored;
import io.sordino.ledger.rule.Ask;
import io.sordino.mechanism.Gaussian;
import io.sordino.mechanism.Relation;
import io.sordino.noise.RandomSource;
import io.sordino.plan.Plans;
import java.io.IOException;
import java.math.BigDecimal;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.InstantSource;
import java.util.Optional;
import java.util.stream.IntStream;

/** A budget that outlives the program: charged before noise is drawn, and one answer for every request. */
public final class SpendABudget {
    private SpendABudget() {}

    public static void main(String[] arguments) throws IOException {
        Path folder = Files.createTempDirectory("budget");
        double[] ages =
                IntStream.range(0, 10_000).mapToDouble(i -> 20 + i * 37 % 60).toArray();
        Sums sums = new Sums(Values.of(ages), 0.95, RandomSource.secure());
        Gaussian noise = new Gaussian(5);
        try (Ledger ledger = Ledger.openOrCreate(folder.resolve("team.db").toString(), InstantSource.system())) {
            ledger.create(new Draft(
                            "ages",
                            "people.csv",
                            "person",
                            Relation.ADD_OR_REMOVE_ONE,
                            Optional.of(Plans.parse("10 * gaussian(5)")),
                            Optional.empty(),
                            new BigDecimal("1e-6"),
                            Optional.empty(),
                            Optional.empty(),
                            Draft.ALERTS,
                            Refill.NEVER)
                    .terms());
            Request request = Request.of("ages", "2026-11-18/sum", Ask.of(noise));
            Stored first = answered(ledger, request, sums, noise);
            Stored again = answered(ledger, request, sums, noise);
            System.out.println("the sum of ages is about " + first.text());
            System.out.println("asked again, the answer is the same: " + first.equals(again));
            System.out.println("left: " + left(ledger));
            System.out.printf(
                    "everything that is ever released keeps epsilon %s at delta = 1e-6%n",
                    Outwards.up(ledger.status("ages").limit()));
            System.out.println("every entry fits: " + ledger.verify().holds());
        }
    }

    private static String left(Ledger ledger) {
        return ledger.status("ages").periods().values().iterator().next().left();
    }

    /** The release says which plan it is of, and an answer of any other plan than the one charged is not given. */
    private static Stored answered(Ledger ledger, Request request, Sums sums, Gaussian noise) {
        return ledger.releaseOf(request, () -> {
            Release<Estimate> total = sums.sum(0, 100, noise);
            return new Drawn(total.plan(), String.format("%.0f", total.value().value()));
        });
    }
}
