/** Reports from devices: campaigns are planned, reports are shuffled and kept until there are enough, batches are counted and corrected. */
package io.sordino.reports;
