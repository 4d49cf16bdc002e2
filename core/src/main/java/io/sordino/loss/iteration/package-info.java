/** Shifts of noisy contractive iterations, and what they cost. */
package io.sordino.loss.iteration;
