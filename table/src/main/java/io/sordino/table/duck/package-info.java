/** DuckDB, asked for exact integer sums over bounded contributions of a secret sample, and for nothing else. */
package io.sordino.table.duck;
