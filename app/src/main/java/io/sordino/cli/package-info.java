/** The command line: main, files, clocks and terminals live here and nowhere else. */
package io.sordino.cli;
