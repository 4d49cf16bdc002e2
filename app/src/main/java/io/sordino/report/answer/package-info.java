/** Answers as text and as JSON, for people and for programs: one file for each. */
package io.sordino.report.answer;
