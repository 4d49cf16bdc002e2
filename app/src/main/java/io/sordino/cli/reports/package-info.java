/** The commands of campaigns: plan one, report to it, shuffle its reports, analyze its batches. */
package io.sordino.cli.reports;
