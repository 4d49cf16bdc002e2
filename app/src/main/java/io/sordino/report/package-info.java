/** What a question, an answer and a failure are. Does no input or output. */
package io.sordino.report;
