package io.sordino.report.caveat;

import com.fasterxml.jackson.databind.node.ObjectNode;
import io.sordino.mechanism.Allocated;
import io.sordino.mechanism.BlanketHistogram;
import io.sordino.mechanism.Composed;
import io.sordino.mechanism.FloodedCount;
import io.sordino.mechanism.Group;
import io.sordino.mechanism.Mechanism;
import io.sordino.mechanism.Mixture;
import io.sordino.mechanism.PoissonSampled;
import io.sordino.mechanism.Repeated;
import io.sordino.mechanism.SampledByHits;
import io.sordino.mechanism.SampledWithReplacement;
import io.sordino.mechanism.SampledWithoutReplacement;
import io.sordino.mechanism.Shuffled;
import io.sordino.mechanism.SplitSum;
import io.sordino.mechanism.Unlinked;
import io.sordino.numeric.Ulp;
import io.sordino.plan.Plans;
import io.sordino.refusal.InvalidException;
import io.sordino.report.Report;
import io.sordino.report.text.Decimals;
import io.sordino.report.text.Json;
import io.sordino.report.text.Style;
import java.util.List;

/**
 * A share of the clients whose reports do not hide anybody: they collude with the attacker, who knows and takes out their
 * reports, or they never reported. What is left is the guarantee of the honest reports alone.
 */
public record CorruptClients(double corruptShare) {
    public CorruptClients {
        if (!(corruptShare >= 0 && corruptShare < 1))
            throw new InvalidException(
                    "corrupt must be at least 0 % and below 100 %, was " + 100 * corruptShare + " %",
                    "write for example 5%");
    }

    /** The plan with every shuffle cut down to its honest reports. */
    public Mechanism plan(Mechanism asked) {
        Mechanism honest = cut(asked);
        if (corruptShare > 0 && honest.equals(asked) && !holdsReports(asked))
            throw new InvalidException("corrupt speaks of shuffled reports, and the plan has none", "leave it out");
        return honest;
    }

    private static boolean holdsReports(Mechanism plan) {
        return plan instanceof Shuffled
                || plan instanceof Unlinked
                || plan instanceof BlanketHistogram
                || plan instanceof FloodedCount
                || plan instanceof SplitSum
                || io.sordino.mechanism.Mechanisms.inner(plan).stream().anyMatch(CorruptClients::holdsReports);
    }

    private Mechanism cut(Mechanism plan) {
        if (plan instanceof Shuffled shuffled) return new Shuffled(reports(shuffled.reports()), shuffled.randomizer());
        if (plan instanceof Unlinked m) return new Unlinked(reports(m.clients()), m.messages(), m.randomizer());
        if (plan instanceof BlanketHistogram m) return new BlanketHistogram(reports(m.clients()), m.rate());
        // the shares of those who do not add theirs are missing, and what is left is no law with a word
        if (plan instanceof FloodedCount || plan instanceof SplitSum) {
            if (corruptShare == 0) return plan;
            throw new InvalidException(
                    "shares of noise are accounted for where every one of the stated clients adds its own",
                    "state the number of honest clients in the plan, and leave corrupt out");
        }
        if (plan instanceof Composed composed)
            return new Composed(composed.parts().stream().map(this::cut).toList());
        if (plan instanceof Repeated repeated) return new Repeated(repeated.count(), cut(repeated.base()));
        if (plan instanceof PoissonSampled s) return new PoissonSampled(s.rate(), cut(s.base()));
        if (plan instanceof SampledByHits s) return new SampledByHits(s.hits(), cut(s.base()));
        if (plan instanceof Mixture m)
            return new Mixture(m.weights(), m.plans().stream().map(this::cut).toList());
        if (plan instanceof SampledWithoutReplacement s)
            return new SampledWithoutReplacement(s.sampleSize(), s.datasetSize(), cut(s.base()));
        if (plan instanceof SampledWithReplacement s)
            return new SampledWithReplacement(s.sampleSize(), s.datasetSize(), cut(s.base()));
        if (plan instanceof Allocated s) return new Allocated(s.numSelected(), s.numSteps(), cut(s.base()));
        if (plan instanceof Group group) return new Group(group.size(), cut(group.base()));
        return plan;
    }

    /** Rounded down, the user in question among them. */
    private long reports(long all) {
        long honest = (long) Math.floor(all * (1 - corruptShare) * (1 + 2 * Ulp.ONE));
        if (!(honest >= 2))
            throw new InvalidException(
                    "corrupt leaves " + honest + " of " + all + " reports, and a shuffle needs at least 2",
                    "allow fewer corrupt clients");
        return Math.min(all, honest);
    }

    /** A report on the honest part of a plan that says so. */
    public Report said(Mechanism asked, Report report) {
        return corruptShare == 0 ? report : new Said(this, asked, report);
    }

    private record Said(CorruptClients honest, Mechanism asked, Report report) implements Report {
        @Override
        public ObjectNode json(double seconds) {
            ObjectNode json = report.json(seconds);
            String honestPlan = json.path("plan").asText();
            json.put("plan", Plans.print(asked));
            json.put("honest_plan", honestPlan);
            json.set("corrupt", Json.number(honest.corruptShare));
            return json;
        }

        @Override
        public String text(Style style) {
            return report.text(style) + "\n"
                    + style.warning("note     " + Decimals.shortest(100 * honest.corruptShare)
                            + " % of the clients collude or drop out: the guarantee of "
                            + Plans.print(honest.plan(asked)) + ", for honest users alone");
        }

        @Override
        public List<String> caveats() {
            return report.caveats();
        }

        @Override
        public double largest() {
            return report.largest();
        }

        @Override
        public String subject() {
            return report.subject();
        }
    }
}
