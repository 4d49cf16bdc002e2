/** The small language of private queries: a lexer and a parser of our own, into a tree that everything else is made from. */
package io.sordino.table.sql;
