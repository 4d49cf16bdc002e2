/**
 * Private training of linear models: losses, per-record gradients, and descents that own both their batches and the plan by which these are
 * accounted for.
 */
package io.sordino.train;
