/** Budgets that last: created once, spent by many over weeks, never overspent, and checked from their text alone. */
package io.sordino.ledger;
