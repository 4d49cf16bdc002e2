package io.sordino.ledger.store;

/**
 * One line of a ledger.
 *
 * @param seq counted from 1 without a gap
 * @param line the JSON text that says all
 * @param hash of the hash before it and the line
 */
public record Entry(long seq, String budget, String kind, String request, String line, String hash) {}
