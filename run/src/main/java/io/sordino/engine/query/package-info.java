/** Queries over values in memory. */
package io.sordino.engine.query;
