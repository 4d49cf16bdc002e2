/** Private training of linear models: descents that own both their batches and the plan by which these are accounted for. */
package io.sordino.train;
