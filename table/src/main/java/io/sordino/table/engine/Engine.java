package io.sordino.table.engine;

import io.sordino.noise.RandomSource;
import io.sordino.table.plan.Integers;
import io.sordino.table.plan.Layout;
import io.sordino.table.query.Query;
import java.util.List;
import java.util.Optional;

/**
 * Adds up integers over bounded contributions of a secret sample, and does nothing else. Two engines that are given the same random bits find the same
 * integers in the same rows, however these are stored, split up or read again: keys are drawn in the order of {@link Secrets}, and every choice is made by
 * a keyed function.
 */
public interface Engine {
    /** The integers of each stratum of a query, of which there is one unless rates differ. */
    List<Integers> strata(Query query, Layout layout, RandomSource random);

    /** The key of a sample that is used again; a sample is drawn afresh where there is none. */
    Optional<KeptKey> kept();
}
