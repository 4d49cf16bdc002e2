package io.sordino.table.engine;

import io.sordino.noise.RandomSource;
import io.sordino.table.plan.Layout;
import io.sordino.table.plan.Part;
import io.sordino.table.query.Column.Kind;
import io.sordino.table.query.Query;
import java.util.List;
import java.util.Optional;

/**
 * The keyed functions of one run, drawn in an order that all engines share.
 *
 * @param numbers whether units are whole numbers; they are texts otherwise
 * @param members who is in the sample, where there is one
 * @param rates of the strata, as the function that says who is in the sample compares them
 * @param order which groups of a unit are kept, where there are units
 * @param blocks in which block a unit is, where there are blocks
 */
public record Secrets(
        boolean numbers,
        Optional<UnitPrf> members,
        List<Membership> rates,
        Optional<UnitPrf> order,
        Optional<UnitPrf> blocks) {
    public Secrets {
        rates = List.copyOf(rates);
    }

    /** Those that a query needs; the sample is that of the key where one was kept. */
    public static Secrets draw(Query query, Layout layout, Optional<KeptKey> kept, RandomSource random) {
        boolean sampled = query.settings().isSampled();
        Optional<UnitPrf> members =
                sampled ? Optional.of(kept.map(KeptKey::prf).orElseGet(() -> UnitPrf.fresh(random))) : Optional.empty();
        Optional<UnitPrf> order = query.unit().map(unit -> UnitPrf.fresh(random));
        Optional<UnitPrf> blocks = layout.parts().stream().anyMatch(Part::isOfBlocks)
                ? Optional.of(UnitPrf.fresh(random))
                : Optional.empty();
        return new Secrets(
                query.unit().map(unit -> unit.kind() == Kind.INTEGER).orElse(true),
                members,
                sampled ? query.settings().strata().stream().map(Membership::at).toList() : List.of(),
                order,
                blocks);
    }

    @Override
    public String toString() {
        return "Secrets[secret]";
    }
}
