/** Budgets over HTTP: who may do what, and the addresses that look and spend. */
package io.sordino.server.budget;
