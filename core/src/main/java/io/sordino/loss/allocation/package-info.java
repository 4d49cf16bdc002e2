/** Sums of likelihood ratios: what random allocation does to a pair. */
package io.sordino.loss.allocation;
