/** Guarantees as text and as JSON, for people and for programs. Does no input or output and reads no clock. */
package io.sordino.report;
