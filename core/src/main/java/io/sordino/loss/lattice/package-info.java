/** Laws on a lattice: spread, contracted, tilted and convolved, with their named error terms. Only sums of losses and sums of ratios enter. */
package io.sordino.loss.lattice;
