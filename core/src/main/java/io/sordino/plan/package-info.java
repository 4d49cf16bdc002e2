/** Plans as text and as JSON: both read into {@link io.sordino.mechanism.Mechanism} records and written back from them. */
package io.sordino.plan;
