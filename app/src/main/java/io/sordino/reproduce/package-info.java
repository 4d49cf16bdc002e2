/** Figures and tables of the papers, recomputed. */
package io.sordino.reproduce;
