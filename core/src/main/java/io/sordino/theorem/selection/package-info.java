/** The best of a random number of runs: private tuning. */
package io.sordino.theorem.selection;
