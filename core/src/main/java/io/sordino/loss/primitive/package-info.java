/** The pair of each noise law in closed form. */
package io.sordino.loss.primitive;
