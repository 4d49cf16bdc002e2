/** Numbers, tables, colour and JSON. Knows no privacy. */
package io.sordino.report.text;
