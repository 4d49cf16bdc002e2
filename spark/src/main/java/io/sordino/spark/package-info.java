/** Private queries on Apache Spark: the same statements, plans, integers and releases as on one machine. */
package io.sordino.spark;
