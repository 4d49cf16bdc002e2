/** Pictures: axes, series and marks as values, and their writers to SVG and PNG. Knows no privacy. */
package io.sordino.plot;
