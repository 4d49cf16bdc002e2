/** The best of a random number of runs. */
package io.sordino.loss.selection;
