/** What every engine is to us: it has rows, and adds up integers over a secret sample that a keyed function draws. */
package io.sordino.table.engine;
