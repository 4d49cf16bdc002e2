/** What sampling does to a pair, a profile and a Renyi curve. */
package io.sordino.loss.sampling;
