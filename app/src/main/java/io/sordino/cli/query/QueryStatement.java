package io.sordino.cli.query;

import io.sordino.plan.Plans;
import io.sordino.report.text.Decimals;
import io.sordino.table.plan.KeySelection;
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
        sentences.add("The release of the plan " + Plans.print(plan.plan())
                + " is differentially private with epsilon at most "
                + Decimals.up(plan.guarantee().epsilon().upper(), 6) + " at delta = "
                + Decimals.shortest(settings.delta())
                + " when " + who + (settings.unit().isPresent() ? " are" : " is") + " added or removed (add-remove)");
        settings.unit().ifPresent(unit -> sentences.add(bounds(query, unit)));
        plan.selection().ifPresent(selection -> sentences.add(keys(selection, settings)));
        query.keys()
                .ifPresent(
                        keys -> sentences.add(
                                "The groups are public: each is answered whether or not it has rows, and rows of others are left out"));
        if (settings.rateOrOne() < 1) sentences.add(sample(settings));
        sentences.add(
                "Values that are missing or no numbers are left out, infinite ones are clamped, and rows without a unit are left out");
        sentences.add("Each interval holds its number with probability " + Decimals.shortest(settings.confidence())
                + ", noise" + (settings.rateOrOne() < 1 ? " and sampling error" : "")
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
                + (settings.rateOrOne() < 1 ? " in the sample" : "")
                + " reaches " + selection.threshold() + "; one that a single "
                + (settings.unit().isPresent() ? "unit" : "row")
                + " has is shown with probability at most " + Decimals.up(selection.ofOne(), 3);
    }

    private static String sample(Settings settings) {
        String each = settings.unit().isPresent() ? "unit" : "row";
        String drawn = "The sample is secret: each " + each + " joined with probability "
                + Decimals.shortest(settings.rateOrOne())
                + ", decided by AES-128 under a key that was drawn for this release and forgotten, so its secrecy is computational";
        return settings.sampleKnown()
                ? drawn.replace("The sample is secret: each", "Each").replace(", so its secrecy is computational", "")
                        + "; the promise holds for whoever knows the sample, for whom delta shrinks and epsilon does not"
                : drawn;
    }
}
