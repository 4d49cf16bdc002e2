/** Noisy contractive iteration that releases only its end: every bound is a shift paid for with noise. */
package io.sordino.theorem.iteration;
