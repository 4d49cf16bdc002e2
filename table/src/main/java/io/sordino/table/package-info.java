/** Private queries on tables in files. Begin with {@link io.sordino.table.PrivateQuery}. */
package io.sordino.table;
