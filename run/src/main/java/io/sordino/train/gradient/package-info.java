/** Sums of gradients of a batch, with their noise. */
package io.sordino.train.gradient;
