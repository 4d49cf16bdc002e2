/** Programs to start from: each has a {@code main} of its own. */
package io.sordino.examples;
