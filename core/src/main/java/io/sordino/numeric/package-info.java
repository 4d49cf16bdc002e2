/**
 * Numbers and what may be said of them with certainty: directed rounding, brackets, special functions and a transform
 * with proved errors. Knows nothing of privacy and depends on nothing.
 */
package io.sordino.numeric;
