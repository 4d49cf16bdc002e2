package io.sordino.cli.query;

import io.sordino.plan.Plans;
import io.sordino.report.text.Decimals;
import io.sordino.table.plan.KeySelection;
import io.sordino.table.plan.Part;
import io.sordino.table.plan.QueryPlan;
import io.sordino.table.query.Query;
import io.sordino.table.query.Settings;
import java.util.ArrayList;
import java.util.List;

/** What was released, how it is hidden and what that rests on, in a paragraph. */
final class QueryStatement {
    private QueryStatement() {}

    static String of(QueryPlan plan) {
        Query query = plan.query();
        Settings settings = query.settings();
        List<String> sentences = new ArrayList<>();
        String who = settings.unit().map(unit -> "all rows of one " + unit).orElse("one row");
        sentences.add(released(plan) + " differentially private with epsilon at most "
                + Decimals.up(plan.guarantee().epsilon().upper(), 6) + " at delta = "
                + Decimals.shortest(settings.delta())
                + " when " + who + (settings.unit().isPresent() ? " are" : " is") + " added or removed (add-remove)");
        settings.unit().ifPresent(unit -> sentences.add(bounds(query, unit)));
        plan.selection().ifPresent(selection -> sentences.add(keys(selection, settings)));
        query.keys()
                .ifPresent(
                        keys -> sentences.add(
                                "The groups are public: each is answered whether or not it has rows, and rows of others are left out"));
        if (settings.isSampled()) sentences.add(sample(settings, plan.kept().isPresent()));
        if (plan.layout().parts().stream().anyMatch(part -> part instanceof Part.BlockTotal))
            sentences.add(
                    "SAMPLE_AND_AGGREGATE is the mean of what blocks of units computed, each on its own, blocks without rows at the middle of the bounds; its interval is about that mean");
        if (!plan.thresholds().isEmpty())
            sentences.add(
                    "PROPOSE_TEST_RELEASE is the interval in which most blocks of units had their number, told where so many blocks would have to change that noise cannot hide it");
        sentences.add(
                "Values that are missing or no numbers are left out, infinite ones are clamped, and rows without a unit are left out");
        sentences.add("Each interval holds its number with probability " + Decimals.shortest(settings.confidence())
                + ", noise" + (settings.isSampled() ? " and sampling error" : "")
                + " included, for values clamped to the bounds");
        return String.join(". ", sentences) + ".";
    }

    private static String bounds(Query query, String unit) {
        String rows = "at most " + query.maxRows() + (query.maxRows() == 1 ? " row" : " rows") + " of one " + unit
                + " count in a group";
        if (query.groups().isEmpty()) return rows.replace(" in a group", "").replaceFirst("at", "At");
        return "One " + unit + " counts in at most " + query.maxGroups()
                + (query.maxGroups() == 1 ? " group" : " groups") + ", which a secret key chooses, and " + rows;
    }

    private static String keys(KeySelection selection, Settings settings) {
        return "Groups are shown where a noisy count of " + (settings.unit().isPresent() ? "units" : "rows")
                + (settings.isSampled() ? " in the sample" : "")
                + " reaches " + selection.threshold() + "; one that a single "
                + (settings.unit().isPresent() ? "unit" : "row")
                + " has is shown with probability at most " + Decimals.up(selection.ofOne(), 3);
    }

    /** On a kept sample all releases are one, and what holds for it holds for those to come. */
    private static String released(QueryPlan plan) {
        String text = Plans.print(plan.plan());
        return plan.kept()
                .map(kept -> (kept.releases().size() == 1
                                ? "What has been released on the kept sample is the plan " + text
                                : "The " + kept.releases().size()
                                        + " releases on the kept sample are together the plan " + text)
                        + ". All that is ever released on it, however it is chosen, is together no worse than "
                        + Plans.print(kept.whole()) + ", which is")
                .orElse("The release of the plan " + text + " is");
    }

    private static String sample(Settings settings, boolean kept) {
        String each = settings.unit().isPresent() ? "unit" : "row";
        String rate = settings.rates()
                .map(rates -> "the probability that its " + rates.column() + " has, at most "
                        + Decimals.shortest(rates.largest()) + ", for which the promise is stated")
                .orElse("probability " + Decimals.shortest(settings.rateOrOne()));
        String key =
                kept ? "a key that is kept with the sample" : "a key that was drawn for this release and forgotten";
        String drawn = "ach " + each + " joined with " + rate + ", decided by AES-128 under " + key;
        return settings.sampleKnown()
                ? "E" + drawn
                        + "; the promise holds for whoever knows the sample, for whom delta shrinks and epsilon does not"
                : "The sample is secret: e" + drawn + ", so its secrecy is computational";
    }
}
