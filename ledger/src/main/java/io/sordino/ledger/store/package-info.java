/** Where entries are kept: SQLite or PostgreSQL, one writer, durable before it is acknowledged. */
package io.sordino.ledger.store;
