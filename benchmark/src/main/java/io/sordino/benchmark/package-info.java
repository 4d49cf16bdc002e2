/** How fast the accountant is: JMH benchmarks and a table of CPU times beside the targets and other accountants' figures. */
package io.sordino.benchmark;
