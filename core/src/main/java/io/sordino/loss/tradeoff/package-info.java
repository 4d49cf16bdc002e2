/** Trade-off functions, and what an attacker attains. */
package io.sordino.loss.tradeoff;
