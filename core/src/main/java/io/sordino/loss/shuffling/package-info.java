/** Laws of shuffled counts. */
package io.sordino.loss.shuffling;
