/** Questions that ask the accountant many times: how many records, reports, steps. */
package io.sordino.report.planning;
