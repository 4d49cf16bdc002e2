/** Renyi curves of leaves, and the way from pairs to curves. */
package io.sordino.loss.renyi;
