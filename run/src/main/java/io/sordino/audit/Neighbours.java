package io.sordino.audit;

import io.sordino.mechanism.Relation;

/**
 * What the record in question contributes, in units of the largest contribution, where a batch without it counts as 0.
 *
 * @param size how many records change together
 * @param crowded whether all other records contribute as little as can be, -1 each, in batches of fixed size: one that takes the
 *     place of another then moves a sum by up to 2
 */
record Neighbours(Relation relation, int size, boolean crowded) {
    static Neighbours of(Relation relation) {
        return new Neighbours(relation, 1, false);
    }

    long first() {
        return crowded ? 2L : 1L;
    }

    long second() {
        return switch (relation) {
            case ADD_OR_REMOVE_ONE -> 0;
            case REPLACE_ONE -> crowded ? 0 : -1;
            case REPLACE_SPECIAL -> crowded ? 1 : 0;
        };
    }

    Neighbours grouped(int times) {
        return new Neighbours(relation, Math.multiplyExact(size, times), crowded);
    }

    /** Of one record of the group. */
    Neighbours single() {
        return new Neighbours(relation, 1, false);
    }

    Neighbours among(boolean others) {
        return new Neighbours(relation, size, others);
    }

    Neighbours under(Relation other) {
        return new Neighbours(other, size, crowded);
    }
}
