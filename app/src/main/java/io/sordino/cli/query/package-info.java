/** Private queries on the command line. */
package io.sordino.cli.query;
