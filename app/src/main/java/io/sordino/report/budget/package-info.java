/** What is said of budgets: where they stand, what a request would take, and one paragraph for all of it. */
package io.sordino.report.budget;
