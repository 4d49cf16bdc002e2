/** Shuffled protocols. */
package io.sordino.engine.protocol;
