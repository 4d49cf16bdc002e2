/** What must be said of a plan beside its number. */
package io.sordino.report.caveat;
