/** Sums of losses: where to tilt, in which stages and to which width; the pair of the whole. */
package io.sordino.loss.composition;
