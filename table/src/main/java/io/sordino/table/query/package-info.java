/** What is asked of a table: names resolved, types known, bounds given. */
package io.sordino.table.query;
