/**
 * How noise is drawn: exactly, from the bits of one secure source, by integer arithmetic. Knows the records that say what is drawn
 * and nothing of why it is private.
 */
package io.sordino.noise;
