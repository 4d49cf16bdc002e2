/** What the other records of a dataset may hold: whether a bound is attained depends on it. */
package io.sordino.theorem.neighbours;
