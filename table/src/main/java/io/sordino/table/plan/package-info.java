/** From a query to integers that one unit moves by a known bound, and to the noise that hides them. */
package io.sordino.table.plan;
