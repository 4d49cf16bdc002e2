package io.sordino.audit;

/**
 * Outputs that speak for one of the two inputs: scores of at least a threshold for the first, of less for the second.
 *
 * @param forFirst whether the first input makes it likelier
 */
record Event(boolean forFirst, double threshold) {
    boolean holds(double score) {
        return forFirst == score >= threshold;
    }
}
