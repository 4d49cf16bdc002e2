/** Pairs as data: finite, tabled, mirrored, made of points of a curve, seen by a group. */
package io.sordino.loss.pair;
